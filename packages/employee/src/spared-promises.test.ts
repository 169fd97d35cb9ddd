import { describe, expect, it } from 'vitest';
import { isSparedIn } from './found-pattern.ts';
import { withoutDeclinedWishes, withoutSparedPromises } from './spared-promises.ts';

const PROMISE = '保证.{0,12}(送达|到)|赔偿|打.{0,2}折|guarantee|compensat|discount|refund';
const isSpared = (text: string) => isSparedIn(text, PROMISE, withoutSparedPromises);
const isDeclined = (text: string) => isSparedIn(text, '人工|赔偿|human|refund', withoutDeclinedWishes);

describe('a sentence that promises nothing is spared', () => {
  it.each([
    '很抱歉，我们不能保证明天送达。',
    '我们无法承诺赔偿。',
    '这种情况不提供赔偿。',
    '暂不支持打八折。',
    '这个活动不能再打折。',
    '是否赔偿由客服主管决定。',
    '您问的是能不能打折吗？',
    '请问您说的是打八折吗？',
    '您提到的“打八折”我没有看到。',
    '您刚才说的“保证明天到”不在我们的服务里。',
    '赔偿的事我们无法办理。',
    '赔偿不在我的服务范围内。',
    'Discounts are not available.',
    'I am afraid we cannot give you any discount.',
    'We do not guarantee a delivery date.',
    'We never promise compensation.',
    'I cannot tell whether a refund is due.',
    'Do you mean the discount?',
    'You asked about "a discount of 20%", which I do not have.',
  ])('%j', (text) => expect(isSpared(text)).toBe(true));
});

describe('what promises is not', () => {
  it.each([
    '好的，我们会赔偿您。',
    '没问题，给您打八折。',
    '不仅赔偿，还送礼物。',
    '不得不赔偿您。',
    '我们不会不赔偿的。',
    '毫无疑问会赔偿。',
    '需要为您打八折吗？',
    '要不要给您打八折？',
    '您不用担心，我们保证明天送达。',
    '不用担心赔偿的事，一定给您。',
    '我承诺：“赔偿您一百元”。',
    '不能取消的话赔偿您。',
    '赔偿不会少您的。',
    '赔偿不能没有。',
    'No problem, we guarantee it.',
    'Not only a discount but a gift.',
    'Would you like a discount?',
    'You will certainly get a refund.',
    'We cannot wait to give you a discount, so here it is.',
    'There is no reason not to refund you.',
  ])('%j', (text) => expect(isSpared(text)).toBe(false));
});

describe('what a customer does not want is not asked for', () => {
  it.each(['不用转人工', '我不要赔偿。', '先不找人工', 'No refund please', 'I don’t want to talk to a human.'])(
    '%j',
    (text) => expect(isDeclined(text)).toBe(true),
  );

  it.each([
    '转人工',
    '不要机器人，我要人工',
    '为什么不赔偿',
    '能赔偿吗？',
    'I don’t understand, give me a human',
    'refund me',
  ])('%j is', (text) => expect(isDeclined(text)).toBe(false));
});
