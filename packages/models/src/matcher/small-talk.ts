import type { Language } from '@rolecall/base';
import { fold, squeeze } from './fold.ts';

/** What a message is when it asks for nothing. */
export type SmallTalk = 'greeting' | 'thanks' | 'farewell' | 'withdrawal';

const SMALL_TALK: Readonly<Record<SmallTalk, RegExp>> = {
  greeting:
    /^(?:(?:你|您)(?:们)?好|嗨|哈喽|在吗|在么|有人吗|早上好|上午好|下午好|晚上好|早|hi|hello|hey|goodmorning|goodafternoon|goodevening)+(?:呀|啊|哦|吗|there)*$/u,
  thanks:
    /^(?:好的?|ok)?(?:非常|十分|太)?(?:谢谢|多谢|感谢|谢了|thanks|thankyou|thx)+(?:你们?|您|了|啦|alot|somuch|verymuch)*$/u,
  farewell: /^(?:好的?|ok)?(?:再见|拜拜|回头见|没(?:有)?(?:别的)?(?:事|问题)了|bye|goodbye|seeyou)+[了啦]*$/u,
  withdrawal:
    /^(?:那|嗯|哦)?(?:还是)?(?:算了|不用了|不办了|先不办了?|先不用了?|没事了|nevermind|forgetit|nothanks|nothankyou|stop)+(?:吧|啦|谢谢)*$/u,
};

/** The kind of small talk that a whole message is, or undefined when it says something. */
export function smallTalkOf(words: string): SmallTalk | undefined {
  const text = squeeze(words);
  return (Object.keys(SMALL_TALK) as SmallTalk[]).find((kind) => SMALL_TALK[kind].test(text));
}

/** Yes or no to a question that was just asked, or undefined when the words are neither. */
export function saysYesOrNo(words: string): boolean | undefined {
  const text = fold(words).replaceAll('’', "'").trim();
  if (/^(?:不|否|没|别|(?:no|nope|not|don't|do not)\b)/u.test(text)) return false;
  if (/[不没]|\bnot\b/u.test(text)) return undefined;
  return /^(?:是|对|要|好|需要|可以|行|嗯|有|(?:yes|yeah|yep|sure|ok|okay)\b)/u.test(text) ? true : undefined;
}

/** What the matcher answers to small talk. It asks for nothing and promises nothing. */
export function smallTalkAnswer(kind: SmallTalk, language: Language, titles: string): string {
  const offer = titles === '' ? '' : language === 'zh' ? `我可以帮您：${titles}。` : `I can help with: ${titles}.`;
  switch (kind) {
    case 'greeting':
      return language === 'zh' ? `您好！${offer}` : `Hello! ${offer}`.trim();
    case 'thanks':
      return language === 'zh' ? '不客气。还有需要请告诉我。' : "You're welcome. Tell me if you need anything else.";
    case 'farewell':
      return language === 'zh' ? '好的，再见。' : 'All right, goodbye.';
    case 'withdrawal':
      return language === 'zh'
        ? '好的，先不办理。需要时再告诉我。'
        : 'All right, nothing for now. Tell me when you need it.';
    default:
      return kind satisfies never;
  }
}
