import type { LoadReport } from '../load/role-pack.ts';
import { showUnsafeCharacters } from '../text/unsafe-characters.ts';
import { isFindingEntry, type ReportEntry } from './entry.ts';

/** A report as lines for a terminal: findings first by place; what was simply loaded only when asked for. */
export function reportText(report: LoadReport, isVerbose = false): string {
  const shown = report.entries.filter((entry) => isVerbose || isFindingEntry(entry));
  const lines = shown.map(entryText);
  const count = (severity: ReportEntry['severity']) =>
    report.entries.filter((entry) => entry.severity === severity).length;
  const loaded = report.entries.filter((entry) => entry.disposition === 'loaded').length;
  lines.push(
    `${report.path}: ${report.refused ? 'refused' : report.ok ? 'ok' : 'not ok'} (${count('error')} errors, ${count('warning')} warnings, ${count('notice')} notices, ${loaded} loaded)`,
  );
  return `${lines.join('\n')}\n`;
}

function entryText(entry: ReportEntry): string {
  const line = entry.line === undefined ? '' : `:${entry.line}`;
  const place = [`${entry.file ?? ''}${entry.file === undefined ? '' : line}`, entry.path].filter(Boolean).join(' ');
  const head = `${entry.severity} ${entry.code} [${entry.disposition}]${place === '' ? '' : `  ${place}`}\n    ${entry.message}`;
  return showUnsafeCharacters(
    entry.fix === undefined || entry.severity === 'info' ? head : `${head}\n    → ${entry.fix}`,
  );
}
