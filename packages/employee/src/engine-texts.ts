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
  stopped: {
    zh: () => '我先停在这里，其余部分还没有完成。需要的话请再发一条消息，我接着处理。',
    en: () => 'I stop here; the rest is not done yet. Send another message and I will go on.',
  },
  step_done: {
    zh: () => '这一步先做到这里。请回复“继续”，我接着处理。',
    en: () => 'That is it for this step. Say "go on" and I will continue.',
  },
  answer_missing: {
    zh: () => '抱歉，我没能给出答复，请再问我一次。',
    en: () => 'Sorry, I could not put an answer together. Please ask me once more.',
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
  refused: {
    zh: () => '这件事我不能答应您。',
    en: () => 'I cannot agree to that.',
  },
  not_with_refusal: {
    zh: ({ title }) => `「${title}」这次没有提交：您的消息里有我不能答应的事。如果您仍要办理，请单独告诉我。`,
    en: ({ title }) =>
      `"${title}" was not submitted this time: your message asks for something that I cannot agree to. If you still want it, please tell me on its own.`,
  },
  nothing_to_confirm: {
    zh: () => '目前没有等待您确认的操作，我没有执行任何新的操作。',
    en: () => 'There is nothing waiting for your confirmation, and I have executed nothing new.',
  },
  button_not_open: {
    zh: () => '这个按钮对应的操作已经不在等待确认，我没有执行任何新的操作。',
    en: () => 'What this button belongs to no longer waits for a confirmation, and I have executed nothing new.',
  },
  postponed: {
    zh: ({ title, most }) =>
      `「${title}」还没有提交：我一次最多请您确认 ${most} 件事。请先答复下面的确认，然后再告诉我一次。`,
    en: ({ title, most }) =>
      `"${title}" has not been submitted: I can ask you to confirm ${most} things at a time. Please answer the question below first, then tell me again.`,
  },
  confirm_list: {
    zh: ({ count }) => `有 ${count} 件事请您确认：`,
    en: ({ count }) => `Please confirm ${count} things:`,
  },
  confirm_list_how: {
    zh: () => '全部同意请回复“确认”；只同意其中几件，请回复编号，例如“1”或“1和2”；都不需要请回复“不用了”。',
    en: () =>
      'Reply "confirm" to go ahead with all of them, their numbers for some (such as "1" or "1 and 2"), or "no" for none.',
  },
  still_waiting: {
    zh: ({ count }) => `另有 ${count} 件没有执行，仍在等您确认。`,
    en: ({ count }) => `Not done, and still waiting for your confirmation: ${count}.`,
  },
  awaiting_approval: {
    zh: ({ title }) => `「${title}」需要我的同事批准后才能执行，目前没有执行。我已经转交，有了结果会告诉您。`,
    en: ({ title }) =>
      `"${title}" has to be approved by a colleague of mine first. Nothing was done yet; I have passed it on and will tell you what comes of it.`,
  },
  unknown_capability: {
    zh: () => '这件事',
    en: () => 'this',
  },
  last_result: {
    zh: ({ text }) => `上一次的结果：${text}`,
    en: ({ text }) => `The last result: ${text}`,
  },
  handed_over: {
    zh: () => '我把这个会话转给人工处理。',
    en: () => 'I am handing this conversation over to a person.',
  },
  handed_over_meanwhile: {
    zh: () => '您可以继续留言，人工都看得到；在人工答复之前，我不会自动回复，也不会办理新的操作。',
    en: () =>
      'You can go on writing, and they will see it; until they answer I will not reply by myself or carry anything out.',
  },
  waits_for_confirmation: {
    zh: ({ title }) => `「${title}」还在等您确认，没有办理。`,
    en: ({ title }) => `"${title}" was still waiting for your confirmation and has not been carried out.`,
  },
  held_by_person: {
    zh: ({ title }) => `这个会话现在由人工处理，您的确认没有触发任何操作，「${title}」没有办理。`,
    en: ({ title }) =>
      `A person has this conversation now: your confirmation has set nothing in motion, and "${title}" has not been carried out.`,
  },
  nobody_yet: {
    zh: () => '人工暂时还没有答复。您的留言都已记录，人工会看到。如果希望由我（AI 员工）接着处理，请回复“继续”。',
    en: () =>
      'No person has answered yet. Everything you wrote is kept, and they will see it. If you would like me, the AI employee, to go on, reply "continue".',
  },
  nobody_yet_wait: {
    zh: () => '人工暂时还没有答复。您的留言都已记录，人工会看到；这件事要由人来处理，请再等一等。',
    en: () =>
      'No person has answered yet. Everything you wrote is kept, and they will see it; this is for a person to look after, so please wait a little longer.',
  },
  person_is_here: {
    zh: ({ person }) => `人工客服 ${person} 已接手这个会话。`,
    en: ({ person }) => `${person}, a person, has taken over this conversation.`,
  },
  given_back: {
    zh: ({ name }) => `人工已把会话交还给我，我是 AI 员工${name}，接下来由我为您服务。`,
    en: ({ name }) =>
      `The conversation has been given back to me. I am ${name}, the AI employee, and I will go on helping you.`,
  },
  goes_on: {
    zh: ({ name }) => `好的，由我（AI 员工${name}）接着为您服务。`,
    en: ({ name }) => `All right: I am ${name}, the AI employee, and I will go on.`,
  },
  confirmation_is_open: {
    zh: ({ title }) => `「${title}」还没有办理；需要的话请回复“确认”，我会再请您核对一次。`,
    en: ({ title }) =>
      `"${title}" has not been carried out; if you still want it, reply "confirm" and I will show it to you once more.`,
  },
  what_next: {
    zh: () => '请问接下来需要我做什么？',
    en: () => 'What would you like me to do next?',
  },
  reminder: {
    zh: ({ text }) => `提醒您：${text}`,
    en: ({ text }) => `Your reminder: ${text}`,
  },
  offer: {
    zh: ({ title }) => `需要我帮您「${title}」吗？`,
    en: ({ title }) => `Would you like me to do this instead: "${title}"?`,
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
