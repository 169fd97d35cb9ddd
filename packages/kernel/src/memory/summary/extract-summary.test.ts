import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SUMMARY_TYPES } from '../memory-port.ts';
import { extractSummary } from './extract-summary.ts';
import { extractVerbatim } from './extract-verbatim.ts';
import { passagesOf, sentencesOf } from './passages.ts';
import { subjectOf } from './subject.ts';

const typeOf = (input: string) => extractSummary([{ by: 'user', text: input }], 'zh').type;

describe('an extracted summary', () => {
  it.each([
    ['我喜欢靠窗', 'preference'],
    ['I always prefer tea', 'preference'],
    ['我决定退掉它', 'decision'],
    ["Let's go with the blue one", 'decision'],
    ['我打算下个月去杭州', 'intent'],
    ['I want to move', 'intent'],
    ['我住在苏州', 'fact'],
    ['My dog is three', 'fact'],
    ['今天天气怎么样', 'general'],
  ])('%s is told as %s', (input, type) => {
    expect(typeOf(input)).toBe(type);
  });

  it('stays short and well formed for any round', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, text, (input, reply) => {
        const summary = extractSummary(passagesOf({ input, reply }), 'en');
        expect([...summary.text].length).toBeLessThan(420);
        expect(summary.text.isWellFormed()).toBe(true);
        expect(SUMMARY_TYPES).toContain(summary.type);
      }),
    );
  });
});

describe('what stays word for word', () => {
  const of = (text: string) => extractVerbatim([{ by: 'user', text }]);

  it('is addresses, ids, dates and numbers, whole', () => {
    expect(
      of('写信到 a.b@example.com，看 https://example.com/x?y=1，单号 #W2890441，共 1,299.00 元，3 月 5 日到'),
    ).toEqual(['a.b@example.com', 'https://example.com/x?y=1', '3 月 5 日', '#W2890441', '1,299.00 元']);
  });

  it('is what was decided and what is open, as sentences, and no question', () => {
    expect(of('我们决定用红色。要不要改成蓝色？合同还没签。')).toEqual(['我们决定用红色。', '合同还没签。']);
    expect(of('We agreed on red. The contract is red.')).toEqual(['We agreed on red.']);
    expect(of('The refund is pending.')).toEqual(['The refund is pending.']);
  });

  it('always stands in the material', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('12.5', '元', 'A1', '#9', '5月8日', '决定', '。', ' ', 'x@y.cn', '，', '还没')),
        (parts) => {
          const text = parts.join('');
          for (const item of of(text)) expect(text).toContain(item.replace(/…$/u, ''));
        },
      ),
    );
  });
});

describe('the subject of a statement', () => {
  it.each([
    ['我的收货地址是东街一号', '收货地址'],
    ['把我的收货地址改成西街', '收货地址'],
    ['我的手机号现在换成了 555-0100', '手机号'],
    ['my delivery address is 1 East Street', 'delivery address'],
    ['My phone number was changed to 555-0100', 'phone number'],
    ['今天天气不错', undefined],
    ['我的订单是不是丢了', undefined],
  ])('of %s is %s', (text, subject) => {
    expect(subjectOf(text)).toBe(subject);
  });
});

it('sentences end at marks and not inside numbers or names', () => {
  expect(sentencesOf('共 12.5 元。see a.ts now. Done!')).toEqual(['共 12.5 元。', 'see a.ts now.', 'Done!']);
});
