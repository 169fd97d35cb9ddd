import type { Finding } from '@rolecall/base';
import { CHECK_CODES } from '../check/check-codes.ts';
import { type CheckOptions, checkWorkspace } from '../check/check-workspace.ts';
import { assembleAssets } from '../loading/assemble-assets.ts';
import { editedSample, type SampleEdit } from './sample-workspace.ts';

/** Everything that the check says of the sample with some edits. */
export function checkSample(edits: readonly SampleEdit[], options: CheckOptions = {}): readonly Finding[] {
  const findings = checkWorkspace(assembleAssets(editedSample(...edits)), options);
  const undocumented = findings.find(({ code }) => !CHECK_CODES.has(code));
  if (undocumented) throw new Error(`check-codes.ts does not say what ${undocumented.code} means`);
  return findings;
}

/** `code path` of every finding but notices. */
export function told(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter(({ severity }) => severity !== 'notice')
    .map(({ code, path }) => `${code} ${path ?? ''}`.trim());
}
