import type { Finding } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import { termsOf } from '../lexical-similarity.ts';
import { linkTasks } from '../linking/link-business.ts';
import { linkWording } from '../linking/link-wording.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import { textsAt } from '../slots/asset-texts.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

const NUMBER_ZH = '[\\d一二三四五六七八九十百千两半]+';
const NUMBER_EN =
  '(?:[$€£¥]?\\d+|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)\\b|an? (?:hour|day|week|month|year)\\b|once\\b|twice\\b)';

/** A number that something may or may not pass. */
const THRESHOLD = new RegExp(
  [
    `(?:不?超过|不?低于|不?高于|不?少于|不?多于|不足|不满|未满|不到|满|最多|至多|至少|最少|大于|小于|提前|只能)[^，。；]{0,6}?${NUMBER_ZH}`,
    `${NUMBER_ZH}\\s*(?:天|日|小时|分钟|元|次|件|个|周|个?月|年|岁)(?:之?内|以内|以上|以下|之?后|之?前)`,
    `\\b(?:within|more than|less than|fewer than|later than|earlier than|at most|at least|no more than|over|under|above|below|beyond|up to|older than|exceed(?:s|ing)?)\\s+${NUMBER_EN}`,
  ].join('|'),
  'i',
);
/** It allows or forbids. */
const RULING =
  /才(?:能|可)|不(?:能|可以?|得|予|允许|再|接受|(?:受|办|处)理)|一律不|可以|必须|应当|须|拒绝|禁止|只(?:能|可|限)|最多|至多|至少|\b(?:may|must|can|cannot|only|not|never|refuse|needs?|requires?|required|at most|no more than)\b/i;
/** Who is asked instead is the policy's own to say. */
const HANDS_OVER = /转(?:接|交|给)?(?:人工|同事|客服|经理)|\bhand(?:ed)? over\b/i;
/** What is forbidden, or allowed to some only, without any number: the words right behind are what is done. */
const RULED = [
  /(?:不能|不可以?|不得|不予|不允许|不再|不接受|禁止|拒绝)(?:单独|再次?|直接|在线|自行|随意|线上|网上|重复|办理|受理)?([\p{Script=Han}]{2})/gu,
  /只有[^，。；]+才(?:能|可以?)([\p{Script=Han}]{2})/gu,
  /\b(?:cannot|can't|can not|must not|may not)\s+(?:be\s+|again\s+|later\s+|online\s+)*([a-z]+)/gi,
  /\bonly\b[^.]{0,40}?\b(?:can|may)\s+(?:be\s+)?([a-z]+)/gi,
  /^([a-z]+)\b[^.]{0,40}\bonly (?:if|when|after|before|once)\b/gi,
] as const;

/** A policy that limits a write, by a number or a state, is a guard of that write: a model may forget it, a guard does not. */
export const prosePolicies: CheckRule = (context) =>
  assetsOf(context.loaded, 'business_asset_package').flatMap((business) =>
    linkWording(context.loaded, business).policies.flatMap((policy) => checkPolicy(context, business, policy)),
  );

function checkPolicy(
  context: CheckContext,
  business: LoadedAsset<'business_asset_package'>,
  policy: LoadedAsset<'business_policy'>,
): readonly Finding[] {
  const writes = linkTasks(context.loaded, business)
    .tasks.flatMap(({ task }) => context.bindingsOf(task))
    .filter(({ contract }) => contract.asset.effect === 'write')
    .map(({ contract }) => ({
      contract,
      does: titleTerms(contract),
      has: numberTerms(contract),
      to: objectTerms(contract),
    }));
  return textsAt(policy, [['statements', '*']]).flatMap(({ path, text }) => {
    const isNumber = THRESHOLD.test(text) && RULING.test(text);
    const terms = termsOf(text);
    const ruled = HANDS_OVER.test(text) ? new Set<string>() : ruledIn(text);
    const about = writes.find(({ does, has, to }) =>
      isNumber ? holdsSome(terms, [...does, ...has]) : isRuled(ruled, does, terms, to),
    );
    if (!about) return [];
    const message = {
      en: `This limits ${about.contract.asset.id} in prose, which only a model reads: "${text}".`,
      zh: `这里用文字限制 ${about.contract.asset.id}，只有模型会读到：“${text}”。`,
    };
    const fix = {
      en: `Make it a guard of ${about.contract.asset.id}, with the number in the configuration of its task.`,
      zh: `把它做成 ${about.contract.asset.id} 的守卫，数字写进任务的配置。`,
    };
    return [warningAt(policy, path, 'policy_could_be_guard', message, fix)];
  });
}

/** The words behind a ruling: what is forbidden, or allowed to some. */
function ruledIn(text: string): ReadonlySet<string> {
  const done = RULED.flatMap((rule) => [...text.matchAll(rule)].map(([, word = '']) => word));
  return new Set(done.flatMap((word) => [...termsOf(word)]));
}

/** In Chinese the action's two characters are enough; an English verb also needs what it is done to. */
function isRuled(
  ruled: ReadonlySet<string>,
  does: ReadonlySet<string>,
  terms: ReadonlySet<string>,
  to: ReadonlySet<string>,
): boolean {
  return [...does].some(
    (term) => holds(ruled, term) && (!/^[a-z]/.test(term) || to.size === 0 || holdsSome(terms, to)),
  );
}

function holdsSome(terms: ReadonlySet<string>, some: Iterable<string>): boolean {
  return [...some].some((term) => holds(terms, term));
}

/** Extension is about what extends: long words count by their beginning. */
function holds(terms: ReadonlySet<string>, term: string): boolean {
  if (terms.has(term)) return true;
  const isLong = /^[a-z]{6}/.test(term);
  return isLong && [...terms].some((each) => each.length >= 6 && each.startsWith(term.slice(0, 5)));
}

/** What it does, in its title: the first words of it in each language. */
function titleTerms({ asset }: LoadedAsset<'capability_contract'>): ReadonlySet<string> {
  const { title } = asset;
  const texts = typeof title === 'string' ? [title] : [title.zh ?? '', title.en ?? ''];
  return new Set(texts.flatMap((text) => [...termsOf(text)].slice(0, 1)));
}

/** What it does it to, as far as its English title says. */
function objectTerms({ asset: { title } }: LoadedAsset<'capability_contract'>): ReadonlySet<string> {
  const text = typeof title === 'string' ? title : (title.en ?? '');
  return new Set([...termsOf(text)].filter((term) => /^[a-z]/.test(term)).slice(1));
}

/** What its numbers are called: a limit of the amount is about whatever has an amount. */
function numberTerms({ asset }: LoadedAsset<'capability_contract'>): readonly string[] {
  return Object.values(asset.arguments).flatMap((argument) => {
    if (!('origin' in argument) || !['number', 'integer'].includes(String(argument.schema.type))) return [];
    const { label } = argument;
    const texts = typeof label === 'string' ? [label] : [label?.zh ?? '', label?.en ?? ''];
    return texts.flatMap((text) => [...termsOf(text)]);
  });
}
