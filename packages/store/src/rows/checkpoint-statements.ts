import type { Checkpoint, JournalCut } from '@rolecall/journal';

const CONVERSATION = 'organisation = $1 and conversation = $2';

/** What stands where a message stood. */
export const GONE = '{"$deleted":true}';

/** A checkpoint as it is kept; `key` is that of its contact, null once that was deleted. */
export interface CheckpointRow {
  readonly sequence: number;
  readonly version: number;
  readonly state: string;
  readonly cut_entries: number;
  readonly cut_evidence: number;
  readonly cut_until: string;
  readonly key: string | null;
}

/** Statements about checkpoints and cuts, for both databases: parameters are `$1`, `$2` … */
export const CHECKPOINT_STATEMENTS = {
  read: `select checkpoints.sequence, version, state, cut_entries, cut_evidence, cut_until, contact_keys.key from checkpoints
    join conversations on conversations.organisation = checkpoints.organisation
      and conversations.id = checkpoints.conversation
    left join contact_keys on contact_keys.organisation = conversations.organisation
      and contact_keys.contact = conversations.contact
    where checkpoints.organisation = $1 and checkpoints.conversation = $2`,

  put: `insert into checkpoints
      (organisation, conversation, sequence, version, state, cut_entries, cut_evidence, cut_until)
    values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (organisation, conversation) do update set
      sequence = excluded.sequence, version = excluded.version, state = excluded.state,
      cut_entries = excluded.cut_entries, cut_evidence = excluded.cut_evidence, cut_until = excluded.cut_until`,

  /** `refs` reads the references out of the entries' evidence. */
  deleteEvidence: (refs: string) => `delete from evidence where organisation = $1
    and contact = (select contact from conversations where organisation = $1 and id = $2)
    and ref in (${refs} where ${CONVERSATION} and sequence <= $3 and evidence is not null)`,

  deleteEntries: `delete from entries where ${CONVERSATION} and sequence <= $3`,

  blankOutbox: `update outbox set data = '${GONE}' where ${CONVERSATION} and sequence <= $3 and not exists (
    select 1 from deliveries where deliveries.organisation = outbox.organisation
      and deliveries.conversation = outbox.conversation and deliveries.sequence = outbox.sequence
      and deliveries.item_index = outbox.item_index and deliveries.state in ('waiting', 'dead'))`,

  blankInbox: `update inbox set data = '${GONE}', content_hash = '', last_error = null
    where ${CONVERSATION} and is_consumed = 1 and accepted_at < $3`,

  aged: `select distinct entries.conversation, conversations.contact from entries
    join conversations on conversations.organisation = entries.organisation and conversations.id = entries.conversation
    left join checkpoints on checkpoints.organisation = entries.organisation
      and checkpoints.conversation = entries.conversation
    where entries.organisation = $1 and entries.conversation > $4 and (entries.at < $2
      or entries.at < $3 and entries.evidence is not null and entries.sequence > coalesce(checkpoints.cut_evidence, 0))
    order by entries.conversation limit $5`,
} as const;

export function cutOf({ cut_entries, cut_evidence, cut_until }: CheckpointRow): JournalCut | undefined {
  if (cut_until === '') return undefined;
  return { entries: cut_entries, evidence: cut_evidence, until: cut_until };
}

/** The checkpoint as the ports show it. */
export function checkpointOf(row: CheckpointRow, state: Checkpoint['state']): Checkpoint {
  const cut = cutOf(row);
  return { sequence: row.sequence, version: row.version, state, ...(cut ? { cut } : {}) };
}
