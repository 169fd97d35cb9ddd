import type { Release } from '@rolecall/assets';
import { recomputeDecision } from '@rolecall/gate';
import type { StorePorts } from '@rolecall/journal';

/**
 * Tells every recorded decision of a conversation again, from its recorded inputs and the release it was made under, and
 * names those that come out different. The releases are in the store under their hashes.
 */
export async function verifyDecisions(
  store: Pick<StorePorts, 'entries' | 'document'>,
  conversation: string,
): Promise<{ readonly decisions: number; readonly different: readonly number[] }> {
  const releases = new Map<string, Release | undefined>();
  const different: number[] = [];
  let decisions = 0;
  for (const entry of await store.entries(conversation)) {
    if (entry.kind !== 'gate.decision') continue;
    decisions++;
    const hash = entry.release ?? '';
    if (!releases.has(hash)) releases.set(hash, (await store.document(hash)) as Release | undefined);
    const release = releases.get(hash);
    if (release === undefined || recomputeDecision(entry, release).status !== 'identical')
      different.push(entry.sequence);
  }
  return { decisions, different };
}
