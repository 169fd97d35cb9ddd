import { DatabaseSync } from 'node:sqlite';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { inAnyLanguage, RolecallError } from '@rolecall/base';
import type { StorePorts } from '@rolecall/journal';
import type { MemoryStorage } from '@rolecall/kernel';

/**
 * What happens at the chosen call of a port: the process stops before or after it, and nothing of it lives on; or the way
 * to the store, the memory or the model is cut for this one call, before or after it was done, and the process lives on.
 */
const FAULTS: readonly CallPoint['fault'][] = ['stop_before', 'stop_after', 'cut_before', 'cut_after'];

/** The model breaks off in the middle of what it says, and the process lives on or stops with it. */
const STREAM_FAULTS: readonly CallPoint['fault'][] = ['stop_midstream', 'cut_midstream'];

/** The disk takes no write during this call of the store. */
const DISK_FAULT: CallPoint['fault'] = 'disk_refuses';

/** A fault at the n-th call of a method of a port, such as `store.commit`, from 1. */
export interface CallPoint {
  readonly fault:
    | 'stop_before'
    | 'stop_after'
    | 'cut_before'
    | 'cut_after'
    | 'stop_midstream'
    | 'cut_midstream'
    | 'disk_refuses';
  readonly port: string;
  readonly call: number;
}

/** A method of the store, or of what remembers, that there is. A new one has to say here what it does. */
const STORE_METHODS: Readonly<Record<keyof StorePorts, 'writes' | 'reads'>> = {
  commit: 'writes',
  accept: 'writes',
  acquireLease: 'writes',
  renewLease: 'writes',
  releaseLease: 'writes',
  takeUp: 'writes',
  upsertContact: 'writes',
  deleteContact: 'writes',
  claimTimer: 'writes',
  putDocument: 'writes',
  recordFact: 'writes',
  claimDeliveries: 'writes',
  settleDelivery: 'writes',
  decideDelivery: 'writes',
  countFailure: 'writes',
  setAside: 'writes',
  decideItem: 'writes',
  writeCheckpoint: 'writes',
  contact: 'reads',
  contactByExternalId: 'reads',
  conversation: 'reads',
  conversations: 'reads',
  entries: 'reads',
  readApart: 'reads',
  storedEntries: 'reads',
  inbox: 'reads',
  waiting: 'reads',
  outbox: 'reads',
  dueTimers: 'reads',
  row: 'reads',
  rows: 'reads',
  ledger: 'reads',
  counted: 'reads',
  document: 'reads',
  facts: 'reads',
  deliveries: 'reads',
  setAsideItems: 'reads',
  checkpoint: 'reads',
  agedConversations: 'reads',
};

const MEMORY_METHODS: Readonly<Record<keyof MemoryStorage, 'writes' | 'reads'>> = {
  insert: 'writes',
  setDeleted: 'writes',
  touch: 'writes',
  putVector: 'writes',
  purge: 'writes',
  byRounds: 'reads',
  byIds: 'reads',
  sessions: 'reads',
  changes: 'reads',
};

/** Every method of the store and of what remembers, as `store.commit`, and whether it writes. */
export const PORT_METHODS: ReadonlyMap<string, 'writes' | 'reads'> = new Map([
  ...Object.entries(STORE_METHODS).map(([name, does]) => [`store.${name}`, does] as const),
  ...Object.entries(MEMORY_METHODS).map(([name, does]) => [`memory.${name}`, does] as const),
]);

/** Time-driven: how often they are called depends on the machine, and so there are faults at the first calls alone. */
const TIMED: ReadonlySet<string> = new Set(['store.waiting', 'store.dueTimers', 'store.renewLease']);
const FIRST_CALLS = 2;

/** Every point there is at calls that were made in a run without a fault, in their order. */
export function callPoints(ports: readonly string[]): readonly CallPoint[] {
  const calls = new Map<string, number>();
  return ports.flatMap((port): readonly CallPoint[] => {
    const call = (calls.get(port) ?? 0) + 1;
    calls.set(port, call);
    if (TIMED.has(port) && call > FIRST_CALLS) return [];
    const faults: readonly CallPoint['fault'][] = [
      ...FAULTS,
      ...(port === 'model.doStream' ? STREAM_FAULTS : []),
      ...(PORT_METHODS.get(port) === 'writes' ? [DISK_FAULT] : []),
    ];
    return faults.map((fault) => ({ fault, port, call }));
  });
}

/** Counts the calls of all ports that pass, and lets the fault happen at its call. */
export class FaultGate {
  /** What was called, in order. */
  readonly ports: string[] = [];
  hit: string | undefined;
  isStopped = false;
  /** What is called from then on is no part of the work, but for what remembers, which nobody waits for. */
  isOver = false;
  readonly #point: CallPoint | undefined;
  readonly #calls = new Map<string, number>();
  readonly #disk: Disk;

  constructor(point: CallPoint | undefined, file: string) {
    this.#point = point;
    this.#disk = new Disk(file);
  }

  store(ports: StorePorts): StorePorts {
    return this.#wrap('store', ports);
  }

  memory(storage: MemoryStorage): MemoryStorage {
    return this.#wrap('memory', storage);
  }

  model(model: LanguageModelV4): LanguageModelV4 {
    return this.#wrap('model', model);
  }

  #wrap<Port extends object>(name: string, port: Port): Port {
    return new Proxy(port, {
      get: (target, member: string) => {
        const method: unknown = Reflect.get(target, member);
        if (typeof method !== 'function') return method;
        return (...args: unknown[]) =>
          this.#pass(`${name}.${member}`, async () => Reflect.apply(method, target, args) as unknown);
      },
    });
  }

  async #pass<Result>(port: string, call: () => Promise<Result>): Promise<Result> {
    const isLooking = this.isOver && !port.startsWith('memory.');
    if (this.isStopped && !isLooking) throw gone();
    if (isLooking) return call();
    const point = this.#point;
    const number = (this.#calls.get(port) ?? 0) + 1;
    this.#calls.set(port, number);
    this.ports.push(port);
    if (point?.port !== port || point.call !== number) return call();
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
