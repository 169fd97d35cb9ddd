import { isJsonObject, type JsonValue, type Language } from '@rolecall/base';
import type { CapabilityContract } from '../schema/capability-contract.ts';

type Words =
  | readonly string[]
  | { readonly zh?: readonly string[] | undefined; readonly en?: readonly string[] | undefined };

/** Argument → value → the words for it, the shown one first. */
export type ArgumentLabels = Readonly<Record<string, Readonly<Record<string, Words>>>>;

/** The labels that a contract gives to the values of its arguments. A loaded contract never changes: they are collected once. */
export function labelsOf({ arguments: declared }: Pick<CapabilityContract, 'arguments'>): ArgumentLabels {
  const present = known.get(declared);
  if (present) return present;
  const labels: Record<string, Readonly<Record<string, Words>>> = {};
  for (const [name, argument] of Object.entries(declared)) {
    if ('labels' in argument && argument.labels) labels[name] = argument.labels;
  }
  known.set(declared, labels);
  return labels;
}

const known = new WeakMap<CapabilityContract['arguments'], ArgumentLabels>();

/**
 * An argument's value as a customer is shown it: the first word of its label in the language (or in the other one, when
 * only that exists), else the value itself. Undefined for what has no text: null and objects.
 */
export function shownValue(
  labels: ArgumentLabels | undefined,
  argument: string,
  value: JsonValue | undefined,
  language: Language,
): string | undefined {
  if (value === undefined || value === null || isJsonObject(value)) return undefined;
  if (Array.isArray(value)) {
    const parts = value.map((item) => shownValue(labels, argument, item, language));
    return parts.every((part) => part !== undefined) ? parts.join(language === 'zh' ? '、' : ', ') : undefined;
  }
  const text = String(value);
  const own = labels && Object.hasOwn(labels, argument) ? labels[argument] : undefined;
  const words = own && Object.hasOwn(own, text) ? own[text] : undefined;
  return words === undefined ? text : (firstWord(words, language) ?? text);
}

function firstWord(words: Words, language: Language): string | undefined {
  if (isWordList(words)) return words[0];
  return words[language]?.[0] ?? words[language === 'zh' ? 'en' : 'zh']?.[0];
}

function isWordList(words: Words): words is readonly string[] {
  return Array.isArray(words);
}
