import { type Clock, systemClock } from '@rolecall/base';
import { drive, type Lease, type StorePorts } from '@rolecall/journal';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Dispatcher, DispatcherOptions } from '../src/dispatch/dispatcher.ts';

/** Ports of an organisation that is empty. */
export type OpenPorts = () => Promise<StorePorts>;
export type CreateDispatcher = (options: DispatcherOptions) => Promise<Dispatcher>;

const NEVER_MS = 3_600_000;
const now = () => new Date().toISOString();

/** Accepts messages for a contact; each contact has one conversation. */
async function accept(ports: StorePorts, externalId: string, ...texts: readonly string[]): Promise<string> {
  const { id: contact } = await ports.upsertContact({ externalId, level: 'verified', at: now() });
  let conversation = '';
  for (const text of texts) {
    const party = { contact, employee: 'employee-1', channel: 'page' };
    const accepted = await ports.accept({ conversation: party, kind: 'message', data: { text }, at: now() });
    if (accepted.status !== 'accepted') throw new Error(accepted.status);
    conversation = accepted.conversation;
  }
  return conversation;
}

/** Waits until it is true; a machine under load may take its time. */
function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 20_000, interval: 10 });
}

/** Once the signal has aborted, also when it had before anybody asked. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Writes down what it handles, in the journal and in `log`. */
function recorder(ports: StorePorts, clock: Clock = systemClock) {
  const log: string[] = [];
  const handle = async (conversation: string, lease: Lease) => {
    const [item] = await ports.inbox(conversation, 1);
    if (!item) throw new Error('nothing waits');
    log.push(`${item.data.text ?? item.data.timer}`);
    await drive(
      (async function* () {
        yield { entries: [{ kind: 'test.handled', kindVersion: 1, data: item.data }], consume: [item.id] };
      })(),
      {
        store: ports,
        lease,
        sequence: (await ports.conversation(conversation))?.sequence ?? 0,
        engine: 't',
        clock,
      },
    );
  };
  return { log, handle };
}

/** What every dispatcher promises, as tests. */
export function dispatcherContract(name: string, openPorts: OpenPorts, create: CreateDispatcher): void {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function dispatch(ports: StorePorts, options: Partial<DispatcherOptions> & Pick<DispatcherOptions, 'handle'>) {
    const errors: { readonly error: unknown; readonly attempt: number; readonly conversation?: string | undefined }[] =
      [];
    const dispatcher = await create({
      store: ports,
      holder: 'process-1',
      clock: systemClock,
      concurrency: 4,
      onError: (error, failure) => errors.push({ error, ...failure }),
      pollMs: 5,
      ...options,
    });
    onTestFinished(() => dispatcher.close());
    return { dispatcher, errors };
  }

  describe(name, () => {
    it('handles what waits already, each conversation in its order', async () => {
      const ports = await openPorts();
      const first = await accept(ports, 'a', 'a1', 'a2', 'a3');
      const second = await accept(ports, 'b', 'b1', 'b2');
      const { log, handle } = recorder(ports);
      const { dispatcher, errors } = await dispatch(ports, { handle, pollMs: NEVER_MS });

      await dispatcher.drain();

      expect(log.filter((text) => text.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
      expect(log.filter((text) => text.startsWith('b'))).toEqual(['b1', 'b2']);
      expect(await ports.waiting()).toEqual([]);
      expect(errors).toEqual([]);
      for (const conversation of [first, second]) {
        expect(await ports.acquireLease(conversation, 'other', 1, now())).toBeDefined();
      }
    });

    it('handles what it is woken for without looking again', async () => {
      const ports = await openPorts();
      const { log, handle } = recorder(ports);
      const { dispatcher } = await dispatch(ports, { handle, pollMs: NEVER_MS });
      await dispatcher.drain();

      dispatcher.wake(await accept(ports, 'a', 'a1'));

      await eventually(() => expect(log).toEqual(['a1']));
    });

    it('handles what comes while it is handling', async () => {
      const ports = await openPorts();
      const { log, handle } = recorder(ports);
      const { dispatcher } = await dispatch(ports, {
        pollMs: NEVER_MS,
        handle: async (conversation, lease) => {
          if (log.length === 0) dispatcher.wake(await accept(ports, 'a', 'a2'));
          await handle(conversation, lease);
        },
      });
      await dispatcher.drain();

      dispatcher.wake(await accept(ports, 'a', 'a1'));

      await eventually(() => expect(log).toEqual(['a1', 'a2']));
    });

    it('finds what another process has accepted', async () => {
      const ports = await openPorts();
      const { log, handle } = recorder(ports);
      await dispatch(ports, { handle });

      await accept(ports, 'a', 'a1');

      await eventually(() => expect(log).toEqual(['a1']));
    });

    it('works on no more conversations at once than it may, and on one never twice', async () => {
      const ports = await openPorts();
      const { log, handle } = recorder(ports);
      const running = new Set<string>();
      let most = 0;
      const { dispatcher, errors } = await dispatch(ports, {
        concurrency: 2,
        handle: async (conversation, lease) => {
          if (running.has(conversation)) throw new Error('twice at once');
          running.add(conversation);
          most = Math.max(most, running.size);
          await new Promise((resolve) => setTimeout(resolve, 1));
          await handle(conversation, lease);
          running.delete(conversation);
        },
      });
      const conversations: string[] = [];
      for (const contact of ['a', 'b', 'c', 'd', 'e'])
        conversations.push(await accept(ports, contact, `${contact}1`, `${contact}2`));
      for (const conversation of conversations) dispatcher.wake(conversation);

      await dispatcher.drain();

      expect(errors).toEqual([]);
      expect(most).toBe(2);
      expect([...log].sort()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2', 'e1', 'e2']);
    });

    it('lets a conversation with many items not keep the others from their turn', async () => {
      const ports = await openPorts();
      await accept(ports, 'a', 'a1', 'a2', 'a3', 'a4');
      await accept(ports, 'b', 'b1');
      const { log, handle } = recorder(ports);
      const { dispatcher } = await dispatch(ports, { handle, concurrency: 1, pollMs: NEVER_MS });

      await dispatcher.drain();

      expect(log).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
    });

    it('reports a failure, keeps the item and its order, and goes on with the others', async () => {
      const ports = await openPorts();
      const failing = await accept(ports, 'a', 'a1', 'a2');
      const { log, handle } = recorder(ports);
      let failures = 0;
      const { dispatcher, errors } = await dispatch(ports, {
        handle: async (conversation, lease) => {
          if (conversation === failing && failures++ < 2) throw new Error(`failure ${failures}`);
          await handle(conversation, lease);
        },
      });
      await dispatcher.drain();
      await accept(ports, 'b', 'b1');
      await dispatcher.drain();

      expect(log).toEqual(['b1']);
      expect((await ports.inbox(failing)).map((item) => item.data.text)).toEqual(['a1', 'a2']);
      dispatcher.wake(failing);
      await dispatcher.drain();
      dispatcher.wake(failing);
      await dispatcher.drain();

      expect(log).toEqual(['b1', 'a1', 'a2']);
      expect(errors).toMatchObject([
        { conversation: failing, attempt: 1, error: { message: 'failure 1' } },
        { conversation: failing, attempt: 2, error: { message: 'failure 2' } },
      ]);
    });

    it('tries a failed item again by itself', async () => {
      const ports = await openPorts();
      await accept(ports, 'a', 'a1');
      const { log, handle } = recorder(ports);
      let failures = 0;
      await dispatch(ports, {
        handle: async (conversation, lease) => {
          if (failures++ === 0) throw new Error('once');
          await handle(conversation, lease);
        },
      });

      await eventually(() => expect(log).toEqual(['a1']));
    });

    it('reports an item that its handler has left where it was', async () => {
      const ports = await openPorts();
      await accept(ports, 'a', 'a1');
      const { dispatcher, errors } = await dispatch(ports, { handle: async () => {}, pollMs: NEVER_MS });

      await dispatcher.drain();

      expect(errors).toMatchObject([{ error: { code: 'inbox_item_not_handled' }, attempt: 1 }]);
      expect(await ports.waiting()).toHaveLength(1);
    });

    it('goes on when looking for work fails, and when the one who is told fails too', async () => {
      const ports = await openPorts();
      await accept(ports, 'a', 'a1');
      const { log, handle } = recorder(ports);
      const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
      vi.spyOn(ports, 'waiting').mockRejectedValueOnce(new Error('store is busy'));
      await dispatch(ports, {
        handle,
        onError: () => {
          throw new Error('cannot log');
        },
      });

      await eventually(() => expect(log).toEqual(['a1']));
      expect(warning).toHaveBeenCalledTimes(1);
    });

    it('turns a due timer into an item and handles it once, with two processes', async () => {
      const ports = await openPorts();
      const conversation = await accept(ports, 'a', 'a1');
      const lease = await ports.acquireLease(conversation, 'arranger', NEVER_MS, now());
      // Both from one look at the clock: what is read before the commit may take longer than lies between the two.
      const arrangedAt = Date.now();
      const dueIn = (ms: number) => new Date(arrangedAt + ms).toISOString();
      await ports.commit({
        conversation,
        expectedSequence: 0,
        fence: lease?.fence ?? 0,
        at: now(),
        entries: [],
        consume: [(await ports.inbox(conversation))[0]?.id ?? ''],
        timers: [
          { op: 'set', id: 'due', dueAt: dueIn(0), data: {} },
          { op: 'set', id: 'soon', dueAt: dueIn(30), data: {} },
          { op: 'set', id: 'later', dueAt: dueIn(NEVER_MS), data: {} },
        ],
      });
      if (lease) await ports.releaseLease(lease);
      const { log, handle } = recorder(ports);
      const one = await dispatch(ports, { handle });
      const two = await dispatch(ports, { handle, holder: 'process-2' });

      await eventually(() => expect(log).toEqual(['due', 'soon']));
      await Promise.all([one.dispatcher.drain(), two.dispatcher.drain()]);
      expect(log).toEqual(['due', 'soon']);
    });

    it('shares the work with another process, each item once', async () => {
      const ports = await openPorts();
      const { log, handle } = recorder(ports);
      const one = await dispatch(ports, { handle });
      const two = await dispatch(ports, { handle, holder: 'process-2' });
      const expected: string[] = [];
      for (let round = 0; round < 10; round++) {
        for (const contact of ['a', 'b', 'c']) {
          expected.push(`${contact}${round}`);
          const conversation = await accept(ports, contact, `${contact}${round}`);
          one.dispatcher.wake(conversation);
          two.dispatcher.wake(conversation);
        }
      }

      await eventually(async () => expect(await ports.waiting()).toEqual([]));
      await Promise.all([one.dispatcher.drain(), two.dispatcher.drain()]);

      expect([...log].sort()).toEqual(expected.sort());
      for (const contact of ['a', 'b', 'c']) {
        const own = log.filter((text) => text.startsWith(contact));
        expect(own).toEqual([...own].sort());
      }
      expect([...one.errors, ...two.errors]).toEqual([]);
    });

    it('takes over a conversation once its lease has expired', async () => {
      const ports = await openPorts();
      const conversation = await accept(ports, 'a', 'a1');
      let time = Date.now();
      const clock = { now: () => time };
      await ports.acquireLease(conversation, 'died', 30_000, new Date(time).toISOString());
      const { log, handle } = recorder(ports);
      const { dispatcher, errors } = await dispatch(ports, {
        clock,
        handle: async (id, lease) => handle(id, lease),
      });

      await dispatcher.drain();
      expect(log).toEqual([]);
      time += 30_000;

      await eventually(() => expect(log).toEqual(['a1']));
      expect(errors).toEqual([]);
    });

    it('renews the lease while it handles', async () => {
      const ports = await openPorts();
      const conversation = await accept(ports, 'a', 'a1');
      const { log, handle } = recorder(ports);
      const renewed = vi.spyOn(ports, 'renewLease');
      await dispatch(ports, {
        leaseTtlMs: 600,
        handle: async (id, lease) => {
          await eventually(() => expect(renewed.mock.calls.length).toBeGreaterThan(2));
          expect(await ports.acquireLease(conversation, 'other', 1, now())).toBeUndefined();
          await handle(id, lease);
        },
      });

      await eventually(() => expect(log).toEqual(['a1']));
    });

    it('aborts the work when the lease is lost, and reports it', async () => {
      const ports = await openPorts();
      const conversation = await accept(ports, 'a', 'a1');
      let seen: unknown;
      const { dispatcher, errors } = await dispatch(ports, {
        leaseTtlMs: 150,
        pollMs: NEVER_MS,
        handle: async (_, lease, signal) => {
          await ports.releaseLease(lease);
          await ports.acquireLease(conversation, 'other', NEVER_MS, now());
          await aborted(signal);
          seen = signal.reason;
        },
      });

      await dispatcher.drain();

      expect(seen).toMatchObject({ code: 'lease_lost' });
      expect(errors).toMatchObject([{ conversation, error: { code: 'lease_lost' } }]);
    });

    it('aborts the work when the lease cannot be renewed in time', async () => {
      const ports = await openPorts();
      await accept(ports, 'a', 'a1');
      vi.spyOn(ports, 'renewLease').mockRejectedValue(new Error('store is busy'));
      const { dispatcher, errors } = await dispatch(ports, {
        leaseTtlMs: 150,
        pollMs: NEVER_MS,
        handle: (_, __, signal) => aborted(signal),
      });

      await dispatcher.drain();

      expect(errors).toMatchObject([{ error: { code: 'lease_lost' } }]);
    });

    it('loses nothing and keeps the order when the clock is set back and forward under it', async () => {
      const ports = await openPorts();
      await accept(ports, 'a', 'a1', 'a2', 'a3');
      let offset = 0;
      const clock = { now: () => Date.now() + offset };
      const steps = [-NEVER_MS, NEVER_MS, 2 * NEVER_MS, 0];
      const { log, handle } = recorder(ports, clock);
      await dispatch(ports, {
        clock,
        handle: async (conversation, lease) => {
          offset = steps.shift() ?? 0;
          await handle(conversation, lease);
        },
      });

      await eventually(async () => expect(await ports.waiting()).toEqual([]));

      // What was written down under a lease that the clock had ended was not written, and is done again.
      expect([...new Set(log)]).toEqual(['a1', 'a2', 'a3']);
      const [conversation] = await ports.conversations();
      const handled = (await ports.entries(conversation?.id ?? '')).map((entry) => entry.data.text);
      expect(handled).toEqual(['a1', 'a2', 'a3']);
    });

    it('closed ends what it handles and takes nothing more', async () => {
      const ports = await openPorts();
      const { log, handle } = recorder(ports);
      const begun = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const { dispatcher } = await dispatch(ports, {
        handle: async (conversation, lease) => {
          begun.resolve();
          await released.promise;
          await handle(conversation, lease);
        },
      });
      const conversation = await accept(ports, 'a', 'a1', 'a2');
      dispatcher.wake(conversation);
      await begun.promise;
      let isClosed = false;
      const closed = dispatcher.close().then(() => {
        isClosed = true;
      });
      await new Promise((resolve) => setImmediate(resolve));
      expect(isClosed).toBe(false);
      released.resolve();
      await closed;

      dispatcher.wake(conversation);
      await dispatcher.drain();

      expect(log).toEqual(['a1']);
      expect((await ports.inbox(conversation)).map((item) => item.data.text)).toEqual(['a2']);
      expect(await ports.acquireLease(conversation, 'other', 1, now())).toBeDefined();
    });
  });
}
