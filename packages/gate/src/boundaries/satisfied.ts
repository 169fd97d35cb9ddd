import type { CapabilityContract } from '@rolecall/assets';
import { wishHash } from '../arguments/prepare-arguments.ts';
import type { Needs } from '../call-inputs.ts';
import type { CheckPart } from '../decision.ts';
import type { Bindings } from '../expressions.ts';
import { amountRules, withinAmounts } from './amount-rule.ts';
import { argumentsStep } from './arguments-step.ts';
import { authorizationStep } from './authorization-step.ts';
import { confirmationStep } from './confirmation-step.ts';
import type { PlainFinding } from './first-four.ts';
import { guardsStep } from './guards-step.ts';
import { isLedgerBase, ledgerBase, ledgerFree, ledgerRule } from './ledger-rule.ts';
import { countedOf, type LimitRule, limitRules, windowStart, withinLimits } from './limit-rule.ts';
import { preconditionsStep, withReads } from './preconditions-step.ts';
import { type Finding, failed, notEvaluated, type Walk } from './walk.ts';

const STEPS = [
  'arguments',
  'authorization',
  'ledger',
  'limits',
  'preconditions',
  'guards',
  'amounts',
  'confirmation',
] as const;
type Step = (typeof STEPS)[number];
const WITHOUT_AMOUNTS: readonly Step[] = STEPS.filter((step) => step !== 'amounts');

/**
 * 5: arguments, origin, authorization, ledger, limits, preconditions, guards, amounts (which may look at what was read), and
 * the question to the customer last.
 */
export function satisfied(walk: Walk): Finding {
  const contract = walk.bound?.contract;
  if (!contract) {
    return { parts: [failed('arguments', 'there is no contract')], block: { code: 'argument_invalid' } };
  }
  const bindings = once(() => walk.bindings(walk.prepared?.values ?? {}));
  const seen: Seen = { bindings, withReads: once(() => withReads(bindings(), walk)) };
  const parts: CheckPart[] = [];
  const steps = contract.limits?.amounts ? STEPS : WITHOUT_AMOUNTS;
  for (const step of steps) {
    const finding = evaluateStep(step, walk, contract, seen);
    if ('verdict' in finding) return finding;
    for (const part of finding.parts) parts.push(part);
    if (finding.block) {
      return { parts: [...parts, ...steps.slice(steps.indexOf(step) + 1).map(notEvaluated)], block: finding.block };
    }
  }
  return { parts };
}

/** What expressions see once the arguments are prepared; made once for all steps. */
interface Seen {
  bindings(): Bindings;
  /** With the reads; asked for when all of them were made. */
  withReads(): Bindings;
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function evaluateStep(step: Step, walk: Walk, contract: CapabilityContract, seen: Seen): PlainFinding | Needs {
  if (step === 'arguments') return argumentsStep(walk, contract);
  const { prepared } = walk;
  if (!prepared) return { parts: [failed(step, 'there are no arguments')], block: { code: 'argument_invalid' } };
  switch (step) {
    case 'authorization':
      return authorizationStep(walk, contract, seen.bindings());
    case 'ledger': {
      if (contract.effect === 'read') return { parts: [] };
      const { ledger } = walk.inputs;
      if (ledger === undefined || !isLedgerBase(ledger.base, contract, prepared.values, walk.inputs)) {
        const base = ledgerBase(contract, prepared.values, walk.inputs);
        return { verdict: 'needs', ledger: { base }, ...countersNeeded(walk, limitRules(contract, walk.inputs)) };
      }
      return ledgerFree(ledger, ledgerRule(contract), () => wishHash(walk.arguments()), walk.inputs);
    }
    case 'limits': {
      const rules = limitRules(contract, walk.inputs);
      return withinLimits(rules, walk.inputs) ?? { verdict: 'needs', ...countersNeeded(walk, rules) };
    }
    case 'preconditions':
      return preconditionsStep(walk, contract, seen.bindings());
    case 'guards':
      return guardsStep(walk, contract, seen.withReads());
    case 'amounts': {
      const measured = amountRules(contract, walk.inputs, seen.withReads);
      const rules = measured.ok ? measured.rules : [];
      return withinAmounts(measured, walk.inputs) ?? { verdict: 'needs', ...countersNeeded(walk, rules) };
    }
    case 'confirmation':
      return confirmationStep(walk, contract, prepared, seen.withReads());
    default:
      return step satisfies never;
  }
}

function countersNeeded({ inputs }: Walk, rules: readonly LimitRule[]): Pick<Needs, 'counters'> {
  const unknown = rules.filter(({ counter }) => countedOf(counter, inputs) === undefined);
  if (unknown.length === 0) return {};
  return { counters: unknown.map((rule) => ({ counter: rule.counter, since: windowStart(rule, inputs.now) })) };
}
