import type { Finding } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import type { LoadedAsset } from '../loading/loaded-assets.ts';
import type { AssetKind } from '../schema/asset.ts';
import { textsAt } from '../slots/asset-texts.ts';
import type { CheckRule } from './check-rule.ts';

interface Wording {
  readonly code: string;
  readonly pattern: RegExp;
  readonly what: string;
}

/** What a business decides, and may decide otherwise than the next one that installs the same task. */
const WORDINGS: readonly Wording[] = [
  {
    code: 'price_in_definition',
    pattern:
      /[¥￥$€£]\s?[\d,.]*\d|\d[\d,]*(?:\.\d+)?\s?(?:元|块钱|人民币|美元|欧元|RMB\b|CNY\b|USD\b|EUR\b|(?:dollars?|euros?|yuan)\b)/i,
    what: 'an amount of money',
  },
  {
    code: 'promise_in_definition',
    pattern:
      /保证|承诺|包退|包换|包赔|一定(?:能|会)(?:送|到|退|成)|\d+\s*个?(?:小时|天|日|工作日)(?:之?内|左右)(?:[^。，]{0,6})(?:到账|送达|发货|退|回复)|\b(?:we|I)\s+(?:guarantee|promise)\b|\bguaranteed\b/i,
    what: 'a promise',
  },
  {
    code: 'tone_in_definition',
    pattern:
      /亲爱的|尊敬的|^亲[，,~～ ]|宝子|[~～](?=$|[。！，])|哦[！!~～]|！！|!!|语气|口吻|语调|\btone of voice\b|\b(?:friendly|cheerful|warm) tone\b|\bdear (?:customer|valued)\b|\b(?:awesome|hooray|yay)\b|(?![©®™])\p{Extended_Pictographic}/iu,
    what: 'a tone',
  },
  {
    code: 'customer_wording_in_definition',
    pattern:
      /^(?:您好|你好|hello\b|hi\b|good (?:morning|afternoon|evening)\b)|(?:回复|告诉|对)(?:客户|顾客|用户)(?:说)?[:：]?\s*[“"「]|\b(?:say|reply|answer|tell)(?: (?:the|them|to the) ?customers?)?[:,]?\s+["“]/i,
    what: 'words for a customer',
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
      const message = `A ${loaded.asset.kind} holds ${what} ("${hit.trim()}"). Its texts are neutral; how a business speaks is its own.`;
      const fix =
        code === 'price_in_definition'
          ? "Make it the task's configuration, or say it in a policy or a reply asset."
          : 'Say it in a policy, or override the text in a reply asset.';
      return [warningAt(loaded, path, code, message, fix)];
    });
  });
}
