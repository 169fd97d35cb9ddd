import { isJsonObject, type JsonObject, languageOf, textIn } from '@rolecall/base';
import { fillArguments, usesValue } from './fill-arguments.ts';
import { type MatcherCapability, type MatcherOptions, WHY_NOT } from './matcher-options.ts';
import { answerTo, askAgain, latestQuestion, olderQuestion } from './open-question.ts';
import { foundPassages } from './quote-material.ts';
import type { Ranked } from './rank.ts';
import type { Conversation, PastCall } from './read-prompt.ts';
import { account, afterNotice, isTold, offer, quote, titleList, whichOne } from './sentences.ts';
import { smallTalkAnswer, smallTalkOf } from './small-talk.ts';
import { LEAD, type Step, type StepRules, THRESHOLD } from './step.ts';
import { termsOf } from './terms.ts';
import { type MatcherTopic, rankerFor } from './topics.ts';
import { valueKind } from './value-schema.ts';

/** Two capabilities nearer than this to each other cannot be told apart by words. */
const NEAR_TIE = 0.93;
/** A value in the words that only some capabilities can use speaks for those, and against the others. */
const VALUE_USED = 1.15;
const VALUE_UNUSED = 0.85;
/** A topic that can be acted on. */
type Action = Exclude<MatcherTopic, { kind: 'knowledge' }>;
type Material = Exclude<MatcherTopic, Action>;

/** A step and the ranking behind it, for the trace. */
export interface PlannedStep {
  readonly step: Step;
  readonly ranked: readonly Ranked<MatcherTopic>[];
}

/** Plans one step: pure, and the same for the same prompt and options. */
export function planStep(conversation: Conversation, options: MatcherOptions, rules: StepRules): PlannedStep {
  if (conversation.calls.length > 0) {
    const step = quoteFound(conversation, options, rules) ?? conclude(conversation.calls, options, conversation.words);
    return { step, ranked: [] };
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
  const { words, earlier } = conversation;
  const language = languageOf(words, options.language);
  const question = latestQuestion(conversation, options, rules);
  const answer = question && answerTo(question, words, ranked, options);
  if (answer) return answer;
  const actions = ranked.filter(isAction);
  const [best] = actions;
  const known = ranked.find(isKnowledge);
  if (best && best.score >= THRESHOLD && !(known && known.score > best.score * LEAD)) {
    return choose(best, actions, conversation, options);
  }
  const older = olderQuestion(conversation, options, rules);
  const late = older && answerTo(older, words, ranked, options);
  if (late) return late;
  if (known && known.score >= THRESHOLD) return answerFrom(known.topic, words, options, rules);
  const completed = readOfBareValue(conversation, ranked, options, rules);
  if (completed) return completed;
  const talk = smallTalkOf(words);
  if (talk) return { kind: 'text', text: smallTalkAnswer(talk, language, titleList(options, language)), because: talk };
  if (question) return askAgain(question);
  const isAfterNotice = earlier[0]?.calls.some(
    ({ output }) => isJsonObject(output) && output.status === 'awaiting_confirmation',
  );
  if (isAfterNotice) return { kind: 'text', text: afterNotice(language), because: 'after_notice' };
  return { kind: 'text', text: offer(options, language), because: 'nothing_matched' };
}

/** Material is looked up where there is a tool for it: what is quoted then has gone the way of every call. */
function answerFrom({ text }: Material, words: string, { lookUp, language }: MatcherOptions, rules: StepRules): Step {
  if (lookUp && rules.tools.has(lookUp.tool)) {
    return { kind: 'call', tool: lookUp.tool, input: { [lookUp.argument]: words }, because: 'knowledge' };
  }
  return { kind: 'text', text: quote(text, words, languageOf(words, language)), because: 'knowledge' };
}

function isAction(entry: Ranked<MatcherTopic>): entry is Ranked<Action> {
  return entry.topic.kind !== 'knowledge';
}

function isKnowledge(entry: Ranked<MatcherTopic>): entry is Ranked<Material> {
  return entry.topic.kind === 'knowledge';
}

/** Quotes the passage that the words fit best, after material was looked up and nothing else was done. */
function quoteFound(conversation: Conversation, options: MatcherOptions, rules: StepRules): Step | undefined {
  const { calls, words } = conversation;
  const [call, ...others] = calls;
  if (!call || others.length > 0 || call.tool !== options.lookUp?.tool) return undefined;
  const passages = foundPassages(call);
  const wanted = rankTopics(conversation, options, rules).find(isKnowledge)?.topic.source;
  const passage = passages.find(({ source }) => source === wanted) ?? passages[0];
  if (!passage) return undefined;
  return { kind: 'text', text: quote(passage.text, words, languageOf(words, options.language)), because: 'knowledge' };
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
    .filter(({ topic }) => topic.kind === 'knowledge' || rules.tools.has(toolOf(topic)))
    .map(({ topic, score }) => ({ topic, score: Math.min(1, score * factor(topic)) }))
    .sort((left, right) => right.score - left.score);
}

function toolOf(topic: Action): string {
  return topic.kind === 'closed' ? WHY_NOT : topic.capability.tool;
}

/** Of equally near capabilities a single read is safe to try; between others the customer decides. */
function choose(
  best: Ranked<Action>,
  actions: readonly Ranked<Action>[],
  conversation: Conversation,
  options: MatcherOptions,
): Step {
  const near = actions.filter(({ score }) => score >= best.score * NEAR_TIE).map(({ topic }) => topic);
  const reads = near.filter((topic) => topic.kind === 'capability' && topic.capability.effect === 'read');
  const chosen = reads.length === 1 ? reads[0] : near.length === 1 || best.score >= 1 ? best.topic : undefined;
  if (chosen?.kind === 'capability') return callOf(chosen.capability, conversation, options);
  if (chosen) {
    const input = { capability: chosen.capability.capability };
    return { kind: 'call', tool: WHY_NOT, input, because: 'closed_capability' };
  }
  const language = languageOf(conversation.words, options.language);
  const titles = near.slice(0, 3).map(({ capability }) => textIn(capability.title, language));
  return { kind: 'text', text: whichOne(titles, language), because: 'near_tie' };
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

/** Words that are hardly more than a value name the one read that needs nothing else. */
function readOfBareValue(
  conversation: Conversation,
  ranked: readonly Ranked<MatcherTopic>[],
  options: MatcherOptions,
  rules: StepRules,
): Step | undefined {
  const { plain, denied } = termsOf(conversation.words);
  if (denied.size > 0) return undefined;
  const near = new Set(ranked.map(({ topic }) => topic.kind === 'capability' && topic.capability));
  const [only, ...others] = options.capabilities.filter(
    (capability) =>
      capability.effect === 'read' &&
      rules.tools.has(capability.tool) &&
      (plain.size === 0 || near.has(capability)) &&
      isCompletedBy(conversation.words, capability, options),
  );
  return only && others.length === 0 ? callOf(only, conversation, options) : undefined;
}

function isCompletedBy(words: string, capability: MatcherCapability, options: MatcherOptions): boolean {
  const required = Object.entries(capability.arguments).filter(([, argument]) => argument.required);
  if (!required.some(([, { schema }]) => valueKind(schema).kind === 'pattern')) return false;
  const filled = fillArguments(capability, { words, options });
  return required.every(([name]) => filled[name] !== undefined);
}
