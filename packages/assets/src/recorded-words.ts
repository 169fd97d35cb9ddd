import { sentenceReader } from '@rolecall/base/sentences';
import { failureInChinese } from './expression/failure-words.ts';
import { schemaProblemInChinese } from './json-schema/schema-sentences.ts';
import { SPACE_SENTENCES } from './space-sentences.ts';

/**
 * The Chinese of what assets say in a record: why a static boundary lets through or holds back, what a schema has against a
 * value, why an expression could not be evaluated. Undefined where it is none of these. For the browser too: imports nothing
 * that is not.
 */
export function recordedInChinese(text: string): string | undefined {
  return reasonsInChinese(text.split(', and ')) ?? schemaProblemInChinese(text) ?? failureInChinese(text);
}

const ID = { form: '\\S+' };
const IDS = { form: '\\S+(?: or \\S+)*', read: (text: string) => text.replaceAll(' or ', ' 或 ') };

const reasonInChinese = sentenceReader(Object.values(SPACE_SENTENCES), {
  business: ID,
  capability: ID,
  contract: IDS,
  domain: ID,
  employee: ID,
  others: { form: '\\S+(?:, \\S+)*' },
  pack: ID,
  requirement: IDS,
  server: ID,
  stages: IDS,
  task: IDS,
  tool: ID,
});

/** Several are joined by words that also stand within one. */
function reasonsInChinese(pieces: readonly string[]): string | undefined {
  for (let count = pieces.length; count > 0; count--) {
    const first = reasonInChinese(pieces.slice(0, count).join(', and '));
    if (first === undefined) continue;
    if (count === pieces.length) return first;
    const rest = reasonsInChinese(pieces.slice(count));
    if (rest !== undefined) return `${first}，而且 ${rest}`;
  }
  return undefined;
}
