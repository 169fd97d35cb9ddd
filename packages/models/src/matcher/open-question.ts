import { isJsonObject, type JsonObject } from '@rolecall/base';
import { fillArguments } from './fill-arguments.ts';
import { squeeze } from './fold.ts';
import type { MatcherArgument, MatcherCapability, MatcherOptions } from './matcher-options.ts';
import type { Ranked } from './rank.ts';
import type { Conversation, PastExchange } from './read-prompt.ts';
import { smallTalkOf } from './small-talk.ts';
import { CLEAR, LEAD, type Step, type StepRules } from './step.ts';
import type { MatcherTopic } from './topics.ts';
import { valueKind } from './value-schema.ts';

/** A call that waits for one argument, whose question the customer has seen. */
export interface OpenQuestion {
  readonly capability: MatcherCapability;
  readonly argument: string;
  /** What the call had already. */
  readonly given: JsonObject;
}

const ASKING_CODES: readonly unknown[] = ['argument_missing', 'argument_invalid', 'argument_refused'];
/** How many rounds ago a question may have been asked that a bare value still answers. */
const QUESTION_MEMORY = 3;

/** The question with which the latest round ended. */
export function latestQuestion(
  { earlier }: Conversation,
  options: MatcherOptions,
  rules: StepRules,
): OpenQuestion | undefined {
  return questionOf(earlier[0], options, rules);
}

/**
 * The question that was asked before rounds in which nothing was called: talk and knowledge came in between. Only one
 * that a value answers; a free text would swallow whatever is said.
 */
export function olderQuestion(
  { earlier }: Conversation,
  options: MatcherOptions,
  rules: StepRules,
): OpenQuestion | undefined {
  const index = earlier.findIndex(({ calls }) => calls.length > 0);
  if (index < 1 || index >= QUESTION_MEMORY) return undefined;
  const question = questionOf(earlier[index], options, rules);
  return question && !takesAnyText(question) ? question : undefined;
}

function questionOf(
  exchange: PastExchange | undefined,
  options: MatcherOptions,
  { tools }: StepRules,
): OpenQuestion | undefined {
  const call = exchange?.calls.findLast(
    ({ output }) => isJsonObject(output) && output.status === 'blocked' && ASKING_CODES.includes(output.code),
  );
  const capability = options.capabilities.find(({ tool }) => tool === call?.tool);
  if (!call || !capability || !tools.has(capability.tool)) return undefined;
  const argument = isJsonObject(call.output) ? call.output.argument : undefined;
  if (typeof argument !== 'string' || !Object.hasOwn(capability.arguments, argument)) return undefined;
  const given = Object.entries(call.input).filter(
    ([name]) => name !== argument && Object.hasOwn(capability.arguments, name),
  );
  return { capability, argument, given: Object.fromEntries(given) };
}

/** The call again with what the words add; undefined when they are no answer, or clearly ask for something else. */
export function answerTo(
  question: OpenQuestion,
  words: string,
  ranked: readonly Ranked<MatcherTopic>[],
  options: MatcherOptions,
): Step | undefined {
  const { capability, argument } = question;
  const isAnyText = takesAnyText(question);
  if (isAnyText && smallTalkOf(words)) return undefined;
  const kept = withoutCorrected(question, words, options);
  const input = fillArguments(capability, { words, given: kept, answering: argument, options });
  const value = input[argument];
  if (value === undefined) return undefined;
  const isNothingElse = !isAnyText && squeeze(words).length <= squeeze(String(value)).length + 4;
  if (!isNothingElse && asksForAnother(capability, ranked)) return undefined;
  return { kind: 'call', tool: capability.tool, input, because: 'answer_to_question' };
}

/** What the call had already, without codes and dates for which the answer says another value: the later word holds. */
function withoutCorrected(
  { capability, argument, given }: OpenQuestion,
  words: string,
  options: MatcherOptions,
): JsonObject {
  const said = fillArguments(capability, { words, answering: argument, options });
  const kept = Object.entries(given).filter(([name]) => said[name] === undefined || !isTellable(capability, name));
  return Object.fromEntries(kept);
}

/** A value that cannot be mistaken for another word of the message. */
function isTellable(capability: MatcherCapability, name: string): boolean {
  const { schema = {}, labels = {} }: Partial<MatcherArgument> = capability.arguments[name] ?? {};
  return ['pattern', 'date'].includes(valueKind(schema, Object.keys(labels)).kind);
}

/** The same call again, so that the gate asks again. */
export function askAgain({ capability, given }: OpenQuestion): Step {
  return { kind: 'call', tool: capability.tool, input: given, because: 'question_again' };
}

function takesAnyText({ capability, argument }: OpenQuestion): boolean {
  const { schema = {}, labels = {} }: Partial<MatcherArgument> = capability.arguments[argument] ?? {};
  return valueKind(schema, Object.keys(labels)).kind === 'text';
}

function asksForAnother(capability: MatcherCapability, ranked: readonly Ranked<MatcherTopic>[]): boolean {
  const isOwn = ({ topic }: Ranked<MatcherTopic>) => topic.kind === 'capability' && topic.capability === capability;
  const own = ranked.find(isOwn)?.score ?? 0;
  const other = ranked.find((entry) => !isOwn(entry))?.score ?? 0;
  return other >= CLEAR && other > own * LEAD;
}
