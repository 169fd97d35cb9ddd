import type { Finding } from '@rolecall/base';
import { CHECK_CODES } from '../check/check-codes.ts';
import { type CheckOptions, checkWorkspace } from '../check/check-workspace.ts';
import { assembleAssets } from '../loading/assemble-assets.ts';
import { editedSample, type SampleEdit } from './sample-workspace.ts';
import { missingInChinese } from './told-in-both.ts';

/** Everything that the check says of the sample with some edits; all of it documented, and as much in Chinese as in English. */
export function checkSample(edits: readonly SampleEdit[], options: CheckOptions = {}): readonly Finding[] {
  const findings = checkWorkspace(assembleAssets(editedSample(...edits)), options);
  const undocumented = findings.find(({ code }) => !CHECK_CODES.has(code));
  if (undocumented) throw new Error(`check-codes.ts does not say what ${undocumented.code} means`);
  const halfTold = findings.find((finding) => missingInChinese(finding) !== undefined);
  if (halfTold) throw new Error(`${halfTold.code} lacks in Chinese: ${missingInChinese(halfTold)}`);
  return findings;
}

/** `code path` of every finding but notices. */
export function told(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter(({ severity }) => severity !== 'notice')
    .map(({ code, path }) => `${code} ${path ?? ''}`.trim());
}
