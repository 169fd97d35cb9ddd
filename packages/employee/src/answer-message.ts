import { type Language, newId } from '@rolecall/base';
import { type CallOutcome, contactSeen, operationsOf } from '@rolecall/gate';
import type { Writing } from '@rolecall/journal';
import { type ActiveSkill, type QuestionData, type RoundResult, runRound } from '@rolecall/kernel';
import { questionText } from './ask-customer.ts';
import { isBlank } from './blank.ts';
import { abilitiesText, titleOf } from './capability-title.ts';
import { capabilityTools, plannerOptions } from './capability-tools.ts';
import { closedByStage } from './closed-by-stage.ts';
import { composeReplies, type Reply, type ToTell, toldParts } from './compose-reply.ts';
import { engineText } from './engine-texts.ts';
import { employeeEntry, type LearnedOfModel, type ReplyPart } from './entries.ts';
import type { Handled } from './handled.ts';
import { LiveReply } from './live-reply.ts';
import { lastAttempt, pastRoundsOf } from './past-rounds.ts';
import { plannerKnowledge } from './planner-knowledge.ts';
import { plannerMoment } from './planner-moment.ts';
import { policyViewOf } from './policy-conditions.ts';
import { changingText, stableText } from './prompt.ts';
import { type Refusal, refusalsOf, standingRefusals } from './refusals.ts';
import { repairInstruction } from './repair-answer.ts';
import { checkReply, type Grounds } from './reply-check.ts';
import { isBuiltin, mayUseTools } from './resident-tools.ts';
import { type ItemAtWork, progressOf } from './round-context.ts';
import { type RoundCalls, roundTools } from './round-tools.ts';
import { untrusted } from './tool-output.ts';
import { storedSummaries } from './use-memory.ts';

/** A customer's message: a round of the model with the gate's tools, then the checked reply. */
export async function* answerMessage(work: ItemAtWork, text: string): Writing<Handled> {
  const refusals = refusalsOf(work, text);
  const calls: RoundCalls = { outcomes: [], postponed: [], unproposed: [], refusals, packs: [], questions: [] };
  const toTell = (): Omit<ToTell, 'sentences' | 'withheld' | 'fallback'> => ({
    language: work.language,
    space: work.context.space,
    outcomes: calls.outcomes,
    postponed: calls.postponed,
    unproposed: calls.unproposed,
    refusals: refusals.map((refusal) => refusal.text),
    packs: calls.packs.map((chosen) => chosen.text),
    question: calls.questions[0] && questionText(calls.questions[0], work.language),
  });
  const reply = new LiveReply(work, {
    told: () => toldParts({ ...toTell(), ...NO_WORDS }),
    grounds: () => groundsOf(work, text, calls.outcomes),
  });
  const result = yield* modelRound(work, text, calls, reply, () => toldParts({ ...toTell(), ...NO_WORDS }));
  // The conversation is somebody else's now, who handles the message anew.
  if (result.end === 'aborted') throw work.context.signal?.reason ?? new Error('The round was aborted.');
  const withheld = lastWithheld(work, result, reply);
  const replies = composeReplies({
    ...toTell(),
    sentences: reply.sentences,
    shown: reply.shown,
    withheld,
    fallback: fallbackText(result, work, calls.outcomes),
  });
  return {
    replies,
    end: result.end,
    problem: result.problem && `${result.problem.code}: ${result.problem.message}`,
    entries: [
      ...reply.withheld.map((each) => employeeEntry('employee.sentence_withheld', each)),
      ...askedIn(calls.questions, replies, work.language),
    ],
    learned: learnedIn(work, result),
  };
}

/** A question is asked once a reply holds it; beside a notice none is. */
function askedIn(questions: readonly QuestionData[], replies: readonly Reply[], language: Language) {
  const told = new Set(replies.flatMap(({ parts }) => parts.map(({ text }) => text)));
  return questions
    .filter((question) => told.has(questionText(question, language)))
    .map(({ id, ...question }) => employeeEntry('employee.question_asked', { question: id, ...question }));
}

/** The built-in planner has no provider to learn from. */
function learnedIn(work: ItemAtWork, { learned, rounds }: RoundResult): LearnedOfModel | undefined {
  if (isBuiltin(work)) return undefined;
  const { model } = work.context.release.employee;
  const { countCorrection, windowTokens = null } = learned;
  return { model, countCorrection, windowTokens, loadedFrom: rounds[1] ?? null };
}

const NO_WORDS = { sentences: [], withheld: undefined, fallback: '' } as const;

/**
 * Checks the words with which the round ended. Answers which check held something back for which the customer has heard
 * nothing else: an answer that was said once more stands for what it replaces.
 */
function lastWithheld(work: ItemAtWork, result: RoundResult, reply: LiveReply): ToTell['withheld'] {
  const before = reply.withheld[0]?.check;
  const isTaken = reply.isTaken && result.uncorrected === undefined;
  const { kept, withheld } = isTaken ? NOTHING_TAKEN : reply.take(wordsOfModel(result, work));
  if (result.uncorrected === undefined) return before ?? withheld[0]?.check;
  return withheld.length === 0 && kept.some((sentence) => !isBlank(sentence))
    ? undefined
    : (withheld[0]?.check ?? before);
}

const NOTHING_TAKEN = { kept: [], withheld: [] } as const;

async function* modelRound(
  work: ItemAtWork,
  text: string,
  calls: RoundCalls,
  reply: LiveReply,
  told: () => readonly ReplyPart[],
): Writing<RoundResult> {
  const { context, state, promptLanguage } = work;
  const capabilities = capabilityTools(context.space, promptLanguage);
  const known = await plannerKnowledge(work, text);
  const learned = learnedBefore(work);
  const { windowTokens } = context.modelOptions;
  return yield* runRound({
    model: context.model,
    stableText: stableText(context.release, context.space, context.voice, promptLanguage),
    changingText: await changing(work, calls.refusals),
    history: pastRoundsOf(state.rounds, work.round),
    summaries: await storedSummaries(work),
    loadedFrom: learned?.loadedFrom ?? undefined,
    activeSkills: activeSkillsOf(work),
    input: text,
    tools: roundTools(work, capabilities, calls, (words) =>
      checkReply(words, context.release, groundsOf(work, text, calls.outcomes)),
    ),
    options: {
      ...context.modelOptions,
      windowTokens: Math.min(windowTokens, learned?.windowTokens ?? windowTokens),
      countCorrection: learned?.countCorrection,
      offersCompress: mayUseTools(work) && !isBuiltin(work),
      language: work.language,
      promptLanguage,
      providerOptions: {
        rolecall: plannerOptions(context.space, work.language, known, plannerMoment(work)) as Record<string, never>,
      },
    },
    signal: context.signal,
    ports: {
      clock: context.clock,
      redact: context.redact,
      onToolThrew: (thrown) => context.onProblem?.(thrown),
      // The round writes the text into the journal, where `read_result` finds it.
      keepResult: isBuiltin(work) ? undefined : () => newId('result'),
      quoteResult: (page) => untrusted(page),
      correct: (answer) => {
        reply.take(answer);
        // The built-in planner says the same again, whatever it is told.
        if (reply.withheld.length === 0 || isBuiltin(work)) return undefined;
        const instruction = repairInstruction(reply.withheld, reply.sentences, told(), work.language);
        if (instruction !== undefined) reply.show();
        return instruction;
      },
    },
    onEvent: (event) => {
      const progress = progressOf(event);
      if (progress) context.onProgress?.(progress);
      reply.follow(event);
    },
  });
}

/** What was learned with the model that the employee has now. */
function learnedBefore({ state, context }: ItemAtWork): LearnedOfModel | undefined {
  const { learned } = state.dialogue;
  return learned?.model === context.release.employee.model ? learned : undefined;
}

/** With another pack none of the skills read before is active. */
function activeSkillsOf({ state, context }: ItemAtWork): readonly ActiveSkill[] {
  const { digest } = context.release.rolePack;
  return state.dialogue.skills.flatMap(({ name, text, pack }) => (pack === digest ? [{ name, text }] : []));
}

async function changing(work: ItemAtWork, refusals: readonly Refusal[]): Promise<string> {
  const { context, state, promptLanguage } = work;
  const { confirmation, approval } = await waitingTitles(work);
  return changingText(
    {
      now: new Date(context.clock.now()).toISOString(),
      timeZone: context.release.employee.time_zone,
      contactLevel: contactSeen(context.contact, state.identity).level,
      answerIn: work.language,
      instances: work.finder.instances(),
      tasks: context.release.tasks,
      openConfirmation: confirmation,
      openApproval: approval,
      closed: closedByStage(work).map((capability) => titleOf(context.space, capability, promptLanguage)),
      refused: refusals.map((refusal) => refusal.text),
      standing: standingRefusals(work),
      asked: askedBefore(work),
    },
    promptLanguage,
  );
}

/** The question of the model that the message follows on. */
function askedBefore({ state, round }: ItemAtWork): string | undefined {
  const { question } = state.dialogue;
  return question && question.round !== round ? question.text : undefined;
}

/** What waits for the customer's word, and what for an operator's. */
async function waitingTitles(work: ItemAtWork) {
  const operations = await operationsOf(work.context);
  const titles = (state: 'awaiting_confirmation' | 'awaiting_approval') => {
    const waiting = operations.filter((operation) => operation.state === state);
    const all = waiting.map(({ capability }) => titleOf(work.context.space, capability, work.promptLanguage));
    return all.length === 0 ? undefined : [...new Set(all)].join(work.promptLanguage === 'zh' ? '、' : ', ');
  };
  return { confirmation: titles('awaiting_confirmation'), approval: titles('awaiting_approval') };
}

/** The text of the model itself. The kernel's own closing words say what ran, which the runtime tells from receipts. */
function wordsOfModel(result: RoundResult, work: ItemAtWork): string {
  const span = work.state.rounds.at(-1);
  const isKernels = span && lastAttempt(span).some(({ kind }) => kind === 'kernel.closing');
  return isKernels ? '' : result.text;
}

function groundsOf(work: ItemAtWork, input: string, outcomes: readonly CallOutcome[]): Grounds {
  const open = outcomes.flatMap((outcome) => {
    if (outcome.kind === 'ended') return outcome.receipt.outcome === 'succeeded' ? [] : [outcome.receipt.capability];
    if (outcome.kind === 'blocked') return [outcome.capability];
    return [(outcome.kind === 'awaiting_approval' ? outcome.request : outcome.notice).capability];
  });
  const { bindings, instances } = policyViewOf(work);
  return { receipts: work.state.receipts, instances, input, open: new Set(open), bindings };
}

function fallbackText(result: RoundResult, work: ItemAtWork, outcomes: readonly CallOutcome[]): string {
  const { language, context } = work;
  switch (result.end) {
    // With the way out, in the kernel's own words.
    case 'refused':
      return result.text;
    case 'model_failed':
    case 'aborted':
      return engineText('model_failed', language);
    case 'step_limit':
      return engineText(result.problem?.code === 'step_done' ? 'step_done' : 'stopped', language);
    case 'natural':
    case 'ended_by_tool':
      return outcomes.length > 0
        ? engineText('answer_missing', language)
        : abilitiesText(context.release, context.space, language);
    default:
      return result.end satisfies never;
  }
}
