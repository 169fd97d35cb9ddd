import { fillSentence, type Sentence } from '@rolecall/base/sentences';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { BLOCK_CODES } from './block-codes.ts';
import { BLOCK_REASONS } from './block-reasons.ts';
import { OPEN_SENTENCES, openDetail } from './open-sentences.ts';
import { ORIGINS } from './origins.ts';
import { READ_SENTENCES, SYSTEM_SENTENCES } from './outside-sentences.ts';
import { PART_NAMES, type PartName } from './part-names.ts';
import { PART_SENTENCES, type PartDetail } from './part-sentences.ts';
import { partWords } from './part-words.ts';

const DETAILS: readonly Sentence[] = [
  ...PART_SENTENCES,
  ...Object.values(OPEN_SENTENCES),
  ...SYSTEM_SENTENCES,
  ...READ_SENTENCES,
];
const inChinese = (detail: string) => partWords({ what: 'ledger', detail }, 'zh').detail;

const id = fc.stringMatching(/^[a-z][a-z0-9_]{2,9}$/);
const count = fc.nat({ max: 5_000 }).map(String);
const moment = fc.constant('2026-03-02T08:00:00.000Z');
const json = fc.jsonValue({ depthSize: 'small' }).map((value) => JSON.stringify(value));
const EXPRESSIONS = [
  "args.order_id == 'no is that'",
  'facts.order.status in ["pending", "a, b"]',
  'args.list',
  'size(args.items) > 2',
];

/** What can stand at a place; what has words of its own, with them. */
const AT: Readonly<Record<string, fc.Arbitrary<string | Sentence>>> = {
  at: moment,
  arguments: fc.array(id, { minLength: 1, maxLength: 3 }).map((names) => names.join(', ')),
  boundary: fc.constant({ en: 'connected', zh: '已连接' }),
  bytes: count,
  capability: id.map((action) => `order:${action}`),
  codes: id,
  count,
  entry: count,
  error: fc.constantFrom('TypeError', 'connect ECONNREFUSED 127.0.0.1:9'),
  expression: fc.constantFrom(...EXPRESSIONS),
  index: count,
  list: fc.constantFrom('args.items', 'reads.order.lines'),
  means: fc.constantFrom({ en: 'text', zh: '文字' }, { en: 'button', zh: '按钮' }),
  measure: fc.constantFrom('args.amount', 'reads.order.total * 2'),
  more: count,
  most: count,
  origin: fc.constantFrom(...Object.entries(ORIGINS).map(([en, { zh }]) => ({ en, zh }))),
  owner: fc.constantFrom({ en: 'contact', zh: '联系人' }, { en: 'organisation', zh: '组织' }),
  problem: fc.constant({ en: 'It must be string.', zh: '它的类型必须是 string。' }),
  said: fc.constant('permission denied: /etc'),
  seconds: count,
  stages: fc.constantFrom({ en: 'no stage', zh: '（无）' }, { en: 'open, review', zh: 'open、review' }),
  state: fc.constantFrom({ en: 'executing', zh: '执行中' }, { en: 'missing', zh: '没有记录' }),
  used: fc.constantFrom('0', '12.5', 'Infinity'),
  value: json,
  why: fc.constantFrom(
    { en: 'There is no key "x".', zh: '没有键“x”。' },
    { en: 'credential_x is missing', zh: '缺少 credential_x' },
    { en: 'what a program said', zh: 'what a program said' },
  ),
};

/** A sentence with its places filled, in both languages. */
const told = (sentence: Sentence): fc.Arbitrary<Sentence> => {
  const names = [...sentence.en.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const values = fc.record(Object.fromEntries(names.map((name) => [name, AT[name] ?? id])));
  const inOne = (language: keyof Sentence, own: Readonly<Record<string, string | Sentence>>) =>
    fillSentence(sentence[language], (name) => {
      const value = own[name];
      return typeof value === 'object' ? value[language] : value;
    });
  return values.map((own) => ({ en: inOne('en', own), zh: inOne('zh', own) }));
};

describe('a recorded part', () => {
  it.each(DETAILS)('is read in Chinese with everything that stands in it: $en', (sentence) => {
    fc.assert(
      fc.property(told(sentence), ({ en, zh }) => {
        expect(inChinese(en)).toBe(zh);
      }),
      { numRuns: 60 },
    );
  });

  it.each(DETAILS)('carries the same in both languages: $en', ({ en, zh }) => {
    const places = (text: string) => new Set(text.match(/\{\w+\}/g));
    expect(places(zh)).toEqual(places(en));
    expect(zh).toMatch(/\p{Script=Han}|^\{origin\}$|\{problem\}/u);
  });

  it.each(PART_NAMES)('has a Chinese name: $en', (sentence) => {
    fc.assert(
      fc.property(told(sentence), ({ en, zh }) => {
        expect(partWords({ what: en }, 'zh').what).toBe(zh);
      }),
      { numRuns: 10 },
    );
  });

  it('is read through and through where one sentence stands in another', () => {
    const within = openDetail('cannot', 'item.x == 1', 'There is no key "x".');
    expect(inChinese(openDetail('item', 2, 'args.items', within))).toBe(
      'args.items 的第 2 项（从 0 数起）：item.x == 1 无法求值：没有键“x”。',
    );
    expect(inChinese('order:get gave credential_missing at boundary connected: shop_key is missing')).toBe(
      'order:get 在「已连接」边界得到 credential_missing：缺少 shop_key',
    );
  });

  it('that nobody knows is shown as it stands, and in English all are', () => {
    const old = { what: 'weather', detail: 'it rained' };
    expect(partWords(old, 'zh')).toEqual(old);
    for (const { en } of PART_SENTENCES) expect(partWords({ what: 'task', detail: en }, 'en').detail).toBe(en);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof inChinese(text) === 'string'));
  });

  it('can be recorded only with a name and in a sentence that have Chinese words', () => {
    expectTypeOf<'argument order_id'>().toExtend<PartName>();
    expectTypeOf<'weather'>().not.toExtend<PartName>();
    expectTypeOf<'granted to mia'>().toExtend<PartDetail>();
    expectTypeOf<'it rained'>().not.toExtend<PartDetail>();
    expectTypeOf<'args.x is true'>().not.toExtend<PartDetail>();
    expectTypeOf<string>().not.toExtend<PartDetail>();
  });
});

it('every block code, reason of the gate and origin has words in both languages', () => {
  for (const words of [BLOCK_CODES, BLOCK_REASONS, ORIGINS].flatMap((table) => Object.values<Sentence>(table))) {
    expect(words.en).toMatch(/^[A-Z][a-z' ]/);
    expect(words.zh).toMatch(/\p{Script=Han}/u);
  }
});
