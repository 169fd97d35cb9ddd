import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, newId, RolecallError, systemClock, timestampOf } from '@rolecall/base';
import type { Lease, Store, StorePorts } from '@rolecall/journal';
import type { ConversationJournal } from '@rolecall/kernel';

const ORGANISATION = 'default';
const ROLE = 'assistant';
const USED = 'assistant.session_used';
const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
const POLL_MS = 500;

/** One conversation of a person with an assistant, in one folder. */
export interface AgentSession {
  readonly id: string;
  /** Absolute. */
  readonly folder: string;
  /** Name of the pack that was last used in it; empty without one. */
  readonly pack: string;
  readonly usedAt: string;
}

/** The sessions of an assistant: which there are, and the journal that they are kept in. */
export interface AgentSessions {
  readonly journal: ConversationJournal;
  /** A new session, held by this process. */
  open(draft: Pick<AgentSession, 'folder' | 'pack'>): Promise<AgentSession>;
  /**
   * Takes a session that is there, alone until `close` or the end of the process. Waits as long as one that has crashed
   * may seem to hold it, after telling so. Throws `session_unknown` and `session_in_use`.
   */
  take(id: string, onWait?: () => void): Promise<AgentSession>;
  /** Notes that a session goes on with a pack. */
  note(id: string, pack: string): Promise<void>;
  /** Of a folder, those used last first. */
  list(folder: string): Promise<readonly AgentSession[]>;
  close(): Promise<void>;
}

export interface AgentSessionsOptions {
  readonly clock?: Clock | undefined;
  /** How long to wait for a session that somebody holds; as long as a lease lasts without it. */
  readonly waitMs?: number | undefined;
}

/** Sessions in a store that holds nothing else: a folder is a contact of it, a session one of its conversations. */
export function agentSessions(store: Store, options: AgentSessionsOptions = {}): AgentSessions {
  const { clock = systemClock, waitMs = LEASE_MS + POLL_MS } = options;
  const ports = store.for(ORGANISATION);
  const holder = newId('assistant');
  const leases = new Map<string, Lease>();
  const renewing = setInterval(() => {
    for (const id of leases.keys()) void hold(id);
  }, RENEW_MS);
  renewing.unref();

  async function hold(id: string): Promise<Lease | undefined> {
    const lease = await ports.acquireLease(id, holder, LEASE_MS, timestampOf(clock));
    if (lease) leases.set(id, lease);
    else leases.delete(id);
    return lease;
  }

  async function used(session: string, folder: string, pack: string): Promise<AgentSession> {
    const usedAt = timestampOf(clock);
    await ports.recordFact(USED, { session, folder, pack }, usedAt);
    return { id: session, folder, pack, usedAt };
  }

  async function all(): Promise<readonly AgentSession[]> {
    const last = new Map<string, AgentSession>();
    for (const { at, data } of await ports.facts(USED)) {
      const { session, folder, pack } = data as { session: string; folder: string; pack: string };
      // Once more at the end: the order is that of the last use.
      last.delete(session);
      last.set(session, { id: session, folder, pack, usedAt: at });
    }
    return [...last.values()].reverse();
  }

  return {
    journal: journalOver(ports, clock, async (id) => freshLease(leases.get(id), clock) ?? (await hold(id))),
    async open({ folder, pack }) {
      const at = timestampOf(clock);
      const contact = await ports.upsertContact({ externalId: folder, level: 'anonymous', displayName: folder, at });
      const conversation = { contact: contact.id, employee: ROLE, channel: newId('session') };
      const accepted = await ports.accept({ conversation, kind: 'opened', data: {}, at });
      if (accepted.status === 'conflict') throw unknownSession(accepted.reason);
      const lease = await hold(accepted.conversation);
      const consume = [accepted.item];
      // Nothing waits in a session: what the agent accepts stands in its journal.
      await ports.commit({
        conversation: accepted.conversation,
        expectedSequence: 0,
        fence: lease?.fence ?? 0,
        at: timestampOf(clock),
        entries: [],
        consume,
      });
      return used(accepted.conversation, folder, pack);
    },
    async take(id, onWait) {
      const known = (await all()).find((session) => session.id === id);
      if (!known) throw unknownSession(id);
      const until = clock.now() + waitMs;
      for (let isTold = false; !(await hold(id)); isTold = true) {
        if (!isTold) onWait?.();
        if (clock.now() >= until) throw sessionInUse(id);
        await sleep(POLL_MS);
      }
      return used(id, known.folder, known.pack);
    },
    async note(id, pack) {
      const known = (await all()).find((session) => session.id === id);
      if (!known) throw unknownSession(id);
      await used(id, known.folder, pack);
    },
    list: async (folder) => (await all()).filter((session) => session.folder === folder),
    async close() {
      clearInterval(renewing);
      for (const lease of leases.values()) await ports.releaseLease(lease);
      leases.clear();
      await store.close();
    },
  };
}

function freshLease(lease: Lease | undefined, clock: Clock): Lease | undefined {
  return lease && Date.parse(lease.expiresAt) - clock.now() > RENEW_MS ? lease : undefined;
}

/** An agent's journal over the store's commit: who does not hold the lease, or does not know the last entry, has `moved`. */
function journalOver(
  ports: StorePorts,
  clock: Clock,
  leaseOf: (conversation: string) => Promise<Lease | undefined>,
): ConversationJournal {
  const lastOf = async (conversation: string) => (await ports.conversation(conversation))?.sequence ?? 0;
  return {
    async append(conversation, after, entries, durability) {
      const lease = await leaseOf(conversation);
      if (!lease) return 'moved';
      const at = timestampOf(clock);
      const commit = { conversation, expectedSequence: after, fence: lease.fence, at, entries, durability };
      return (await ports.commit(commit)).status === 'committed' ? 'appended' : 'moved';
    },
    async readBack(conversation, limit, before) {
      const end = before === undefined ? await lastOf(conversation) : Math.max(0, before - 1);
      const start = Math.max(0, end - limit);
      return end === 0 ? [] : await ports.entries(conversation, start, end - start);
    },
    readStart: (conversation, limit) => ports.entries(conversation, 0, limit),
  };
}

function unknownSession(id: string): RolecallError {
  return new RolecallError({
    code: 'session_unknown',
    message: { en: `There is no session "${id}".`, zh: `没有会话“${id}”。` },
    hint: { en: 'Start a new one.', zh: '开始一个新的。' },
  });
}

function sessionInUse(id: string): RolecallError {
  return new RolecallError({
    code: 'session_in_use',
    message: { en: `The session "${id}" is open in another process.`, zh: `会话“${id}”正在另一个进程里打开。` },
    hint: { en: 'Go on there, or start a new one.', zh: '在那里继续，或开始一个新的。' },
  });
}
