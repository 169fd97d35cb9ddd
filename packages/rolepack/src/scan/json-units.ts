import { codeUnits, markdownUnits, type TextUnit } from './text-units.ts';

/**
 * A JSON text as what it is and as what it says: its lines as data, and each sentence among its values as prose, since a
 * description or a hand-off prompt reaches the model like any other text.
 */
export function jsonUnits(text: string): TextUnit[] {
  const units = codeUnits(text, 'json');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return units;
  }
  let line = 1;
  let from = 0;
  let block = 1;
  let misses = 0;
  for (const sentence of sentencesIn(value)) {
    // Values come in the order of the text, so that one pass finds all their lines.
    const at = misses > MOST_MISSES ? -1 : text.indexOf(JSON.stringify(sentence).slice(1, 60), from);
    if (at < 0) misses++;
    else {
      for (let index = from; index < at; index++) if (text.charCodeAt(index) === 10) line++;
      from = at;
    }
    for (const unit of markdownUnits(sentence)) units.push({ ...unit, line, block: unit.block + block });
    block += 1000;
  }
  return units;
}

/** Values that are written with other escapes are not found; looking for ever more of them would not be linear. */
const MOST_MISSES = 20;

/** Every text of some length with more than one word; no recursion, whatever the depth. */
function sentencesIn(value: unknown): string[] {
  const found: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') {
      if (one.length >= 12 && /\s|[\u4e00-\u9fff]/.test(one)) found.push(one);
    } else if (typeof one === 'object' && one !== null) {
      // One by one: a list may be longer than a call takes arguments.
      for (const member of Object.values(one).reverse()) left.push(member);
    }
  }
  return found;
}
