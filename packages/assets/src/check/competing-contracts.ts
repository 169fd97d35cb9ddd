import type { Finding } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import { similarity, similarPairs, termsOf } from '../lexical-similarity.ts';
import { linkTasks } from '../linking/link-business.ts';
import type { LinkedContract } from '../linking/link-contracts.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/** From here on two phrases say the same thing in almost the same words. */
const SAME = 0.85;

/** Contracts that one business has do not want the same words, and a contract does not refuse what it asks for. */
export const competingContracts: CheckRule = (context) => [
  ...assetsOf(context.loaded, 'business_asset_package').flatMap((business) => competing(context, business)),
  ...assetsOf(context.loaded, 'capability_contract').flatMap(contradicting),
];

interface Phrase {
  readonly linked: LinkedContract;
  readonly index: number;
  readonly text: string;
}

function competing(context: CheckContext, business: LoadedAsset<'business_asset_package'>): readonly Finding[] {
  const contracts = linkTasks(context.loaded, business).tasks.flatMap(({ task }) => context.bindingsOf(task));
  const phrases = contracts.flatMap((linked) =>
    linked.contract.asset.semantics.use_when.map((text, index): Phrase => ({ linked, index, text })),
  );
  return similarPairs(
    phrases.map(({ text }) => termsOf(text)),
    SAME,
  ).flatMap(([first, second]) => {
    const [one, other] = [phrases[first], phrases[second]];
    if (!one || !other || one.linked.capability === other.linked.capability) return [];
    const { asset, place } = one.linked.contract;
    const { file, line } = place.call(one.linked.contract, ['semantics', 'use_when', one.index]);
    const message = {
      en: `"${other.text}" competes with ${asset.id} (${file}:${line}), which wants the same words.`,
      zh: `“${other.text}”与 ${asset.id}（${file}:${line}）竞争：两者要的是同样的话。`,
    };
    const path = ['semantics', 'use_when', other.index];
    const fix = {
      en: 'Say what is different, or bind only one of the two.',
      zh: '写清楚区别在哪里，或只绑定其中一个。',
    };
    return [warningAt(other.linked.contract, path, 'use_when_competes', message, fix)];
  });
}

/** A use_when with a not in it says no more than the use_when. English words of denial are no terms anyway. */
const DENIAL = /没有?|并?未|并?不(?=[想要是需愿])/g;

function contradicting(contract: LoadedAsset<'capability_contract'>): readonly Finding[] {
  const { use_when, not_when } = contract.asset.semantics;
  const wanted = use_when.map(termsOf);
  return not_when.flatMap((text, index) => {
    const terms = termsOf(text.replaceAll(DENIAL, ''));
    if (!wanted.some((each) => similarity(each, terms) >= SAME)) return [];
    const message = { en: `not_when repeats use_when: "${text}".`, zh: `not_when 重复了 use_when：“${text}”。` };
    const path = ['semantics', 'not_when', index];
    return [
      warningAt(contract, path, 'not_when_repeats_use_when', message, {
        en: 'Name a case that is near and does not fit.',
        zh: '写一个相近却不适用的情形。',
      }),
    ];
  });
}
