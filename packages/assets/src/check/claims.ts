import { type Bilingual, type Finding, type LocalizedText, textIn } from '@rolecall/base';
import { compilePattern, unusablePattern } from '../expression/linear-pattern.ts';
import { parseTemplate } from '../expression/template.ts';
import { errorAt, warningAt } from '../finding-at.ts';
import type { DocumentPath } from '../loading/document-path.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { CapabilityContract } from '../schema/capability-contract.ts';
import type { ReplyAsset } from '../schema/wording.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/**
 * Patterns over sentences can be tested, a claim of success does not match what the same contract says of a failure, and a
 * business does not forbid the words that it has written itself.
 */
export const claims: CheckRule = (context) => [
  ...assetsOf(context.loaded, 'capability_contract').flatMap((contract) => checkClaims(context, contract)),
  ...assetsOf(context.loaded, 'business_policy').flatMap(checkNeverSay),
  ...context.employees.flatMap(({ release }) => forbiddenWords(context, release)),
];

/** Claims are looked for in any case and over line ends. */
function compileClaim(pattern: string): ReturnType<typeof compilePattern> {
  return compilePattern(`(?is)${pattern}`);
}

function checkClaims(context: CheckContext, contract: LoadedAsset<'capability_contract'>): readonly Finding[] {
  const { asset } = contract;
  const failures =
    asset.claims.length === 0
      ? []
      : failureSentences(
          asset,
          assetsOf(context.loaded, 'reply_asset').map((reply) => reply.asset),
        );
  return asset.claims.flatMap(({ pattern }, index) => {
    const path = ['claims', index, 'pattern'];
    const compiled = compileClaim(pattern);
    if (!compiled.ok) return [invalidPattern(contract, path, compiled.message)];
    const matched = failures.find((sentence) => compiled.pattern.test(sentence));
    if (matched === undefined) return [];
    const message = {
      en: `The claim matches what is said of a failure: "${matched}".`,
      zh: `成功的说法会匹配到说失败的文字：“${matched}”。`,
    };
    return [
      errorAt(contract, path, 'claim_matches_failure_text', message, {
        en: 'Make the pattern say that it was done.',
        zh: '让正则只匹配“已经办成”的说法。',
      }),
    ];
  });
}

function invalidPattern(loaded: LoadedAsset, path: readonly (string | number)[], reason: Bilingual): Finding {
  return errorAt(loaded, path, 'pattern_invalid', unusablePattern(reason));
}

/** What customers read when it did not work, or when nobody knows. */
function failureSentences(contract: CapabilityContract, replies: readonly ReplyAsset[]): readonly string[] {
  const failing = contract.result.codes.filter(({ outcome }) => outcome !== 'succeeded').map(({ code }) => code);
  const codes = [...failing, 'failed', 'unknown'];
  const texts: (LocalizedText | undefined)[] = [
    ...codes.map((code) => {
      const presentation = Object.hasOwn(contract.presentation_policy, code)
        ? contract.presentation_policy[code]
        : undefined;
      return presentation?.mode === 'fixed' ? presentation.text : undefined;
    }),
    ...contract.preconditions.map(({ otherwise }) => otherwise?.say),
    ...contract.guards.map(({ otherwise }) => otherwise.say),
    ...replies.flatMap((reply) => {
      const slots = Object.hasOwn(reply.overrides, contract.id) ? (reply.overrides[contract.id] ?? {}) : {};
      return Object.entries(slots).flatMap(([slot, text]) => {
        const isFailure = slot.startsWith('say.') || codes.some((code) => slot === `text.${code}`);
        return isFailure ? [text] : [];
      });
    }),
  ];
  return texts.flatMap(sentencesOf);
}

/** The fixed words of a text, sentence by sentence; what is filled in stands as `…`. */
function sentencesOf(text: LocalizedText | undefined): readonly string[] {
  if (text === undefined) return [];
  const both = typeof text === 'string' ? [text] : [textIn(text, 'zh'), textIn(text, 'en')];
  return [...new Set(both)].flatMap((source) => {
    const parsed = parseTemplate(source);
    const plain = parsed.ok ? parsed.parts.map((part) => (part.kind === 'text' ? part.text : '…')).join('') : source;
    return plain.split(/(?<=[。！？!?\n])|(?<=\.)\s/).map((sentence) => sentence.trim());
  });
}

function checkNeverSay(policy: LoadedAsset<'business_policy'>): readonly Finding[] {
  return policy.asset.never_say.flatMap((pattern, index) => {
    const compiled = compileClaim(pattern);
    return compiled.ok ? [] : [invalidPattern(policy, ['never_say', index], compiled.message)];
  });
}

function forbiddenWords(
  context: CheckContext,
  release: CheckContext['employees'][number]['release'],
): readonly Finding[] {
  const forbidden = release.policies.flatMap((policy) =>
    policy.never_say.flatMap((pattern) => {
      const compiled = compileClaim(pattern);
      return compiled.ok ? [{ policy: policy.id, pattern: compiled.pattern }] : [];
    }),
  );
  return assetsOf(context.loaded, 'reply_asset')
    .filter((reply) => release.replies.includes(reply.asset))
    .flatMap((reply) =>
      ownTexts(reply.asset).flatMap(([path, text]) => {
        const hit = forbidden.find(({ pattern }) => sentencesOf(text).some((sentence) => pattern.test(sentence)));
        if (!hit) return [];
        const message = {
          en: `The policy "${hit.policy}" never says "${hit.pattern.source.replace('(?is)', '')}", and this reply does.`,
          zh: `政策“${hit.policy}”规定不说“${hit.pattern.source.replace('(?is)', '')}”，这个回复却说了。`,
        };
        return [warningAt(reply, path, 'policy_forbids_own_text', message)];
      }),
    );
}

/** What a business has written itself, outside of contracts. */
function ownTexts({ replies, packs, hard_templates }: ReplyAsset): readonly (readonly [DocumentPath, LocalizedText])[] {
  return [
    ...Object.entries(replies).map(([name, { text }]) => [['replies', name, 'text'], text] as const),
    ...Object.entries(packs).flatMap(([id, { candidates }]) =>
      candidates.map((text, index) => [['packs', id, 'candidates', index], text] as const),
    ),
    ...Object.entries(hard_templates).map(([event, text]) => [['hard_templates', event], text] as const),
  ];
}
