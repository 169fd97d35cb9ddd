import type { CapabilityContract, Release } from '@rolecall/assets';
import type { Language } from '@rolecall/base';
import { contractName } from '../arguments/prepare-arguments.ts';
import type { PreparedArguments } from '../decision.ts';
import type { Bindings } from '../expressions.ts';
import type { Receipt } from '../receipt.ts';
import { askArgument } from '../texts/ask-argument.ts';
import type { Classification } from './classify-result.ts';
import { type KeptText, keptReferences, withinReceipt } from './large-answer.ts';
import { projectResult } from './project-result.ts';
import { tellResult } from './tell-result.ts';

/** Raised when a write may or may not have happened. */
export const IN_DOUBT_EVENT = 'sys_operation_in_doubt';

/** A call that ended, and everything its receipt is made from. */
export interface EndedCall {
  /** The operation of a write, the call of a read. */
  readonly id: string;
  readonly release: Release;
  readonly contract: CapabilityContract;
  readonly task: string;
  readonly prepared: Pick<PreparedArguments, 'values' | 'origins'>;
  readonly classification: Classification;
  readonly bindings: Bindings;
  readonly language: Language;
  readonly at: string;
  /** The platform tool that was called, where it was one. */
  readonly platform?: string | undefined;
  /** Its answer is large: the receipt holds a part of its texts. */
  readonly isLarge?: boolean | undefined;
}

/** What a call is recorded with. */
export interface MadeReceipt {
  readonly receipt: Receipt;
  /** Declared fields that it could not be computed with, or that were too much. */
  readonly omitted: readonly string[];
  /** Texts that it holds only a part of. */
  readonly kept: readonly KeptText[];
}

/** The receipt of a call. */
export function makeReceipt(ended: EndedCall): MadeReceipt {
  const { contract, classification, bindings, release, language, prepared } = ended;
  const { outcome, code, matched } = classification;
  const projection = projectResult(contract, classification, bindings);
  const { result, facts, omitted, kept } = ended.isLarge ? withinReceipt(projection) : { ...projection, kept: [] };
  const asked = matched?.then;
  const argument = typeof asked === 'object' && 'ask' in asked ? asked.ask : undefined;
  const question = argument === undefined ? undefined : askArgument(release, contract, argument, bindings, language);
  const reused = prepared.origins.flatMap(({ argument: name, from }) => (from === 'fact' ? [name] : []));
  const receipt: Receipt = {
    id: ended.id,
    capability: contract.capability,
    contract: contractName(contract),
    task: ended.task,
    effect: contract.effect,
    outcome,
    code,
    at: ended.at,
    arguments: prepared.values,
    result,
    facts,
    ...keptReferences(kept),
    ...(ended.platform === undefined ? {} : { platform: ended.platform }),
    proven: prepared.origins.every(({ from }) => from !== 'unproven'),
    ...(reused.length === 0 ? {} : { reused }),
    telling: tellResult({ release, contract, outcome, code, result, bindings, language }),
    ...withEvent(contract, outcome, code),
    ...(asked === undefined ? {} : { then: asked }),
    ...(argument !== undefined && question !== undefined ? { ask: { argument, text: question } } : {}),
  };
  return { receipt, omitted, kept };
}

/** The contract's event for a code, or the engine's for a write that is in doubt. */
export function withEvent(
  contract: Pick<CapabilityContract, 'events' | 'effect'>,
  outcome: Receipt['outcome'],
  code: string,
): Pick<Receipt, 'event'> {
  if (contract.effect === 'write' && outcome === 'unknown') return { event: IN_DOUBT_EVENT };
  const event = Object.hasOwn(contract.events, code) ? contract.events[code] : undefined;
  return event === undefined ? {} : { event };
}
