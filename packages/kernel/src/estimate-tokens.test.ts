import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

const REPOSITORY = resolve(import.meta.dirname, '../../..');
const DATA = resolve(REPOSITORY, process.env.ROLECALL_DATA ?? '../shared/data');

const TEXTS = {
  dialogue:
    '您好，我上周五在你们店里买的那双鞋子，到现在还没有收到，请问是怎么回事？麻烦帮我查一下，谢谢。' +
    '好的，请您稍等，我马上为您查询一下订单的情况。您的包裹昨天已经到了本市，预计今天下午会送到，请您注意接听电话。',
  formal:
    '根据《中华人民共和国消费者权益保护法》第二十五条之规定，经营者采用网络、电视、电话、邮购等方式销售商品，消费者有权自收到商品之日起七日内退货，且无需说明理由，' +
    '但下列商品除外：消费者定作的；鲜活易腐的；在线下载或者消费者拆封的音像制品、计算机软件等数字化商品；交付的报纸、期刊。',
  technical:
    '请先执行 npm install，然后在 config.json 里把 timeout 改成 30000，再重启 nginx 服务。如果日志里还有 ECONNRESET，请检查 TLS 1.3 握手。',
  traditional: '這個週末我們要去圖書館還書，順便買點東西，您覺得怎麼樣？如果您不介意的話，可以跟我們一起去。',
  spaced: '我 想 问 一下 , 3 号 订单 什么 时候 能 到 ?',
};

describe('estimateTokens', () => {
  it.each(Object.entries(TEXTS))('counts Chinese text of the kind "%s" within 0.95 to 1.6 of o200k', (_, text) => {
    const ratio = estimateTokens(text) / countTokens(text);
    expect(ratio).toBeGreaterThanOrEqual(0.95);
    expect(ratio).toBeLessThanOrEqual(1.6);
  });

  it.each([
    [
      'English',
      'The customer wants to know why the parcel that was promised for Friday has not arrived yet, and asks for a refund.',
    ],
    ['JSON', '{"order_id":"#W2890441","items":[{"sku":"A-100","quantity":2,"price":19.99}],"status":"pending"}'],
    ['code', 'export function addUsage(round: RunningRound, usage: StepUsage): void { round.usage.inputTokens += 1; }'],
    ['an identifier', '550e8400-e29b-41d4-a716-446655440000 3f9a7b2c0d4e5f61a8b9'],
    ['emoji', '😀👍🏽👨‍👩‍👧🇨🇳❤️🎉🔥✅'],
    ['rare hanzi', '龘䶮𠮷㐂犇骉猋𪚥靐齉爩'],
    ['base64', 'aGVsbG8gd29ybGQsIHRoaXMgaXMgYSBsb25nIHRleHQgaW4gYmFzZTY0IGVuY29kaW5nIQ'],
  ])('does not count %s far too short or far too long', (_, text) => {
    const ratio = estimateTokens(text) / countTokens(text);
    expect(ratio).toBeGreaterThanOrEqual(0.8);
    expect(ratio).toBeLessThanOrEqual(1.9);
  });

  it('counts nothing for nothing, and something for every text there is', () => {
    expect(estimateTokens('')).toBe(0);
    for (const text of ['a', '。', '\n', '\u{1F600}', '\ud83d', '\udc00', '\u0000'])
      expect(estimateTokens(text)).toBeGreaterThan(0);
  });

  it('never counts a text longer than its bytes', () => {
    for (const text of Object.values(TEXTS)) expect(estimateTokens(text)).toBeLessThan(Buffer.byteLength(text));
  });
});

const hasData = existsSync(join(DATA, 'memory/memorybank-zh.json'));

describe.skipIf(!hasData)(`estimateTokens on real text (skipped without the data folder ${DATA})`, () => {
  it.each(['memory/memorybank-zh.json', 'memory/dulemon-samples-zh.json'])('stays within 0.95 to 1.6 on %s', (file) => {
    expectWithinBounds(chunksOf(stringsIn(JSON.parse(readFileSync(join(DATA, file), 'utf8')))));
  });

  it.each([
    'zh-cmrc-dev/docs.jsonl',
    'zh-xquad/docs.jsonl',
    'zh-egret-support/docs.jsonl',
    'zh-egret-support/queries.jsonl',
  ])('stays within 0.95 to 1.6 on faq/%s', (file) => {
    const lines = readFileSync(join(DATA, 'faq', file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .slice(0, 600);
    expectWithinBounds(chunksOf(lines.flatMap((line) => stringsIn(JSON.parse(line)))));
  });
});

/** The whole stays within the bounds, and so do at least 19 of 20 pieces of a page each. */
function expectWithinBounds(chunks: readonly string[]): void {
  const counts = chunks.map((chunk) => ({ estimated: estimateTokens(chunk), real: countTokens(chunk) }));
  const whole = sum(counts.map(({ estimated }) => estimated)) / sum(counts.map(({ real }) => real));
  expect(whole).toBeGreaterThanOrEqual(0.95);
  expect(whole).toBeLessThanOrEqual(1.6);
  const outside = counts.filter(({ estimated, real }) => estimated / real < 0.95 || estimated / real > 1.6);
  expect(outside.length / counts.length).toBeLessThanOrEqual(0.05);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Texts joined to pieces of at least 500 characters. */
function chunksOf(texts: readonly string[]): string[] {
  const chunks: string[] = [];
  let open = '';
  for (const text of texts) {
    open += `${text}\n`;
    if (open.length < 500) continue;
    chunks.push(open);
    open = '';
  }
  return chunks.slice(0, 400);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return /\p{Script=Han}/u.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
