import type { Language } from '@rolecall/base';

type Text = Readonly<Record<Language, (values: Readonly<Record<string, string>>) => string>>;

/**
 * The sentences that the engine itself says, where no asset has one. Neutral: how a business speaks stands in its reply
 * assets.
 */
const TEXTS = {
  disclosure: {
    zh: () => '我是人工智能（AI）员工，不是真人。',
    en: () => 'I am an AI employee, not a person.',
  },
  greeting: {
    zh: ({ name }) => `您好，我是${name}。`,
    en: ({ name }) => `Hello, I am ${name}.`,
  },
  can_do: {
    zh: ({ titles }) => `我没有完全明白您的意思。我可以帮您：${titles}。`,
    en: ({ titles }) => `I did not quite understand. I can help with: ${titles}.`,
  },
  can_do_nothing: {
    zh: () => '我没有完全明白您的意思，请换一种说法。',
    en: () => 'I did not quite understand. Could you say it another way?',
  },
  model_failed: {
    zh: () => '抱歉，我这边暂时出了问题，没能回答您。您的消息已经收到，请稍后再发一次。',
    en: () =>
      'Sorry, something went wrong on my side and I could not answer. Your message was received; please try again in a moment.',
  },
  too_long: {
    zh: () => '您这条消息太长，我无法一次处理。请缩短后再发，或分几条发给我。',
    en: () => 'That message is too long for me to handle at once. Please shorten it, or send it in parts.',
  },
  claim_withheld: {
    zh: () => '说明一下：您提到的操作目前没有执行成功的记录，请以我明确告知的结果为准。',
    en: () =>
      'To be clear: I have no record that this action was carried out. Please rely only on results that I state explicitly.',
  },
  sentence_withheld: {
    zh: () => '这一点我不能答复。',
    en: () => 'That is something I cannot say.',
  },
  nothing_to_confirm: {
    zh: () => '目前没有等待您确认的操作，我没有执行任何新的操作。',
    en: () => 'There is nothing waiting for your confirmation, and I have executed nothing new.',
  },
  last_result: {
    zh: ({ text }) => `上一次的结果：${text}`,
    en: ({ text }) => `The last result: ${text}`,
  },
  step_failed: {
    zh: () => '抱歉，处理您的消息时出了问题，这一轮没有完成。请稍后再试。',
    en: () =>
      'Sorry, something went wrong while I was handling your message and it was not completed. Please try again.',
  },
} satisfies Record<string, Text>;

export type EngineTextId = keyof typeof TEXTS;

/** A sentence of the engine in a language. */
export function engineText(
  id: EngineTextId,
  language: Language,
  values: Readonly<Record<string, string>> = {},
): string {
  const text: Text = TEXTS[id];
  return text[language](values);
}
