import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StorePorts } from '../../ports.ts';
import { arrangeWith, at, newConversation, note, type OpenStore } from './arrange.ts';
import {
  type Belief,
  type CommitStep,
  InterleavingModel,
  LEASE_MS,
  LIMIT,
  type Step,
  WINDOW_MS,
} from './interleaving-model.ts';

const WRITERS = 3;
const CONVERSATIONS = 2;

const writer = fc.nat({ max: WRITERS - 1 });
const conversation = fc.nat({ max: CONVERSATIONS - 1 });
const optional = (max: number) => fc.option(fc.nat({ max }), { nil: undefined });

const oneIn = (count: number) => fc.nat({ max: count - 1 }).map((drawn) => drawn === count - 1);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 1, 1, LEASE_MS / 4, LEASE_MS) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('accept' as const), conversation, key: optional(2) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('acquire', 'acquire', 'acquire', 'acquire', 'renew', 'release'),
      writer,
      conversation,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('commit' as const),
      writer: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: writer }),
      stale: oneIn(8),
      conversation,
      entries: fc.nat({ max: 3 }),
      intent: optional(2),
      replaces: oneIn(2),
      raises: optional(3),
      givesBack: oneIn(6),
      consumes: oneIn(2),
    }),
  },
);

/** Several writers that know nothing of each other, and a model that knows what must come of it. */
export function interleavingContract(open: OpenStore): void {
  const { openStore } = arrangeWith(open);

  describe('any interleaving of writers', () => {
    it('leaves no gap, grants no key twice and keeps the order of the inbox', async () => {
      const store = await openStore();
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 80, size: 'max' }), async (steps) => {
          runs++;
          const run = await Run.start(store.for(`run-${runs}`));
          for (const step of steps) await run.perform(step);
          await run.expectInvariants();
        }),
        { numRuns: 40 },
      );
      // A database elsewhere, on a machine under load, takes its time.
    }, 240_000);
  });
}

class Run {
  readonly #ports: StorePorts;
  readonly #ids: readonly string[];
  readonly #model: InterleavingModel;
  readonly #beliefs = new Map<string, Belief>();
  #operations = 0;

  private constructor(ports: StorePorts, ids: readonly string[], fences: readonly number[]) {
    this.#ports = ports;
    this.#ids = ids;
    this.#model = new InterleavingModel(
      ids.map(() => 0),
      fences,
    );
  }

  static async start(ports: StorePorts): Promise<Run> {
    const ids: string[] = [];
    const fences: number[] = [];
    for (let index = 0; index < CONVERSATIONS; index++) {
      const { id } = await newConversation(ports, { externalId: `customer-${index}` });
      const lease = await ports.acquireLease(id, 'arranger', 1, at());
      await ports.releaseLease(lease!);
      ids.push(id);
      fences.push(lease!.fence);
    }
    return new Run(ports, ids, fences);
  }

  async perform(step: Step): Promise<void> {
    switch (step.do) {
      case 'pass':
        this.#model.now += step.ms;
        return;
      case 'accept':
        return this.#accept(step.conversation, step.key);
      case 'commit':
        return this.#commit(step);
      default:
        return this.#lease(step.do, step.writer, step.conversation);
    }
  }

  async expectInvariants(): Promise<void> {
    for (const [index, id] of this.#ids.entries()) {
      const model = this.#model.conversations[index]!;
      const entries = await this.#ports.entries(id);
      expect(entries.map((entry) => entry.sequence)).toEqual(entries.map((_, position) => position + 1));
      expect(entries).toHaveLength(model.sequence);
      const waiting = await this.#ports.inbox(id);
      expect(waiting.map((item) => item.id)).toEqual(model.accepted);
      const positions = waiting.map((item) => item.position);
      expect(positions).toEqual([...positions].sort((left, right) => left - right));
    }
    for (const [intent, operation] of this.#model.ledger) {
      expect(await this.#ports.ledger(`base-${intent}`)).toMatchObject({ operation });
    }
    const since = this.#model.now - WINDOW_MS;
    const counted = this.#model.raised.filter((raise) => raise.at > since).reduce((sum, { amount }) => sum + amount, 0);
    expect(await this.#ports.counted('counter', at(since))).toBe(counted);
  }

  async #accept(index: number, key: number | undefined): Promise<void> {
    const model = this.#model.conversations[index]!;
    const idempotencyKey = key === undefined ? undefined : `key-${key}`;
    const draft = {
      conversation: this.#ids[index]!,
      kind: 'message',
      data: { key: key ?? null },
      idempotencyKey,
    } as const;
    const answer = await this.#ports.accept({ ...draft, at: at(this.#model.now) });
    const first = key === undefined ? undefined : model.keys.get(key);
    if (first !== undefined) {
      expect(answer).toMatchObject({ status: 'duplicate', item: first });
      return;
    }
    expect(answer).toMatchObject({ status: 'accepted', position: model.accepted.length + model.consumed.length + 2 });
    const item = 'item' in answer ? answer.item : '';
    model.accepted.push(item);
    if (key !== undefined) model.keys.set(key, item);
  }

  async #lease(action: 'acquire' | 'renew' | 'release', writer: number, index: number): Promise<void> {
    const model = this.#model.conversations[index]!;
    const belief = this.#belief(writer, index);
    const now = at(this.#model.now);
    const lease = { conversation: this.#ids[index]!, holder: `writer-${writer}`, fence: belief.fence, expiresAt: now };
    const isSame = this.#model.isSame(model, writer, belief);
    if (action === 'release') {
      await this.#ports.releaseLease(lease);
      if (isSame) model.holder = undefined;
    } else if (action === 'renew') {
      expect(await this.#ports.renewLease(lease, LEASE_MS, now)).toBe(isSame);
      if (isSame) model.expiresAt = this.#model.now + LEASE_MS;
    } else {
      const granted = await this.#ports.acquireLease(lease.conversation, lease.holder, LEASE_MS, now);
      const expected = this.#model.acquire(model, writer);
      expect(granted?.fence).toBe(expected ? model.fence : undefined);
      if (expected) Object.assign(belief, { fence: model.fence, sequence: model.sequence });
    }
  }

  async #commit(step: CommitStep): Promise<void> {
    const operation = `op-${++this.#operations}`;
    const id = this.#ids[step.conversation]!;
    const present = this.#belief(step.writer ?? this.#lastHolder(step.conversation), step.conversation);
    const belief = step.stale && present.sequence > 0 ? { ...present, sequence: present.sequence - 1 } : present;
    const { ledger, raised, conversations, now } = this.#model;
    const holder = step.intent === undefined ? undefined : ledger.get(step.intent);
    const [item] = conversations[step.conversation]!.accepted;
    const entries = Array.from({ length: step.entries }, (_, index) => ({
      ...note(operation),
      conversation: id,
      sequence: belief.sequence + 1 + index,
      at: at(now),
      engine: 'contract@1.0.0',
    }));
    const result = await this.#ports.commit({
      conversation: id,
      expectedSequence: belief.sequence,
      fence: belief.fence,
      at: at(now),
      entries,
      reserve:
        step.intent === undefined
          ? []
          : [{ base: `base-${step.intent}`, intent: 1, operation, replaces: step.replaces ? holder : undefined }],
      raise:
        step.raises === undefined
          ? []
          : [{ counter: 'counter', operation, amount: step.raises, max: LIMIT, withinMs: WINDOW_MS }],
      giveBack: step.givesBack && raised[0] ? [{ counter: 'counter', operation: raised[0].operation }] : [],
      consume: step.consumes && item !== undefined ? [item] : [],
    });
    expect(result.status).toBe(this.#model.commit(step, operation, belief));
    if (result.status === 'committed') belief.sequence = result.sequence;
  }

  #lastHolder(index: number): number {
    return this.#model.conversations[index]?.holder ?? 0;
  }

  #belief(writer: number, index: number): Belief {
    const key = `${writer}/${index}`;
    const present = this.#beliefs.get(key) ?? { fence: 0, sequence: 0 };
    this.#beliefs.set(key, present);
    return present;
  }
}
