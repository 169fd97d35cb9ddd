import type { LoadReport } from '../load/role-pack.ts';
import type { ScanFinding, ScanResult } from '../scan/scan-finding.ts';
import type { ReportEntry } from './entry.ts';

/** What a SARIF result is made from. */
interface SarifResult {
  readonly ruleId: string;
  readonly level: 'error' | 'warning' | 'note' | 'none';
  readonly message: string;
  readonly uri: string;
  readonly line?: number | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Load reports as one SARIF log, for code hosts and editors. Source: OASIS SARIF 2.1.0. */
export function reportSarif(reports: readonly LoadReport[]): object {
  return log(
    reports.flatMap((report) =>
      report.entries.map((entry) => ({
        ruleId: entry.code,
        level: entryLevel(entry),
        message: entry.fix === undefined ? entry.message : `${entry.message} ${entry.fix}`,
        uri: join(report.path, entry.file),
        line: entry.line,
        properties: { disposition: entry.disposition, path: entry.path },
      })),
    ),
  );
}

/** Scan results as one SARIF log. */
export function scanSarif(results: readonly (ScanResult & { readonly path: string })[]): object {
  return log(
    results.flatMap((result) =>
      result.findings.map((finding) => ({
        ruleId: finding.rule,
        level: findingLevel(finding),
        message: `${finding.why} ${finding.evidence}`,
        uri: join(result.path, finding.file),
        line: finding.line,
        properties: {
          category: finding.category,
          stance: finding.stance,
          weight: finding.weight,
          verdict: result.verdict,
        },
      })),
    ),
  );
}

function log(results: readonly SarifResult[]): object {
  const rules = [...new Set(results.map((result) => result.ruleId))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'rolecall pack', rules: rules.map((id) => ({ id })) } },
        results: results.map(({ ruleId, level, message, uri, line, properties }) => ({
          ruleId,
          ruleIndex: rules.indexOf(ruleId),
          level,
          message: { text: message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri },
                ...(line === undefined ? {} : { region: { startLine: line } }),
              },
            },
          ],
          properties,
        })),
      },
    ],
  };
}

function entryLevel(entry: ReportEntry): SarifResult['level'] {
  return entry.severity === 'notice' ? 'note' : entry.severity === 'info' ? 'none' : entry.severity;
}

function findingLevel(finding: ScanFinding): SarifResult['level'] {
  if (finding.severity === 'critical' || finding.severity === 'high') return 'error';
  return finding.severity === 'medium' ? 'warning' : finding.severity === 'low' ? 'note' : 'none';
}

/** An address relative to where the command ran, with every character that an address may hold. */
function join(path: string, file: string | undefined): string {
  const whole = file === undefined ? path : `${path.replace(/[\\/]+$/, '')}/${file}`;
  return whole.replace(/\\/g, '/').split('/').map(encodeURIComponent).join('/').replace(/%3A/g, ':');
}
