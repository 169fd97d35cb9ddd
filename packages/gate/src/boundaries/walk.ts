import type { BoundContract, CapabilitySpace, Release, SpaceEntry } from '@rolecall/assets';
import { type JsonObject, textIn } from '@rolecall/base';
import type { ReadArguments } from '../arguments/prepare-arguments.ts';
import type { CallInputs, Needs } from '../call-inputs.ts';
import type { CheckPart, PreparedArguments, ProposedCall } from '../decision.ts';
import { expressionTypes } from '../expression-types.ts';
import { type Bindings, TYPES } from '../expressions.ts';
import type { BlockCode } from '../parts/block-codes.ts';
import type { PartName } from '../parts/part-names.ts';
import type { PartDetail } from '../parts/part-sentences.ts';
import type { CustomerWords } from '../words/customer-words.ts';

/** One decision on its way through the boundaries. */
export interface Walk {
  readonly call: ProposedCall;
  readonly space: CapabilitySpace;
  readonly entry: SpaceEntry | undefined;
  /** With what the task tightens. */
  readonly bound: BoundContract | undefined;
  readonly release: Release;
  readonly inputs: CallInputs;
  readonly words: CustomerWords;
  /** The arguments as they were sent; read once, when the first boundary needs them. */
  arguments(): ReadArguments;
  /** The facts that the valid, proven ones become. */
  provenFacts(): JsonObject;
  /** What expressions see, with these arguments and the proven facts. */
  bindings(args: JsonObject): Bindings;
  /** Set by boundary 5 once they are complete. */
  prepared: PreparedArguments | undefined;
}

/** Why a boundary or a step of it does not let the call through. */
export interface Block {
  readonly code: BlockCode;
  readonly reason?: string | undefined;
  readonly argument?: string | undefined;
  readonly say?: string | undefined;
}

/** What a boundary found: its parts, and the block if it fails; or what it still has to know. */
export type Finding = { readonly parts: readonly CheckPart[]; readonly block?: Block | undefined } | Needs;

export type BoundaryCheck = (walk: Walk) => Finding;

/** A condition that holds. */
export function passed(what: PartName, detail?: PartDetail): CheckPart {
  return detail === undefined ? { what, outcome: 'pass' } : { what, outcome: 'pass', detail };
}

/** A condition that does not. */
export function failed(what: PartName, detail: PartDetail): CheckPart {
  return { what, outcome: 'fail', detail };
}

/** A condition that an earlier failure left open. */
export function notEvaluated(what: PartName): CheckPart {
  return { what, outcome: 'not_evaluated' };
}

/** What the expressions of a contract see, with these arguments. */
export function bindingsOf(
  { inputs, release, bound }: Pick<Walk, 'inputs' | 'release' | 'bound'>,
  args: JsonObject,
  facts: JsonObject = {},
): Bindings {
  const { employee, task, language } = inputs;
  return {
    args,
    facts: task ? { ...task.facts, ...facts } : facts,
    contact: inputs.contact,
    conversation: inputs.conversation,
    employee: {
      id: employee.id,
      grants: employee.grants,
      time_zone: employee.time_zone,
      display_name: textIn(release.employee.display_name, language),
    },
    configuration: inputs.configuration,
    now: inputs.now,
    [TYPES]: bound && expressionTypes(bound.contract, release),
  };
}
