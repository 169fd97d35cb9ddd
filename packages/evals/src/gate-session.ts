import type { CapabilitySpace, Release } from '@rolecall/assets';
import { type Clock, contentHash, type JsonObject, type JsonValue, timestampOf } from '@rolecall/base';
import {
  asGateEntry,
  type CallContext,
  type CallOutcome,
  type CustomerText,
  confirmOperation,
  type DecisionData,
  type EarlierRead,
  gateProjections,
  proposeCall,
  type ResourcePort,
} from '@rolecall/gate';
import { drive, type Lease, type StorePorts, type Writing } from '@rolecall/journal';
import { createMemoryStore } from '@rolecall/journal/memory-store';

/** A release and what it allows. */
export interface RuledRelease {
  readonly release: Release;
  readonly space: CapabilitySpace;
}

/** What a conversation on the gate is opened with. */
export interface SessionOptions {
  readonly rules: RuledRelease;
  readonly resources: ResourcePort;
  readonly clock: Clock;
  /** Who is on the other side, as the business knows them; taken as verified. */
  readonly contact: string;
  /** What the customer has said so far. */
  readonly said?: readonly string[] | undefined;
}

/**
 * One conversation of one contact with the whole gate, on a store of its own and without a model: who uses it plays the
 * model and the customer.
 */
export interface GateSession {
  /** The customer writes; what is decided from then on is a new round. */
  say(text: string): Promise<void>;
  /** Under another release from now on. */
  use(rules: RuledRelease): void;
  propose(capability: string, args: JsonObject): Promise<CallOutcome>;
  /** The customer's yes to the notice of an operation; in words, counts only if the notice was sent last. */
  confirm(operation: string, noticeIsLast?: boolean): Promise<CallOutcome | undefined>;
  /** The newest decision on a capability, with its inputs. */
  lastDecision(capability: string): Promise<DecisionData | undefined>;
}

const ENGINE = 'evals@0.1.0';
const FOREVER_MS = 1_000_000_000;
const MODEL_STEP = 1;

/** Opens a conversation. */
export async function openSession({
  rules,
  resources,
  clock,
  contact,
  said = [],
}: SessionOptions): Promise<GateSession> {
  const store = createMemoryStore({ projections: gateProjections, engine: ENGINE }).for('evals');
  const at = timestampOf(clock);
  const person = await store.upsertContact({ externalId: contact, level: 'verified', at });
  const party = { contact: person.id, employee: rules.release.employee.id, channel: 'evals' };
  const accepted = await store.accept({ conversation: party, kind: 'opened', data: {}, at });
  if (accepted.status === 'conflict') throw new TypeError(accepted.reason);
  const { conversation } = accepted;
  const lease = await store.acquireLease(conversation, 'evals', FOREVER_MS, at);
  if (!lease) throw new TypeError('a new conversation has no other holder');

  const facts = new Map<string, JsonObject>();
  const texts: CustomerText[] = [];
  const earlierReads: EarlierRead[] = [];
  let used = rules;
  let calls = 0;
  let ownInstance: string | undefined;

  async function context(): Promise<CallContext> {
    const record = await store.conversation(conversation);
    if (!record) throw new TypeError('the conversation is gone');
    ownInstance = undefined;
    return {
      ...used,
      contact: person,
      conversation: record,
      language: 'en',
      said: texts,
      earlierReads,
      taskState: (task, proven, subject) => {
        const instance = `task_${contentHash([task, subject ?? null]).slice(7, 23)}`;
        // A call asks for its own task first, and then each of its preconditions' reads for theirs.
        ownInstance ??= instance;
        const stage = firstStage(used.release, task);
        return { instance, task, stage, facts: present({ ...facts.get(instance), ...proven }) };
      },
      store,
      resources,
      clock,
      step: MODEL_STEP,
    };
  }

  async function run<Outcome extends CallOutcome | undefined>(
    write: (context: CallContext) => Writing<Outcome>,
  ): Promise<Outcome> {
    const now = await context();
    const outcome = await driven(write(now), store, lease as Lease, now, used.release.hash);
    await remember(outcome);
    return outcome;
  }

  /** What a call proved or read is there for the next one. */
  async function remember(outcome: CallOutcome | undefined): Promise<void> {
    if (outcome?.kind !== 'ended' || outcome.receipt.outcome !== 'succeeded') return;
    const { receipt } = outcome;
    if (ownInstance !== undefined) facts.set(ownInstance, { ...facts.get(ownInstance), ...receipt.facts });
    if (receipt.effect !== 'read') return;
    const sequence = (await store.conversation(conversation))?.sequence ?? 0;
    const { capability, result, proven } = receipt;
    earlierReads.push({ capability, sequence, result, proven });
  }

  async function say(text: string): Promise<void> {
    const entry = { kind: 'evals.said', kindVersion: 1, data: { text } };
    const written = (async function* (): Writing<void> {
      yield { entries: [entry] };
    })();
    const now = await context();
    await driven(written, store, lease as Lease, now, used.release.hash);
    texts.push({ sequence: now.conversation.sequence + 1, text });
  }

  for (const text of said) await say(text);
  return {
    say,
    use: (next) => {
      used = next;
    },
    propose: (capability, args) => {
      const id = `call-${++calls}`;
      return run((now) => proposeCall({ id, capability, arguments: args }, now));
    },
    confirm: (operation, noticeIsLast = true) =>
      run((now) => confirmOperation({ operation, by: 'text', noticeIsLast }, now)),
    lastDecision: async (capability) => {
      const entries = await store.entries(conversation);
      for (const entry of [...entries].reverse()) {
        const own = asGateEntry(entry);
        if (own?.kind === 'gate.decision' && own.data.capability === capability) return own.data;
      }
      return undefined;
    },
  };
}

async function driven<Outcome>(
  writing: Writing<Outcome>,
  store: StorePorts,
  lease: Lease,
  { conversation, clock }: CallContext,
  release: string,
): Promise<Outcome> {
  const context = { store, lease, sequence: conversation.sequence, engine: ENGINE, clock, release, round: 'evals' };
  return (await drive(writing, context)).result;
}

function firstStage(release: Release, task: string): string {
  return release.tasks.find((each) => each.task.id === task)?.task.journey_contract.stages[0]?.id ?? '';
}

function present(values: JsonObject): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
