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
import { leaseRowOf, selectHead } from './commit.ts';
import { redacted, type SqliteOrganisation } from './organisation.ts';
import { statement } from './query.ts';

const read = statement<CheckpointRow>(CHECKPOINT_STATEMENTS.read);
const put = statement(CHECKPOINT_STATEMENTS.put);
const deleteEvidence = statement(
  CHECKPOINT_STATEMENTS.deleteEvidence(
    "select json_extract(one.value, '$.ref') from entries, json_each(entries.evidence) as one",
  ),
);
const deleteEntries = statement(CHECKPOINT_STATEMENTS.deleteEntries);
const blankOutbox = statement(CHECKPOINT_STATEMENTS.blankOutbox);
const blankInbox = statement(CHECKPOINT_STATEMENTS.blankInbox);
const aged = statement<AgedConversation>(CHECKPOINT_STATEMENTS.aged);

/** `StorePorts.checkpoint`. */
export function readCheckpoint({ id, connection }: SqliteOrganisation, conversation: string): Checkpoint | undefined {
  const row = connection.get(read, [id, conversation]);
  if (!row) return undefined;
  const isKept = row.key !== null && row.state !== '';
  return checkpointOf(
    row,
    isKept ? jsonOf<JsonValue>(decryptEvidence(row.state, row.key ?? '', checkpointRef(conversation))) : null,
  );
}

/** `StorePorts.writeCheckpoint`. What is cut is overwritten in the file. */
export function writeCheckpoint(organisation: SqliteOrganisation, draft: CheckpointDraft): boolean {
  const { id, connection } = organisation;
  const { conversation, sequence, version, cut } = draft;
  const text = jsonText(redacted(organisation, draft.state), 'checkpoint.state');
  return connection.transaction(cut ? 'power' : 'process', () => {
    const head = connection.get(selectHead, { organisation: id, conversation });
    if (!head) throw unknownId('conversation', conversation);
    const before = connection.get(read, [id, conversation]);
    if (!allowsFence(leaseRowOf(head), draft.fence, draft.at)) return false;
    if (head.sequence < sequence || (before?.sequence ?? 0) > sequence) return false;
    if (cut && Math.max(cut.entries, cut.evidence) > sequence) return false;
    const state = head.key === null ? '' : encryptEvidence(text, head.key, checkpointRef(conversation));
    const grown = grownCut(before && cutOf(before), cut);
    const { entries, evidence, until } = grown ?? { entries: 0, evidence: 0, until: '' };
    connection.run(put, [id, conversation, sequence, version, state, entries, evidence, until]);
    if (!cut) return true;
    const through = Math.max(entries, evidence);
    connection.run(deleteEvidence, [id, conversation, through]);
    connection.run(deleteEntries, [id, conversation, entries]);
    connection.run(blankOutbox, [id, conversation, through]);
    connection.run(blankInbox, [id, conversation, until]);
    return true;
  });
}

/** `StorePorts.agedConversations`. */
export function agedConversations(
  { id, connection }: SqliteOrganisation,
  { entriesBefore = '', evidenceBefore = '', after = '', limit }: Parameters<CheckpointPorts['agedConversations']>[0],
): readonly AgedConversation[] {
  return connection.all(aged, [id, entriesBefore, evidenceBefore, after, limit]).map((row) => ({ ...row }));
}
