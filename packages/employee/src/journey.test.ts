import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInstanceFinder, isTerminal, stageFor, stageTimeout, subjectOf, type TaskInstance } from './journey.ts';
import { deskRelease, replaceIn } from './testing/library-desk.ts';

const { tasks } = deskRelease().release;
const task = tasks[0]!.task;

function recorded(other: Partial<TaskInstance> = {}): TaskInstance {
  return {
    instance: 'task_1',
    task: 'loan_desk',
    subject: 'L200001',
    stage: 'open',
    terminal: false,
    facts: {},
    ...other,
  };
}

function taskWith(from: string, to: string) {
  return deskRelease((files) => replaceIn(files, 'assets/tasks/loan-desk.yaml', from, to)).release.tasks[0]!.task;
}

describe('a stage', () => {
  it('follows from the facts', () => {
    expect(stageFor(task, 'open', {}, {})).toBe('open');
    expect(stageFor(task, 'open', { loan_state: 'open' }, {})).toBe('open');
    expect(stageFor(task, 'open', { loan_state: 'returned' }, {})).toBe('done');
  });

  it('is not complete while its condition cannot be evaluated', () => {
    expect(stageFor(task, 'open', { loan_state: { odd: true } }, {})).toBe('open');
  });

  it('that leads in a circle is entered once', () => {
    const circle = taskWith(
      '- { id: done }',
      "- { id: done, complete_when: facts.loan_state == 'returned', next: open }",
    );
    expect(['open', 'done', 'resting']).toContain(stageFor(circle, 'open', { loan_state: 'returned' }, {}));
  });

  it('that the task no longer has stays, and is an end', () => {
    expect(stageFor(task, 'gone', { loan_state: 'returned' }, {})).toBe('gone');
    expect(isTerminal(task, 'gone')).toBe(true);
  });

  it('says when it times out, and where to', () => {
    expect(stageTimeout(task, 'open')).toEqual({ afterMs: 2 * 86_400_000, next: 'resting' });
    expect(stageTimeout(task, 'done')).toBeUndefined();
  });
});

describe('a subject', () => {
  it('is what the task’s expression says of the arguments, and null where it says nothing', () => {
    expect(subjectOf(task, { loan_id: 'L200001' })).toBe('L200001');
    expect(subjectOf(task, {})).toBeNull();
    expect(subjectOf(taskWith('  subject: args.loan_id\n', ''), { loan_id: 'L200001' })).toBeNull();
  });
});

describe('the instance of a call', () => {
  it('is the open one of its subject', () => {
    const finder = createInstanceFinder(tasks, [recorded(), recorded({ instance: 'task_2', subject: 'L200002' })]);
    expect(finder.instanceFor('loan_desk', 'L200002').instance).toBe('task_2');
  });

  it('is a new one where the last is over, and the same for the rest of the round', () => {
    const finder = createInstanceFinder(tasks, [recorded({ stage: 'done', terminal: true })]);
    const fresh = finder.instanceFor('loan_desk', 'L200001');
    expect(fresh.instance).not.toBe('task_1');
    expect(fresh).toMatchObject({ stage: 'open', terminal: false, facts: {} });
    expect(finder.isNew(fresh)).toBe(true);
    expect(finder.instanceFor('loan_desk', 'L200001')).toBe(fresh);
    finder.remember(fresh);
    expect(finder.isNew(fresh)).toBe(false);
    expect(finder.instanceFor('loan_desk', 'L200001').instance).toBe(fresh.instance);
  });

  it('that was decided in one that is over since is still that one', () => {
    const over = recorded({ stage: 'done', terminal: true });
    expect(createInstanceFinder(tasks, [over]).instanceOf('task_1', 'loan_desk', 'L200001')).toBe(over);
  });

  it('keeps the id under which it was decided, also when nothing of it was written', () => {
    const finder = createInstanceFinder(tasks, []);
    expect(finder.instanceOf('task_9', 'loan_desk', 'L200001').instance).toBe('task_9');
    expect(finder.instanceFor('loan_desk', 'L200001').instance).toBe('task_9');
  });

  it('shows a decision its facts, and the stage that follows from what is proven', () => {
    const finder = createInstanceFinder(tasks, [recorded({ facts: { loan_id: { value: 'L200001', from: 'op_1' } } })]);
    expect(finder.stateFor('loan_desk', { loan_state: 'returned' }, 'L200001')).toEqual({
      recorded: { loan_id: { value: 'L200001', from: 'op_1' } },
      instance: 'task_1',
      task: 'loan_desk',
      stage: 'done',
      facts: { loan_id: 'L200001', loan_state: 'returned' },
    });
  });

  it('is one for each subject, in whatever order calls come', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('L200001', 'L200002', null)), (subjects) => {
        const finder = createInstanceFinder(tasks, []);
        const ids = new Map<string | null, Set<string>>();
        for (const subject of subjects) {
          const found = finder.instanceFor('loan_desk', subject);
          ids.set(subject, (ids.get(subject) ?? new Set()).add(found.instance));
          if (subject === 'L200001') finder.remember(found);
        }
        for (const known of ids.values()) expect(known.size).toBe(1);
        expect(new Set([...ids.values()].flatMap((known) => [...known])).size).toBe(ids.size);
      }),
    );
  });
});
