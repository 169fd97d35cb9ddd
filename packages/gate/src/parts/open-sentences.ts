import type { Sentence } from '@rolecall/base/sentences';

/** Sentences that begin with what somebody else wrote: by their words alone, nearly any text could be one. */
export const OPEN_SENTENCES = {
  item: { en: 'for item {index} of {list}: {why}', zh: '{list} 的第 {index} 项（从 0 数起）：{why}' },
  cannot: { en: '{expression} cannot be evaluated: {why}', zh: '{expression} 无法求值：{why}' },
  each: { en: '{expression} is true for each of {count}', zh: '{expression} 对 {count} 项都成立' },
  empty: { en: '{list} is empty', zh: '{list} 是空的' },
  no_list: { en: '{list} is no list', zh: '{list} 不是列表' },
  too_many: {
    en: '{list} has {count} items; at most {most} are looked at',
    zh: '{list} 有 {count} 项，最多看 {most} 项',
  },
  no_amount: { en: '{expression} is {value}, which is no amount', zh: '{expression} 的值是 {value}，不是金额' },
  answered: { en: '{capability} answered {code}', zh: '{capability} 回答 {code}' },
  gave_at_because: {
    en: '{capability} gave {code} at boundary {boundary}: {why}',
    zh: '{capability} 在「{boundary}」边界得到 {code}：{why}',
  },
  gave_at: {
    en: '{capability} gave {code} at boundary {boundary}',
    zh: '{capability} 在「{boundary}」边界得到 {code}',
  },
  gave_because: { en: '{capability} gave {code}: {why}', zh: '{capability} 得到 {code}：{why}' },
  gave: { en: '{capability} gave {code}', zh: '{capability} 得到 {code}' },
  value: { en: '{expression} is {value}', zh: '{expression} 的值是 {value}' },
} as const satisfies Readonly<Record<string, Sentence>>;

declare const open: unique symbol;
/** A detail that no type tells from any text; made here, and nowhere else. */
export type OpenDetail = string & { readonly [open]: true };

/** One of these sentences with its values, in the order of its places. */
export function openDetail(id: keyof typeof OPEN_SENTENCES, ...values: readonly (string | number)[]): OpenDetail {
  const pieces = PIECES.get(id) ?? [];
  let text = pieces[0] ?? '';
  for (let index = 1; index < pieces.length; index++) text += `${values[index - 1]}${pieces[index]}`;
  return text as OpenDetail;
}

/** What an asset, a schema or a system says against a call, in the words that they have for it. */
export function quotedDetail(text: string): OpenDetail {
  return text as OpenDetail;
}

const PIECES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(OPEN_SENTENCES).map(([id, { en }]) => [id, en.split(/\{\w+\}/)]),
);
