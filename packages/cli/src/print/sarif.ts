import { CHECK_CODES } from '@rolecall/assets';
import { type Finding, type Language, type Severity, wordsOf } from '@rolecall/base';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  notice: 'note',
};

/** Findings as a SARIF 2.1.0 log, the form that code scanning reads. */
export function sarifLog(findings: readonly Finding[], version: string, language: Language): object {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'rolecall check', version, rules: codes.map((code) => ruleOf(code, language)) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, codes.indexOf(finding.code), language)),
      },
    ],
  };
}

function ruleOf(code: string, language: Language): object {
  const text = CHECK_CODES.get(code)?.[language];
  return { id: code, ...(text === undefined ? {} : { shortDescription: { text } }) };
}

function resultOf(finding: Finding, ruleIndex: number, language: Language): object {
  const { severity, code, file, line, path } = finding;
  const { message, fix } = wordsOf(finding, language);
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: fix === undefined ? message : `${message}${language === 'zh' ? '' : ' '}${fix}` },
    ...(file === undefined
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
                ...(line === undefined ? {} : { region: { startLine: line } }),
              },
              ...(path === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: path }] }),
            },
          ],
        }),
  };
}
