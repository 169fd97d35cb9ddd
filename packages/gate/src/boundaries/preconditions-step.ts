import type { CapabilityContract } from '@rolecall/assets';
import type { JsonObject, JsonValue } from '@rolecall/base';
import type { Needs, ReadInput, ReadNeed } from '../call-inputs.ts';
import type { CheckPart } from '../decision.ts';
import { type Bindings, evaluateExpression, holds } from '../expressions.ts';
import { type OpenDetail, openDetail } from '../parts/open-sentences.ts';
import type { PlainFinding } from './first-four.ts';
import { itemsOf, withItem } from './items-of.ts';
import { sayOf } from './say-of.ts';
import { type Block, failed, notEvaluated, passed, type Walk } from './walk.ts';

type Precondition = CapabilityContract['preconditions'][number];

/** A call may ask for so many reads, no more. */
const MOST_READS = 8;

/**
 * The preconditions, in order. A read that is not there yet is asked for, together with those after it that can already be
 * named; a read that failed blocks, and so does an expectation that does not hold or cannot be evaluated.
 */
export function preconditionsStep(walk: Walk, contract: CapabilityContract, bindings: Bindings): PlainFinding | Needs {
  const { preconditions } = contract;
  if (preconditions.length === 0) return { parts: [passed('preconditions', 'none')] };
  if (preconditions.length > MOST_READS) {
    return {
      parts: [
        failed(
          'preconditions',
          `${preconditions.length} reads are more than the ${MOST_READS} that a call may ask for`,
        ),
      ],
      block: { code: 'precondition_failed' },
    };
  }
  const parts: CheckPart[] = [];
  for (const [index, precondition] of preconditions.entries()) {
    const visible = withReads(bindings, walk);
    const uses = usesOf(precondition, visible);
    const finding = uses.ok
      ? judgeAll(uses.values, preconditions.slice(index), walk, contract, visible)
      : impossible(precondition, uses.message);
    if ('verdict' in finding) return finding;
    parts.push(...finding.parts);
    if (finding.block) {
      const rest = preconditions.slice(index + 1).map(({ id }) => notEvaluated(`precondition ${id}`));
      return { parts: [...parts, ...rest], block: finding.block };
    }
  }
  return { parts };
}

/**
 * The bindings with what the preconditions read. What is read for each item of a list is a list, and is there once all of
 * it was read.
 */
export function withReads(bindings: Bindings, { inputs, bound }: Pick<Walk, 'inputs' | 'bound'>): Bindings {
  let visible: Bindings = { ...bindings, reads: {} };
  for (const precondition of bound?.contract.preconditions ?? []) {
    const uses = usesOf(precondition, visible);
    if (!uses.ok) continue;
    const reads = uses.values.map(({ key }) => inputs.reads?.[key]);
    const results = reads.flatMap((read) => (read?.outcome === 'succeeded' ? [read.result] : []));
    if (results.length < reads.length) continue;
    const value = precondition.for_each === undefined ? results[0] : results;
    if (value !== undefined) visible = { ...visible, reads: { ...visible.reads, [precondition.id]: value } };
  }
  return visible;
}

/** One read that a precondition asks for: the only one, or the one for an item of its list. */
interface Use {
  readonly precondition: Precondition;
  /** In the inputs of the decision. */
  readonly key: string;
  /** What its expressions see beside the bindings of the call. */
  readonly inside: (bindings: Bindings) => Bindings;
}

function usesOf(
  precondition: Precondition,
  bindings: Bindings,
): { readonly ok: true; readonly values: readonly Use[] } | { readonly ok: false; readonly message: OpenDetail } {
  const { id, for_each } = precondition;
  if (for_each === undefined) {
    return { ok: true, values: [{ precondition, key: id, inside: (outside) => outside }] };
  }
  const items = itemsOf(for_each, bindings);
  if (!items.ok) return items;
  const values = items.values.map(
    (item, index): Use => ({
      precondition,
      key: `${id}[${index}]`,
      inside: (outside) => withItem(outside, item, index),
    }),
  );
  return { ok: true, values };
}

/** Judges each read of the first of these preconditions, or asks for those that are missing. */
function judgeAll(
  uses: readonly Use[],
  open: readonly Precondition[],
  walk: Walk,
  contract: CapabilityContract,
  bindings: Bindings,
): PlainFinding | Needs {
  if (uses.some(({ key }) => !walk.inputs.reads?.[key])) return missingReads(open, bindings, walk);
  const parts: CheckPart[] = [];
  for (const { precondition, key, inside } of uses) {
    const read = walk.inputs.reads?.[key];
    if (!read) continue;
    const finding = judge(precondition, key, read, walk, contract, inside(bindings));
    parts.push(...finding.parts);
    if (finding.block) return { parts, block: finding.block };
  }
  const [first] = open;
  if (parts.length === 0 && first)
    parts.push(passed(`precondition ${first.id}`, openDetail('empty', first.for_each ?? '')));
  return { parts };
}

function impossible({ id }: Precondition, message: OpenDetail): PlainFinding {
  return { parts: [failed(`precondition ${id}`, message)], block: { code: 'precondition_failed' } };
}

function judge(
  precondition: Precondition,
  key: string,
  read: ReadInput,
  walk: Walk,
  contract: CapabilityContract,
  bindings: Bindings,
): PlainFinding {
  const what = `precondition ${key}` as const;
  if (read.capability !== precondition.read.capability) {
    return { parts: [failed(what, 'another precondition has the same id')], block: { code: 'precondition_failed' } };
  }
  if (read.outcome === 'failed') return readFailed(precondition, key, read, walk, contract, bindings);
  if (precondition.expect === undefined)
    return { parts: [passed(what, openDetail('answered', read.capability, read.code))] };
  const { holds: isMet, detail } = holds(precondition.expect, bindings);
  if (isMet) return { parts: [passed(what, detail)] };
  return { parts: [failed(what, detail)], block: otherwiseBlock(precondition, walk, contract, bindings) };
}

/** The read's own code is the reason: what the precondition would have said of a read that worked need not be true. */
function readFailed(
  precondition: Precondition,
  key: string,
  read: ReadInput,
  walk: Walk,
  contract: CapabilityContract,
  bindings: Bindings,
): PlainFinding {
  const block: Block =
    precondition.expect === undefined && precondition.otherwise
      ? otherwiseBlock(precondition, walk, contract, bindings)
      : { code: 'precondition_failed', reason: read.code, say: read.say };
  return { parts: [failed(`precondition ${key}`, whatItGave(read))], block };
}

function whatItGave({ capability, code, boundary, detail }: ReadInput): OpenDetail {
  if (boundary === undefined) {
    return detail === undefined
      ? openDetail('gave', capability, code)
      : openDetail('gave_because', capability, code, detail);
  }
  return detail === undefined
    ? openDetail('gave_at', capability, code, boundary)
    : openDetail('gave_at_because', capability, code, boundary, detail);
}

function otherwiseBlock(
  { otherwise }: Precondition,
  walk: Walk,
  contract: CapabilityContract,
  bindings: Bindings,
): Block {
  return {
    code: 'precondition_failed',
    reason: otherwise?.code,
    say: otherwise && sayOf(otherwise, walk, contract, bindings),
  };
}

function missingReads(preconditions: readonly Precondition[], bindings: Bindings, walk: Walk): PlainFinding | Needs {
  const [first] = preconditions;
  const reads: ReadNeed[] = [];
  for (const precondition of preconditions) {
    const uses = usesOf(precondition, bindings);
    if (!uses.ok) continue;
    for (const { key, inside } of uses.values) {
      if (walk.inputs.reads?.[key]) continue;
      const args = evaluateAll(precondition.read.arguments, inside(bindings));
      if (args.ok) reads.push({ id: key, capability: precondition.read.capability, arguments: args.values });
      else if (precondition === first) return impossible(precondition, args.message);
    }
  }
  return { verdict: 'needs', reads };
}

/** The values of named expressions, or why one of them has none. */
export function evaluateAll(
  expressions: Readonly<Record<string, string>>,
  bindings: Bindings,
): { readonly ok: true; readonly values: JsonObject } | { readonly ok: false; readonly message: OpenDetail } {
  const values: Record<string, JsonValue> = {};
  for (const [name, source] of Object.entries(expressions)) {
    const result = evaluateExpression(source, bindings);
    if (!result.ok) return { ok: false, message: openDetail('cannot', source, result.message) };
    values[name] = result.value;
  }
  return { ok: true, values };
}
