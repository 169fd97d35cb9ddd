import type { Language } from '@rolecall/base';
import { scanFile } from '../load/content-guards.ts';
import { reasonOf } from '../load/folder-source.ts';
import type { PackSource } from '../load/pack-source.ts';
import { validateManifest } from '../manifest/validate-manifest.ts';
import { createReporter } from '../report/reporter.ts';
import { decodeText } from '../text/decode-text.ts';
import type { ScanResult } from './scan-finding.ts';
import { type ScanFile, scanTexts } from './scan-pack.ts';

/**
 * Scans everything that a source holds: a pack, a plugin, or a folder with nothing but a SKILL.md. What cannot be read
 * or looked into (links, binaries, files over a limit) is named as uninspected.
 */
export async function scanSource(source: PackSource, language: Language = 'en'): Promise<ScanResult> {
  const listing = await source.list();
  const files: ScanFile[] = listing.problems
    .filter((problem) => problem.code !== 'SYSTEM_FILE' && problem.code !== 'NAME_NORMALISED')
    .map((problem) => ({ path: problem.path, uninspected: problem.code.toLowerCase().replace(/_/g, ' ') }));
  let subject = '';
  let declared: readonly string[] | undefined;
  for (const { path } of listing.files) {
    try {
      const bytes = await source.read(path);
      files.push(scanFile(path, bytes));
      if (path !== 'manifest.json') continue;
      const { manifest } = validateManifest(decodeText(bytes, path, createReporter()));
      subject = manifest ? `${manifest.name} ${manifest.description}` : '';
      declared = manifest?.capabilities?.map(({ capability }) => capability);
    } catch (error) {
      files.push({ path, uninspected: reasonOf(error) });
    }
  }
  return scanTexts(files, { language, subject, declared });
}
