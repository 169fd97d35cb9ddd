import { type Finding, findingWords, isJsonObject, type JsonValue, type Place } from '@rolecall/base';
import { type EvalCases, evalCases } from '../schema/eval-cases.ts';
import { type DocumentPath, describePath } from './document-path.ts';
import { explainIssues } from './explain-issue.ts';
import type { AssetText } from './read-asset-file.ts';
import { readYaml, type YamlDocument } from './read-yaml.ts';

/** A file of evaluation cases, and where it was read. */
export interface LoadedEvals {
  readonly file: string;
  readonly cases: EvalCases['cases'];
  readonly source: JsonValue;
  place(path?: DocumentPath): Place;
}

/** What one file under `evals/` gave: one document with `cases`. */
export function readEvalFile({ file, text }: AssetText): {
  readonly evals?: LoadedEvals | undefined;
  readonly findings: readonly Finding[];
} {
  const yaml = readYaml(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const [document, second] = yaml.documents;
  const problems = [...yaml.problems, ...yaml.documents.flatMap((each) => each.problems)];
  const findings = problems.map(
    ({ code, message, line, fix }): Finding => ({ severity: 'error', code, ...findingWords(message, fix), file, line }),
  );
  if (findings.length > 0) return { findings };
  if (!document) {
    return {
      findings: [
        {
          severity: 'warning',
          code: 'eval_file_empty',
          ...findingWords({ en: 'The file holds no cases.', zh: '文件里没有用例。' }),
          file,
        },
      ],
    };
  }
  if (second) {
    const message = { en: 'A file of evaluation cases is one document.', zh: '评估用例文件只能有一个文档。' };
    return {
      findings: [
        {
          severity: 'error',
          code: 'eval_file_invalid',
          ...findingWords(message, { en: 'Split it.', zh: '拆成多个文件。' }),
          file,
          line: second.line,
        },
      ],
    };
  }
  return readCases(file, document);
}

function readCases(file: string, document: YamlDocument): ReturnType<typeof readEvalFile> {
  const place = (path: DocumentPath = []): Place => ({
    file,
    line: document.lineOf(path),
    path: path.length === 0 ? undefined : describePath(path),
  });
  const { value } = document;
  if (!isJsonObject(value)) {
    const message = {
      en: 'A file of evaluation cases is a mapping with the key "cases".',
      zh: '评估用例文件是带有键“cases”的映射。',
    };
    return { findings: [{ severity: 'error', code: 'eval_file_invalid', ...findingWords(message), ...place() }] };
  }
  const parsed = evalCases.safeParse(value);
  if (!parsed.success) {
    const findings = explainIssues(parsed.error.issues, evalCases, value).map(
      ({ code, message, fix, path }): Finding => ({
        severity: 'error',
        code: code.replace('asset_', 'eval_'),
        ...findingWords(message, fix),
        ...place(path),
      }),
    );
    return { findings };
  }
  return { evals: { file, cases: parsed.data.cases, source: value, place }, findings: [] };
}
