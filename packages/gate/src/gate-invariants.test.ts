import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmOperation, declineOperation } from './execute/confirm-operation.ts';
import { proposeCall } from './execute/propose-call.ts';
import { recoverOperations } from './execute/recover-operations.ts';
import { settleByPerson, settleOperation } from './execute/settle-operation.ts';
import type { DecisionData, GateEntry } from './operations/entries.ts';
import type { ResourceCall } from './resource-port.ts';
import { englishLeft } from './testing/english-left.ts';
import { assetIn, Died, type Fault, type GateBench, openBench, sampleRelease } from './testing/index.ts';

const LOANS = ['#L2890441', '#L1000002', '#L7777777'];
const REASONS = ['read to the end', 'too long', 'bored'];
/** Two versions of a contract. No window of the ledger passes while a test runs. */
const VERSIONS = ['1.2.0', '1.2.1'].map((version) =>
  sampleRelease((assets) => {
    assetIn(assets, 'loan_close').version = version;
    const repeat = version === '1.2.1' ? { repeat: 'ask' } : {};
    assetIn(assets, 'note_add').idempotency = { scope: 'conversation', key: ['text'], window: '24h', ...repeat };
  }),
);
const WRITES = new Set(['loan:close', 'note:add', 'phone:set']);
const FAULTS: readonly Fault[] = ['answer_lost', 'call_lost', 'not_sent', 'tool_error', 'wrong_shape', 'throws'];

type Step =
  | { readonly do: 'say'; readonly text: string }
  | {
      readonly do: 'close';
      readonly loan: string;
      readonly reason: string;
      readonly junk: object;
      readonly die: number;
    }
  | { readonly do: 'note'; readonly text: string; readonly loan: string | undefined; readonly die: number }
  | {
      readonly do: 'confirm';
      readonly nth: number;
      readonly by: 'text' | 'button';
      readonly last: boolean;
      readonly die: number;
    }
  | { readonly do: 'decline' | 'settle'; readonly nth: number; readonly die: number }
  | { readonly do: 'person'; readonly nth: number; readonly outcome: 'succeeded' | 'failed'; readonly die: number }
  | { readonly do: 'fault'; readonly capability: string; readonly fault: Fault }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'change'; readonly loan: string; readonly state: 'open' | 'closed'; readonly fee: number }
  | { readonly do: 'version'; readonly nth: number };

const die = fc.oneof({ weight: 3, arbitrary: fc.constant(Number.POSITIVE_INFINITY) }, fc.integer({ min: 1, max: 3 }));
const loan = fc.constantFrom(...LOANS);
const nth = fc.nat({ max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('say' as const),
    text: fc.constantFrom('结束 #L2890441', '看完了', '太长了', 'L1000002', '确认', '不用了'),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      loan,
      reason: fc.constantFrom(...REASONS),
      junk: fc.constantFrom({}, {}, {}, { holder: 'reader-2' }, { force: true }, { copies: 1 }, { copies: 'two' }),
      die,
    }),
  },
  fc.record({
    do: fc.constant('note' as const),
    text: fc.constantFrom('a', 'b'),
    loan: fc.option(loan, { nil: undefined }),
    die,
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('confirm' as const),
      nth,
      by: fc.constantFrom('text' as const, 'button' as const),
      last: fc.boolean(),
      die,
    }),
  },
  fc.record({ do: fc.constantFrom('decline' as const, 'settle' as const, 'settle' as const), nth, die }),
  fc.record({
    do: fc.constant('person' as const),
    nth,
    outcome: fc.constantFrom('succeeded' as const, 'failed' as const),
    die,
  }),
  fc.record({
    do: fc.constant('fault' as const),
    capability: fc.constantFrom('loan:close', 'loan:close', 'note:add', 'loan:get'),
    fault: fc.constantFrom(...FAULTS),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 60_000, 1_900_000) }),
  fc.record({
    do: fc.constant('change' as const),
    loan,
    state: fc.constantFrom('open' as const, 'open' as const, 'closed' as const),
    fee: fc.constantFrom(0, 1, 500),
  }),
  fc.record({ do: fc.constant('version' as const), nth: fc.nat({ max: 1 }) }),
);

/** The plain way through: most random ones end earlier. */
const STRAIGHT: Step[] = [
  { do: 'say', text: '结束 #L2890441' },
  { do: 'say', text: '看完了' },
  { do: 'close', loan: '#L2890441', reason: 'read to the end', junk: { copies: 1 }, die: Number.POSITIVE_INFINITY },
  { do: 'say', text: '确认' },
  { do: 'confirm', nth: 0, by: 'text', last: true, die: 2 },
  { do: 'confirm', nth: 0, by: 'button', last: true, die: Number.POSITIVE_INFINITY },
];

/** Asks for the same again while the first is in doubt. */
const IN_DOUBT: Step[] = [
  { do: 'fault', capability: 'note:add', fault: 'call_lost' },
  { do: 'note', text: 'a', loan: undefined, die: Number.POSITIVE_INFINITY },
  { do: 'note', text: 'a', loan: undefined, die: Number.POSITIVE_INFINITY },
];

/** The same once more, on purpose. */
const REPEATED: Step[] = [
  { do: 'version', nth: 1 },
  { do: 'note', text: 'a', loan: undefined, die: Number.POSITIVE_INFINITY },
  { do: 'note', text: 'a', loan: undefined, die: Number.POSITIVE_INFINITY },
  { do: 'confirm', nth: 0, by: 'button', last: true, die: Number.POSITIVE_INFINITY },
  { do: 'confirm', nth: 0, by: 'button', last: true, die: Number.POSITIVE_INFINITY },
];

/** What the notice says is no longer true when the yes comes. */
const CHANGED: Step[] = [
  { do: 'close', loan: '#L2890441', reason: 'read to the end', junk: {}, die: Number.POSITIVE_INFINITY },
  { do: 'change', loan: '#L2890441', state: 'open', fee: 1 },
  { do: 'version', nth: 1 },
  { do: 'confirm', nth: 0, by: 'button', last: true, die: Number.POSITIVE_INFINITY },
  { do: 'confirm', nth: 1, by: 'button', last: true, die: Number.POSITIVE_INFINITY },
];

/** A bench that checks, whenever a write arrives at the system, that it had the right to leave. */
async function watchedBench(): Promise<{ readonly bench: GateBench; readonly violations: unknown[] }> {
  const bench = await openBench({ release: VERSIONS[0]! });
  const violations: unknown[] = [];
  // What a port throws is no failure of the test: the gate takes it for a broken adapter.
  bench.system.onCall = async (call) => {
    if (WRITES.has(call.capability))
      await hadTheRight(bench, call).catch((violation: unknown) => violations.push(violation));
  };
  return { bench, violations };
}

async function hadTheRight(bench: GateBench, call: ResourceCall): Promise<void> {
  const entries = await bench.gateEntries();
  const decision = entries.findLast(
    (entry) => entry.kind === 'gate.decision' && entry.data.operation === call.requestId,
  );
  const executing = entries.filter(
    (entry) => entry.kind === 'gate.executing' && entry.data.operation === call.requestId,
  );
  expect(decision).toMatchObject({ data: { verdict: 'allow', decision: { prepared: { values: call.arguments } } } });
  expect(
    decision?.kind === 'gate.decision' && decision.data.decision.checks.every(({ outcome }) => outcome === 'pass'),
  ).toBe(true);
  expect(executing).toHaveLength(1);
  if (decision?.kind !== 'gate.decision') return;
  const holder = decision.data.inputs.ledger?.holder;
  if (holder?.state === 'succeeded' && holder.wish === decision.data.wish) {
    expect(decision.data.inputs.confirmation).toMatchObject({ answer: 'yes', used: false });
  }
  if (call.capability !== 'loan:close') return;
  expectConfirmed(entries, decision.data, bench.system.loans.get(String(call.arguments.loan_id))?.fee ?? 0);
}

/** The customer said yes to the operation's last notice, in time, and it shows what is sent and what is true now. */
function expectConfirmed(
  entries: readonly GateEntry[],
  { operation, decision, inputs }: DecisionData,
  fee: number,
): void {
  const notice = entries.findLast(
    (entry) => entry.kind === 'gate.awaiting_confirmation' && entry.data.operation === operation,
  );
  const answer = entries.findLast(
    (entry) => entry.kind === 'gate.confirmation_answered' && entry.data.operation === operation,
  );
  if (notice?.kind !== 'gate.awaiting_confirmation' || answer?.kind !== 'gate.confirmation_answered')
    throw new Error('no confirmation');
  const { text, hash, argumentsHash, expiresAt } = notice.data.notice;
  expect(answer.data).toMatchObject({ answer: 'yes', noticeHash: hash, argumentsHash });
  expect(answer.sequence).toBeGreaterThan(notice.sequence);
  expect(argumentsHash).toBe(decision.prepared?.hash);
  expect(Date.parse(inputs.now)).toBeLessThan(Date.parse(expiresAt));
  expect(inputs.confirmation).toMatchObject(
    answer.data.by === 'text' ? { noticeIsLast: true, used: false } : { used: false },
  );
  const { loan_id, copies } = decision.prepared?.values ?? {};
  expect(text).toContain(String(loan_id));
  expect(text).toContain(`费用 ${fee} 元`);
  if (copies !== undefined) expect(text).toContain(`册数：${String(copies)}`);
}

/** Runs one step; a process that dies is followed by one that takes the conversation over. */
async function take(bench: GateBench, next: Step, calls: { count: number }): Promise<void> {
  const context = await bench.context();
  const asked = (await bench.gateEntries()).flatMap((entry) =>
    entry.kind === 'gate.awaiting_confirmation' ? [entry.data.operation] : [],
  );
  const started = (await bench.gateEntries()).flatMap((entry) =>
    entry.kind === 'gate.executing' ? [entry.data.operation] : [],
  );
  const pick = (from: readonly string[], at: number) => from[from.length === 0 ? 0 : at % from.length] ?? 'op_none';
  const run = async (writing: Parameters<typeof bench.run>[0], dieBefore: number) => {
    try {
      await bench.run(writing, dieBefore);
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      await bench.run(recoverOperations(await bench.context()));
    }
  };
  switch (next.do) {
    case 'say':
      return bench.say(next.text);
    case 'close': {
      const args = { loan_id: next.loan, reason: next.reason, ...next.junk };
      return run(
        proposeCall({ id: `call-${++calls.count}`, capability: 'loan:close', arguments: args }, context),
        next.die,
      );
    }
    case 'note': {
      const args = { text: next.text, ...(next.loan === undefined ? {} : { loan_id: next.loan }) };
      return run(
        proposeCall({ id: `call-${++calls.count}`, capability: 'note:add', arguments: args }, context),
        next.die,
      );
    }
    case 'confirm': {
      const operation = pick(asked, next.nth);
      const answer =
        next.by === 'button' ? { operation, by: next.by } : { operation, by: next.by, noticeIsLast: next.last };
      return run(confirmOperation(answer, context), next.die);
    }
    case 'decline':
      return run(declineOperation({ operation: pick(asked, next.nth), by: 'button' }, context), next.die);
    case 'settle':
      return run(settleOperation(pick(started, next.nth), context), next.die);
    case 'person': {
      const finding = { outcome: next.outcome, person: 'desk', reason: 'looked' };
      return run(settleByPerson(pick(started, next.nth), finding, context), next.die);
    }
    case 'fault':
      bench.system.faults.set(next.capability, [next.fault]);
      return;
    case 'wait':
      return bench.clock.advance(next.ms);
    case 'change':
      bench.system.loans.set(next.loan, {
        holder: next.loan === '#L7777777' ? 'reader-2' : 'reader-1',
        state: next.state,
        fee: next.fee,
      });
      return;
    case 'version':
      return bench.use(VERSIONS[next.nth]!);
    default:
      return next satisfies never;
  }
}

describe('whatever happens', () => {
  it('no write leaves without its committed decision and its own confirmation, none twice, and every decision comes out again and reads in Chinese', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { bench, violations } = await watchedBench();
        const calls = { count: 0 };
        for (const next of steps) await take(bench, next, calls);
        expect(violations).toEqual([]);
        const written = bench.system.calls
          .filter(({ capability }) => WRITES.has(capability))
          .map(({ requestId }) => requestId);
        expect(new Set(written).size).toBe(written.length);
        expectOnceEach(await bench.gateEntries(), bench.system.effects);
        expectNoneBesideDoubt(await bench.gateEntries());
        expect((await bench.replay()).different).toEqual([]);
        expect(englishLeft(await bench.gateEntries())).toEqual([]);
      }),
      { numRuns: 120, examples: [[STRAIGHT], [IN_DOUBT], [CHANGED], [REPEATED]] },
    );
  }, 60_000);

  it('of two conversations that write under the same key at once, one executes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, confirmsAgain) => {
        const one = await openBench();
        const other = await openBench({ beside: one });
        const operations: [GateBench, string][] = [];
        for (const bench of [one, other]) {
          await bench.say('结束 #L2890441，看完了');
          const outcome = await bench.propose('loan:close', { loan_id: '#L2890441', reason: 'read to the end' });
          if (outcome.kind === 'awaiting_confirmation') operations.push([bench, outcome.notice.operation]);
        }
        one.system.onCall = () => scheduler.schedule(Promise.resolve(), 'call');
        const store = one.store;
        const commit = store.commit.bind(store);
        store.commit = async (draft) => {
          await scheduler.schedule(Promise.resolve(), 'commit');
          return commit(draft);
        };
        const outcomes = Promise.all(operations.map(([bench, operation]) => bench.confirm(operation, 'button')));
        await scheduler.waitFor(outcomes);
        if (confirmsAgain)
          await scheduler.waitFor(
            Promise.all(operations.map(([bench, operation]) => bench.confirm(operation, 'button'))),
          );
        const kinds = (await outcomes).map((outcome) => outcome?.kind).sort();
        expect(kinds).toEqual(['blocked', 'ended']);
        expect([...one.system.effects.values()]).toEqual([1]);
      }),
      { numRuns: 30 },
    );
  }, 60_000);
});

/** Under one key (base and intent number) at most one operation took effect. */
function expectOnceEach(entries: readonly GateEntry[], effects: ReadonlyMap<string, number>): void {
  const byKey = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind !== 'gate.executing') continue;
    const key = `${entry.data.base} ${entry.data.intent}`;
    byKey.set(key, (byKey.get(key) ?? 0) + (effects.get(entry.data.operation) ?? 0));
  }
  for (const count of byKey.values()) expect(count).toBeLessThanOrEqual(1);
}

/** No write starts under a key while the outcome of another one under it is open. */
function expectNoneBesideDoubt(entries: readonly GateEntry[]): void {
  const open = new Map<string, string>();
  for (const entry of entries) {
    if (entry.kind === 'gate.executing') {
      expect(open.get(entry.data.base)).toBeUndefined();
      open.set(entry.data.base, entry.data.operation);
    } else if (
      (entry.kind === 'gate.call_ended' || entry.kind === 'gate.settled') &&
      entry.data.outcome !== 'unknown'
    ) {
      for (const [base, operation] of open) if (operation === entry.data.receipt.id) open.delete(base);
    }
  }
}
