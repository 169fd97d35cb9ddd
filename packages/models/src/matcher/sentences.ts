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

/** Answers what says nothing new while a notice is open. The yes itself is the runtime's to recognise. */
export function stillOpen(language: Language): string {
  return language === 'zh'
    ? '上一项还在等您的答复，目前没有执行。请按通知里的说明答复，或者告诉我别的需要。'
    : 'The last request is still waiting for your answer and has not been carried out. Please answer as the notice says, or tell me what else you need.';
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

/** True when the runtime tells the customer about this result itself, so that the matcher has nothing to add. */
export function isTold({ output }: PastCall): boolean {
  if (!isJsonObject(output)) return false;
  if (output.told === true || output.status === 'awaiting_confirmation') return true;
  return output.status === 'blocked' && (isSaid(output.say) || isSaid(output.ask));
}

function isSaid(text: JsonValue | undefined): boolean {
  return (typeof text === 'string' && text !== '') || isJsonObject(text);
}

/** A neutral account of one result that nobody told yet. */
export function account(call: PastCall, options: MatcherOptions, language: Language): string {
  const title = titleOf(call, options, language);
  const output = call.output;
  if (!isJsonObject(output)) {
    if (typeof output !== 'string' || output === '') return notDone(title, undefined, language);
    return language === 'zh' ? `「${title}」：${output}` : `${title}: ${output}`;
  }
  if (output.status === 'blocked' || output.error !== undefined) return notDone(title, codeOf(output), language);
  if (output.status === 'unknown') {
    return language === 'zh' ? `「${title}」的结果还不清楚，尚待核实。` : `The result of "${title}" is not known yet.`;
  }
  if (output.status === 'failed') return notDone(title, codeOf(output), language);
  const result = isJsonObject(output.result) ? output.result : undefined;
  const lines = result ? linesOf(result, options, language) : [];
  const included = Array.isArray(output.must_include)
    ? output.must_include.filter((text) => typeof text === 'string')
    : [];
  if (lines.length === 0 && included.length === 0) {
    return language === 'zh' ? `「${title}」没有返回可以告知的内容。` : `"${title}" returned nothing that can be told.`;
  }
  const head = language === 'zh' ? `「${title}」的结果如下。` : `Result of "${title}":`;
  return [head, ...lines, ...included].join('\n');
}

function notDone(title: string, code: string | undefined, language: Language): string {
  const reason = code === undefined ? '' : language === 'zh' ? `（${code}）` : ` (${code})`;
  return language === 'zh' ? `「${title}」这次没有办成${reason}。` : `"${title}" could not be done this time${reason}.`;
}

function codeOf(output: JsonObject): string | undefined {
  for (const value of [output.reason, output.code]) if (typeof value === 'string' && value !== '') return value;
  return undefined;
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
