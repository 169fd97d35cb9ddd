import type { CapabilityContract } from '@rolecall/assets';
import type { JsonObject, JsonValue } from '@rolecall/base';
import type { Needs, ReadInput, ReadNeed } from '../call-inputs.ts';
import type { CheckPart } from '../decision.ts';
import { type Bindings, evaluateExpression, holds } from '../expressions.ts';
import type { PlainFinding } from './first-four.ts';
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
    const read = walk.inputs.reads?.[precondition.id];
    const finding = read
      ? judge(precondition, read, walk, contract, withReads(bindings, walk))
      : missingReads(preconditions.slice(index), withReads(bindings, walk), walk);
    if ('verdict' in finding) return finding;
    parts.push(...finding.parts);
    if (finding.block) {
      const rest = preconditions.slice(index + 1).map(({ id }) => notEvaluated(`precondition ${id}`));
      return { parts: [...parts, ...rest], block: finding.block };
    }
  }
  return { parts };
}

/** The bindings with what the preconditions read. */
export function withReads(bindings: Bindings, { inputs }: Pick<Walk, 'inputs'>): Bindings {
  const reads = Object.entries(inputs.reads ?? {}).filter(([, { outcome }]) => outcome === 'succeeded');
  return { ...bindings, reads: Object.fromEntries(reads.map(([id, { result }]) => [id, result])) };
}

function judge(
  precondition: Precondition,
  read: ReadInput,
  walk: Walk,
  contract: CapabilityContract,
  bindings: Bindings,
): PlainFinding {
  const what = `precondition ${precondition.id}`;
  if (read.capability !== precondition.read.capability) {
    return { parts: [failed(what, 'another precondition has the same id')], block: { code: 'precondition_failed' } };
  }
  if (read.outcome === 'failed') return readFailed(precondition, read, walk, contract, bindings);
  if (precondition.expect === undefined) return { parts: [passed(what, `${read.capability} answered ${read.code}`)] };
  const { holds: isMet, detail } = holds(precondition.expect, bindings);
  if (isMet) return { parts: [passed(what, detail)] };
  return { parts: [failed(what, detail)], block: otherwiseBlock(precondition, walk, contract, bindings) };
}

/** The read's own code is the reason: what the precondition would have said of a read that worked need not be true. */
function readFailed(
  precondition: Precondition,
  read: ReadInput,
  walk: Walk,
  contract: CapabilityContract,
  bindings: Bindings,
): PlainFinding {
  const where = read.boundary === undefined ? '' : ` at boundary ${read.boundary}`;
  const detail = `${read.capability} gave ${read.code}${where}${read.detail === undefined ? '' : `: ${read.detail}`}`;
  const block: Block =
    precondition.expect === undefined && precondition.otherwise
      ? otherwiseBlock(precondition, walk, contract, bindings)
      : { code: 'precondition_failed', reason: read.code, say: read.say };
  return { parts: [failed(`precondition ${precondition.id}`, detail)], block };
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
    if (walk.inputs.reads?.[precondition.id]) continue;
    const args = evaluateAll(precondition.read.arguments, bindings);
    if (args.ok) reads.push({ id: precondition.id, capability: precondition.read.capability, arguments: args.values });
    else if (precondition === first) {
      return {
        parts: [failed(`precondition ${precondition.id}`, args.message)],
        block: { code: 'precondition_failed' },
      };
    }
  }
  return { verdict: 'needs', reads };
}

/** The values of named expressions, or why one of them has none. */
export function evaluateAll(
  expressions: Readonly<Record<string, string>>,
  bindings: Bindings,
): { readonly ok: true; readonly values: JsonObject } | { readonly ok: false; readonly message: string } {
  const values: Record<string, JsonValue> = {};
  for (const [name, source] of Object.entries(expressions)) {
    const result = evaluateExpression(source, bindings);
    if (!result.ok) return { ok: false, message: `${source} cannot be evaluated: ${result.message}` };
    values[name] = result.value;
  }
  return { ok: true, values };
}
