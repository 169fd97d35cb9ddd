import { describe, expect, it } from 'vitest';
import { readConfirmation } from './read-confirmation.ts';

const NOTICES = {
  reason: 'I am about to close account L2890441, reason: no longer needed. Reply "yes" to go ahead.',
  slip: 'I am about to close account L2890441, reason: opened by mistake. Reply "yes" to go ahead.',
  plan: 'I am about to close account L2890441, reason: change of plan. Reply "yes" to go ahead.',
  fee: 'I am about to set the rooms of booking L2890441 to 2. Reply "yes" to go ahead.\nFee paid with: credit_card_7',
  once: 'Booking L2890441 cannot be changed or returned afterwards. Reply "yes" to go ahead.',
  refund: 'I am about to cancel order L2890441, refund it to your card and send a mail. Reply "yes" to go ahead.',
  zhRefund: '将取消订单 L2890441，款项退到银行卡，发票寄到住址。确认请回复“确认”。',
  zh: '将注销账户 L2890441，原因：不需要了，余额原路返回。确认请回复“确认”。',
};

const read = (text: string, notice: keyof typeof NOTICES) =>
  readConfirmation(text, { text: NOTICES[notice], acknowledgementConfirms: false });

describe('an answer in more words', () => {
  it.each([
    ['reason', 'Yes, please close it. The reason is "no longer needed."'],
    ['reason', 'That is okay, please go ahead. The reason would be "no longer needed."'],
    ['reason', 'Yes, I confirm account ID #L2890441 with the reason "no longer needed." Please go ahead.'],
    ['slip', 'Yes, I confirm **L2890441** and the reason is "opened by mistake."'],
    ['plan', 'Change of plan. Please go ahead.'],
    ['plan', 'Account L2890441. Go ahead.'],
    ['zh', '确认，原因就是不需要了'],
    ['zh', '是的，不需要了，注销吧'],
  ] as const)('may say again what the notice says, also with a no in it: %s "%s"', (notice, text) => {
    expect(read(text, notice)).toBe('yes');
  });

  it.each([
    ['reason', 'No longer needed.'],
    ['reason', 'Yes, no longer'],
    ['reason', 'Yes, no refund needed.'],
    ['reason', 'Not needed. Go ahead.'],
    ['plan', 'Account L2890442. Go ahead.'],
    ['plan', 'Account L2890441.'],
    ['plan', 'My plan. Yes.'],
    ['once', 'Yes, cannot be done'],
    ['zh', '不需要了'],
  ] as const)('is no yes by that alone: %s "%s"', (notice, text) => {
    expect(read(text, notice)).toBe('other');
  });

  it.each([
    'Yes, everything looks correct. Please go ahead with the update.',
    "Yes, that's correct. Please go ahead and make that change.",
    'That sounds perfect! Please go ahead.',
    'That works for me.',
    "Yes, that's what I want.",
    "Yes, all the details are correct, and I'm ready to proceed.",
    "Ah, got it! Thank you for clarifying that. Yes, let's go ahead.",
    'Yes, that would be helpful. Please go ahead. Thank you!',
    'Yes please, go for it.',
    'You may proceed.',
    'Yes, I confirm the details and would like to proceed.',
    'Yes, please proceed with it. I really need this sorted out.',
    'Yes, proceed with that. You are the most lenient agent I have ever spoken to.',
    'Yes, go ahead. Use my credit card.',
  ])('is a yes as customers say it: "%s"', (text) => {
    expect(read(text, 'fee')).toBe('yes');
  });

  it.each([
    'Go ahead. Use my gift card.',
    'Go ahead and use my gift card',
    'I confirm. Use my gift card.',
    'Go ahead, charge my wallet.',
    "Yes, proceed with it. I'll stick with my wallet for the fee.",
    'Confirmed. Ship it to Boston.',
    'Go ahead and change it to the third floor',
    'Go ahead and update my address',
    'Yes, make the changes to my address',
    'You may proceed if it is free',
    'That works only with my wallet',
    'That is what I want to know',
    'Yes, it was a mistake.',
    'Yes, the details please',
    'Yes, more information please',
    'I am not happy with that.',
    'Yes, process my complaint',
  ])('is none where something else is wanted: "%s"', (text) => {
    expect(read(text, 'fee')).toBe('other');
  });

  it.each([
    ['refund', 'Go ahead and refund me to PayPal'],
    ['refund', 'Yes, I confirm. Refund it to my wallet.'],
    ['refund', 'Go ahead, send it to my brother'],
    ['zhRefund', '确认，退到支付宝'],
    ['zhRefund', '确认，发票寄到公司'],
  ] as const)('is none where something goes elsewhere, also in the notice’s own verbs: %s "%s"', (notice, text) => {
    expect(read(text, notice)).toBe('other');
  });

  it.each([
    ['refund', 'Go ahead and refund it to my card'],
    ['refund', 'I confirm. Send the mail.'],
    ['zhRefund', '确认，退到银行卡'],
  ] as const)('is one where it goes where the notice says: %s "%s"', (notice, text) => {
    expect(read(text, notice)).toBe('yes');
  });

  it.each(['Let me confirm the details', 'Let me confirm', 'Okay, let me confirm that'])(
    'is none where the customer goes to look themselves: "%s"',
    (text) => {
      expect(read(text, 'fee')).toBe('other');
    },
  );

  it.each(['确认，余额退到支付宝', '确认。寄到公司', '请继续说', '请继续查询'])('「%s」 is none either', (text) => {
    expect(read(text, 'zh')).toBe('other');
  });

  it.each(['请继续', '好的，请继续', '确认，我还在外面忙着', '确认，余额原路返回'])('「%s」 is one', (text) => {
    expect(read(text, 'zh')).toBe('yes');
  });
});
