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

/** Who offers, and what is done: to the customer, or with something of theirs. */
const OFFERS_ZH: readonly RegExp[] = [
  /(?:可以?|能|会|将|马上|立即|随时|这就|现在就?|稍后|直接)(?:帮助?|为|替|给)(?:您|你|客户)([\p{Script=Han}]{2,12})/gu,
  /(?:我们?|来|，|。|^)(?:帮|为|替)(?:您|你)([\p{Script=Han}]{2,12})/gu,
  /我们?(?:可以|能|会|将|马上|稍后|这就)?给(?:您|你)((?:开|办|发|寄|送|退|换|改|补|派|约|订|订购|充)[\p{Script=Han}]{1,11})/gu,
  /我们?(?:可以|能|会|将|马上|稍后|这就)?把[^，。！？]{1,12}?((?:发|寄|送|退|换|改|开|派)[到给至成回][\p{Script=Han}]{0,8})/gu,
  /我们?(?:可以|能|会|将|马上|稍后|这就)((?:安排|派|寄|发送|配送|退|换|改|开具|开通|上门|赠送|补发|报销|预留)[\p{Script=Han}]{1,11})/gu,
  /(?:回复|告诉我|留言|发送)[^。！？]{0,14}?(?:即可|就能|就可以|便可)((?:开|办|领|退|换|改|预|订|取|寄|送|申)[\p{Script=Han}]{1,11})/gu,
];
const OFFER_EN =
  /\b(?:(?:I|we)(?:'ll|’ll|'d| (?:can|will|could|would|shall|am going to|are going to|am happy to|are happy to))|let (?:me|us)|shall (?:I|we)) (?:also |gladly |happily |be happy to |be glad to |then |now |help you (?:to )?)*([a-z]+)\b([a-z ]{0,40})/gi;
/** Talking is no action that a task would have to be installed for. */
const TALK_ZH =
  /^(?:服务|解答|介绍|说明|解释|效劳|核实|确认|了解|查看|看看|回答|提供(?:帮助|服务|信息|咨询|解答|参考|建议)?|想想|效力|带来|添|着想|记下|记录|分析|推荐|整理|总结|转达|关注|留意|造成|加油|高兴|祝)/;
/** Words that say only that something is done; what is done to, says what. */
const DOING_ZH = /^(?:办理|处理|安排|提供|进行|申请|完成)/;
const NOTHING_ZH = /^(?:一下|您?的?(?:问题|需求|事情|事|业务|诉求|请求)|相关|这|此|好|妥|掉|完)?$/;
const TALK_EN = new Set(
  'help assist answer explain tell try see understand be do have look let give provide show say talk only not check find hand pass put wait stay go get come take keep remain with by to in on out know like love need start begin make guide walk clarify confirm describe list add note remember recommend suggest apologise apologize'.split(
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
      const message = {
        en: `"${offer.text}" is offered, and no task that "${business.asset.id}" installs can do it.`,
        zh: `这里答应了“${offer.text}”，“${business.asset.id}”安装的任务却都做不到。`,
      };
      return [
        warningAt(asset, path, 'promise_without_task', message, {
          en: 'Install a task that can, or do not offer it.',
          zh: '安装一个能做到的任务，或不要答应。',
        }),
      ];
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
  const chinese = OFFERS_ZH.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(
    ([whole, action = '']): readonly Offer[] => {
      if (TALK_ZH.test(action)) return [];
      const object = action.replace(DOING_ZH, '');
      const done = NOTHING_ZH.test(object) ? '' : object;
      return done === '' ? [] : [{ text: whole.replace(/^[，。]/, ''), verb: done.slice(0, 2), rest: termsOf(done) }];
    },
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
