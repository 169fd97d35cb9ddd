import type { Clock, Language } from '@rolecall/base';
import { newId, timestampOf } from '@rolecall/base';
import { type ConversationState, foldConversation, STATE_VERSION, stateAsJson, withoutPast } from '@rolecall/employee';
import { contactScope, OPERATIONS, operationFrom } from '@rolecall/gate';
import type { AgedConversation, JournalEntry, Lease, StorePorts } from '@rolecall/journal';
import type { StoredMemories } from '@rolecall/store';
import { resumed } from '../conversation-states.ts';
import type { RetentionTimes } from './retention-times.ts';

/** What is needed to forget. */
export interface RetainParts {
  readonly store: Pick<
    StorePorts,
    'agedConversations' | 'acquireLease' | 'releaseLease' | 'entries' | 'checkpoint' | 'writeCheckpoint' | 'rows'
  >;
  readonly memories: Pick<StoredMemories, 'forgetBefore'> | undefined;
  readonly organisation: string;
  readonly clock: Clock;
  readonly language: Language;
  /** Whose folded state is no longer what the store holds. */
  readonly onCut?: ((conversation: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Why nothing of a conversation was forgotten. */
export type RetainedFor = 'open_operation' | 'open_round' | 'in_use';

/** What was forgotten, or with a dry run would be. */
export interface RetentionReport {
  readonly conversations: number;
  readonly entries: number;
  /** Entries of which the personal values went, and that stay as tombstones. */
  readonly evidence: number;
  readonly memories: number;
  /** What is old and stays for now. */
  readonly kept: readonly { readonly conversation: string; readonly reason: RetainedFor }[];
}

const PAGE = 200;
const LEASE_MS = 30_000;

/**
 * Forgets what is older than it is to be kept. Of a conversation nothing goes as long as an operation of it is open
 * (proposed, waiting for a word, under way, or in doubt), and never a part of a round. A checkpoint is written first, in
 * the same transaction.
 */
export async function retain(
  parts: RetainParts,
  times: RetentionTimes,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<RetentionReport> {
  const sums = { conversations: 0, entries: 0, evidence: 0 };
  const kept: { conversation: string; reason: RetainedFor }[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const aged: readonly AgedConversation[] = await parts.store.agedConversations({
      entriesBefore: times.journal,
      evidenceBefore: times.evidence,
      after,
      limit: PAGE,
    });
    for (const one of aged) {
      if (parts.signal?.aborted) break;
      const done = await forgetIn(one, parts, times, dryRun);
      if (typeof done === 'string') kept.push({ conversation: one.conversation, reason: done });
      else if (done.entries + done.evidence > 0) {
        sums.conversations++;
        sums.entries += done.entries;
        sums.evidence += done.evidence;
      }
    }
    after = aged.length < PAGE || parts.signal?.aborted ? undefined : aged.at(-1)?.conversation;
  }
  const memories =
    times.memories === undefined || parts.signal?.aborted
      ? 0
      : ((await parts.memories?.forgetBefore(parts.organisation, times.memories, dryRun)) ?? 0);
  return { ...sums, memories, kept };
}

type Forgotten = { readonly entries: number; readonly evidence: number };

async function forgetIn(
  aged: AgedConversation,
  parts: RetainParts,
  times: RetentionTimes,
  dryRun: boolean,
): Promise<Forgotten | RetainedFor> {
  const { store, clock } = parts;
  if (await hasOpenOperation(store, aged, times)) return 'open_operation';
  if (dryRun) {
    const plan = await planOf(aged.conversation, parts, times);
    return typeof plan === 'string' ? plan : plan.forgotten;
  }
  const holder = `retention:${newId('w')}`;
  const lease = await store.acquireLease(aged.conversation, holder, LEASE_MS, timestampOf(clock));
  if (!lease) return 'in_use';
  try {
    return await forgetUnder(lease, aged, parts, times);
  } finally {
    await store.releaseLease(lease);
  }
}

async function forgetUnder(
  lease: Lease,
  aged: AgedConversation,
  parts: RetainParts,
  times: RetentionTimes,
): Promise<Forgotten | RetainedFor> {
  const { store, clock } = parts;
  const { conversation, fence } = lease;
  // Looked at again under the lease: from here on nobody else writes.
  if (await hasOpenOperation(store, aged, times)) return 'open_operation';
  const plan = await planOf(conversation, parts, times);
  if (typeof plan === 'string') return plan;
  const { state, entries, evidence, until, forgotten } = plan;
  if (forgotten.entries + forgotten.evidence === 0) return forgotten;
  const through = Math.max(entries, evidence);
  const isWritten = await store.writeCheckpoint({
    conversation,
    fence,
    at: timestampOf(clock),
    sequence: state.sequence,
    version: STATE_VERSION,
    state: stateAsJson(withoutPast(state, { through, before: until })),
    cut: { entries, evidence: through, until },
  });
  if (!isWritten) return 'in_use';
  parts.onCut?.(conversation);
  return forgotten;
}

interface Plan {
  readonly state: ConversationState;
  readonly entries: number;
  readonly evidence: number;
  readonly until: string;
  readonly forgotten: Forgotten;
}

async function planOf(conversation: string, parts: RetainParts, times: RetentionTimes): Promise<Plan | RetainedFor> {
  const { store, language } = parts;
  const checkpoint = await store.checkpoint(conversation);
  const { state: before } = await resumed(store, conversation, language);
  const journal = await store.entries(conversation);
  const state = foldConversation(
    before,
    journal.filter(({ sequence }) => sequence > before.sequence),
  );
  if (state.executing.size > 0) return 'open_operation';
  const entries = roundsEndBefore(journal, times.journal);
  const evidence = roundsEndBefore(journal, times.evidence);
  if (entries + evidence === 0) return 'open_round';
  const already = checkpoint?.cut?.evidence ?? 0;
  return {
    state,
    entries,
    evidence,
    until: laterOf(times),
    forgotten: {
      entries: journal.filter(({ sequence }) => sequence <= entries).length,
      evidence: journal.filter(
        ({ sequence, evidence: own }) => own && sequence > Math.max(already, entries) && sequence <= evidence,
      ).length,
    },
  };
}

/** The later of the times before which a part of the journal goes. */
function laterOf({ journal = '', evidence = '' }: RetentionTimes): string {
  return [journal, evidence].sort().at(-1) ?? '';
}

/** The last entry of the last round of which everything, and all before it, is older; 0 when there is none. */
function roundsEndBefore(journal: readonly JournalEntry[], before: string | undefined): number {
  if (before === undefined) return 0;
  let end = 0;
  for (const [index, { at, sequence, round, kind }] of journal.entries()) {
    if (at >= before) break;
    const next = journal[index + 1];
    const isLastOfRound = round === undefined || next?.round !== round;
    // One that has begun and not ended may still be resumed.
    if (isLastOfRound && (next !== undefined || round === undefined || kind === 'employee.round_ended')) end = sequence;
  }
  return end;
}

async function hasOpenOperation(
  store: Pick<StorePorts, 'rows'>,
  aged: AgedConversation,
  times: RetentionTimes,
): Promise<boolean> {
  const rows = await store.rows(OPERATIONS, contactScope(aged.contact));
  const before = laterOf(times);
  return rows.some(({ value }) => {
    const operation = operationFrom(value);
    if (operation?.conversation !== aged.conversation) return false;
    // A question that is older than every window has run out, whoever was asked.
    return ALWAYS_OPEN.has(operation.state) || (OPEN.has(operation.state) && operation.since >= before);
  });
}

const ALWAYS_OPEN: ReadonlySet<string> = new Set(['executing', 'unknown', 'awaiting_approval']);
const OPEN: ReadonlySet<string> = new Set(['proposed', 'awaiting_confirmation', 'ready']);
