import type { Finding } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import { stemOf, termsOf } from '../lexical-similarity.ts';
import { linkTasks } from '../linking/link-business.ts';
import { linkWording } from '../linking/link-wording.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import { textsAt } from '../slots/asset-texts.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

type Business = LoadedAsset<'business_asset_package'>;

const OFFER_ZH = /(?:可以|能|会|马上|立即|随时)(?:帮助?|为|替|给)(?:您|你|客户)([\p{Script=Han}]{2,12})/gu;
const OFFER_EN = /\b(?:I|we) (?:can|will) (?:also |gladly |help you (?:to )?)?([a-z]+)\b([a-z ]{0,40})/gi;
/** Talking is no action that a task would have to be installed for. */
const TALK_ZH = /^(?:服务|解答|介绍|说明|解释|效劳|核实|确认|了解|查看|看看|回答|提供|想想|处理|办理|效力)/;
const TALK_EN = new Set(
  'help assist answer explain tell try see understand be do have look let give provide show say talk only not'.split(
    ' ',
  ),
);

const SAID: readonly (readonly string[])[] = [
  ['statements', '*'],
  ['replies', '*', 'text'],
  ['packs', '*', 'candidates', '*'],
  ['hard_templates', '*'],
  ['entries', '*', 'answer'],
];

/** A policy, a reply or an FAQ offers only what an installed task can do. Source: capability boundaries, section 八. */
export const promisedActions: CheckRule = (context) =>
  assetsOf(context.loaded, 'business_asset_package').flatMap((business) => checkBusiness(context, business));

function checkBusiness(context: CheckContext, business: Business): readonly Finding[] {
  const { policies, replies, knowledge } = linkWording(context.loaded, business);
  const known = vocabularyOf(context, business);
  return [...policies, ...replies, ...knowledge].flatMap((asset: LoadedAsset) =>
    textsAt(asset, SAID).flatMap(({ path, text }) => {
      const offer = offersOf(text).find((each) => !known.has(each));
      if (!offer) return [];
      const message = `"${offer.text}" is offered, and no task that "${business.asset.id}" installs can do it.`;
      return [warningAt(asset, path, 'promise_without_task', message, 'Install a task that can, or do not offer it.')];
    }),
  );
}

interface Offer {
  readonly text: string;
  /** The word that says what is done. */
  readonly verb: string;
  readonly rest: ReadonlySet<string>;
}

function offersOf(text: string): readonly Offer[] {
  const chinese = [...text.matchAll(OFFER_ZH)].flatMap(([whole, action = '']): readonly Offer[] =>
    TALK_ZH.test(action) ? [] : [{ text: whole, verb: action.slice(0, 2), rest: termsOf(action) }],
  );
  const english = [...text.matchAll(OFFER_EN)].flatMap(([whole, verb = '', rest = '']): readonly Offer[] => {
    const word = verb.toLowerCase();
    return TALK_EN.has(word) ? [] : [{ text: whole.trim(), verb: stemOf(word), rest: termsOf(rest) }];
  });
  return [...chinese, ...english];
}

interface Vocabulary {
  has(offer: Offer): boolean;
}

/** The words in which the installed tasks and their contracts say what they do. */
function vocabularyOf(context: CheckContext, business: Business): Vocabulary {
  const texts = linkTasks(context.loaded, business).tasks.flatMap(({ task }) => [
    ...textsAt(task, [['title'], ['task_contract', 'goal'], ['task_contract', 'applies_when', '*']]),
    ...context
      .bindingsOf(task)
      .flatMap(({ contract }) =>
        textsAt(contract, [['title'], ['semantics', 'use_when', '*'], ['semantics', 'examples', '*']]),
      ),
  ]);
  const whole = texts.map(({ text }) => text).join('\n');
  const terms = termsOf(whole);
  return {
    has({ verb, rest }) {
      if (terms.has(verb) || whole.includes(verb)) return true;
      // 查看 where a contract says 查询: the first character and the thing it is done to.
      const isChinese = /\p{Script=Han}/u.test(verb);
      return isChinese && whole.includes(verb.charAt(0)) && [...rest].some((term) => terms.has(term));
    },
  };
}
