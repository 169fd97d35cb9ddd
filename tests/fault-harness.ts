import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { inAnyLanguage, RolecallError } from '@rolecall/base';
import { openWorkspace, type Workspace } from '@rolecall/host';
import type { JournalEntry, Store, StoreOptions, StorePorts } from '@rolecall/journal';
import { createModelProvider } from '@rolecall/models';
import { openSqliteStore } from '@rolecall/store';
import { cuttingPlan, WHENS, type When } from './cutting-server.ts';
import { copyShop, ETHAN, edit, orderStatus, PENDING, until } from './shop.ts';

/**
 * What happens at the chosen call of a port: the process stops before or after it, and nothing of it lives on; or the way
 * to the store or the model is cut for this one call, before or after it was done, and the process lives on.
 */
export type Fault = 'stop_before' | 'stop_after' | 'cut_before' | 'cut_after';

export const FAULTS: readonly Fault[] = ['stop_before', 'stop_after', 'cut_before', 'cut_after'];

/** The model breaks off in the middle of what it says, and the process lives on or stops with it. */
export const STREAM_FAULTS = ['stop_midstream', 'cut_midstream'] as const;

/** The disk takes no write during this call of the store. */
export const DISK_FAULT = 'disk_refuses';

type CallFault = Fault | (typeof STREAM_FAULTS)[number] | typeof DISK_FAULT;

/** A fault at the n-th call of a port, from 1; or the order system dies at its n-th call of a tool, or around its write. */
export type FaultPoint =
  | { readonly fault: CallFault; readonly call: number }
  | { readonly fault: 'server_dies'; readonly when: When; readonly tool: number }
  | { readonly fault: 'die_before_write' | 'die_after_write' };

/** The calls of the store that write. */
const WRITING = new Set([
  'store.commit',
  'store.accept',
  'store.acquireLease',
  'store.releaseLease',
  'store.upsertContact',
  'store.claimTimer',
  'store.putDocument',
  'store.writeCheckpoint',
]);

/** Every point there is, by what a run without a fault has called. */
export function faultPoints({ ports, tools }: Pick<FaultRun, 'ports' | 'tools'>): readonly FaultPoint[] {
  return [
    ...ports.flatMap((port, index): FaultPoint[] => {
      const call = index + 1;
      return [
        ...FAULTS.map((fault) => ({ fault, call })),
        ...(port === 'model.doStream' ? STREAM_FAULTS.map((fault) => ({ fault, call })) : []),
        ...(WRITING.has(port) ? [{ fault: DISK_FAULT, call } as const] : []),
      ];
    }),
    ...Array.from({ length: tools }, (_, index) =>
      // Before the first call it has no answer to die after: that is a server that does not start.
      WHENS.filter((when) => when !== 'idle' || index > 0).map(
        (when) => ({ fault: 'server_dies', when, tool: index + 1 }) as const,
      ),
    ).flat(),
    { fault: 'die_before_write' },
    { fault: 'die_after_write' },
  ];
}

/** What became of one run, beside its verdict. */
export interface FaultRun extends Verdict {
  /** How many calls of ports there were until the work was done, up to the fault in a run that has one. */
  readonly calls: number;
  /** What was called, in order. */
  readonly ports: readonly string[];
  /** How often a tool of the order system was called. */
  readonly tools: number;
  /** The port that was called at the point; undefined when the run ended before it. */
  readonly port: string | undefined;
}

/** What a run leaves behind. All are 0 when everything holds. */
export interface Verdict {
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

const CUTTING_SERVER = join(import.meta.dirname, 'cutting-server.ts');

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
  edit(
    dir,
    'employees/lin.yaml',
    'args: [systems/orders.ts]',
    `args: [${CUTTING_SERVER}, cuts.json, systems/orders.ts]`,
  );
  const cuts = join(dir, 'cuts.json');
  cuttingPlan.write(cuts, {
    calls: 0,
    ...(point?.fault === 'server_dies' ? { at: point.tool, when: point.when } : {}),
  });
  const clock = { offset: 0, now: () => Date.now() + clock.offset };
  const gate = new FaultGate(point, new Disk(join(dir, '.rolecall', 'rolecall.sqlite')));
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
      if (index === 1 && (point?.fault === 'die_before_write' || point?.fault === 'die_after_write'))
        writeFileSync(join(dir, 'fault'), point.fault);
      const answer = await persist((workspace) =>
        workspace.send({ conversation: conversation as string, text, idempotencyKey: `said-${index}` }),
      );
      if (answer.status !== 'conflict') accepted.set(answer.item, text);
      await idle();
    }
    await settled(opened, clock, conversation);
    // What the harness itself asks from here on is no part of the work.
    gate.isOver = true;
    return {
      ...(await judge(dir, { store: opened.raw, verify: opened.workspace.verify }, conversation, accepted, SAID)),
      calls: gate.ports.length,
      ports: gate.ports,
      tools: cuttingPlan.read(cuts).calls,
      port: gate.hit,
    };
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

/** Holds the journal of a conversation against what was said and against the order system's own books. */
export async function judge(
  dir: string,
  { store, verify }: { readonly store: StorePorts; readonly verify: Workspace['verify'] },
  conversation: string,
  accepted: ReadonlyMap<string, string>,
  said: readonly string[],
): Promise<Verdict> {
  const entries = await store.entries(conversation);
  const received = entries.filter(({ kind }) => kind === 'employee.message_received');
  const unanswered = received.filter(
    ({ sequence, round }) =>
      !entries.some(
        (entry) => entry.kind === 'employee.replied' && (entry.round === round || entry.sequence > sequence),
      ),
  );
  const lost = [...accepted.values()].filter((text) => !received.some(({ data }) => data.text === text));
  const gaps = entries.filter(({ sequence }, index) => sequence !== index + 1);
  const { different } = await verify(conversation);
  return {
    lost: lost.length + (said.length - accepted.size) + (await store.inbox(conversation)).length,
    doubled: Math.max(0, effects(dir) - 1) + Math.max(0, received.length - accepted.size),
    unsettled: openOperations(entries) + (succeeded(entries) === (orderStatus(dir, PENDING) === 'cancelled') ? 0 : 1),
    unanswered: unanswered.length,
    unfoldable: gaps.length + different.length,
  };
}

/** Writes that left, or may have, and have neither succeeded nor failed. */
export function openOperations(entries: readonly JournalEntry[]): number {
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
          return gate ? gate.store(raw) : raw;
        },
      };
    },
  });
  if (!raw) throw new Error('The store was not opened.');
  return { workspace, raw, gate };
}

/** Counts the calls of all ports that pass, and lets the fault happen at its call. */
class FaultGate {
  /** What was called, in order. */
  readonly ports: string[] = [];
  hit: string | undefined;
  isStopped = false;
  isOver = false;
  readonly #point: FaultPoint | undefined;

  readonly #disk: Disk;

  constructor(point: FaultPoint | undefined, disk: Disk) {
    this.#point = point;
    this.#disk = disk;
  }

  store(ports: StorePorts): StorePorts {
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
    this.ports.push(port);
    if (!point || !('call' in point) || this.ports.length !== point.call) return call();
    const { fault } = point;
    this.hit = port;
    if (fault === DISK_FAULT) return this.#disk.refusing(call);
    if (fault === 'stop_midstream' || fault === 'cut_midstream')
      return brokenOff(await call(), () => {
        this.isStopped = fault === 'stop_midstream';
        return this.isStopped ? gone() : cut(port);
      });
    this.isStopped = fault === 'stop_before' || fault === 'stop_after';
    if (fault === 'stop_after' || fault === 'cut_after') await call();
    throw this.isStopped ? gone() : cut(port);
  }
}

/** Half of what the model says, and then an error. */
function brokenOff<Result>(answer: Result, broken: () => Error): Result {
  const { stream, ...rest } = answer as { readonly stream: ReadableStream<LanguageModelV4StreamPart> };
  let parts = 0;
  const half = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
    transform(part, controller) {
      // Something of the answer itself is out, whatever it begins with.
      if (++parts > 2) controller.error(broken());
      else controller.enqueue(part);
    },
  });
  return { ...rest, stream: stream.pipeThrough(half) } as Result;
}

/** The disk under one database file, by the connections that this process has to it. */
class Disk {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** While the work runs SQLite itself refuses every write, as on a disk that went read-only. */
  async refusing<Result>(work: () => Promise<Result>): Promise<Result> {
    const own = [...connections].filter((connection) => connection.isOpen && connection.location() === this.#file);
    for (const connection of own) connection.exec('pragma query_only = on');
    try {
      return await work();
    } finally {
      for (const connection of own) if (connection.isOpen) connection.exec('pragma query_only = off');
    }
  }
}

/** Every connection of this process that has prepared a statement. */
const connections = new Set<DatabaseSync>();
const prepare = DatabaseSync.prototype.prepare;
DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args) {
  connections.add(this);
  return prepare.apply(this, args);
};

function gone(): RolecallError {
  return new RolecallError({ code: 'process_stopped', message: inAnyLanguage('The process has stopped.') });
}

function cut(port: string): RolecallError {
  return new RolecallError({ code: 'connection_cut', message: inAnyLanguage(`The connection was cut (${port}).`) });
}
