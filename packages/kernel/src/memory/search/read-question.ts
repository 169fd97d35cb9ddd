import type { Day, DaySpan } from '../time/calendar.ts';
import { findTimes } from '../time/find-times.ts';
import { termsOf } from './terms.ts';

/** A question to the memory, read. */
export interface ReadQuestion {
  readonly terms: ReadonlyMap<string, number>;
  /** The days that it names, from the first to the last of them. */
  readonly time?: DaySpan | undefined;
  /** Whose words it asks for: 你给我推荐过… is in a reply, 我告诉过你… in what the person wrote. */
  readonly said?: 'input' | 'reply' | undefined;
}

/** How people ask for what was said, in words that say nothing about it. */
const FRAMES =
  /你?还?记不?记?得吗?|曾经?|之前|以前|上次|那次|是不是|对不对|对吗|(?:的)?名字(?:是|叫)?什?么?|叫什么|是什么|有哪些|哪一?[个些部本首道种次位]|什么样?的?|关于|请问|告诉过?|提到过?|说过|聊过?了?很?多?|话题|我们|\b(?:do|did|have|can|could|would) (?:you|i|we)\b|\b(?:remember|recall|remind me|tell me|told you|mentioned|talked about|what(?:'s| is| was| were)?|which|who|when|where|how|the name of)\b/giu;

/** Alone they stand in nearly every sentence; in a pair they may be part of a word. */
const FUNCTION_CHARACTERS = new Set('的了在是我你他她它们吗呢吧啊和与跟就也都这那有过给把被对着个');

/** The same of English words, as terms know them. In a small memory even these are rare enough to seem to say something. */
const FUNCTION_WORDS = new Set(
  termsOf(
    [
      'a an the this that these those i me my mine we us our you your he him his she her it its they them their myself',
      'am is are was were be been being do does did done doing have has had having can could will would shall should may',
      'might must and or but if so than then of to in on at by for from with about into onto over after before up out off',
      'as not no yes there here what which who whom whose when where why how any some all each every just only also too',
      'very much many more most now ever again please get got',
    ].join(' '),
  ).keys(),
);

const FUNCTION_WORD_WEIGHT = 0.1;

const REPLY_SAID =
  /(?<![和跟向对给与])你[^，。？！,.?!]{0,6}(?:推荐|建议|介绍|分享|教|告诉|回答|提供|列)(?:了|过|给)?|(?<![和跟向对给与])你[^，。？！,.?!]{0,4}给(?:了|过)?我|\byou (?:\w+ )?(?:recommend|suggest|advise|tell|told|give|gave|share|teach|taught|explain)/iu;
const INPUT_SAID =
  /我[^，。？！,.?!]{0,8}(?:告诉|分享|提到|说|聊|提)(?:了|过|起)?|我[^，。？！,.?!]{0,6}[给和跟向对]你|\bi (?:\w+ )?(?:tell|told|say|said|mention|share|ask)/iu;

/** Reads a question as it was asked on a day. Its times are no terms: the day's digits are in many rounds. */
export function readQuestion(question: string, today: Day): ReadQuestion {
  const times = findTimes(question, today);
  const words = times
    .toReversed()
    .reduce((text, { start, end }) => `${text.slice(0, start)} ${text.slice(end)}`, question);
  const bare = weighed(termsOf(words.replaceAll(FRAMES, ' ')));
  const first = times.map(({ from }) => from).sort()[0];
  const last = times
    .map(({ to }) => to)
    .sort()
    .at(-1);
  const said = REPLY_SAID.test(words) ? 'reply' : INPUT_SAID.test(words) ? 'input' : undefined;
  return {
    // A question after a time alone asks for all of it.
    terms: bare.size > 0 || times.length > 0 ? bare : termsOf(words),
    time: first !== undefined && last !== undefined ? { from: first, to: last } : undefined,
    said,
  };
}

/** Without function characters; function words count little, so that they only part what is otherwise alike. */
function weighed(terms: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map(
    [...terms]
      .filter(([term]) => !FUNCTION_CHARACTERS.has(term))
      .map(([term, count]) => [term, FUNCTION_WORDS.has(term) ? count * FUNCTION_WORD_WEIGHT : count]),
  );
}
