import { compilePattern, evaluate, type Release } from '@rolecall/assets';
import type { JsonObject, JsonValue } from '@rolecall/base';
import type { Receipt } from '@rolecall/gate';
import { factValues, type TaskInstance } from './journey.ts';
import { sentencesOf } from './sentences.ts';

/** What may be said about what happened: the receipts of the conversation and the facts of its tasks. */
export interface Grounds {
  readonly receipts: readonly Receipt[];
  readonly instances: readonly TaskInstance[];
}

/** A sentence that may not leave. */
export interface Withheld {
  readonly text: string;
  readonly check: 'claim' | 'never_say';
  readonly pattern: string;
}

/** What is left of a model's text after the checks. */
export interface CheckedText {
  readonly sentences: readonly string[];
  readonly withheld: readonly Withheld[];
}

/**
 * Checks a model's text sentence by sentence, and what is left once more as a whole, so that nothing can be said across
 * two sentences that could not be said in one.
 *
 * A sentence that matches a declared claim leaves only when a receipt of that capability or the claim's fact supports
 * it, for every target that the sentence names. A pattern that cannot be evaluated withholds.
 * Source: design, sections 5 and 11 (5).
 */
export function checkReply(text: string, release: Release, grounds: Grounds): CheckedText {
  const sentences: string[] = [];
  const withheld: Withheld[] = [];
  for (const sentence of sentencesOf(text)) {
    const problem = sentence.trim() === '' ? undefined : problemOf(sentence, release, grounds);
    if (problem) withheld.push({ text: sentence, ...problem });
    else sentences.push(sentence);
  }
  const rest = sentences.join('');
  const problem = rest.trim() === '' ? undefined : problemOf(rest, release, grounds);
  if (problem) return { sentences: [], withheld: [...withheld, { text: rest, ...problem }] };
  return { sentences, withheld };
}

function problemOf(text: string, release: Release, grounds: Grounds): Omit<Withheld, 'text'> | undefined {
  const forms = searchedForms(text);
  for (const policy of release.policies) {
    for (const pattern of policy.never_say) {
      if (forms.some((form) => matchesOrBroken(form, pattern))) return { check: 'never_say', pattern };
    }
  }
  for (const { contract, task } of Object.values(release.contracts)) {
    for (const claim of contract.claims) {
      if (!forms.some((form) => matchesOrBroken(form, claim.pattern))) continue;
      const targets = targetsIn(text, contract.arguments);
      const ofCapability = grounds.receipts.filter(
        (receipt) =>
          receipt.capability === contract.capability && receipt.effect === 'write' && receipt.outcome === 'succeeded',
      );
      if (ofCapability.some((receipt) => covers(receipt.arguments, targets))) continue;
      const ofTask = grounds.instances.filter((instance) => instance.task === task);
      if (ofTask.some((instance) => supports(claim.supported_by, instance, targets))) continue;
      return { check: 'claim', pattern: claim.pattern };
    }
  }
  return undefined;
}

/** As written, and folded so that width, invisible characters and blanks between Chinese characters hide nothing. */
function searchedForms(text: string): readonly string[] {
  const folded = text.normalize('NFKC').replace(/[\p{Cf}\p{Mn}]/gu, '');
  const joined = folded.replace(/(?<=\p{Script=Han})[\s*_~`·.-]+(?=\p{Script=Han})/gu, '');
  return [...new Set([text, folded, joined])];
}

/** A pattern that cannot be compiled holds everything back: what cannot be evaluated fails to the safe side. */
function matchesOrBroken(text: string, pattern: string): boolean {
  const compiled = compilePattern(`(?is)${pattern}`);
  return !compiled.ok || compiled.pattern.test(text);
}

/** The values in a text that look like targets: what the patterns of the contract's arguments describe. */
function targetsIn(text: string, args: Release['contracts'][string]['contract']['arguments']): readonly string[] {
  const targets: string[] = [];
  for (const argument of Object.values(args)) {
    const pattern = 'origin' in argument ? argument.schema.pattern : undefined;
    if (typeof pattern !== 'string') continue;
    targets.push(...wordsLike(text.normalize('NFKC'), pattern));
  }
  return targets;
}

/** Words of the text that the anchored pattern accepts, with or without the signs around them. */
function wordsLike(text: string, pattern: string): readonly string[] {
  const words = text.match(/[#A-Za-z0-9_][A-Za-z0-9_#.-]*/g) ?? [];
  return words.flatMap((word) => {
    const forms = [word, `#${word}`, word.toUpperCase(), `#${word.toUpperCase()}`];
    const compiled = compilePattern(pattern);
    const accepted = compiled.ok ? forms.find((form) => compiled.pattern.test(form)) : undefined;
    return accepted === undefined ? [] : [accepted];
  });
}

function covers(values: JsonObject, targets: readonly string[]): boolean {
  const known = new Set(
    Object.values(values)
      .filter((value): value is JsonValue => value !== undefined)
      .map(String),
  );
  return targets.every((target) => known.has(target));
}

function supports(expression: string | undefined, instance: TaskInstance, targets: readonly string[]): boolean {
  if (expression === undefined) return false;
  const facts = factValues(instance);
  if (!covers(facts, targets)) return false;
  const supported = evaluate(expression, { facts });
  return supported.ok && supported.value === true;
}
