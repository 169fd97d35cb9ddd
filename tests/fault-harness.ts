import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openWorkspace, type Workspace } from '@rolecall/host';
import type { JournalEntry, Store, StoreOptions, StorePorts } from '@rolecall/journal';
import type { MemoryStorage } from '@rolecall/kernel';
import { createModelProvider } from '@rolecall/models';
import { openSqliteMemory, openSqliteStore } from '@rolecall/store';
import { cuttingPlan, WHENS, type When } from './cutting-server.ts';
import { type CallPoint, callPoints, FaultGate } from './fault-gate.ts';
import { copyShop, ETHAN, edit, orderStatus, PENDING, until } from './shop.ts';

/** A fault at a call of a port; or the order system dies at its n-th call of a tool, or around its write. */
export type FaultPoint =
  | CallPoint
  | { readonly fault: 'server_dies'; readonly when: When; readonly tool: number }
  | { readonly fault: 'die_before_write' | 'die_after_write' };

/** `stop_after:store.commit:3`, `server_dies:done:2`, `die_after_write`. */
export function nameOfPoint(point: FaultPoint): string {
  if ('port' in point) return `${point.fault}:${point.port}:${point.call}`;
  return 'tool' in point ? `${point.fault}:${point.when}:${point.tool}` : point.fault;
}

/** Every point there is, by what a run without a fault has called. */
export function faultPoints({ ports, tools }: Pick<FaultRun, 'ports' | 'tools'>): readonly FaultPoint[] {
  return [
    ...callPoints(ports),
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
  const gate = new FaultGate(point && 'port' in point ? point : undefined, storeFile(dir));
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
    await remembered(opened, contact.id, conversation);
    if (gate.isStopped && opened.gate !== undefined) await reopen();
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

/** Waits a little for what nobody waits for: that the rounds in which something was said are remembered. */
async function remembered({ raw, memories }: Opened, contact: string, conversation: string): Promise<void> {
  const received = (await raw.entries(conversation)).filter(({ kind }) => kind === 'employee.message_received');
  const rounds = received.flatMap(({ round }) => round ?? []);
  const known = () => memories.byRounds({ kind: 'contact', id: contact }, rounds);
  await until(async () => (await known()).length === rounds.length, 1_500).catch(() => undefined);
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
  readonly memories: MemoryStorage;
  readonly gate: FaultGate | undefined;
}

function storeFile(dir: string): string {
  return join(dir, '.rolecall', 'rolecall.sqlite');
}

async function open(dir: string, clock: { now(): number }, gate: FaultGate | undefined): Promise<Opened> {
  let raw: StorePorts | undefined;
  let memories: MemoryStorage | undefined;
  const models = createModelProvider({ env: {}, providers: {} });
  const workspace = await openWorkspace(dir, {
    clock,
    model: (id) => (gate ? gate.model(models.model(id)) : undefined),
    openStore: async (options: StoreOptions): Promise<Store> => {
      const store = await openSqliteStore({ ...options, file: storeFile(dir) });
      return {
        ...store,
        for(organisation) {
          raw = store.for(organisation);
          return gate ? gate.store(raw) : raw;
        },
      };
    },
    openMemories: async () => {
      const opened = await openSqliteMemory({ file: storeFile(dir), engine: 'faults@1.0.0' });
      return {
        ...opened,
        for(organisation) {
          memories = opened.for(organisation);
          return gate ? gate.memory(memories) : memories;
        },
      };
    },
  });
  if (!raw || !memories) throw new Error('The store was not opened.');
  return { workspace, raw, memories, gate };
}
