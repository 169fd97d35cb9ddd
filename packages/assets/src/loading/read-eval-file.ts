import { type Finding, isJsonObject, type JsonValue, type Place } from '@rolecall/base';
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
    ({ code, message, line, fix }): Finding => ({ severity: 'error', code, message, file, line, fix }),
  );
  if (findings.length > 0) return { findings };
  if (!document) {
    return { findings: [{ severity: 'warning', code: 'eval_file_empty', message: 'The file holds no cases.', file }] };
  }
  if (second) {
    const message = 'A file of evaluation cases is one document.';
    return {
      findings: [{ severity: 'error', code: 'eval_file_invalid', message, file, line: second.line, fix: 'Split it.' }],
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
    const message = 'A file of evaluation cases is a mapping with the key "cases".';
    return { findings: [{ severity: 'error', code: 'eval_file_invalid', message, ...place() }] };
  }
  const parsed = evalCases.safeParse(value);
  if (!parsed.success) {
    const findings = explainIssues(parsed.error.issues, evalCases, value).map(
      ({ code, message, fix, path }): Finding => ({
        severity: 'error',
        code: code.replace('asset_', 'eval_'),
        message,
        fix,
        ...place(path),
      }),
    );
    return { findings };
  }
  return { evals: { file, cases: parsed.data.cases, source: value, place }, findings: [] };
}
