import type { Release } from '@rolecall/assets';
import { RolecallError } from '@rolecall/base';
import { gateRecordFaults, recomputeDecision } from '@rolecall/gate';
import { type JournalEntry, type RecordFault, type StorePorts, streamFaults } from '@rolecall/journal';
import type { Workspace } from './workspace.ts';

type Kept = Pick<StorePorts, 'entries' | 'storedEntries' | 'document' | 'checkpoint' | 'conversation'>;

/**
 * Tells every recorded decision of a conversation again, from its recorded inputs and the release it was made under, and
 * names those that come out different, and those whose inputs are gone with their contact. The releases are in the store
 * under their hashes. Beside it: what shows that the record itself was changed.
 */
export async function verifyDecisions(store: Kept, conversation: string): ReturnType<Workspace['verify']> {
  const releases = new Map<string, Release | undefined>();
  const different: number[] = [];
  const notReplayable: number[] = [];
  let decisions = 0;
  const { entries, corrupt } = await readable(store, conversation);
  for (const entry of entries) {
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
  const last = (await store.conversation(conversation))?.sequence ?? 0;
  const isCut = (cut?.entries ?? 0) > 0;
  const faults = [
    ...streamFaults(await store.storedEntries(conversation), { from: cut?.entries ?? 0, last }),
    ...roundFaults(entries),
    ...gateRecordFaults(entries, isCut || corrupt.length > 0),
    ...corrupt.map((sequence): RecordFault => ({ sequence, code: 'evidence_corrupt' })),
  ].sort((one, other) => one.sequence - other.sequence);
  return {
    decisions,
    different,
    notReplayable,
    faults,
    ...(cut ? { gone: { through: Math.max(cut.entries, cut.evidence), reason: `retained_until ${cut.until}` } } : {}),
  };
}

/** The entries that can be read, and the numbers of those that cannot. */
async function readable(store: Kept, conversation: string) {
  try {
    return { entries: await store.entries(conversation), corrupt: [] };
  } catch (error) {
    if (!isCorrupt(error)) throw error;
  }
  const entries: JournalEntry[] = [];
  const corrupt: number[] = [];
  for (const { sequence } of await store.storedEntries(conversation)) {
    try {
      entries.push(...(await store.entries(conversation, sequence - 1, 1)));
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      corrupt.push(sequence);
    }
  }
  return { entries, corrupt };
}

function isCorrupt(error: unknown): boolean {
  return error instanceof RolecallError && error.code === 'evidence_corrupt';
}

/** Entries of a round that has not begun, or has ended. */
function roundFaults(entries: readonly JournalEntry[]): readonly RecordFault[] {
  let running: string | undefined;
  return entries.flatMap(({ round, kind, sequence }): readonly RecordFault[] => {
    if (kind === 'employee.round_started') running = round;
    const isOutside = round !== undefined && round !== running;
    if (kind === 'employee.round_ended') running = undefined;
    return isOutside ? [{ sequence, code: 'outside_its_round' }] : [];
  });
}
