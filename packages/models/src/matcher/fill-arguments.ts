import { isJsonObject, type JsonObject, type JsonValue, textIn } from '@rolecall/base';
import { findChoice, namesChoice } from './find-choice.ts';
import { findDates } from './find-date.ts';
import { findLabels, labelledValues } from './find-label.ts';
import { findMoments } from './find-moment.ts';
import { findPattern } from './find-pattern.ts';
import { findFreeText } from './find-text.ts';
import type { MatcherArgument, MatcherCapability, MatcherOptions, MatcherOrigin } from './matcher-options.ts';
import { type Occurrence, overlaps } from './occurrence.ts';
import { saysYesOrNo } from './small-talk.ts';
import { findNumbers } from './spoken-number.ts';
import { fitsSchema, type ValueKind, valueKind } from './value-schema.ts';

/** What arguments are filled from. */
export interface FillSource {
  readonly words: string;
  /** Values that stand already, from the question that the words answer. */
  readonly given?: JsonObject | undefined;
  /** The argument that was asked for. */
  readonly answering?: string | undefined;
  readonly options: Pick<MatcherOptions, 'choices' | 'today' | 'timeZone'>;
}

/** Characters of a message in which values are looked for: they stand near the front of what people write. */
const LONGEST_SEARCHED = 4_000;

interface Slot {
  readonly name: string;
  readonly argument: MatcherArgument;
  readonly kind: ValueKind;
  readonly isAnswer: boolean;
}

/** One fill: the values so far and the characters that gave one already. */
interface Draft {
  readonly values: Record<string, JsonValue>;
  readonly used: Occurrence[];
}

/**
 * Fills the arguments of a capability from the customer's words, as their schemas and origins allow.
 *
 * Nothing is invented: a value stands in the words, is meant by a label in the words, or is a member of an earlier read.
 * Where the words leave more than one possibility the argument stays out, so that the gate asks for it.
 */
export function fillArguments(capability: MatcherCapability, whole: FillSource): JsonObject {
  const source = { ...whole, words: whole.words.slice(0, LONGEST_SEARCHED) };
  const draft: Draft = { values: { ...(source.given as Record<string, JsonValue>) }, used: [] };
  const slots = openSlots(capability, source);
  fillInOrder(slots.filter(isOfKind('pattern')), draft, (slot) => patternsFor(slot, source), source);
  fillInOrder(slots.filter(isOfKind('moment')), draft, () => momentsIn(source), source);
  fillInOrder(slots.filter(isOfKind('date')), draft, () => findDates(source.words, source.options.today), source);
  for (const slot of slots.filter(isOfKind('closed', 'boolean'))) fillClosed(slot, draft, source);
  fillNumbers(slots.filter(isOfKind('integer', 'number')), draft, source);
  for (const slot of slots.filter(isOfKind('list'))) fillList(slot, draft, source);
  for (const slot of slots) fillChoice(slot, draft, source);
  for (const slot of slots.filter(isOfKind('text'))) fillText(slot, draft, capability, slot.isAnswer ? whole : source);
  return draft.values;
}

/** True when the words hold a code or name a choice that this capability has an argument for. */
export function usesValue({ arguments: named }: MatcherCapability, source: FillSource): boolean {
  const words = source.words.slice(0, LONGEST_SEARCHED);
  return Object.entries(named).some(([name, { schema, labels, normalise, origins }]) => {
    const kind = valueKind(schema, Object.keys(labels ?? {}));
    const isTyped = kind.kind === 'pattern' && origins.some((origin) => typeof origin === 'string');
    const search = isTyped && { pattern: kind.pattern, normalise: normalise ?? [], isAnswer: false };
    if (search && findPattern(words, search).length > 0) return true;
    return offersFor(origins, source).some((offered) => namesChoice(words, name, schema, offered));
  });
}

/** For each `choice_of` origin the values that earlier reads gave. */
function offersFor(origins: readonly MatcherOrigin[], { options }: FillSource): readonly (readonly JsonValue[])[] {
  return origins.flatMap((origin) => {
    // Origins of other kinds (a derived value) are the gate's alone.
    if (typeof origin === 'string' || !isJsonObject(origin.choice_of)) return [];
    const { capability, path } = origin.choice_of;
    const offers = (options.choices ?? []).filter((choice) => choice.capability === capability && choice.path === path);
    return [offers.flatMap(({ values }) => values)];
  });
}

function openSlots(capability: MatcherCapability, source: FillSource): readonly Slot[] {
  return Object.entries(capability.arguments)
    .filter(([name]) => source.given?.[name] === undefined)
    .map(([name, argument]) => ({
      name,
      argument,
      kind: valueKind(argument.schema, Object.keys(argument.labels ?? {})),
      isAnswer: name === source.answering,
    }))
    .sort((left, right) => rankOf(left) - rankOf(right));
}

/** What was asked for comes first, then what is required. */
function rankOf({ isAnswer, argument }: Slot): number {
  return isAnswer ? 0 : argument.required ? 1 : 2;
}

function isOfKind(...kinds: readonly ValueKind['kind'][]): (slot: Slot) => boolean {
  return ({ kind, argument }) =>
    kinds.includes(kind.kind) && argument.origins.some((origin) => typeof origin === 'string');
}

function patternsFor({ argument, kind, isAnswer }: Slot, { words }: FillSource): readonly Occurrence[] {
  if (kind.kind !== 'pattern') return [];
  return findPattern(words, { pattern: kind.pattern, normalise: argument.normalise ?? [], isAnswer });
}

/**
 * Gives each slot the value that its label introduces, else the next one in the words. A single slot that the words
 * offer two values for stays open: which one is meant is the customer's to say.
 */
function fillInOrder(
  slots: readonly Slot[],
  draft: Draft,
  find: (slot: Slot) => readonly Occurrence[],
  source: FillSource,
): void {
  for (const slot of slots) {
    const free = find(slot).filter((found) => isFree(found, draft) && fitsSchema(found.value, slot.argument.schema));
    const introduced = free.filter((found) => isIntroduced(slot, found, source.words));
    const candidates =
      introduced.length > 0
        ? introduced
        : free.filter((found) => !slots.some((other) => other !== slot && isIntroduced(other, found, source.words)));
    const rivals = slots.filter((other) => draft.values[other.name] === undefined && isSameKind(other.kind, slot.kind));
    if (candidates.length === 0 || candidates.length > rivals.length) continue;
    take(slot, candidates[0], draft);
  }
}

function momentsIn({ words, options: { today, timeZone } }: FillSource): readonly Occurrence<string>[] {
  return findMoments(words, today, timeZone);
}

function isSameKind(left: ValueKind, right: ValueKind): boolean {
  return (
    left.kind === right.kind && (left.kind !== 'pattern' || right.kind !== 'pattern' || left.pattern === right.pattern)
  );
}

function isFree(found: Occurrence, draft: Draft): boolean {
  return !draft.used.some((used) => overlaps(used, found));
}

function take(slot: Slot, found: Occurrence | undefined, draft: Draft): void {
  if (!found) return;
  draft.values[slot.name] = found.value;
  draft.used.push(found);
}

/** True when the argument's label or name stands right before or right after a value. */
function isIntroduced(slot: Slot, found: Occurrence, words: string): boolean {
  const before = words.slice(Math.max(0, found.start - 24), found.start).toLowerCase();
  const after = words.slice(found.end, found.end + 24).toLowerCase();
  return namesOf(slot).some(
    (name) => before.replace(/[\s:：=是为#]+$/u, '').endsWith(name) || after.replace(/^[\s个]+/u, '').startsWith(name),
  );
}

function namesOf({ name, argument }: Slot): readonly string[] {
  const spoken = [name.replaceAll('_', ' '), textIn(argument.label, 'zh'), textIn(argument.label, 'en')];
  const names = spoken.map((text) => text.trim().toLowerCase()).filter((text) => text !== '');
  return [...names, ...names.filter((text) => /[a-z]s$/u.test(text)).map((text) => text.slice(0, -1))];
}

function fillClosed(slot: Slot, draft: Draft, { words }: FillSource): void {
  const value = slot.kind.kind === 'closed' ? closedValue(slot, slot.kind.values, words) : booleanValue(slot, words);
  if (value !== undefined && fitsSchema(value, slot.argument.schema)) draft.values[slot.name] = value;
}

function closedValue({ argument, isAnswer }: Slot, values: readonly JsonValue[], words: string): JsonValue | undefined {
  const matches = findLabels(words, labelledValues(values, argument.labels), isAnswer);
  const [only, ...others] = matches;
  if (!only || others.length > 0) return undefined;
  // What merely sounds alike may settle a question that was asked, or what is required; it never sets an option.
  return only.by === 'label' || isAnswer || argument.required ? only.value : undefined;
}

function booleanValue({ argument, isAnswer }: Slot, words: string): boolean | undefined {
  if (argument.labels) {
    const [only, ...others] = findLabels(words, labelledValues([true, false], argument.labels));
    if (only && others.length === 0) return only.value === true;
  }
  return isAnswer ? saysYesOrNo(words) : undefined;
}

/** A number goes to the argument whose label stands beside it; a single one to the single one that is required. */
function fillNumbers(slots: readonly Slot[], draft: Draft, { words, options }: FillSource): void {
  const dates = findDates(words, options.today ?? '2000-01-01');
  const free = findNumbers(words).filter(
    (found) => isFree(found, draft) && !dates.some((date) => overlaps(date, found)),
  );
  for (const slot of slots) {
    const fitting = free.filter(
      (found) => fitsSchema(found.value, slot.argument.schema) && isIntroduced(slot, found, words),
    );
    if (fitting.length === 1) take(slot, fitting[0], draft);
  }
  for (const slot of slots) {
    if (draft.values[slot.name] !== undefined || !(slot.isAnswer || slot.argument.required)) continue;
    const fitting = free.filter((found) => isFree(found, draft) && fitsSchema(found.value, slot.argument.schema));
    const rivals = slots.filter((other) => other.argument.required && draft.values[other.name] === undefined);
    if (fitting.length === 1 && (slot.isAnswer || rivals.length === 1)) take(slot, fitting[0], draft);
  }
}

function fillList(slot: Slot, draft: Draft, source: FillSource): void {
  if (slot.kind.kind !== 'list') return;
  const { items } = slot.kind;
  const kind = valueKind(items, Object.keys(slot.argument.labels ?? {}));
  const values = [...new Set(itemsFor(slot, kind, source))].filter((value) => fitsSchema(value, items));
  if (values.length > 0 && fitsSchema(values, slot.argument.schema)) draft.values[slot.name] = values;
}

function itemsFor(slot: Slot, kind: ValueKind, source: FillSource): readonly JsonValue[] {
  switch (kind.kind) {
    case 'pattern':
      return patternsFor({ ...slot, kind, isAnswer: false }, source).map(({ value }) => value);
    case 'closed':
      return findLabels(source.words, labelledValues(kind.values, slot.argument.labels)).map(({ value }) => value);
    case 'date':
      return findDates(source.words, source.options.today).map(({ value }) => value);
    case 'integer':
    case 'number':
      return slot.isAnswer ? findNumbers(source.words).map(({ value }) => value) : [];
    case 'text':
      return slot.isAnswer
        ? source.words
            .split(/[,，、;；\n]|\band\b|和/u)
            .map((item) => item.trim())
            .filter((item) => item !== '')
        : [];
    default:
      return [];
  }
}

function fillChoice(slot: Slot, draft: Draft, source: FillSource): void {
  if (draft.values[slot.name] !== undefined || !slot.argument.required) return;
  for (const offered of offersFor(slot.argument.origins, source)) {
    const value = findChoice(source.words, slot.name, slot.argument.schema, offered);
    if (value === undefined) continue;
    draft.values[slot.name] = value;
    return;
  }
}

function fillText(slot: Slot, draft: Draft, capability: MatcherCapability, { words }: FillSource): void {
  const { name, argument, isAnswer } = slot;
  if (draft.values[name] !== undefined) return;
  const text = findFreeText(words, {
    capability,
    names: namesOf(slot),
    isAnswer,
    isRequired: argument.required,
    isOpen: argument.origins.includes('open'),
  });
  if (text !== undefined && fitsSchema(text, argument.schema)) draft.values[name] = text;
}
