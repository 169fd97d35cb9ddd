import type { Release } from '@rolecall/assets';
import { recomputeDecision } from '@rolecall/gate';
import type { StorePorts } from '@rolecall/journal';
import type { Workspace } from './workspace.ts';

/**
 * Tells every recorded decision of a conversation again, from its recorded inputs and the release it was made under, and
 * names those that come out different, and those whose inputs are gone with their contact. The releases are in the store
 * under their hashes.
 */
export async function verifyDecisions(
  store: Pick<StorePorts, 'entries' | 'document' | 'checkpoint'>,
  conversation: string,
): ReturnType<Workspace['verify']> {
  const releases = new Map<string, Release | undefined>();
  const different: number[] = [];
  const notReplayable: number[] = [];
  let decisions = 0;
  for (const entry of await store.entries(conversation)) {
    if (entry.kind !== 'gate.decision') continue;
    decisions++;
    const hash = entry.release ?? '';
    if (!releases.has(hash)) releases.set(hash, (await store.document(hash)) as Release | undefined);
    const release = releases.get(hash);
    const status = release === undefined ? 'different' : recomputeDecision(entry, release).status;
    if (status === 'different') different.push(entry.sequence);
    if (status === 'not_replayable') notReplayable.push(entry.sequence);
  }
  const cut = (await store.checkpoint(conversation))?.cut;
  return {
    decisions,
    different,
    notReplayable,
    ...(cut ? { gone: { through: Math.max(cut.entries, cut.evidence), reason: `retained_until ${cut.until}` } } : {}),
  };
}
