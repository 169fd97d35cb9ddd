import { isJsonObject, type JsonObject, languageOf, textIn } from '@rolecall/base';
import { fillArguments, usesValue } from './fill-arguments.ts';
import { squeeze } from './fold.ts';
import { type MatcherCapability, type MatcherOptions, WHY_NOT } from './matcher-options.ts';
import type { Ranked } from './rank.ts';
import type { Conversation, PastCall, PastExchange } from './read-prompt.ts';
import { account, isTold, offer, quote, stillOpen, titleList, whichOne } from './sentences.ts';
import { smallTalkAnswer, smallTalkOf } from './small-talk.ts';
import { termsOf } from './terms.ts';
import { type MatcherTopic, rankerFor } from './topics.ts';
import { valueKind } from './value-schema.ts';

/** What the matcher does next, and why. */
export type Step =
  | { readonly kind: 'call'; readonly tool: string; readonly input: JsonObject; readonly because: string }
  | { readonly kind: 'text'; readonly text: string; readonly because: string };

/** What may be called in this step. */
export interface StepRules {
  readonly tools: ReadonlySet<string>;
}

/**
 * Below this nothing is chosen. On public English intent sets with five examples an intent, three of four messages pass
 * it for the right intent, and one in twenty of those that fit none.
 */
const THRESHOLD = 0.28;
/** From here a message is clearly about something. */
const CLEAR = 0.45;
/** A topic this much better than another is clearly the one that is meant. */
const LEAD = 1.25;
/** Two capabilities nearer than this to each other cannot be told apart by words. */
const NEAR_TIE = 0.93;
/** A value in the words that only some capabilities can use speaks for those, and against the others. */
const VALUE_USED = 1.15;
const VALUE_UNUSED = 0.85;
/** How many rounds ago a question may have been asked that a bare value still answers. */
const QUESTION_MEMORY = 3;

/** A step and the ranking behind it, for the trace. */
export interface PlannedStep {
  readonly step: Step;
  readonly ranked: readonly Ranked<MatcherTopic>[];
}

/** Plans one step: pure, and the same for the same prompt and options. */
export function planStep(conversation: Conversation, options: MatcherOptions, rules: StepRules): PlannedStep {
  if (conversation.calls.length > 0) {
    return { step: conclude(conversation.calls, options, conversation.words), ranked: [] };
  }
  const ranked = rankTopics(conversation, options, rules);
  return { step: planNext(conversation, ranked, options, rules), ranked };
}

function planNext(
  conversation: Conversation,
  ranked: readonly Ranked<MatcherTopic>[],
  options: MatcherOptions,
  rules: StepRules,
): Step {
  const language = languageOf(conversation.words, options.language);
  const step = planCall(conversation, ranked, options, rules);
  if (step) return step;
  const known = ranked.find(({ topic }) => topic.kind === 'knowledge');
  if (known?.topic.kind === 'knowledge' && known.score >= THRESHOLD) {
    return { kind: 'text', text: quote(known.topic.text, conversation.words, language), because: 'knowledge' };
  }
  const talk = smallTalkOf(conversation.words);
  if (talk) return { kind: 'text', text: smallTalkAnswer(talk, language, titleList(options, language)), because: talk };
  const reopened = askAgain(conversation, options, rules);
  if (reopened) return reopened;
  const isOpen = conversation.earlier[0]?.calls.some(
    ({ output }) => isJsonObject(output) && output.status === 'awaiting_confirmation',
  );
  if (isOpen) return { kind: 'text', text: stillOpen(language), because: 'confirmation_open' };
  return { kind: 'text', text: offer(options, language), because: 'nothing_matched' };
}

/** Ends a round after its calls: tells what the runtime does not tell itself. */
function conclude(calls: readonly PastCall[], options: MatcherOptions, words: string): Step {
  const language = languageOf(words, options.language);
  const untold = calls.filter((call) => !isTold(call));
  const text = untold.map((call) => account(call, options, language)).join('\n');
  return { kind: 'text', text, because: untold.length === 0 ? 'told_by_runtime' : 'result' };
}

/** All topics that may be acted on now, best first, with what speaks for them beside the words. */
function rankTopics(
  { words }: Conversation,
  options: MatcherOptions,
  rules: StepRules,
): readonly Ranked<MatcherTopic>[] {
  const users = new Set(options.capabilities.filter((capability) => usesValue(capability, { words, options })));
  const factor = (topic: MatcherTopic): number => {
    if (topic.kind !== 'capability' || users.size === 0) return 1;
    return users.has(topic.capability) ? VALUE_USED : VALUE_UNUSED;
  };
  return rankerFor(options)
    .rank(words)
    .filter(({ topic }) => topic.kind === 'knowledge' || isOffered(toolOf(topic), rules))
    .map(({ topic, score }) => ({ topic, score: Math.min(1, score * factor(topic)) }))
    .sort((left, right) => right.score - left.score);
}

function toolOf(topic: Exclude<MatcherTopic, { kind: 'knowledge' }>): string {
  return topic.kind === 'closed' ? WHY_NOT : topic.capability.tool;
}

function isOffered(tool: string, { tools }: StepRules): boolean {
  return tools.has(tool);
}

function planCall(
  conversation: Conversation,
  ranked: readonly Ranked<MatcherTopic>[],
  options: MatcherOptions,
  rules: StepRules,
): Step | undefined {
  const question = openQuestion(conversation.earlier[0], options, rules);
  const answer = question && answerTo(question, conversation.words, ranked, options);
  if (answer) return answer;
  const [best] = ranked.filter(({ topic }) => topic.kind !== 'knowledge');
  const [known] = ranked.filter(({ topic }) => topic.kind === 'knowledge');
  if (best && best.score >= THRESHOLD) {
    if (known && known.score > best.score * LEAD) return undefined;
    return choose(best, ranked, conversation, options);
  }
  return bareValue(conversation, ranked, options, rules);
}

/** Of equally near capabilities a single read is safe to try; between others the customer decides. */
function choose(
  best: Ranked<MatcherTopic>,
  ranked: readonly Ranked<MatcherTopic>[],
  conversation: Conversation,
  options: MatcherOptions,
): Step {
  const near = ranked.filter(({ topic, score }) => topic.kind !== 'knowledge' && score >= best.score * NEAR_TIE);
  const reads = near.filter(({ topic }) => topic.kind === 'capability' && topic.capability.effect === 'read');
  const chosen = reads.length === 1 ? reads[0]?.topic : near.length === 1 || best.score >= 1 ? best.topic : undefined;
  if (!chosen) {
    const language = languageOf(conversation.words, options.language);
    const titles = near
      .slice(0, 3)
      .map(({ topic }) => (topic.kind === 'knowledge' ? topic.title : textIn(topic.capability.title, language)));
    return { kind: 'text', text: whichOne(titles, language), because: 'near_tie' };
  }
  if (chosen.kind === 'closed') {
    return {
      kind: 'call',
      tool: WHY_NOT,
      input: { capability: chosen.capability.capability },
      because: 'closed_capability',
    };
  }
  if (chosen.kind === 'knowledge') return { kind: 'text', text: chosen.text, because: 'knowledge' };
  return callOf(chosen.capability, conversation, options);
}

function callOf(capability: MatcherCapability, conversation: Conversation, options: MatcherOptions): Step {
  const filled = fillArguments(capability, { words: conversation.words, options });
  return {
    kind: 'call',
    tool: capability.tool,
    input: { ...referredTo(capability, filled, conversation), ...filled },
    because: 'best_match',
  };
}

/** What 这个 or `it` points at: the value that the latest call had under the same name. */
function referredTo(
  { arguments: named }: MatcherCapability,
  filled: JsonObject,
  { words, earlier }: Conversation,
): JsonObject {
  if (!/[这那它该]|刚才|上面|\b(?:this|that|it|same)\b/iu.test(words)) return {};
  const values: Record<string, JsonObject[string]> = {};
  for (const [name, { required, schema }] of Object.entries(named)) {
    if (!required || filled[name] !== undefined || valueKind(schema).kind !== 'pattern') continue;
    const call = earlier.flatMap(({ calls }) => [...calls].reverse()).find(({ input }) => input[name] !== undefined);
    if (call) values[name] = call.input[name];
  }
  return values;
}

/** A call that waits for one argument, whose question the customer has seen. */
interface OpenQuestion {
  readonly capability: MatcherCapability;
  readonly argument: string;
  readonly given: JsonObject;
}

const ASKING_CODES: readonly unknown[] = ['argument_missing', 'argument_invalid', 'argument_refused'];

function openQuestion(
  exchange: PastExchange | undefined,
  options: MatcherOptions,
  rules: StepRules,
): OpenQuestion | undefined {
  const call = exchange?.calls.findLast(
    ({ output }) => isJsonObject(output) && output.status === 'blocked' && ASKING_CODES.includes(output.code),
  );
  const capability = options.capabilities.find(({ tool }) => tool === call?.tool);
  if (!call || !capability || !isOffered(capability.tool, rules)) return undefined;
  const argument = isJsonObject(call.output) ? call.output.argument : undefined;
  if (typeof argument !== 'string' || !Object.hasOwn(capability.arguments, argument)) return undefined;
  const given = Object.fromEntries(
    Object.entries(call.input).filter(([name]) => name !== argument && Object.hasOwn(capability.arguments, name)),
  );
  return { capability, argument, given };
}

/** The call again with what the words add; undefined when they are no answer, or clearly ask for something else. */
function answerTo(
  question: OpenQuestion,
  words: string,
  ranked: readonly Ranked<MatcherTopic>[],
  options: MatcherOptions,
): Step | undefined {
  const { capability, argument, given } = question;
  const isFree =
    valueKind(capability.arguments[argument]?.schema ?? {}).kind === 'text' && !capability.arguments[argument]?.labels;
  if (isFree && smallTalkOf(words)) return undefined;
  const own = ranked.find(({ topic }) => topic.kind === 'capability' && topic.capability === capability)?.score ?? 0;
  const [other] = ranked.filter(({ topic }) => topic.kind === 'knowledge' || topic.capability !== capability);
  const input = fillArguments(capability, { words, given, answering: argument, options });
  const value = input[argument];
  if (value === undefined) return undefined;
  const isNothingElse = !isFree && squeeze(words).length <= squeeze(String(value)).length + 4;
  if (!isNothingElse && other && other.score >= CLEAR && other.score > own * LEAD) return undefined;
  return { kind: 'call', tool: capability.tool, input, because: 'answer_to_question' };
}

/** Words that are hardly more than a value: they answer an older question, or name the one read that needs nothing else. */
function bareValue(
  conversation: Conversation,
  ranked: readonly Ranked<MatcherTopic>[],
  options: MatcherOptions,
  rules: StepRules,
): Step | undefined {
  for (const exchange of conversation.earlier.slice(1, QUESTION_MEMORY)) {
    const question = openQuestion(exchange, options, rules);
    const isFree =
      question && valueKind(question.capability.arguments[question.argument]?.schema ?? {}).kind === 'text';
    const answer = question && !isFree ? answerTo(question, conversation.words, ranked, options) : undefined;
    if (answer) return answer;
  }
  const { plain, denied } = termsOf(conversation.words);
  if (denied.size > 0) return undefined;
  const complete = options.capabilities.filter((capability) => {
    if (capability.effect !== 'read' || !isOffered(capability.tool, rules)) return false;
    if (plain.size > 0 && !ranked.some(({ topic }) => topic.kind === 'capability' && topic.capability === capability))
      return false;
    return isCompletedBy(conversation.words, capability, options);
  });
  const [only, ...others] = complete;
  return only && others.length === 0 ? callOf(only, conversation, options) : undefined;
}

function isCompletedBy(words: string, capability: MatcherCapability, options: MatcherOptions): boolean {
  const required = Object.entries(capability.arguments).filter(([, argument]) => argument.required);
  if (!required.some(([, { schema }]) => valueKind(schema).kind === 'pattern')) return false;
  const filled = fillArguments(capability, { words, options });
  return required.every(([name]) => filled[name] !== undefined);
}

/** No answer and nothing else either: the same call again, so that the gate asks again. */
function askAgain({ earlier }: Conversation, options: MatcherOptions, rules: StepRules): Step | undefined {
  const question = openQuestion(earlier[0], options, rules);
  if (!question) return undefined;
  return { kind: 'call', tool: question.capability.tool, input: question.given, because: 'question_again' };
}
