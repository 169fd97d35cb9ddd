import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { scanFile } from '../load/content-guards.ts';
import { openPackSource } from '../load/load-role-pack.ts';
import { createReporter } from '../report/reporter.ts';
import { scanSarif } from '../report/sarif.ts';
import type { ScanResult } from '../scan/scan-finding.ts';
import { scanTexts } from '../scan/scan-pack.ts';
import { scanSource } from '../scan/scan-source.ts';
import type { ExitCode, PackCommandContext } from './cli-io.ts';
import { exists, isFolder, packPaths } from './pack-paths.ts';

type PathResult = ScanResult & { readonly path: string; readonly error?: string | undefined };

/** `pack scan`: a verdict for each path, with its findings. */
export async function runScan(context: PackCommandContext): Promise<ExitCode> {
  const results: PathResult[] = [];
  for (const { shown, path } of await packPaths(context)) {
    const result = { path: shown, ...(await scanPath(path, context)) };
    results.push(result);
    if (context.isJson) context.printJson(result);
    else if (!context.isSarif) context.print(scanText(result, context.isVerbose));
  }
  if (context.isSarif) context.printJson(scanSarif(results));
  const bad = context.isStrict ? ['malicious', 'suspicious'] : ['malicious'];
  return results.some((result) => bad.includes(result.verdict) || result.error !== undefined) ? 1 : 0;
}

async function scanPath(
  path: string,
  context: PackCommandContext,
): Promise<ScanResult & { readonly error?: string | undefined }> {
  const nothing = { verdict: 'suspicious', score: 0, findings: [], uninspected: [] } as const;
  if (!(await exists(path))) return { ...nothing, error: 'there is nothing at this path' };
  const isArchive = /\.zip$/i.test(path);
  if (!isArchive && !(await isFolder(path))) {
    const file = scanFile(basename(path), new Uint8Array(await readFile(path)));
    return scanTexts([file], { language: context.language });
  }
  const reporter = createReporter(context.language);
  const source = await openPackSource(path, reporter);
  // An archive that is not sound was made to harm, or cannot be looked into: not clean in any case.
  if (!source)
    return { ...nothing, error: reporter.entries.map((entry) => `${entry.code}: ${entry.message}`).join(' ') };
  return scanSource(source, context.language);
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
