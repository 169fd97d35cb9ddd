import { type Language, languageOf } from '@rolecall/base';
import type { SummaryContent, SummaryType } from '../memory-port.ts';
import { extractVerbatim } from './extract-verbatim.ts';
import { type Passage, sentencesOf, shortened } from './passages.ts';
import { subjectOf } from './subject.ts';

const INPUT_CHARACTERS = 160;
const REPLY_CHARACTERS = 160;

/** In the order in which they are tried. */
const SIGNS: readonly (readonly [SummaryType, RegExp])[] = [
  [
    'decision',
    /我决定|就这么定|就选|我选|我同意|我确认|改成|改为|换成|\bi(?:'ve| have)? decid|\b(?:let's|i'll) go with\b|\bi (?:agree|confirm|choose)\b|\bchange (?:it|that|my)\b/iu,
  ],
  [
    'preference',
    /喜欢|偏好|讨厌|爱吃|爱喝|更愿意|受不了|习惯(?:用|于)|\b(?:i|we) (?:really |always |usually )?(?:prefer|like|love|hate|enjoy|dislike)\b|\bfavou?rite\b/iu,
  ],
  [
    'intent',
    /我?(?:想要?|打算|计划|准备|希望)(?!起|到)|\b(?:i|we) (?:want|plan|intend|hope|would like|am going|are going)\b|\bi'd like\b/iu,
  ],
  ['fact', /我(?:叫|是|住|在|有|的)|\b(?:my|i am|i'm|i live|i work|i have)\b/iu],
];

/**
 * A summary without a model: the words themselves, cut to what carries them. In the language of what was said, or
 * `fallback` where it has none.
 */
export function extractSummary(passages: readonly Passage[], fallback: Language): SummaryContent {
  const input = textBy(passages, 'user');
  const reply = textBy(passages, 'assistant') || textBy(passages, 'tool');
  const language = languageOf(input || reply, fallback);
  const [asked, answered] = [gist(input, INPUT_CHARACTERS), gist(statements(reply), REPLY_CHARACTERS)];
  const parts =
    language === 'zh'
      ? [asked && `用户说：${asked}`, answered && `答复：${answered}`]
      : [asked && `The user said: ${asked}`, answered && `Reply: ${answered}`];
  return {
    type: SIGNS.find(([, sign]) => sign.test(input))?.[0] ?? 'general',
    text: parts.filter(Boolean).join(language === 'zh' ? '；' : ' — '),
    verbatim: extractVerbatim(passages),
    subject: subjectOf(input),
    language,
    writtenBy: 'extract',
  };
}

function textBy(passages: readonly Passage[], speaker: Passage['by']): string {
  return passages
    .filter(({ by }) => by === speaker)
    .map(({ text }) => text)
    .join('\n')
    .trim();
}

/** What a reply says, without what it asks back and without courtesies at its start. */
function statements(reply: string): string {
  const said = sentencesOf(reply).filter((sentence) => !/[？?]$/u.test(sentence));
  return said.length > 0 ? said.join('') : reply;
}

/** Whole sentences from the start, as many as fit; of a longer one its beginning. */
function gist(text: string, characters: number): string {
  const sentences = sentencesOf(text);
  let taken = '';
  for (const sentence of sentences) {
    const next = taken === '' ? sentence : `${taken} ${sentence}`;
    if ([...next].length > characters) break;
    taken = next;
  }
  return taken === '' ? shortened(text.trim().replaceAll(/\s+/gu, ' '), characters) : taken;
}
