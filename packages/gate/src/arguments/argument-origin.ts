import type { ArgumentOrigin as DeclaredOrigin, SemanticArgument } from '@rolecall/assets';
import { canonicalJson, type JsonValue, jsonAsText } from '@rolecall/base';
import type { EarlierRead, KnownFact } from '../call-context.ts';
import type { ArgumentOrigin } from '../decision.ts';
import { onceFor } from '../once-for.ts';
import { type ChoiceWords, type CustomerWords, foldChoices, type SaidAt } from '../words/customer-words.ts';
import { membersAt } from './choice-path.ts';
import { normaliseValue, type Today } from './normalise.ts';

/** What a value may be proven with. */
export interface OriginSources {
  readonly words: CustomerWords;
  readonly earlierReads: readonly EarlierRead[];
  readonly today: Today;
  /** Facts that fill a required argument which was not sent. */
  readonly facts?: Readonly<Record<string, KnownFact>> | undefined;
}

/**
 * Where an argument's value comes from: the first of the contract's declared origins in which it is found, else
 * `unproven`. Free text of tools and of knowledge is never looked at.
 */
export function findOrigin(
  name: string,
  argument: SemanticArgument,
  value: JsonValue,
  sources: OriginSources,
): ArgumentOrigin {
  for (const declared of argument.origin) {
    const found = findIn(declared, name, argument, value, sources);
    if (found) return found;
  }
  return { argument: name, from: 'unproven' };
}

/** The values that an argument may have and the words for each, in every language; the value's own text is one. */
const choiceWords = onceFor((argument: SemanticArgument): ChoiceWords => foldChoices(wordsOf(argument)));

function wordsOf(argument: SemanticArgument): ReadonlyMap<string, readonly string[]> {
  const listed = Array.isArray(argument.schema.enum) ? argument.schema.enum.map(String) : [];
  const words = new Map<string, readonly string[]>(listed.map((value) => [value, [value]]));
  for (const [value, labels] of Object.entries(argument.labels ?? {})) {
    const all = Array.isArray(labels) ? labels : [...(labels.zh ?? []), ...(labels.en ?? [])];
    words.set(value, [value, ...all]);
  }
  return words;
}

function findIn(
  declared: DeclaredOrigin,
  name: string,
  argument: SemanticArgument,
  value: JsonValue,
  { words, earlierReads, today }: OriginSources,
): ArgumentOrigin | undefined {
  if (declared === 'open') return { argument: name, from: 'open' };
  if (declared === 'customer') {
    const isDate = argument.normalise?.includes('date') ?? false;
    return saidOrigin(name, 'customer', words.find(value) ?? (isDate ? words.findDate(value, today) : undefined));
  }
  if (declared === 'enum') return saidOrigin(name, 'enum', findChoice(value, choiceWords(argument), words));
  // What is derived is computed, not looked for.
  if ('derived' in declared) return undefined;
  return findMember(declared.choice_of, name, argument, value, earlierReads, today);
}

function saidOrigin(name: string, from: 'customer' | 'enum', at: SaidAt | undefined): ArgumentOrigin | undefined {
  return at && { argument: name, from, sequence: at.sequence, at: `[${at.start}, ${at.end})` };
}

function findChoice(value: JsonValue, choices: ChoiceWords, words: CustomerWords): SaidAt | undefined {
  if (!Array.isArray(value)) return words.findChoice(jsonAsText(value), choices);
  const places = value.map((item: JsonValue) => words.findChoice(jsonAsText(item), choices));
  return places.every((place) => place !== undefined) ? places[0] : undefined;
}

/** A member of the projected result of a proven read; for a list, every item must be one. */
function findMember(
  choice: { readonly capability: string; readonly path: string },
  name: string,
  argument: SemanticArgument,
  value: JsonValue,
  reads: readonly EarlierRead[],
  today: Today,
): ArgumentOrigin | undefined {
  const wanted = (Array.isArray(value) ? value : [value]).map((item) => canonicalJson(item));
  for (const read of [...reads].sort((left, right) => right.sequence - left.sequence)) {
    if (read.capability !== choice.capability || !read.proven) continue;
    const members = membersOnce(read, choice.path, argument.normalise ?? [], today);
    const at = wanted.map((item) => members.get(item));
    if (at.length > 0 && at.every((place) => place !== undefined)) {
      return { argument: name, from: 'choice_of', sequence: read.sequence, at: at.join(', ') };
    }
  }
  return undefined;
}

const knownMembers = new WeakMap<EarlierRead, Map<string, ReadonlyMap<string, string>>>();

/** Canonical text of each value that may be chosen, as it is and normalised → where it stands. Made once for each read. */
function membersOnce(
  read: EarlierRead,
  path: string,
  normalise: NonNullable<SemanticArgument['normalise']>,
  today: Today,
): ReadonlyMap<string, string> {
  const ofRead = knownMembers.get(read) ?? new Map<string, ReadonlyMap<string, string>>();
  knownMembers.set(read, ofRead);
  const key = `${path} ${normalise.join(' ')} ${normalise.includes('date') ? today() : ''}`;
  const present = ofRead.get(key);
  if (present) return present;
  const members = new Map(
    membersAt(read.result, path).flatMap((member) => [
      [canonicalJson(member.value), member.at],
      [canonicalJson(normaliseValue(member.value, normalise, today)), member.at],
    ]),
  );
  ofRead.set(key, members);
  return members;
}

/** The expression by which the gate computes an argument that was found in none of its other origins. */
export function derivationOf(argument: SemanticArgument): string | undefined {
  for (const declared of argument.origin) {
    if (typeof declared === 'object' && 'derived' in declared) return declared.derived;
  }
  return undefined;
}
