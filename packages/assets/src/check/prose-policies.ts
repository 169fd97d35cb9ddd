import type { Finding } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import { termsOf } from '../lexical-similarity.ts';
import { linkTasks } from '../linking/link-business.ts';
import { linkWording } from '../linking/link-wording.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import { textsAt } from '../slots/asset-texts.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/** A number that something may or may not pass. */
const THRESHOLD =
  /(?:不?超过|不?低于|不?高于|不?少于|不?多于|不足|满|最多|至少|大于|小于)\s*[\d一二三四五六七八九十百千两]+|[\d一二三四五六七八九十两]+\s*(?:天|日|小时|分钟|元|次|件)(?:之?内|以内|以上|以下|后)|\b(?:within|more than|less than|at most|at least|no more than|fewer than|over|under|exceed(?:s|ing)?)\s+[$€£¥]?\d+/i;
/** It allows or forbids. */
const RULING =
  /才(?:能|可)|不(?:能|可以?|得|予|允许|再|(?:受|办|处)理)|一律不|可以|必须|拒绝|禁止|只(?:能|可|限)|\b(?:may|must|can|cannot|only|not|never|refuse)\b/i;

/** A policy that limits a write by a number is a guard of that write: a model may forget it, a guard does not. */
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
    .map(({ contract }) => ({ contract, terms: new Set([...titleTerms(contract), ...numberTerms(contract)]) }));
  return textsAt(policy, [['statements', '*']]).flatMap(({ path, text }) => {
    if (!THRESHOLD.test(text) || !RULING.test(text)) return [];
    const terms = termsOf(text);
    const about = writes.find((write) => [...write.terms].some((term) => terms.has(term)));
    if (!about) return [];
    const message = `This limits ${about.contract.asset.id} in prose, which only a model reads: "${text}".`;
    const fix = `Make it a guard of ${about.contract.asset.id}, with the number in the configuration of its task.`;
    return [warningAt(policy, path, 'policy_could_be_guard', message, fix)];
  });
}

/** What it does, in its title: the first words of it in each language. */
function titleTerms({ asset }: LoadedAsset<'capability_contract'>): ReadonlySet<string> {
  const { title } = asset;
  const texts = typeof title === 'string' ? [title] : [title.zh ?? '', title.en ?? ''];
  return new Set(texts.flatMap((text) => [...termsOf(text)].slice(0, 1)));
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
