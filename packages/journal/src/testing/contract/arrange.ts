import type { JsonObject } from '@rolecall/base';
import { afterEach } from 'vitest';
import type { CommitDraft, CommitResult } from '../../commit.ts';
import type { EntryDraft, Projection } from '../../entry.ts';
import { epochMs, isoTime } from '../../epoch.ts';
import type { ConversationRecord, InboxDraft, Lease, Store, StoreOptions, StorePorts } from '../../ports.ts';

/** Opens an empty store; the suite closes it. */
export type OpenStore = (options: StoreOptions) => Promise<Store>;

const START = epochMs('2026-03-02T08:00:00.000Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A time so many milliseconds after the start of every test. */
export function at(afterMs = 0): string {
  return isoTime(START + afterMs);
}

/** A test's stores, closed after it. */
export function arrangeWith(open: OpenStore) {
  const stores: Store[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  const openStore = async (options: Partial<StoreOptions> = {}) => {
    const store = await open({ projections: [], engine: 'contract@1.0.0', ...options });
    stores.push(store);
    return store;
  };
  return {
    openStore,
    /** The ports of one organisation in a store of their own. */
    openPorts: async (options: Partial<StoreOptions> = {}) => (await openStore(options)).for('org-1'),
    /** One conversation with its writer. */
    async openConversation(options: Partial<StoreOptions> = {}) {
      const store = await openStore(options);
      const ports = store.for('org-1');
      const conversation = await newConversation(ports);
      return { store, ports, conversation, writer: await writerOf(ports, conversation.id) };
    },
  };
}

/** A conversation without anything in its inbox. */
export async function newConversation(
  ports: StorePorts,
  party: { readonly externalId?: string; readonly employee?: string; readonly channel?: string } = {},
): Promise<ConversationRecord> {
  const { externalId = 'customer-1', employee = 'employee-1', channel = 'page' } = party;
  const contact = await ports.upsertContact({ externalId, level: 'verified', at: at() });
  const item = await acceptedItem(ports, {
    conversation: { contact: contact.id, employee, channel },
    kind: 'opened',
    data: {},
    at: at(),
  });
  const writer = await writerOf(ports, item.conversation, { holder: 'arranger' });
  await writer.commit({ entries: [], consume: [item.item] });
  await ports.releaseLease(writer.lease);
  const conversation = await ports.conversation(item.conversation);
  if (!conversation) throw new Error('the conversation was not opened');
  return conversation;
}

/** Accepts an item that nothing speaks against. */
export async function acceptedItem(ports: StorePorts, draft: InboxDraft) {
  const accepted = await ports.accept(draft);
  if (accepted.status !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(accepted)}`);
  return accepted;
}

/** An entry that says something. */
export function note(text: string, more: Partial<EntryDraft> = {}): EntryDraft {
  return { kind: 'test.note', kindVersion: 1, data: { text }, ...more };
}

/** Writes under a lease as the driver does: it numbers and completes. */
export interface Writer {
  readonly lease: Lease;
  commit(
    draft: CommitDraft,
    more?: { readonly at?: string; readonly expectedSequence?: number },
  ): Promise<CommitResult>;
}

export async function writerOf(
  ports: StorePorts,
  conversation: string,
  { holder = 'writer-1', ttlMs = HOUR, when = at() }: { holder?: string; ttlMs?: number; when?: string } = {},
): Promise<Writer> {
  const lease = await ports.acquireLease(conversation, holder, ttlMs, when);
  if (!lease) throw new Error('the lease was not granted');
  return {
    lease,
    async commit(draft, more = {}) {
      const expectedSequence = more.expectedSequence ?? (await ports.conversation(conversation))?.sequence ?? 0;
      const time = more.at ?? when;
      const entries = draft.entries.map((entry, index) => ({
        ...entry,
        conversation,
        sequence: expectedSequence + 1 + index,
        at: time,
        engine: 'contract@1.0.0',
      }));
      return ports.commit({ ...draft, conversation, expectedSequence, fence: lease.fence, at: time, entries });
    },
  };
}

/** Keeps how often each text was noted, in rows that it reads itself; `test.reset` deletes them. */
export const noteTally: Projection = {
  name: 'test.tally',
  kinds: ['test.note', 'test.reset'],
  apply(entry, read) {
    const key = String(entry.data.text);
    if (entry.kind === 'test.reset') return [{ op: 'delete', table: 'tally', key }];
    const before = (read('tally', key) as JsonObject | undefined)?.count;
    const value = {
      count: (typeof before === 'number' ? before : 0) + 1,
      last: `${entry.conversation}#${entry.sequence}`,
    };
    return [{ op: 'put', table: 'tally', key, scope: `kind:${entry.kind}`, value }];
  },
};

/** Everything a test may want to see unchanged after a refusal. */
export async function everythingIn(ports: StorePorts, conversation: string) {
  return {
    record: await ports.conversation(conversation),
    entries: await ports.entries(conversation),
    inbox: await ports.inbox(conversation),
    outbox: await ports.outbox(conversation),
    deliveries: await ports.deliveries(),
    setAside: await ports.setAsideItems(),
    timers: await ports.dueTimers(at(10_000 * HOUR)),
    rows: await ports.rows('tally', 'kind:test.note'),
    ledger: [await ports.ledger('base-1'), await ports.ledger('base-2')],
    counted: [await ports.counted('counter-1', at(-HOUR)), await ports.counted('counter-2', at(-HOUR))],
  };
}
