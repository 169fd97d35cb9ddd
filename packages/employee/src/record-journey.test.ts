import type { EntryDraft } from '@rolecall/journal';
import { describe, expect, it } from 'vitest';
import { emptyState } from './conversation-state.ts';
import { createInstanceFinder, type TaskInstance } from './journey.ts';
import { journeyOf, timedOutStage } from './record-journey.ts';
import type { ItemAtWork } from './round-context.ts';
import { deskRelease, replaceIn } from './testing/library-desk.ts';
import { awaitingWith, blockedWith, endedWith, readWith } from './testing/outcomes.ts';

const { release } = deskRelease();
const AT = Date.parse('2026-03-02T08:00:00.000Z');

function workWith(
  instances: readonly TaskInstance[] = [],
  workedIn: readonly (readonly [string, string])[] = [],
  own = release,
): ItemAtWork {
  const state = { ...emptyState('zh'), instances, workedIn: new Map(workedIn) };
  return {
    context: { release: own },
    state,
    finder: createInstanceFinder(own.tasks, instances),
  } as unknown as ItemAtWork;
}

function told(entries: readonly EntryDraft[]): readonly string[] {
  return entries.map(({ kind, data }) => {
    const { fact, value, stage, subject } = data;
    return [kind.replace('employee.', ''), fact ?? stage ?? subject, value]
      .filter((part) => part !== undefined)
      .join(' ');
  });
}

const OPEN: TaskInstance = {
  instance: 'task_1',
  task: 'loan_desk',
  subject: 'L200001',
  stage: 'open',
  terminal: false,
  facts: { loan_id: { value: 'L200001', from: 'op_1' } },
};

describe('what a call teaches its task', () => {
  it('opens the task, sets its facts, and moves its stage', () => {
    const { entries, timers } = journeyOf(endedWith(), workWith(), AT);
    expect(told(entries)).toEqual([
      'task_opened open',
      'fact_set loan_id L200001',
      'fact_set loan_state returned',
      'stage_entered done',
    ]);
    const id = `stage:${entries[0]?.data.instance}`;
    expect(timers).toMatchObject([
      { op: 'set', id, dueAt: '2026-03-04T08:00:00.000Z' },
      { op: 'clear', id },
    ]);
  });

  it('of a notice is what was proven for it', () => {
    expect(told(journeyOf(awaitingWith(), workWith(), AT).entries)).toEqual([
      'task_opened open',
      'fact_set loan_id L200002',
    ]);
    const unproven = awaitingWith();
    if (unproven.kind !== 'awaiting_confirmation') throw new Error('it waits');
    const { prepared } = unproven.decision;
    const origins = [{ argument: 'loan_id', from: 'unproven' as const }];
    const decision = { ...unproven.decision, prepared: { ...prepared!, origins } };
    expect(journeyOf({ ...unproven, decision }, workWith(), AT).entries).toEqual([]);
  });

  it('is nothing for a block, a failure, a doubt, and an unproven read without facts', () => {
    for (const outcome of [
      blockedWith(),
      endedWith({ outcome: 'failed' }),
      endedWith({ outcome: 'unknown' }),
      readWith({ proven: false, facts: {} }),
    ])
      expect(journeyOf(outcome, workWith(), AT)).toEqual({ entries: [], timers: [] });
  });

  it('is only what the task declares', () => {
    const { entries } = journeyOf(
      endedWith({ facts: { loan_state: 'open', shelf: 'B 12' } }),
      workWith([OPEN], [['op_1', 'task_1']]),
      AT,
    );
    expect(told(entries)).toEqual(['fact_set loan_state open']);
  });
});

describe('what is in the journal already', () => {
  it('is not written again, also when the task is over', () => {
    const done: TaskInstance = {
      ...OPEN,
      stage: 'done',
      terminal: true,
      facts: { ...OPEN.facts, loan_state: { value: 'returned', from: 'op_1' } },
    };
    expect(journeyOf(endedWith(), workWith([done], [['op_1', 'task_1']]), AT)).toEqual({ entries: [], timers: [] });
  });

  it('is not written twice in one round', () => {
    const work = workWith();
    journeyOf(endedWith(), work, AT);
    expect(
      journeyOf(
        endedWith({ facts: {} }),
        workWith(work.finder.instances(), [['op_1', work.finder.instances()[0]!.instance]]),
        AT,
      ).entries,
    ).toEqual([]);
  });

  it('is completed by what came to light after the task was over', () => {
    const over: TaskInstance = { ...OPEN, stage: 'done', terminal: true };
    expect(told(journeyOf(endedWith(), workWith([over], [['op_1', 'task_1']]), AT).entries)).toEqual([
      'fact_set loan_state returned',
    ]);
  });

  it('does not keep another call from opening the task anew', () => {
    const over: TaskInstance = { ...OPEN, stage: 'done', terminal: true };
    const { entries } = journeyOf(endedWith({ id: 'op_2' }), workWith([over], [['op_2', 'task_2']]), AT);
    expect(entries[0]).toMatchObject({ kind: 'employee.task_opened', data: { instance: 'task_2' } });
  });
});

describe('a fact', () => {
  const expiring = deskRelease((files) =>
    replaceIn(files, 'assets/tasks/loan-desk.yaml', 'loan_state: { ', 'loan_state: { expires_in: 1h, '),
  ).release;
  const at = (hours: number) => AT + hours * 3_600_000;
  const setOf = (entries: readonly EntryDraft[]) =>
    entries.flatMap(({ kind, data }) => (kind === 'employee.fact_set' ? [data] : []));

  it('says where it comes from, whether it was proven, and until when it holds', () => {
    const work = workWith([OPEN], [['call_1', 'task_1']], expiring);
    const read = readWith({ facts: { loan_state: 'open' }, proven: false });
    expect(setOf(journeyOf(read, work, AT).entries)).toEqual([
      {
        instance: 'task_1',
        fact: 'loan_state',
        value: 'open',
        from: 'call_1',
        source: 'result',
        proven: false,
        expiresAt: '2026-03-02T09:00:00.000Z',
      },
    ]);
  });

  it('that is corrected leads to what it was', () => {
    const work = workWith([OPEN], [], expiring);
    work.finder.remember({
      ...OPEN,
      facts: { loan_state: { value: 'open', from: 'call_0', at: '2026-03-02T07:59:00.000Z' } },
    });
    const [first, ...none] = setOf(journeyOf(readWith({ facts: { loan_state: 'returned' } }), work, AT).entries).slice(
      -1,
    );
    expect(first).toMatchObject({ value: 'returned', replaces: { from: 'call_0', at: '2026-03-02T07:59:00.000Z' } });
    expect(none).toEqual([]);
  });

  it('that is told again holds for longer where it expires, and is not written again where it does not', () => {
    for (const [definition, expected] of [
      [expiring, ['2026-03-02T09:00:00.000Z', '2026-03-02T09:30:00.000Z']],
      [release, [undefined]],
    ] as const) {
      const work = workWith([OPEN], [], definition);
      const written = [0, 0.5].flatMap(
        (hours, index) =>
          journeyOf(readWith({ id: `call_${index}`, facts: { loan_state: 'open' }, proven: false }), work, at(hours))
            .entries,
      );
      const states = setOf(written).filter(({ fact }) => fact === 'loan_state');
      expect(states.map(({ expiresAt }) => expiresAt)).toEqual(expected);
      expect(states.some((data) => 'replaces' in data)).toBe(false);
    }
  });

  it('that only filled an argument is not told again by it', () => {
    const work = workWith([OPEN], [], release);
    const read = readWith({ arguments: { loan_id: 'L200009' }, reused: ['loan_id'], facts: {} });
    expect(journeyOf(read, work, AT).entries).toEqual([]);
  });

  it('that does not fit its schema is none, and says so once', () => {
    const work = workWith([OPEN], [['call_1', 'task_1']]);
    const { entries } = journeyOf(readWith({ facts: { loan_state: 7 }, proven: false }), work, AT);
    expect(entries).toMatchObject([{ kind: 'employee.fact_refused', data: { fact: 'loan_state', from: 'call_1' } }]);
    expect(work.finder.instances()[0]?.facts.loan_state).toBeUndefined();
  });

  it('that has expired is seen by nobody: not by a call, a stage, a claim or an argument', () => {
    let now = AT;
    const facts = {
      loan_id: { value: 'L200001', from: 'op_1', at: '2026-03-02T07:00:00.000Z', proven: true },
      loan_state: {
        value: 'returned',
        from: 'op_1',
        at: '2026-03-02T07:00:00.000Z',
        proven: true,
        expiresAt: '2026-03-02T09:00:00.000Z',
      },
    };
    const finder = createInstanceFinder(expiring.tasks, [{ ...OPEN, facts }], () => now);
    expect(finder.stateFor('loan_desk', {}, 'L200001')).toMatchObject({
      stage: 'done',
      known: { loan_state: { from: 'op_1' } },
    });
    now = Date.parse('2026-03-02T09:00:00.000Z');
    const state = finder.stateFor('loan_desk', {}, 'L200001');
    expect(state).toMatchObject({ stage: 'open', facts: { loan_id: 'L200001' } });
    expect(Object.keys(state.known ?? {})).toEqual(['loan_id']);
    expect(finder.instances()[0]?.facts).toEqual({ loan_id: facts.loan_id });
  });

  it('of one subject is not known to a call that names another, or none', () => {
    const facts = { loan_id: { value: 'L200001', from: 'op_1', at: '2026-03-02T07:00:00.000Z', proven: true } };
    const finder = createInstanceFinder(release.tasks, [
      { ...OPEN, facts },
      { ...OPEN, instance: 'task_2', subject: null, facts },
    ]);
    expect(finder.stateFor('loan_desk', {}, 'L200002').known).toBeUndefined();
    expect(finder.stateFor('loan_desk', {}, undefined).known).toBeUndefined();
    expect(finder.stateFor('loan_desk', {}, 'L200001').known).toEqual({
      loan_id: { value: 'L200001', from: 'op_1', at: '2026-03-02T07:00:00.000Z' },
    });
  });

  it('that was not proven fills no argument', () => {
    const facts = { loan_id: { value: 'L200001', from: 'op_1', at: '2026-03-02T07:00:00.000Z', proven: false } };
    const finder = createInstanceFinder(release.tasks, [{ ...OPEN, facts }]);
    expect(finder.stateFor('loan_desk', {}, 'L200001').known).toBeUndefined();
  });
});

describe('a task without a journey', () => {
  it('is never over: its calls work in one instance', () => {
    const single = deskRelease((files) => {
      files['assets/tasks/loan-desk.yaml'] = files['assets/tasks/loan-desk.yaml']!.replace(
        /stages:\n(?: {4}- .*\n)+/,
        'stages: [{ id: open }]\n',
      );
    }).release;
    const finder = createInstanceFinder(single.tasks, []);
    const work = { context: { release: single }, state: emptyState('zh'), finder } as unknown as ItemAtWork;
    journeyOf(endedWith({ facts: { loan_state: 'open' } }), work, AT);
    const { entries } = journeyOf(endedWith({ id: 'op_2', facts: { loan_state: 'returned' } }), work, AT);
    expect(told(entries)).toEqual(['fact_set loan_state returned']);
    expect(finder.instances()).toHaveLength(1);
    expect(finder.instances()[0]?.terminal).toBe(false);
  });
});

describe('a stage that took too long', () => {
  it('moves on, and the next one has its own time', () => {
    const { entries, timers } = timedOutStage(OPEN, 'open', release.tasks, AT);
    expect(told(entries)).toEqual(['stage_entered resting']);
    expect(timers).toEqual([
      { op: 'clear', id: 'stage:task_1' },
      {
        op: 'set',
        id: 'stage:task_1',
        dueAt: '2026-03-09T08:00:00.000Z',
        data: { purpose: 'stage', instance: 'task_1', stage: 'resting' },
      },
    ]);
  });

  it('moves on through stages that are complete already', () => {
    const returned = { ...OPEN, facts: { loan_state: { value: 'returned', from: 'op_1' } } };
    expect(told(timedOutStage(returned, 'open', release.tasks, AT).entries)).toEqual([
      'stage_entered resting',
      'stage_entered done',
    ]);
  });

  it('changes nothing when the task is elsewhere, over or unknown', () => {
    for (const instance of [
      { ...OPEN, stage: 'resting' },
      { ...OPEN, terminal: true },
      { ...OPEN, task: 'gone' },
      undefined,
    ])
      expect(timedOutStage(instance, 'open', release.tasks, AT)).toEqual({ entries: [], timers: [] });
  });
});
