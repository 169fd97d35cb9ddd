import { textIn } from '@rolecall/base';
import type { CallOutcome } from '@rolecall/gate';
import type { Writing } from '@rolecall/journal';
import { type RoundResult, runRound } from '@rolecall/kernel';
import { capabilityTools, openEntries, plannerOptions } from './capability-tools.ts';
import { abilitiesText, composeReplies, titleOf } from './compose-reply.ts';
import { engineText } from './engine-texts.ts';
import { employeeEntry } from './entries.ts';
import type { Handled } from './handled.ts';
import { openOperations } from './open-operations.ts';
import { pastRoundsOf } from './past-rounds.ts';
import { changingText, stableText } from './prompt.ts';
import { checkReply } from './reply-check.ts';
import { type ItemAtWork, progressOf } from './round-context.ts';
import { roundTools } from './round-tools.ts';

/** A customer's message: a round of the model with the gate's tools, then the checked reply. */
export async function* answerMessage(work: ItemAtWork, text: string): Writing<Handled> {
  const outcomes: CallOutcome[] = [];
  const result = yield* modelRound(work, text, outcomes);
  const grounds = { receipts: work.state.receipts, instances: work.finder.instances() };
  const checked = checkReply(result.text, work.context.release, grounds);
  const replies = composeReplies({
    language: work.language,
    space: work.context.space,
    outcomes,
    sentences: checked.sentences,
    withheld: checked.withheld[0]?.check,
    fallback: fallbackText(result, work),
  });
  return {
    replies,
    end: result.end,
    problem: result.problem && `${result.problem.code}: ${result.problem.message}`,
    entries: checked.withheld.map((withheld) => employeeEntry('employee.sentence_withheld', withheld)),
  };
}

async function* modelRound(work: ItemAtWork, text: string, outcomes: CallOutcome[]): Writing<RoundResult> {
  const { context, state, promptLanguage } = work;
  const capabilities = capabilityTools(context.space, promptLanguage);
  return yield* runRound({
    model: context.model,
    stableText: stableText(context.release, context.space, context.voice, promptLanguage),
    changingText: await changing(work),
    history: pastRoundsOf(state.rounds, work.round),
    input: text,
    tools: roundTools(work, capabilities, outcomes),
    options: {
      ...context.modelOptions,
      language: work.language,
      providerOptions: { rolecall: plannerOptions(context.space, work.language) as Record<string, never> },
    },
    signal: context.signal,
    ports: { clock: context.clock, redact: context.redact, onToolThrew: (thrown) => context.onProblem?.(thrown) },
    onEvent: (event) => {
      const progress = progressOf(event);
      if (progress) context.onProgress?.(progress);
    },
  });
}

async function changing(work: ItemAtWork): Promise<string> {
  const { context, state, promptLanguage } = work;
  const [waiting] = await openOperations(work);
  return changingText(
    {
      now: new Date(context.clock.now()).toISOString(),
      timeZone: context.release.employee.time_zone,
      contactLevel: context.contact.level,
      instances: state.instances,
      openConfirmation: waiting && titleOf(context.space, waiting.capability, promptLanguage),
      closed: closedByStage(work),
    },
    promptLanguage,
  );
}

/** Capabilities that no open instance of their task is in a stage for; a new instance would begin in the first stage. */
function closedByStage(work: ItemAtWork): readonly string[] {
  const { release, space } = work.context;
  return openEntries(space).flatMap(({ capability, contract }) => {
    const bound = release.contracts[capability];
    const task = release.tasks.find((installed) => installed.task.id === bound?.task);
    if (!bound?.stages || !task) return [];
    const open = work.state.instances.filter((instance) => instance.task === bound.task && !instance.terminal);
    const stages = [task.task.journey_contract.stages[0]?.id ?? '', ...open.map(({ stage }) => stage)];
    return stages.some((stage) => bound.stages?.includes(stage)) ? [] : [textIn(contract.title, work.promptLanguage)];
  });
}

function fallbackText(result: RoundResult, work: ItemAtWork): string {
  switch (result.end) {
    case 'refused':
      return engineText('too_long', work.language);
    case 'model_failed':
    case 'aborted':
      return engineText('model_failed', work.language);
    case 'natural':
    case 'ended_by_tool':
    case 'step_limit':
      return abilitiesText(work.context.release, work.context.space, work.language);
    default:
      return result.end satisfies never;
  }
}
