import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { RolecallError } from '@rolecall/base';
import { openWorkspace, type Workspace } from '@rolecall/host';
import type { JournalEntry, Store, StoreOptions, StorePorts } from '@rolecall/journal';
import { createModelProvider } from '@rolecall/models';
import { openSqliteStore } from '@rolecall/store';
import { copyShop, ETHAN, edit, orderStatus, PENDING, until } from './shop.ts';

/**
 * What happens at the chosen call of a port: the process stops before or after it, and nothing of it lives on; or the way
 * to the store or the model is cut for this one call, before or after it was done, and the process lives on.
 */
export type Fault = 'stop_before' | 'stop_after' | 'cut_before' | 'cut_after';

export const FAULTS: readonly Fault[] = ['stop_before', 'stop_after', 'cut_before', 'cut_after'];

/** A fault at the n-th call, from 1; or the order system dies before or after its write. */
export type FaultPoint =
  | { readonly fault: Fault; readonly call: number }
  | { readonly fault: 'die_before_write' | 'die_after_write' };

/** What became of one run. All counts but `calls` are 0 when everything holds. */
export interface FaultRun {
  /** How many calls of ports there were until the work was done, up to the fault in a run that has one. */
  readonly calls: number;
  /** The port that was called at the point; undefined when the run ended before it. */
  readonly port: string | undefined;
  /** Accepted messages that were not handled. */
  readonly lost: number;
  /** Effects beyond the first. */
  readonly doubled: number;
  /** Writes of which the journal does not know the outcome in the end, or says another than the order system. */
  readonly unsettled: number;
  /** Messages of the customer in whose wake nothing was said. */
  readonly unanswered: number;
  /** Streams that have gaps, or decisions that come out differently when they are told again. */
  readonly unfoldable: number;
}

/** Time-driven: how often they are called depends on the machine. Each leads to nothing but calls that are counted. */
const UNCOUNTED = new Set(['waiting', 'dueTimers', 'renewLease']);
const SAID = [`我要取消订单 ${PENDING}，不想要了`, '确认'];

/**
 * One conversation with reads, a confirmation, a write and an event, with one fault; then, if the process has stopped, a
 * restart that goes on. The customer says nothing twice, and a channel repeats what was not acknowledged.
 */
export async function runWithFault(point: FaultPoint | undefined): Promise<FaultRun> {
  const dir = copyShop();
  edit(
    dir,
    'employees/lin.yaml',
    '{ ORDERS_TOKEN: { credential: orders_token } }',
    '{ ORDERS_TOKEN: { credential: orders_token }, ORDERS_FAULT_FILE: fault }',
  );
  const clock = { offset: 0, now: () => Date.now() + clock.offset };
  const gate = new FaultGate(point);
  let opened = await open(dir, clock, gate);
  const accepted = new Map<string, string>();
  let conversation: string | undefined;

  async function reopen(): Promise<void> {
    await opened.workspace.close().catch(() => undefined);
    // The lease of the process that stopped has run out, and so has the time in which a write may still arrive.
    clock.offset += 60_000;
    opened = await open(dir, clock, undefined);
  }

  /** Tries until it is acknowledged, as a channel does. */
  async function persist<Result>(act: (workspace: Workspace) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      if (gate.isStopped && opened.gate !== undefined) await reopen();
      try {
        return await act(opened.workspace);
      } catch (error) {
        if (attempt === 5) throw error;
      }
    }
  }

  async function idle(): Promise<void> {
    const id = conversation as string;
    await until(async () => {
      if (gate.isStopped && opened.gate !== undefined) await reopen();
      return (await opened.raw.inbox(id)).length === 0;
    }, 60_000);
  }

  try {
    const contact = await persist((workspace) => workspace.contact({ externalId: ETHAN, level: 'verified' }));
    conversation = await persist(
      async (workspace) => (await workspace.open({ contact: contact.id, employee: 'lin', channel: 'test' })).id,
    );
    await idle();
    for (const [index, text] of SAID.entries()) {
      if (index === 1 && point && !('call' in point)) writeFileSync(join(dir, 'fault'), point.fault);
      const answer = await persist((workspace) =>
        workspace.send({ conversation: conversation as string, text, idempotencyKey: `said-${index}` }),
      );
      if (answer.status !== 'conflict') accepted.set(answer.item, text);
      await idle();
    }
    await settled(opened, clock, conversation);
    return await judge(dir, opened, conversation, accepted, gate);
  } finally {
    await opened.workspace.close().catch(() => undefined);
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Lets pass what a read-back needs. */
async function settled({ raw }: Opened, clock: { offset: number }, conversation: string): Promise<void> {
  for (let round = 0; round < 4 && openOperations(await raw.entries(conversation)) > 0; round++) {
    clock.offset += 120_000;
    await until(
      async () => (await raw.dueTimers(new Date(Date.now() + clock.offset).toISOString())).length === 0,
      20_000,
    );
    await until(async () => (await raw.inbox(conversation)).length === 0, 20_000);
  }
}

async function judge(
  dir: string,
  { raw, workspace }: Opened,
  conversation: string,
  accepted: ReadonlyMap<string, string>,
  gate: FaultGate,
): Promise<FaultRun> {
  // What the harness itself asks from here on is no part of the work.
  gate.isOver = true;
  const entries = await raw.entries(conversation);
  const received = entries.filter(({ kind }) => kind === 'employee.message_received');
  const unanswered = received.filter(
    ({ sequence, round }) =>
      !entries.some(
        (entry) => entry.kind === 'employee.replied' && (entry.round === round || entry.sequence > sequence),
      ),
  );
  const lost = [...accepted.values()].filter((text) => !received.some(({ data }) => data.text === text));
  const gaps = entries.filter(({ sequence }, index) => sequence !== index + 1);
  const { different } = await workspace.verify(conversation);
  return {
    calls: gate.calls,
    port: gate.hit,
    lost: lost.length + (SAID.length - accepted.size) + (await raw.inbox(conversation)).length,
    doubled: Math.max(0, effects(dir) - 1) + Math.max(0, received.length - accepted.size),
    unsettled: openOperations(entries) + (succeeded(entries) === (orderStatus(dir, PENDING) === 'cancelled') ? 0 : 1),
    unanswered: unanswered.length,
    unfoldable: gaps.length + different.length,
  };
}

/** Writes that left, or may have, and have neither succeeded nor failed. */
function openOperations(entries: readonly JournalEntry[]): number {
  const started = entries.filter(({ kind }) => kind === 'gate.executing').map(({ data }) => data.operation);
  return started.filter((operation) => outcomeOf(operation, entries) === 'unknown').length;
}

/** What the journal says of the write; it must be what the order system says. */
function succeeded(entries: readonly JournalEntry[]): boolean {
  const started = entries.filter(({ kind }) => kind === 'gate.executing').map(({ data }) => data.operation);
  return started.some((operation) => outcomeOf(operation, entries) === 'succeeded');
}

function outcomeOf(operation: unknown, entries: readonly JournalEntry[]): string {
  const ended = entries.filter(
    ({ kind, data }) =>
      (kind === 'gate.settled' && data.operation === operation) ||
      (kind === 'gate.call_ended' && data.call === operation),
  );
  const receipt = ended.at(-1)?.data.receipt as { readonly outcome?: string } | undefined;
  return receipt?.outcome ?? 'unknown';
}

/** How often the order system has cancelled the order, by its own books. */
function effects(dir: string): number {
  const database = new DatabaseSync(join(dir, '.rolecall/systems/orders.sqlite'), { readOnly: true });
  try {
    const row = database.prepare('SELECT count(*) AS count FROM requests WHERE arguments LIKE ?').get(`["${PENDING}"%`);
    return Number(row?.count ?? 0);
  } finally {
    database.close();
  }
}

interface Opened {
  readonly workspace: Workspace;
  /** The store without faults, for looking. */
  readonly raw: StorePorts;
  readonly gate: FaultGate | undefined;
}

async function open(dir: string, clock: { now(): number }, gate: FaultGate | undefined): Promise<Opened> {
  let raw: StorePorts | undefined;
  const models = createModelProvider({ env: {}, providers: {} });
  const workspace = await openWorkspace(dir, {
    clock,
    model: (id) => (gate ? gate.model(models.model(id)) : undefined),
    openStore: async (options: StoreOptions): Promise<Store> => {
      const store = await openSqliteStore({ ...options, file: join(dir, '.rolecall', 'rolecall.sqlite') });
      return {
        ...store,
        for(organisation) {
          raw = store.for(organisation);
          return gate ? gate.ports(raw) : raw;
        },
      };
    },
  });
  if (!raw) throw new Error('The store was not opened.');
  return { workspace, raw, gate };
}

/** Counts the calls of all ports that pass, and lets the fault happen at its call. */
class FaultGate {
  calls = 0;
  hit: string | undefined;
  isStopped = false;
  isOver = false;
  readonly #point: FaultPoint | undefined;

  constructor(point: FaultPoint | undefined) {
    this.#point = point;
  }

  ports(ports: StorePorts): StorePorts {
    return new Proxy(ports, {
      get: (target, name: string) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) =>
          this.#pass(`store.${name}`, UNCOUNTED.has(name), async () => Reflect.apply(method, target, args) as unknown);
      },
    });
  }

  model(model: LanguageModelV4): LanguageModelV4 {
    return new Proxy(model, {
      get: (target, name: string) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) =>
          this.#pass(`model.${name}`, false, async () => Reflect.apply(method, target, args) as unknown);
      },
    });
  }

  async #pass<Result>(port: string, isUncounted: boolean, call: () => Promise<Result>): Promise<Result> {
    if (this.isStopped && !this.isOver) throw gone();
    if (isUncounted || this.isOver) return call();
    const point = this.#point;
    this.calls++;
    if (!point || !('call' in point) || this.calls !== point.call) return call();
    const { fault } = point;
    this.hit = port;
    this.isStopped = fault === 'stop_before' || fault === 'stop_after';
    if (fault === 'stop_after' || fault === 'cut_after') await call();
    throw this.isStopped ? gone() : cut(port);
  }
}

function gone(): RolecallError {
  return new RolecallError({ code: 'process_stopped', message: 'The process has stopped.' });
}

function cut(port: string): RolecallError {
  return new RolecallError({ code: 'connection_cut', message: `The connection was cut (${port}).` });
}
