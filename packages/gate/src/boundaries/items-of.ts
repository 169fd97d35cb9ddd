import type { JsonValue } from '@rolecall/base';
import { type Bindings, evaluateExpression } from '../expressions.ts';
import { type OpenDetail, openDetail } from '../parts/open-sentences.ts';

/** Nothing is looked at, let alone read, for more items than these. */
const MOST_ITEMS = 20;

/** The items of a list for which something is looked at one by one, or why there are none. */
export function itemsOf(
  list: string,
  bindings: Bindings,
): { readonly ok: true; readonly values: readonly JsonValue[] } | { readonly ok: false; readonly message: OpenDetail } {
  const result = evaluateExpression(list, bindings);
  if (!result.ok) return { ok: false, message: openDetail('cannot', list, result.message) };
  if (!Array.isArray(result.value)) return { ok: false, message: openDetail('no_list', list) };
  const values: readonly JsonValue[] = result.value;
  if (values.length <= MOST_ITEMS) return { ok: true, values };
  return { ok: false, message: openDetail('too_many', list, values.length, MOST_ITEMS) };
}

/** The bindings inside of it. */
export function withItem(bindings: Bindings, item: JsonValue, index: number): Bindings {
  return { ...bindings, item, index };
}
