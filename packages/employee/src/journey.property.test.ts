import type { InstalledTask, TaskPackage } from '@rolecall/assets';
import type { CallOutcome } from '@rolecall/gate';
import type { JournalEntry } from '@rolecall/journal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ConversationState, emptyState, foldConversation } from './conversation-state.ts';
import { createInstanceFinder, factValues, isTerminal, stagesEntered, type TaskInstance } from './journey.ts';
import { type JourneyChange, journeyOf, timedOutStage } from './record-journey.ts';
import type { ItemAtWork } from './round-context.ts';
import { deskRelease } from './testing/library-desk.ts';
import { readWith } from './testing/outcomes.ts';

const { release } = deskRelease();
const START = Date.parse('2026-03-02T08:00:00.000Z');
const STAGES = ['s0', 's1', 's2', 's3'] as const;
const FACTS = ['f0', 'f1', 'f2'] as const;
const SUBJECTS = ['L200001', 'L200002', 'L200003'] as const;

/** Any journey of up to four stages, circles and dead ends among them; each stage waits for a fact, or for time, or both. */
const stages = fc
  .tuple(
    ...STAGES.map((id) =>
      fc.record({
        id: fc.constant(id),
        complete_when: fc.option(
          fc.oneof(
            fc.constantFrom(...FACTS).map((fact) => `facts.${fact} == true`),
            fc.constant('facts.nothing == true'),
          ),
          { nil: undefined },
        ),
        next: fc.option(fc.constantFrom(...STAGES), { nil: undefined, freq: 4 }),
        on_timeout: fc.option(fc.record({ after: fc.constant('1h'), next: fc.constantFrom(...STAGES) }), {
          nil: undefined,
        }),
      }),
    ),
  )
  .map((list) => [...list]);

/** What happens: a call about a subject teaches facts, or time passes in the stage of the n-th instance. */
const events = fc.array(
  fc.oneof(
    fc.record({
      subject: fc.constantFrom(...SUBJECTS),
      facts: fc.dictionary(fc.constantFrom(...FACTS), fc.boolean(), { maxKeys: 3 }),
    }),
    fc.record({ timeout: fc.nat({ max: 3 }) }),
  ),
  { maxLength: 12 },
);

function taskWith(list: TaskPackage['journey_contract']['stages']): InstalledTask {
  const [installed] = release.tasks;
  if (!installed) throw new Error('the desk has a task');
  const facts = Object.fromEntries([...FACTS, 'loan_id'].map((name) => [name, { schema: {} }]));
  return {
    ...installed,
    task: { ...installed.task, journey_contract: { stages: list }, data_contract: { facts } },
  };
}

/** Lives through the events as the journal would tell them. */
function live(installed: InstalledTask, happenings: readonly Happening[]) {
  const own = { ...release, tasks: [installed] };
  let state: ConversationState = emptyState('zh');
  const entries: JournalEntry[] = [];
  const write = ({ entries: drafts }: JourneyChange, at: number): void => {
    const written = drafts.map(
      (draft, index): JournalEntry => ({
        conversation: 'conv_1',
        sequence: state.sequence + index + 1,
        at: new Date(at).toISOString(),
        kind: draft.kind,
        kindVersion: 1,
        engine: 'test@1.0.0',
        data: draft.data,
      }),
    );
    entries.push(...written);
    state = foldConversation(state, written);
  };
  for (const [index, happening] of happenings.entries()) {
    const at = START + index * 60_000;
    if ('timeout' in happening) {
      const instance = state.instances[happening.timeout];
      write(timedOutStage(instance, instance?.stage ?? '', [installed], at), at);
      continue;
    }
    const finder = createInstanceFinder([installed], state.instances, () => at);
    const work = { context: { release: own }, state, finder, round: 'round' } as unknown as ItemAtWork;
    const { subject, facts } = happening;
    const outcome: CallOutcome = readWith({ id: `call_${index}`, arguments: { loan_id: subject }, facts });
    write(journeyOf(outcome, work, at), at);
  }
  return { entries, instances: state.instances };
}

type Happening = { readonly subject: string; readonly facts: Record<string, boolean> } | { readonly timeout: number };

test('no stage is skipped: each one that is entered follows the one before it, for a reason', () => {
  fc.assert(
    fc.property(stages, events, (list, happenings) => {
      const installed = taskWith(list);
      const { entries } = live(installed, happenings);
      const at = new Map<string, { stage: string; facts: Record<string, unknown> }>();
      for (const { kind, data } of entries) {
        const instance = String(data.instance);
        const known = at.get(instance);
        if (kind === 'employee.task_opened') at.set(instance, { stage: 's0', facts: {} });
        else if (kind === 'employee.fact_set' && known) known.facts[String(data.fact)] = data.value;
        else if (kind === 'employee.stage_entered' && known) {
          const left = list.find(({ id }) => id === known.stage);
          const [, fact] = /^facts\.(\w+) == true$/.exec(left?.complete_when ?? '') ?? [];
          const isComplete = fact !== undefined && known.facts[fact] === true && left?.next === data.stage;
          expect(isComplete || left?.on_timeout?.next === data.stage).toBe(true);
          known.stage = String(data.stage);
          expect(data.terminal).toBe(isTerminal(installed.task, known.stage));
        }
      }
    }),
  );
});

test('the same events come to the same journeys', () => {
  const told = ({ instances }: { readonly instances: readonly TaskInstance[] }) =>
    instances.map(({ subject, stage, terminal, facts }) => ({ subject, stage, terminal, facts }));
  fc.assert(
    fc.property(stages, events, (list, happenings) => {
      expect(told(live(taskWith(list), happenings))).toEqual(told(live(taskWith(list), happenings)));
    }),
  );
});

test('what is open stays open beside the others: a subject’s journey does not depend on what happens to another', () => {
  fc.assert(
    fc.property(stages, events, fc.constantFrom(...SUBJECTS), (list, happenings, subject) => {
      const calls = happenings.filter((each) => 'subject' in each);
      const alone = live(
        taskWith(list),
        calls.filter((each) => each.subject === subject),
      );
      const beside = live(taskWith(list), calls);
      const stagesOf = ({ instances }: ReturnType<typeof live>) =>
        instances
          .filter((instance) => instance.subject === subject)
          .map((instance) => [instance.stage, factValues(instance)]);
      expect(stagesOf(beside)).toEqual(stagesOf(alone));
      const open = beside.instances.filter(({ terminal }) => !terminal).map((instance) => instance.subject);
      expect(new Set(open).size).toBe(open.length);
    }),
  );
});

test('a stage that is complete is left at once, and what is entered then is not complete', () => {
  fc.assert(
    fc.property(stages, fc.dictionary(fc.constantFrom(...FACTS), fc.boolean()), (list, facts) => {
      const { task } = taskWith(list);
      const entered = stagesEntered(task, 's0', facts, {});
      expect(entered.length).toBeLessThanOrEqual(STAGES.length);
      const last = entered.at(-1) ?? 's0';
      const isCircle = entered.slice(0, -1).includes(last) || (last === 's0' && entered.length > 0);
      if (!isCircle) expect(stagesEntered(task, last, facts, {})).toEqual([]);
    }),
  );
});
