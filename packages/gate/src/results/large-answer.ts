import type { CapabilityContract } from '@rolecall/assets';
import { type JsonObject, type JsonValue, newId } from '@rolecall/base';
import type { EntryDraft } from '@rolecall/journal';
import { UNTRUSTED_TEXT } from '../arguments/choice-path.ts';
import type { Bindings } from '../expressions.ts';
import { gateEntry } from '../operations/entries.ts';
import type { Receipt } from '../receipt.ts';
import type { LateResourceAnswer, ResourceAnswer } from '../resource-port.ts';
import { ANSWER_TOO_LARGE, type Classification } from './classify-result.ts';
import { type Projection, projectResult } from './project-result.ts';

/** A receipt holds no more of a large answer: it is read with every entry, and stays in the conversation's state. */
const MOST_TOLD_BYTES = 1024 * 1024;

/** So much of a long text stands in the receipt; the whole is kept under a reference. */
const HEAD_CHARACTERS = 3_000;
const TAIL_CHARACTERS = 1_000;

/** A text that is too long for a receipt, whole. */
export interface KeptText {
  /** Where it stands in the projected result, such as `untrusted_text` or `pages[2].untrusted_text`. */
  readonly field: string;
  readonly reference: string;
  readonly text: string;
}

/** The projected result of a large answer with its long texts shortened, and those texts. */
export interface ShortenedResult {
  readonly result: JsonObject;
  readonly kept: readonly KeptText[];
}

/**
 * Shortens the free text of a projected result, and nothing else of it: only what a contract declares as `untrusted_text` may
 * be read on by a model. Every other value is whole or not there at all.
 */
export function shortenTexts(projected: JsonObject): ShortenedResult {
  const kept: KeptText[] = [];
  const shorten = (value: JsonValue, field: string): JsonValue => {
    if (Array.isArray(value)) return value.map((item, index) => shorten(item, `${field}[${index}]`));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value as JsonObject).map(([name, member]): [string, JsonValue | undefined] => {
      const path = field === '' ? name : `${field}.${name}`;
      if (member === undefined || member === null) return [name, member];
      return [name, name === UNTRUSTED_TEXT ? shortText(member, path, kept) : shorten(member, path)];
    });
    return Object.fromEntries(members);
  };
  return { result: shorten(projected, '') as JsonObject, kept };
}

/**
 * What of a large answer a receipt holds: its long texts shortened, and neither results nor facts where even what is declared
 * of them is too much. A read of which that is so has failed before, by `tellable`.
 */
export function withinReceipt({
  result: projected,
  facts,
  omitted,
}: Projection): Projection & Pick<ShortenedResult, 'kept'> {
  const { result, kept } = shortenTexts(projected);
  const [ofResult, ofFacts] = [tooMuchToTell(result), tooMuchToTell(facts)];
  const problems = [ofResult && `project: ${ofResult}`, ofFacts && `facts: ${ofFacts}`].flatMap((text) => text ?? []);
  return {
    result: ofResult === undefined ? result : {},
    kept: ofResult === undefined ? kept : [],
    facts: ofFacts === undefined ? facts : {},
    omitted: [...omitted, ...problems],
  };
}

/** A read of which even the declared part is too much has failed: a part of it would be taken for the whole. */
export function tellable(
  contract: CapabilityContract,
  classification: Classification,
  bindings: Bindings,
): Classification {
  if (contract.effect === 'write' || classification.outcome !== 'succeeded') return classification;
  const { result, facts } = projectResult(contract, classification, bindings);
  const problem = tooMuchToTell([shortenTexts(result).result, facts]);
  return problem === undefined
    ? classification
    : tooLarge(`what the contract declares of the answer is too much: ${problem}`);
}

/** A read whose answer nobody can tell. */
function tooLarge(detail: string): Classification {
  return { outcome: 'failed', code: ANSWER_TOO_LARGE, result: undefined, detail };
}

/** True of an answer that is kept apart, whole. */
export function isLarge(answer: ResourceAnswer): boolean {
  return answer.status === 'answered' && answer.largeBytes !== undefined;
}

/** The answer without what is kept apart. */
export function withoutLarge(answer: LateResourceAnswer): LateResourceAnswer {
  const { structured: _, text: __, ...rest } = answer;
  return isLarge(answer) ? rest : answer;
}

/** Why what is declared of a large answer cannot be told either; undefined when it can. */
export function tooMuchToTell(values: JsonValue): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(values), 'utf8');
  return bytes > MOST_TOLD_BYTES ? `it has ${bytes} bytes, and at most ${MOST_TOLD_BYTES} are told` : undefined;
}

/** What is said in a receipt of the texts that it does not hold whole. */
export function keptReferences(kept: readonly KeptText[]): Pick<Receipt, 'cut'> {
  if (kept.length === 0) return {};
  const cut = kept.map(({ field, reference, text }) => ({
    field,
    reference,
    characters: text.length,
    shown: headEnd(text),
  }));
  return { cut };
}

/** The entries that keep a large answer and its long texts, for as long as the contact is known. */
export function largeEntries(
  { id, contact, step }: { readonly id: string; readonly contact: string; readonly step?: number | undefined },
  given: ResourceAnswer,
  kept: readonly KeptText[],
): readonly EntryDraft[] {
  if (given.status !== 'answered' || given.largeBytes === undefined) return [];
  const { structured, text, isError, largeBytes } = given;
  const answer = {
    ...(structured === undefined ? {} : { structured }),
    ...(text === undefined ? {} : { text }),
    isError,
  };
  return [
    gateEntry('gate.large_answer', { call: id, contact, bytes: largeBytes, answer }, { step }),
    ...kept.map(({ field, reference, text }) =>
      gateEntry('gate.kept_text', { call: id, contact, field, reference, characters: text.length, text }, { step }),
    ),
  ];
}

function shortText(value: JsonValue, field: string, kept: KeptText[]): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= HEAD_CHARACTERS + TAIL_CHARACTERS) return text;
  kept.push({ field, reference: newId('result'), text });
  return `${text.slice(0, headEnd(text))}\n[…]\n${text.slice(tailStart(text))}`;
}

/** Neither end cuts a character in two. */
function headEnd(text: string): number {
  return isPairAt(text, HEAD_CHARACTERS) ? HEAD_CHARACTERS - 1 : HEAD_CHARACTERS;
}

function tailStart(text: string): number {
  const start = text.length - TAIL_CHARACTERS;
  return isPairAt(text, start) ? start + 1 : start;
}

function isPairAt(text: string, index: number): boolean {
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index)];
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
