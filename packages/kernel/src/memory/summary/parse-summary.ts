import { isJsonObject, type JsonObject, type Language } from '@rolecall/base';
import { SUMMARY_TYPES, type SummaryContent, type SummaryType } from '../memory-port.ts';
import { extractVerbatim } from './extract-verbatim.ts';
import { type Passage, shortened, wordsOf } from './passages.ts';
import { foldSubject } from './subject.ts';
import type { SummaryScope } from './summary-prompt.ts';

const TEXT_CHARACTERS = { round: 600, conversation: 6_000 } as const;
const ITEM_CHARACTERS = 200;
const SUBJECT_CHARACTERS = 40;
const MOST_ITEMS = { round: 20, conversation: 60 } as const;

/**
 * What a model wrote as a summary, or undefined when it is not usable: not the form, not a type, no text, or a number
 * that was never said. Items that do not stand word for word in the material are left out; those that the model has
 * left out are put in.
 */
export function parseSummary(
  written: string,
  passages: readonly Passage[],
  { language, scope }: { readonly language: Language; readonly scope: SummaryScope },
): SummaryContent | undefined {
  const object = jsonObjectIn(written);
  if (!object) return undefined;
  const type = summaryType(object.type);
  const text = typeof object.text === 'string' ? object.text.trim() : '';
  const material = wordsOf(passages);
  if (type === undefined || text === '' || inventsNumber(text, material)) return undefined;
  const given = Array.isArray(object.verbatim) ? object.verbatim : [];
  const kept = given.filter((item): item is string => typeof item === 'string' && stands(item, material));
  const prose = `${text}\n${kept.join('\n')}`;
  const missing = extractVerbatim(passages).filter((item) => !stands(item, prose));
  const subject = typeof object.subject === 'string' ? shortened(object.subject, SUBJECT_CHARACTERS) : '';
  return {
    type,
    text: shortened(text, TEXT_CHARACTERS[scope]),
    verbatim: [...new Set([...kept.map((item) => shortened(item.trim(), ITEM_CHARACTERS)), ...missing])].slice(
      0,
      MOST_ITEMS[scope],
    ),
    subject: foldSubject(subject),
    language,
    writtenBy: 'model',
  };
}

/** The first JSON object in a text: models put fences and words around it. */
function jsonObjectIn(text: string): JsonObject | undefined {
  const start = text.indexOf('{');
  for (let end = text.lastIndexOf('}'); start >= 0 && end > start; end = text.lastIndexOf('}', end - 1)) {
    try {
      const value: unknown = JSON.parse(text.slice(start, end + 1));
      return isJsonObject(value) ? value : undefined;
    } catch {
      // A shorter end may still be the end of the object.
    }
  }
  return undefined;
}

function summaryType(value: unknown): SummaryType | undefined {
  return SUMMARY_TYPES.find((type) => type === value);
}

function stands(item: string, material: string): boolean {
  const wanted = squeezed(item);
  return wanted !== '' && squeezed(material).includes(wanted);
}

/** Long numbers are amounts, ids and dates; a short one may be a count of the model's own. */
function inventsNumber(text: string, material: string): boolean {
  const there = squeezed(material);
  return (text.normalize('NFKC').match(/\d[\d,]{2,}/gu) ?? []).some((number) => !there.includes(squeezed(number)));
}

function squeezed(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s,，]+/gu, '');
}
