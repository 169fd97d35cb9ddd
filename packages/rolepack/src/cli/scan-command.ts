import { scanSarif } from '../report/sarif.ts';
import { type ScannedPath, scanPath } from '../scan/scan-path.ts';
import type { ExitCode, PackCommandContext } from './cli-io.ts';
import { packPaths } from './pack-paths.ts';

type PathResult = ScannedPath & { readonly path: string };

/** `pack scan`: a verdict for each path, with its findings. */
export async function runScan(context: PackCommandContext): Promise<ExitCode> {
  const results: PathResult[] = [];
  for (const { shown, path } of await packPaths(context)) {
    const result = { path: shown, ...(await scanPath(path, context.language)) };
    results.push(result);
    if (context.isJson) context.printJson(result);
    else if (!context.isSarif) context.print(scanText(result, context.isVerbose));
  }
  if (context.isSarif) context.printJson(scanSarif(results));
  const bad = context.isStrict ? ['malicious', 'suspicious'] : ['malicious'];
  return results.some((result) => bad.includes(result.verdict) || result.error !== undefined) ? 1 : 0;
}

function scanText(result: PathResult, isVerbose: boolean): string {
  const lines = result.findings
    .filter((finding) => isVerbose || finding.weight > 0)
    .map((finding) => {
      const decoded = finding.decodedFrom ? ` (decoded from ${finding.decodedFrom.join(', ')})` : '';
      const stance = finding.stance === 'commanding' ? '' : ` [${finding.stance}]`;
      return `${finding.severity} ${finding.rule}${stance}  ${finding.file}:${finding.line}  ${finding.category}\n    ${finding.why}${decoded}\n    ${finding.evidence}`;
    });
  for (const { file, reason } of result.uninspected) lines.push(`uninspected ${file}: ${reason}`);
  if (result.error !== undefined) lines.push(result.error);
  lines.push(`${result.path}: ${result.verdict} (score ${result.score})`);
  return `${lines.join('\n')}\n`;
}
