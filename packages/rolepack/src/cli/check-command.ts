import { loadRolePack } from '../load/load-role-pack.ts';
import type { LoadReport } from '../load/role-pack.ts';
import { isFindingEntry } from '../report/entry.ts';
import { reportText } from '../report/report-text.ts';
import { reportSarif } from '../report/sarif.ts';
import type { ExitCode, PackCommandContext } from './cli-io.ts';
import { packPaths } from './pack-paths.ts';

/** `pack check`: loads each pack as a host would and prints its report. */
export async function runCheck(context: PackCommandContext): Promise<ExitCode> {
  const reports: LoadReport[] = [];
  for (const { shown, path } of await packPaths(context)) {
    const { report } = await loadRolePack(path, { language: context.language, allowCompanion: true });
    const checked = { ...report, path: shown, ok: isOk(report, context.isStrict) };
    reports.push(checked);
    if (context.isJson) context.printJson(reportJson(checked));
    else if (!context.isSarif) context.print(reportText(checked, context.isVerbose));
  }
  if (context.isSarif) context.printJson(reportSarif(reports));
  return reports.every((report) => report.ok) ? 0 : 1;
}

function isOk(report: LoadReport, isStrict: boolean): boolean {
  return report.ok && !(isStrict && report.entries.some((entry) => entry.severity === 'warning'));
}

/** The published form of a report: `{ path, ok, entries }`. */
export function reportJson(report: LoadReport): object {
  return {
    path: report.path,
    ok: report.ok,
    refused: report.refused,
    entries: report.entries.map(({ file, line, path, disposition, severity, code, message, fix, boundary }) => ({
      file,
      line,
      path,
      disposition,
      severity,
      code,
      message,
      fix,
      boundary,
    })),
  };
}

/** Findings of a report as lines on the standard error, for commands that print something else. */
export function printFindings(context: PackCommandContext, path: string, entries: LoadReport['entries']): void {
  const findings = entries.filter(isFindingEntry);
  if (findings.length === 0) return;
  const report = {
    path,
    ok: !findings.some((entry) => entry.severity === 'error'),
    refused: findings.some((entry) => entry.refuses),
    entries: findings,
  };
  context.io.stderr.write(reportText(report));
}
