import { findTimes } from '../time/find-times.ts';
import { type Passage, sentencesOf, shortened } from './passages.ts';

/** Where the sentence is no longer word for word worth having. */
const SENTENCE_CHARACTERS = 120;
const MOST_ITEMS = 12;
/** Only for finding where a date stands; which day it is does not matter here. */
const ANY_DAY = '2000-06-15';

const ADDRESSES = /https?:\/\/[^\s<>"'，。）)]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
/** An order number, a file name with a number, a version: letters and digits, or a mark and digits. */
const IDS =
  /(?<![\p{L}\p{N}])[#№]?(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z_-]|[#№])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*|[#№]\w*\d\w*/gu;
const NUMBERS =
  /[¥$€£]?\s?\d[\d,]*(?:\.\d+)?\s?(?:%|‰|元|块钱?|万|亿|千|公斤|斤|克|公里|米|厘米|个|件|张|次|人|位|岁|小时|分钟|天|周|年|度|折|号|栋|层|室|楼|期|条|页|[a-zA-Z]{1,3}(?![a-zA-Z]))?/gu;
const DECISION =
  /决定|确认|定下来|就这么|就选|选定|同意|批准|取消|改成|改为|换成|不再|\b(?:decid\w*|confirm\w*|agreed?|approved?|cancel\w*|settled on|go with|instead|no longer|changed to)\b/iu;
const OPEN_ITEM =
  /待(?:办|定|确认|处理|补|回复)|还没|尚未|还需|仍需|需要你|稍后|之后再|下次|回头|等.{1,10}再|\b(?:to ?do|pending|not yet|still (?:need|open|waiting)|follow[ -]?up|next time|waiting for|later|by (?:tomorrow|monday|friday))\b/iu;

/**
 * What of a conversation has to stay word for word: addresses, ids, dates, numbers, then the sentences that decide or
 * leave something open. Each once, and nothing that stands inside another of them.
 */
export function extractVerbatim(passages: readonly Passage[]): readonly string[] {
  const items = new Set<string>();
  for (const { text } of passages) {
    let rest = text;
    const take = (found: readonly string[]) => {
      for (const item of found) {
        items.add(item.trim());
        // A bar, for a space would let what stands around it grow together.
        rest = rest.replaceAll(item, '|');
      }
    };
    take(rest.match(ADDRESSES) ?? []);
    take(findTimes(rest, ANY_DAY).map(({ start, end }) => rest.slice(start, end)));
    take(rest.match(IDS) ?? []);
    take(rest.match(NUMBERS) ?? []);
  }
  for (const { by, text } of passages) {
    if (by === 'tool') continue;
    for (const sentence of sentencesOf(text)) {
      const isQuestion = /[？?]$/u.test(sentence);
      if (!isQuestion && (DECISION.test(sentence) || OPEN_ITEM.test(sentence)))
        items.add(shortened(sentence, SENTENCE_CHARACTERS));
    }
  }
  return withoutParts([...items].filter((item) => item !== '')).slice(0, MOST_ITEMS);
}

function withoutParts(items: readonly string[]): readonly string[] {
  return items.filter((item) => !items.some((other) => other !== item && other.includes(item)));
}
