import type { JsonValue } from '@rolecall/base';
import {
  type AgedConversation,
  allowsFence,
  type Checkpoint,
  type CheckpointDraft,
  type CheckpointPorts,
  checkpointRef,
  decryptEvidence,
  encryptEvidence,
  grownCut,
  jsonOf,
  jsonText,
  unknownId,
} from '@rolecall/journal';
import { CHECKPOINT_STATEMENTS, type CheckpointRow, checkpointOf, cutOf } from '../rows/checkpoint-statements.ts';
import { leaseRowOf, readHead } from './commit.ts';
import { rebuildLock } from './entries.ts';
import { type PostgresOrganisation, redacted, type Scope, writing } from './organisation.ts';

const DELETE_EVIDENCE = CHECKPOINT_STATEMENTS.deleteEvidence(
  "select jsonb_array_elements(entries.evidence::jsonb) ->> 'ref' from entries",
);

/** `StorePorts.checkpoint`. */
export async function readCheckpoint(scope: Scope, conversation: string): Promise<Checkpoint | undefined> {
  const row = await keptRow(scope, conversation);
  if (!row) return undefined;
  const isKept = row.key !== null && row.state !== '';
  return checkpointOf(
    row,
    isKept ? jsonOf<JsonValue>(decryptEvidence(row.state, row.key ?? '', checkpointRef(conversation))) : null,
  );
}

async function keptRow({ organisation, transaction }: Scope, conversation: string): Promise<CheckpointRow | undefined> {
  return (await transaction.raw<CheckpointRow>(CHECKPOINT_STATEMENTS.read, [organisation, conversation]))[0];
}

/** `StorePorts.writeCheckpoint`. A rebuild waits meanwhile. */
export function writeCheckpoint(organisation: PostgresOrganisation, draft: CheckpointDraft): Promise<boolean> {
  const { conversation, sequence, version, cut } = draft;
  const text = jsonText(redacted(organisation, draft.state), 'checkpoint.state');
  return writing(organisation, cut ? 'power' : 'process', async (scope) => {
    const { transaction } = scope;
    transaction.share(rebuildLock(scope.organisation));
    const [head, before] = await Promise.all([readHead(scope, conversation), keptRow(scope, conversation)]);
    if (!head) throw unknownId('conversation', conversation);
    if (!allowsFence(leaseRowOf(head), draft.fence, draft.at)) return false;
    if (head.sequence < sequence || (before?.sequence ?? 0) > sequence) return false;
    if (cut && Math.max(cut.entries, cut.evidence) > sequence) return false;
    const state = head.key === null ? '' : encryptEvidence(text, head.key, checkpointRef(conversation));
    const grown = grownCut(before && cutOf(before), cut);
    const { entries, evidence, until } = grown ?? { entries: 0, evidence: 0, until: '' };
    const own = [scope.organisation, conversation];
    transaction.sendRaw(CHECKPOINT_STATEMENTS.put, [...own, sequence, version, state, entries, evidence, until]);
    if (!cut) return true;
    const through = Math.max(entries, evidence);
    transaction.sendRaw(DELETE_EVIDENCE, [...own, through]);
    transaction.sendRaw(CHECKPOINT_STATEMENTS.deleteEntries, [...own, entries]);
    transaction.sendRaw(CHECKPOINT_STATEMENTS.blankOutbox, [...own, through]);
    transaction.sendRaw(CHECKPOINT_STATEMENTS.blankInbox, [...own, until]);
    return true;
  });
}

/** `StorePorts.agedConversations`. */
export function agedConversations(
  { organisation, transaction }: Scope,
  { entriesBefore = '', evidenceBefore = '', after = '', limit }: Parameters<CheckpointPorts['agedConversations']>[0],
): Promise<AgedConversation[]> {
  return transaction.raw(CHECKPOINT_STATEMENTS.aged, [organisation, entriesBefore, evidenceBefore, after, limit]);
}
