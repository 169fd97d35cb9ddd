import type { Finding } from '@rolecall/base';
import { type CheckOptions, checkWorkspace } from '../check/check-workspace.ts';
import { assembleAssets } from '../loading/assemble-assets.ts';
import { editedSample, type SampleEdit } from './sample-workspace.ts';

/** Everything that the check says of the sample with some edits. */
export function checkSample(edits: readonly SampleEdit[], options: CheckOptions = {}): readonly Finding[] {
  return checkWorkspace(assembleAssets(editedSample(...edits)), options);
}

/** `code path` of every finding but notices. */
export function told(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter(({ severity }) => severity !== 'notice')
    .map(({ code, path }) => `${code} ${path ?? ''}`.trim());
}
