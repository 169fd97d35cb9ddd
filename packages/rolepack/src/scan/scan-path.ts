import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Language } from '@rolecall/base';
import { scanFile } from '../load/content-guards.ts';
import { openPackSource } from '../load/load-role-pack.ts';
import { createReporter } from '../report/reporter.ts';
import type { ScanResult } from './scan-finding.ts';
import { scanTexts } from './scan-pack.ts';
import { scanSource } from './scan-source.ts';

/** A scan, or why nothing could be looked into. */
export type ScannedPath = ScanResult & { readonly error?: string | undefined };

/**
 * Scans what lies at a path: a pack, a plugin, a folder with a SKILL.md, an archive or a single file.
 *
 * What cannot be opened is never clean: an archive that is not sound was made to harm or hides what it holds.
 */
export async function scanPath(path: string, language: Language = 'en'): Promise<ScannedPath> {
  const nothing = { verdict: 'suspicious', score: 0, findings: [], uninspected: [] } as const;
  let isFile: boolean;
  try {
    isFile = (await stat(path)).isFile();
  } catch {
    return { ...nothing, error: 'there is nothing at this path' };
  }
  if (isFile && !/\.zip$/i.test(path)) {
    const file = scanFile(basename(path), new Uint8Array(await readFile(path)));
    return scanTexts([file], { language });
  }
  const reporter = createReporter(language);
  const source = await openPackSource(path, reporter);
  if (!source)
    return { ...nothing, error: reporter.entries.map((entry) => `${entry.code}: ${entry.message}`).join(' ') };
  return scanSource(source, language);
}
