import type { EntryDraft } from '@rolecall/journal';
import { describe, expect, it } from 'vitest';
import { emptyState } from './conversation-state.ts';
import { createInstanceFinder, type TaskInstance } from './journey.ts';
import { journeyOf, timedOutStage } from './record-journey.ts';
import type { ItemAtWork } from './round-context.ts';
import { deskRelease } from './testing/library-desk.ts';
import { awaitingWith, blockedWith, endedWith, readWith } from './testing/outcomes.ts';

const { release } = deskRelease();
const AT = Date.parse('2026-03-02T08:00:00.000Z');

function workWith(
  instances: readonly TaskInstance[] = [],
  workedIn: readonly (readonly [string, string])[] = [],
): ItemAtWork {
  const state = { ...emptyState('zh'), instances, workedIn: new Map(workedIn) };
  return {
    context: { release },
    state,
    finder: createInstanceFinder(release.tasks, instances),
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
    expect(told(timedOutStage(returned, 'open', release.tasks, AT).entries)).toEqual(['stage_entered done']);
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
