import type { CapabilitySpace, Release } from '@rolecall/assets';
import { contentHash, type JsonObject, type Language, timestampOf } from '@rolecall/base';
import { drive, type JournalEntry, type Lease, type StorePorts, type Writing } from '@rolecall/journal';
import { createMemoryStore } from '@rolecall/journal/testing';
import type { CallContext, CustomerText, EarlierRead } from '../call-context.ts';
import { confirmOperation, declineOperation } from '../execute/confirm-operation.ts';
import { proposeCall } from '../execute/propose-call.ts';
import { recoverOperations } from '../execute/recover-operations.ts';
import { settleOperation } from '../execute/settle-operation.ts';
import { type Identity, identityAfter } from '../identity.ts';
import { asGateEntry, type GateEntry } from '../operations/entries.ts';
import { gateProjections } from '../operations/projections.ts';
import type { CallOutcome, Receipt } from '../receipt.ts';
import { recomputeDecision } from '../recompute-decision.ts';
import { type LendingSystem, lendingSystem } from './lending-system.ts';
import { sampleRelease } from './sample-assets.ts';

const START = Date.parse('2026-03-02T08:00:00.000Z');
const HOUR_MS = 3_600_000;
const HOLDER = 'reader-1';

export interface BenchOptions {
  readonly release?: { readonly release: Release; readonly space: CapabilitySpace };
  readonly system?: LendingSystem;
  readonly language?: Language;
  readonly level?: 'anonymous' | 'verified';
  readonly stage?: string;
  /** Where everything is kept; in memory without it. */
  readonly store?: StorePorts;
  /** Another conversation of the same contact, on the same store, system and clock. */
  readonly beside?: GateBench;
}

/** A gate at work on a store, a system and a clock of its own. */
export interface GateBench {
  readonly system: LendingSystem;
  readonly store: StorePorts;
  readonly clock: { now(): number; advance(ms: number): void };
  readonly contact: string;
  /** The release of the calls from now on. */
  use(release: { readonly release: Release; readonly space: CapabilitySpace }): void;
  lease(): Lease;
  /** Another process takes the conversation; what runs from now on is its own. */
  takeOver(): Promise<void>;
  /** The customer writes; the text is in the journal. */
  say(text: string): Promise<void>;
  context(): Promise<CallContext>;
  propose(capability: string, args?: JsonObject, id?: string): Promise<CallOutcome>;
  confirm(operation: string, by?: 'button' | 'text', noticeIsLast?: boolean): Promise<CallOutcome | undefined>;
  decline(operation: string, by?: 'button' | 'text'): Promise<CallOutcome | undefined>;
  settle(operation: string): Promise<Receipt | undefined>;
  recover(): Promise<readonly Receipt[]>;
  /** Drives a piece of writing under the conversation's lease; the process dies before its n-th commit (from 1), if told so. */
  run<Result>(writing: Writing<Result>, dieBefore?: number): Promise<Result>;
  /** Makes every recorded decision again under the release it was made under. */
  replay(): Promise<{ readonly decisions: number; readonly different: readonly number[] }>;
  entries(): Promise<readonly JournalEntry[]>;
  gateEntries(): Promise<readonly GateEntry[]>;
}

/** The process died; nothing after that point happened. */
export class Died extends Error {}

/** Opens a gate on the sample, for a verified contact with two loans of their own and one of somebody else. */
export async function openBench(options: BenchOptions = {}): Promise<GateBench> {
  const { beside } = options;
  const clock = beside?.clock ?? manualClock(START);
  const system =
    beside?.system ??
    options.system ??
    lendingSystem({
      '#L2890441': { holder: HOLDER, state: 'open', fee: 12.5, remark: 'see also #L7777777' },
      '#L1000002': { holder: HOLDER, state: 'open', fee: 0 },
      '#L7777777': { holder: 'reader-2', state: 'open', fee: 1 },
    });
  const at = timestampOf(clock);
  const store =
    beside?.store ??
    options.store ??
    createMemoryStore({ projections: gateProjections, engine: 'test@1.0.0' }).for('org-1');
  const contact = await store.upsertContact({ externalId: HOLDER, level: options.level ?? 'verified', at });
  const party = { contact: contact.id, employee: 'mia', channel: beside ? 'widget' : 'page' };
  const accepted = await store.accept({ conversation: party, kind: 'opened', data: {}, at });
  if (accepted.status === 'conflict') throw new Error(accepted.reason);
  const conversation = accepted.conversation;
  let lease = (await store.acquireLease(conversation, 'bench', 10_000 * HOUR_MS, at)) as Lease;
  let used = options.release ?? sampleRelease();
  const releases = new Map([[used.release.hash, used.release]]);
  const stage = options.stage ?? 'open';
  let calls = 0;
  let identity: Identity | undefined;

  async function run<Result>(writing: Writing<Result>, dieBefore = Number.POSITIVE_INFINITY): Promise<Result> {
    const sequence = (await store.conversation(conversation))?.sequence ?? 0;
    const dying = dieBefore === Number.POSITIVE_INFINITY ? writing : until(writing, dieBefore);
    const context = { store, lease, sequence, engine: 'test@1.0.0', clock, release: used.release.hash, round: 'round' };
    return (await drive(noting(dying), context)).result;
  }

  /** Folds what is written as it is written. */
  async function* noting<Result>(writing: Writing<Result>): Writing<Result> {
    let step = await writing.next();
    while (!step.done) {
      const answer = yield step.value;
      for (const entry of answer.status === 'committed' ? answer.entries : []) {
        const own = asGateEntry(entry);
        if (own?.kind === 'gate.identified') identity = identityAfter(identity, own.data.identity);
      }
      step = await writing.next(answer);
    }
    return step.value;
  }

  async function context(): Promise<CallContext> {
    const entries = await store.entries(conversation);
    const record = await store.conversation(conversation);
    if (!record) throw new Error('the conversation is gone');
    return {
      ...used,
      contact,
      conversation: record,
      identity: () => identity,
      language: options.language ?? 'zh',
      said: entries.flatMap(saidIn),
      earlierReads: entries.flatMap(readIn),
      taskState: (task, facts, subject) => ({
        instance: `task_${contentHash([task, subject ?? null]).slice(7, 23)}`,
        task,
        stage,
        facts: Object.fromEntries(Object.entries(facts).filter((fact) => fact[1] !== undefined)) as Record<
          string,
          string
        >,
      }),
      store,
      resources: system,
      clock,
    };
  }

  return {
    system,
    store,
    clock,
    contact: contact.id,
    use: (release) => {
      used = release;
      releases.set(release.release.hash, release.release);
    },
    lease: () => lease,
    takeOver: async () => {
      lease = (await store.acquireLease(conversation, 'successor', 10_000 * HOUR_MS, timestampOf(clock))) as Lease;
    },
    say: async (text) => {
      await run(
        (async function* () {
          yield { entries: [{ kind: 'test.said', kindVersion: 1, data: { text } }] };
        })(),
      );
    },
    context,
    propose: async (capability, args = {}, id = `call-${++calls}`) =>
      run(proposeCall({ id, capability, arguments: args }, await context())),
    confirm: async (operation, by = 'text', noticeIsLast = true) =>
      run(confirmOperation(by === 'button' ? { operation, by } : { operation, by, noticeIsLast }, await context())),
    decline: async (operation, by = 'text') =>
      run(
        declineOperation(by === 'button' ? { operation, by } : { operation, by, noticeIsLast: true }, await context()),
      ),
    settle: async (operation) => run(settleOperation(operation, await context())),
    recover: async () => run(recoverOperations(await context())),
    run,
    replay: async () => {
      const decisions = (await store.entries(conversation)).filter(({ kind }) => kind === 'gate.decision');
      const different = decisions.filter((entry) => {
        const release = releases.get(String(entry.data.release));
        return !release || recomputeDecision(entry, release).status !== 'identical';
      });
      return { decisions: decisions.length, different: different.map(({ sequence }) => sequence) };
    },
    entries: () => store.entries(conversation),
    gateEntries: async () => (await store.entries(conversation)).flatMap((entry) => asGateEntry(entry) ?? []),
  };
}

function manualClock(start: number): GateBench['clock'] {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}

/** The same writing in a process that dies instead of making its n-th commit. */
async function* until<Result>(writing: Writing<Result>, dieBefore: number): Writing<Result> {
  let step = await writing.next();
  for (let commits = 1; !step.done; commits++) {
    if (commits >= dieBefore) throw new Died();
    step = await writing.next(yield step.value);
  }
  return step.value;
}

function saidIn({ kind, data, sequence }: JournalEntry): CustomerText | [] {
  return kind === 'test.said' ? { sequence, text: String(data.text) } : [];
}

function readIn(entry: JournalEntry): EarlierRead | [] {
  const own = asGateEntry(entry);
  if (own?.kind !== 'gate.call_ended' || own.data.receipt.effect !== 'read') return [];
  const { capability, result, proven, outcome } = own.data.receipt;
  return outcome === 'succeeded' ? { capability, sequence: entry.sequence, result, proven } : [];
}
