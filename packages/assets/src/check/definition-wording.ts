import type { Bilingual, Finding } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import type { LoadedAsset } from '../loading/loaded-assets.ts';
import type { AssetKind } from '../schema/asset.ts';
import { textsAt } from '../slots/asset-texts.ts';
import type { CheckRule } from './check-rule.ts';

interface Wording {
  readonly code: string;
  readonly pattern: RegExp;
  readonly what: Bilingual;
}

/** What a business decides, and may decide otherwise than the next one that installs the same task. */
const WORDINGS: readonly Wording[] = [
  {
    code: 'price_in_definition',
    pattern:
      /[¥￥$€£]\s?[\d,.]*\d|(?:\d[\d,]*(?:\.\d+)?|[一二三四五六七八九十百千万两零半]+)\s?(?:元(?!素|件|数|旦)|块钱|人民币|美元|欧元|英镑|日元|港[元币]|RMB\b|CNY\b|USD\b|EUR\b|GBP\b|(?:dollars?|euros?|yuan|pounds?|cents?)\b)|(?:费|价|金|款|罚)[^，。；]{0,8}(?:百分之[一二三四五六七八九十百]|\d+(?:\.\d+)?\s?[%％]|(?:\d+|[一二三四五六七八九十百两]+)块)|打[一二三四五六七八九\d]+折|[一二三四五六七八九\d]折(?!叠|扣|腾|返)|满\d+[减送]\d+|\d+\s?%\s?(?:off|discount|fee|surcharge)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|fifty|(?:a |one )?hundred) (?:dollars?|euros?|yuan|pounds?|cents)\b/i,
    what: { en: 'an amount of money', zh: '金额' },
  },
  {
    code: 'promise_in_definition',
    pattern:
      /保证|承诺|包退|包换|包赔|一定(?:能|会)?(?:准时|按时|送|到|退|成)|(?:\d+|[一二三四五六七八九十两]+)\s*个?(?:小时|天|日|工作日)(?:之?内|左右)(?:[^。，]{0,6})(?:到账|送达|发货|退|回复)|\b(?:we|I)\s+(?:guarantee|promise)\b|\bwe (?:will )?(?:always|never)\b|\b(?:is|are|be) guaranteed\b|\bguaranteed(?= (?:to|delivery|refund|arrival|within|by)\b|\s*[.!,;]|$)|\b(?:arrives?|delivered|refunded|refunds?|shipped|replies|reply|repl(?:y|ies)|answers?)\b[^.]{0,30}\bwithin (?:\d+|an?|one|two|three|five|seven|ten) (?:business |working )?(?:hours?|days?|weeks?)\b|\bwithin (?:\d+|an?|one|two|three|five|seven|ten) (?:business |working )?(?:hours?|days?|weeks?)\b[^.]{0,30}\b(?:arrives?|delivered|refunded|shipped)\b/i,
    what: { en: 'a promise', zh: '承诺' },
  },
  {
    code: 'tone_in_definition',
    pattern:
      /亲爱的|尊敬的|^亲[，,~～ ]|宝子|[~～](?=$|[。！，])|哦[！!~～]|！！|!!|语气|口吻|口气|语调|(?:回答|回复|说话|措辞|态度)[^，。]{0,4}(?:热情|亲切|活泼|俏皮|幽默|温柔|礼貌|委婉)|(?:热情|亲切|活泼|俏皮|幽默|温柔|礼貌|委婉)(?:地|的方式)?(?:回答|回复|说|接待)|\btone of voice\b|\b(?:friendly|cheerful|warm) (?:tone|way|manner|style)\b|\b(?:be|sound|stay|answer|reply|speak|respond|talk)\b[^.]{0,20}\b(?:friendly|cheerful(?:ly)?|warm(?:ly)?|polite(?:ly)?|funny|witty|upbeat|enthusiastic(?:ally)?)\b|\bemojis?\b|\bdear (?:customer|valued)\b|\b(?:awesome|hooray|yay|woohoo|oops)\b|(?![©®™])\p{Extended_Pictographic}/iu,
    what: { en: 'a tone', zh: '口吻' },
  },
  {
    code: 'customer_wording_in_definition',
    pattern:
      /^(?:您好|你好|hello\b|hi\b|good (?:morning|afternoon|evening)\b)|(?:回复|告诉|告知|对|跟|向)(?:客户|顾客|用户|患者|病人|乘客|旅客|会员|学员|家长|住户|买家|对方)(?:说|讲)?[:：]?\s*[“"「]|感谢您|谢谢您|欢迎(?:光临|致电|来到|选购)|很高兴(?:为|能)|\bthank you for (?:choosing|your|calling|shopping|contacting)\b|\bhow (?:may|can) (?:I|we) help\b|\bwelcome to\b|\b(?:say|reply|answer|tell)(?: (?:the|them|to the))?(?: ?(?:customers?|guests?|patients?|users?|members?|passengers?))?[:,]?\s+["“]/i,
    what: { en: 'words for a customer', zh: '对客户说的话' },
  },
];

/** The texts of a kind: what it says of itself, and the neutral texts that customers read. */
const TEXTS: Partial<Record<AssetKind, readonly (readonly string[])[]>> = {
  task_asset_package: [
    ['title'],
    ['description'],
    ['task_contract', 'goal'],
    ['task_contract', 'applies_when'],
    ['semantic_context'],
  ],
  capability_contract: [
    ['title'],
    ['description'],
    ['semantics', 'use_when'],
    ['semantics', 'not_when'],
    ['arguments', '*', 'ask'],
    ['arguments', '*', 'label'],
    ['preconditions', '*', 'otherwise', 'say'],
    ['guards', '*', 'otherwise', 'say'],
    ['confirmation', 'notice'],
    ['presentation_policy', '*', 'text'],
    ['presentation_policy', '*', 'must_include'],
  ],
};

/** When to use something is written in the customers' own words, which may well be about promises. */
const CUSTOMERS_WORDS = new Set(['use_when', 'not_when', 'applies_when']);

/** What customers read; a word that they are to answer with may be quoted there. */
const TOLD = new Set(['ask', 'say', 'notice', 'text', 'must_include']);
const QUOTED = /[“"「][^”"」]{1,20}[”"」]/g;

/**
 * Prices, promises, tone and customer wording have no place in tasks and contracts: they are neutral, and a business says in
 * policies and reply assets how it speaks. Source: capability boundaries, section 三.
 */
export const definitionWording: CheckRule = ({ loaded }) => loaded.assets.flatMap(checkAsset);

function checkAsset(loaded: LoadedAsset): readonly Finding[] {
  const paths = TEXTS[loaded.asset.kind];
  if (!paths || loaded.isSystem) return [];
  return textsAt(loaded, paths).flatMap(({ path, text }) => {
    const isTold = path.some((step) => TOLD.has(String(step)));
    return WORDINGS.flatMap(({ code, pattern, what }) => {
      const isCustomers = path.some((step) => CUSTOMERS_WORDS.has(String(step)));
      if (isCustomers && code !== 'price_in_definition') return [];
      const hit = pattern.exec(isTold ? text.replaceAll(QUOTED, '…') : text)?.[0];
      if (hit === undefined) return [];
      const message = {
        en: `A ${loaded.asset.kind} holds ${what.en} ("${hit.trim()}"). Its texts are neutral; how a business speaks is its own.`,
        zh: `${loaded.asset.kind} 里写了${what.zh}（“${hit.trim()}”）。它的文字应当中性；怎样说话由业务自己决定。`,
      };
      const fix =
        code === 'price_in_definition'
          ? {
              en: "Make it the task's configuration, or say it in a policy or a reply asset.",
              zh: '把它做成任务的配置，或写到政策、回复资产里。',
            }
          : {
              en: 'Say it in a policy, or override the text in a reply asset.',
              zh: '写到政策里，或在回复资产里覆盖这段文字。',
            };
      return [warningAt(loaded, path, code, message, fix)];
    });
  });
}
