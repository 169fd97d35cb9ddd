import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, type Language, textIn } from '@rolecall/base';
import type { MatcherOptions } from './matcher-options.ts';
import { createRanker } from './rank.ts';
import type { PastCall } from './read-prompt.ts';
import { sentencesOf } from './topics.ts';

const MOST_TITLES = 8;
const LONGEST_QUOTE = 400;
const MOST_ENTRIES = 10;

/** The titles of what the employee can do, as a list in a sentence. */
export function titleList({ capabilities }: MatcherOptions, language: Language): string {
  const titles = [...new Set(capabilities.map(({ title }) => textIn(title, language)))].filter((title) => title !== '');
  const shown = titles.slice(0, MOST_TITLES).join(language === 'zh' ? '、' : ', ');
  return titles.length > MOST_TITLES ? `${shown}${language === 'zh' ? '等' : ' and more'}` : shown;
}

/** Says what the employee can do. */
export function offer(options: MatcherOptions, language: Language): string {
  const titles = titleList(options, language);
  if (titles === '') return language === 'zh' ? '这件事我现在帮不上忙。' : 'I cannot help with that at the moment.';
  return language === 'zh'
    ? `我可以帮您：${titles}。请告诉我需要哪一项。`
    : `I can help with: ${titles}. Please tell me which one you need.`;
}

/** Asks which of several equally near capabilities is meant. */
export function whichOne(titles: readonly string[], language: Language): string {
  return language === 'zh' ? `您需要的是：${titles.join('，还是')}？` : `Which do you need: ${titles.join(', or ')}?`;
}

/** Answers what says nothing new after a notice. What became of the notice is the runtime's to know and to tell. */
export function afterNotice(language: Language): string {
  return language === 'zh'
    ? '如果您是在答复上面的通知，请按通知里的说明回复；有别的需要也请告诉我。'
    : 'If this answers the notice above, please reply as the notice says; or tell me what else you need.';
}

/** Quotes knowledge: the whole text, or the part of a long one that fits the words best. */
export function quote(text: string, words: string, language: Language): string {
  const whole = text.trim();
  const part = whole.length <= LONGEST_QUOTE ? whole : bestPart(whole, words);
  return language === 'zh' ? `资料里是这样写的：${part}` : `This is what the material says: ${part}`;
}

function bestPart(text: string, words: string): string {
  const sentences = sentencesOf(text);
  const ranker = createRanker(sentences.map((sentence, index) => ({ phrases: [sentence], index })));
  const at = ranker.rank(words)[0]?.topic.index ?? 0;
  return sentences
    .slice(Math.max(0, at - 1), at + 2)
    .join('')
    .trim();
}

/**
 * True when the runtime tells the customer about this result itself, so that the matcher has nothing to add: what is told
 * already, a notice, and every block, whose text or question is the asset's or the engine's.
 */
export function isTold({ output }: PastCall): boolean {
  return isJsonObject(output) && (output.told === true || TOLD_STATES.includes(output.status));
}

const TOLD_STATES: readonly unknown[] = ['awaiting_confirmation', 'blocked'];

/** A neutral account of one result that nobody told yet. */
export function account(call: PastCall, options: MatcherOptions, language: Language): string {
  const title = titleOf(call, options, language);
  const { output } = call;
  if (!isJsonObject(output)) {
    if (typeof output !== 'string' || output === '') return notDone(title, language);
    return language === 'zh' ? `「${title}」：${output}` : `${title}: ${output}`;
  }
  if (output.status === 'unknown') {
    return language === 'zh' ? `「${title}」的结果还不清楚，尚待核实。` : `The result of "${title}" is not known yet.`;
  }
  const told = toldLines(output, options, language);
  if (output.status !== undefined && output.status !== 'succeeded')
    return [notDone(title, language), ...told].join('\n');
  if (told.length === 0) return output.error === undefined ? nothingToTell(title, language) : notDone(title, language);
  return [language === 'zh' ? `「${title}」的结果如下。` : `Result of "${title}":`, ...told].join('\n');
}

function toldLines(output: JsonObject, options: MatcherOptions, language: Language): readonly string[] {
  const included = Array.isArray(output.must_include) ? output.must_include : [];
  return [
    ...(isJsonObject(output.result) ? linesOf(output.result, options, language) : []),
    ...included.filter((text) => typeof text === 'string'),
  ];
}

/** Says no more than that: codes are for the trace. */
function notDone(title: string, language: Language): string {
  return language === 'zh' ? `「${title}」这次没有办成。` : `"${title}" could not be done this time.`;
}

function nothingToTell(title: string, language: Language): string {
  return language === 'zh' ? `「${title}」没有返回可以告知的内容。` : `"${title}" returned nothing that can be told.`;
}

function titleOf(call: PastCall, { capabilities, closed }: MatcherOptions, language: Language): string {
  const own =
    capabilities.find(({ tool }) => tool === call.tool) ??
    closed.find(({ capability }) => capability === call.input.capability);
  return own ? textIn(own.title, language) || call.tool : call.tool;
}

function linesOf(result: JsonObject, options: MatcherOptions, language: Language, indent = ''): readonly string[] {
  return Object.entries(result).flatMap(([key, value]) => {
    if (value === undefined || value === null) return [];
    const label = labelOf(key, options, language);
    const colon = language === 'zh' ? '：' : ': ';
    if (Array.isArray(value))
      return [`${indent}${label}${colon}`, ...entriesOf(value, options, language, `${indent}- `)];
    if (isJsonObject(value)) return [`${indent}${label}${colon}`, ...linesOf(value, options, language, `${indent}  `)];
    return [`${indent}${label}${colon}${textOf(value, language)}`];
  });
}

function entriesOf(
  values: readonly JsonValue[],
  options: MatcherOptions,
  language: Language,
  indent: string,
): readonly string[] {
  const lines = values.slice(0, MOST_ENTRIES).map((value) => {
    if (!isJsonObject(value)) return `${indent}${textOf(value, language)}`;
    return `${indent}${linesOf(value, options, language)
      .map((line) => line.trim())
      .join(language === 'zh' ? '，' : ', ')}`;
  });
  const left = values.length - MOST_ENTRIES;
  if (left > 0) lines.push(language === 'zh' ? `${indent}还有 ${left} 项` : `${indent}${left} more`);
  return lines;
}

/** The label that some argument of the same name has, else the key as words. */
function labelOf(key: string, { capabilities }: MatcherOptions, language: Language): string {
  for (const { arguments: named } of capabilities) {
    const label = Object.hasOwn(named, key) ? textIn(named[key]?.label, language) : '';
    if (label !== '') return label;
  }
  return key.replaceAll('_', ' ');
}

function textOf(value: JsonValue, language: Language): string {
  if (typeof value === 'boolean') return language === 'zh' ? (value ? '是' : '否') : value ? 'yes' : 'no';
  return typeof value === 'object' ? canonicalJson(value) : String(value);
}
