import type { Language } from '@rolecall/base';
import type { ReplyPart } from './entries.ts';
import type { Withheld } from './reply-check.ts';

/**
 * What the model is told of the sentences that did not leave, so that it can say once what may. Undefined when nothing has
 * to be said in their place: the runtime itself has told what happened, or what is refused.
 */
export function repairInstruction(
  withheld: readonly Withheld[],
  kept: readonly string[],
  told: readonly ReplyPart[],
  language: Language,
): string | undefined {
  if (withheld.every((each) => isAnsweredBy(each, told))) return undefined;
  const zh = language === 'zh';
  const listed = withheld.map(({ text, check }) => `- ${JSON.stringify(text.trim())}: ${REASONS[check][language]}`);
  const sent = [...told.map(({ text }) => text), kept.join('')].join(' ').trim();
  const rest = zh
    ? sent === ''
      ? '客户还没有收到任何内容。'
      : `客户已经收到：${JSON.stringify(sent)}`
    : sent === ''
      ? 'The customer has received nothing yet.'
      : `The customer has received: ${JSON.stringify(sent)}`;
  return zh
    ? `［系统提示］你刚才的答复中，以下内容被拦下，没有发给客户：\n${listed.join('\n')}\n${rest}\n现在只写应当代替被拦下内容发给客户的话：不重复已经收到的，不换一种说法再说被拦下的意思，不声称没有发生过的事，也不要提到这条提示。不能再调用工具。`
    : `[System note] These parts of your answer were held back and did not reach the customer:\n${listed.join('\n')}\n${rest}\nWrite only what should be sent in their place: do not repeat what was received, do not say the same in other words, claim nothing that did not happen, and do not mention this note. No tool can be called any more.`;
}

/** The runtime tells receipts and blocks, and what is refused, itself; nothing answers for other words. */
function isAnsweredBy({ check }: Withheld, told: readonly ReplyPart[]): boolean {
  if (check === 'never_say') return false;
  return told.some(
    ({ kind, operation }) =>
      (check === 'policy' && kind === 'refusal') ||
      (check === 'claim' && operation !== undefined && (kind === 'fixed' || kind === 'block')),
  );
}

const REASONS: Record<Withheld['check'], Record<Language, string>> = {
  claim: {
    zh: '没有执行成功的记录，也没有事实支持',
    en: 'no record shows that it was done, and no fact supports it',
  },
  never_say: { zh: '业务规定不能这样说', en: 'the business never says this' },
  policy: {
    zh: '业务政策目前不允许这样承诺',
    en: 'the business does not let this be promised as things stand',
  },
};
