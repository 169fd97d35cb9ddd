import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import type { PastCall } from './read-prompt.ts';

/** What a look-up of material gave, without the marks around it. */
export interface FoundPassage {
  readonly source: string;
  readonly text: string;
}

/** The passages in the answer of a look-up; none when nothing was found. */
export function foundPassages({ output }: PastCall): readonly FoundPassage[] {
  const result = isJsonObject(output) && isJsonObject(output.result) ? output.result : {};
  const passages: readonly (JsonValue | undefined)[] = Array.isArray(result.passages) ? result.passages : [];
  return passages.filter(isJsonObject).flatMap(passageIn);
}

function passageIn({ source, text, untrusted_text: fenced }: JsonObject): readonly FoundPassage[] {
  const words = typeof fenced === 'string' ? withoutMarks(fenced) : text;
  return typeof words === 'string' && words !== ''
    ? [{ source: typeof source === 'string' ? source : '', text: words }]
    : [];
}

function withoutMarks(text: string): string {
  return text.replace(/^<untrusted[^>]*>\n?/u, '').replace(/\n?<\/untrusted>\s*$/u, '');
}
