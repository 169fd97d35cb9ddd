import { readConfirmation } from '@rolecall/gate';
import type { JournalEntry } from '@rolecall/journal';
import { type ScriptedStep, scriptedModel } from '@rolecall/kernel/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank } from './blank.ts';
import { emptyState, foldConversation } from './conversation-state.ts';
import { isEmployeeEntry } from './entries.ts';
import { type DeskFault, Died, type EmployeeBench, openBench } from './testing/index.ts';

/** What a customer, or time, does next. */
type Act =
  | { readonly say: string }
  | { readonly press: 'confirm' | 'decline'; readonly which: number }
  | { readonly waitMs: number }
  | { readonly open: true };

/** One act, and when the processes die that handle it. */
interface Turn {
  readonly act: Act;
  readonly deaths: readonly number[];
}

const loan = fc.constantFrom('L200001', 'L200002', 'L300003', 'l20-0001', 'L999999');
const sayings = fc.oneof(
  fc.constantFrom(
    '确认',
    '确认',
    '不用了',
    '好的',
    'yes',
    '你好',
    'Hello there, please',
    '是的',
    '我要还书',
    '帮我留言',
  ),
  loan.map((id) => `我要还书 ${id}`),
  loan.map((id) => `借阅 ${id} 怎么样了？`),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
);
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: sayings.map((say) => ({ say })) },
  { weight: 2, arbitrary: fc.record({ press: fc.constantFrom('confirm', 'decline'), which: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constantFrom(6_000, 90_000, 40 * 60_000, 3 * 86_400_000).map((waitMs) => ({ waitMs })) },
  { weight: 1, arbitrary: fc.constant({ open: true } as const) },
);
const turns: fc.Arbitrary<Turn> = fc.record({
  act: acts,
  deaths: fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 3 }),
});

const call = fc.oneof(
  loan.map((loan_id) => ({ name: 'loan__return', input: { loan_id } })),
  loan.map((loan_id) => ({ name: 'loan__get', input: { loan_id } })),
  fc.constantFrom('一', '二').map((text) => ({ name: 'note__leave', input: { text } })),
  fc.constantFrom('card:check', 'room:free', 'loan:get', 'constructor', '已为您归还').map((capability) => ({
    name: 'why_not',
    input: { capability },
  })),
  fc.constantFrom(
    { name: 'loan__return', input: {} },
    { name: 'loan__return', argumentsText: '{' },
    { name: 'no_such_tool', input: { a: 1 } },
    { name: 'read_skill', input: { name: 'shelf-marks' } },
  ),
);
const steps: fc.Arbitrary<ScriptedStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ text: fc.constantFrom('好的。', '已为您归还。'), calls: fc.array(call, { maxLength: 2 }) }),
  },
  { weight: 3, arbitrary: fc.constantFrom('好的。', '已为您归还。', '请问是哪笔？', '', '\u200b', '还没有归还成功。') },
  { weight: 1, arbitrary: fc.constant({ error: { status: 400 } }) },
);
const faults = fc.array(
  fc.tuple(
    fc.constantFrom('loan:return', 'loan:get', 'note:leave'),
    fc.constantFrom<DeskFault>('answer_lost', 'call_lost', 'not_sent', 'refused', 'throws'),
  ),
  { maxLength: 4 },
);

describe('whatever customer, model, systems and processes do', () => {
  it('every item is handled once and answered, and no write happens twice or goes untold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(turns, { minLength: 1, maxLength: 6 }),
        fc.array(steps, { minLength: 1, maxLength: 12 }),
        faults,
        async (script, model, faulty) => {
          const bench = await openBench();
          for (const [capability, fault] of faulty)
            bench.system.faults.set(capability, [...(bench.system.faults.get(capability) ?? []), fault]);
          bench.use(scriptedModel((_, number) => model[(number - 1) % model.length] as ScriptedStep));
          for (const turn of script) await play(bench, turn);
          expectAllHolds(await bench.entries(), await bench.state());
          expect(await bench.store.inbox(bench.conversation)).toEqual([]);
          expect(Math.max(1, ...bench.system.effects.values())).toBe(1);
          expect(await bench.different()).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  });
});

async function play(bench: EmployeeBench, { act, deaths }: Turn): Promise<void> {
  if ('waitMs' in act) {
    bench.clock.advance(act.waitMs);
    if (bench.conversation !== '') await bench.claimTimers();
  } else await acceptAct(bench, act).catch(refusedOnceClosed);
  if (bench.conversation === '') return;
  for (const dieBefore of deaths) {
    await bench.work({ dieBefore }).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error;
    });
  }
  await bench.work();
}

async function acceptAct(bench: EmployeeBench, act: Exclude<Act, { waitMs: number }>): Promise<string> {
  if ('open' in act) return bench.accept('opened');
  if ('say' in act) return bench.accept('message', { text: act.say });
  return bench.accept(`${act.press}_button`, { operation: await someOperation(bench, act.which) });
}

/** After a day of silence the store takes nothing more from the customer. */
function refusedOnceClosed(error: unknown): void {
  if (!(error instanceof Error) || error.message !== 'conversation_closed') throw error;
}

async function someOperation(bench: EmployeeBench, which: number): Promise<string> {
  if (bench.conversation === '') return 'op_none';
  const notices = (await bench.entries()).filter(({ kind }) => kind === 'gate.awaiting_confirmation');
  return String(notices.at(-1 - which)?.data.operation ?? 'op_none');
}

function expectAllHolds(entries: readonly JournalEntry[], state: ReturnType<typeof emptyState>): void {
  const oneByOne = entries.reduce((folded, entry) => foldConversation(folded, [entry]), emptyState('zh'));
  expect(oneByOne).toEqual(state);
  expect(state.executing.size).toBe(0);
  expectRoundsAnswered(entries);
  expectWritesTold(entries, state);
  expectRecordedOnce(entries);
}

function expectRoundsAnswered(entries: readonly JournalEntry[]): void {
  const rounds = Map.groupBy(entries, ({ round }) => round);
  for (const own of rounds.values()) {
    expect(own.filter(({ kind }) => kind === 'employee.round_ended')).toHaveLength(1);
    expect(own.at(-1)?.kind).toBe('employee.round_ended');
    const replies = own.flatMap((entry) => (isEmployeeEntry(entry, 'employee.replied') ? [entry.data] : []));
    for (const { text, parts } of replies) {
      expect(isBlank(text)).toBe(false);
      expect(parts.every((part) => !isBlank(part.text))).toBe(true);
    }
    const waits = own.some(({ kind }) => kind === 'employee.message_received' || kind === 'employee.button_pressed');
    if (waits) expect(replies.length).toBeGreaterThan(0);
    for (const notice of replies.filter(({ kind }) => kind === 'notice')) {
      expect(notice).toBe(replies.at(-1));
      expect(notice.parts).toHaveLength(notice.operations ? notice.operations.length + 2 : 1);
    }
  }
  expect(entries.findIndex((entry) => entry.kind === 'employee.replied')).toBe(
    entries.findIndex((entry) => isEmployeeEntry(entry, 'employee.replied') && /AI/.test(entry.data.text)),
  );
}

function expectWritesTold(entries: readonly JournalEntry[], { receipts, told }: ReturnType<typeof emptyState>): void {
  for (const { id } of receipts.filter(({ effect }) => effect === 'write')) expect(told).toContain(id);
  const succeeded = receipts.some((receipt) => receipt.capability === 'loan:return' && receipt.outcome === 'succeeded');
  const text = entries
    .flatMap((entry) => (isEmployeeEntry(entry, 'employee.replied') ? [entry.data.text] : []))
    .join('');
  if (/已为您(登记)?归还/.test(text)) expect(succeeded).toBe(true);
}

function expectRecordedOnce(entries: readonly JournalEntry[]): void {
  const of = (kind: string) => entries.filter((entry) => entry.kind === kind).map(({ data }) => data);
  const unique = (values: readonly unknown[]) => expect(new Set(values).size).toBe(values.length);
  unique(of('employee.message_received').map(({ item }) => item));
  unique(of('employee.task_opened').map(({ instance }) => instance));
  unique(of('employee.stage_entered').map(({ instance, stage }) => `${instance} ${stage}`));
  unique(
    of('employee.event_raised').flatMap(({ event, payload }) => {
      const operation = (payload as { operation?: string }).operation;
      return operation === undefined ? [] : [`${event} ${operation}`];
    }),
  );
  unique(of('employee.fact_set').map(({ instance, fact, value, from }) => `${instance} ${fact} ${value} ${from}`));
}

it('reads a yes in what the script above says', () => {
  expect(readConfirmation('确认', { text: '', acknowledgementConfirms: false })).toBe('yes');
});
