import type { CapabilityContract } from '@rolecall/assets';
import { type JsonObject, timestampOf } from '@rolecall/base';
import type { CommitDraft, Writing } from '@rolecall/journal';
import { contractName } from '../arguments/prepare-arguments.ts';
import { evaluateAll } from '../boundaries/preconditions-step.ts';
import { tightenedBound } from '../boundaries/tightened-bound.ts';
import { bindingsOf } from '../boundaries/walk.ts';
import type { CallContext } from '../call-context.ts';
import type { ReadInput } from '../call-inputs.ts';
import { type Bindings, evaluateExpression } from '../expressions.ts';
import { type GateEntries, gateEntry } from '../operations/entries.ts';
import type { OperationIn } from '../operations/operation.ts';
import { readOperation } from '../operations/read-operation.ts';
import type { Receipt } from '../receipt.ts';
import type { LateResourceAnswer } from '../resource-port.ts';
import { classifyResult } from '../results/classify-result.ts';
import { isLarge, largeEntries, withoutLarge } from '../results/large-answer.ts';
import { makeReceipt, withEvent } from '../results/make-receipt.ts';
import { evaluateEach, type Projection } from '../results/project-result.ts';
import { tellResult } from '../results/tell-result.ts';
import { makeRead } from './make-read.ts';
import { startInputs } from './start-inputs.ts';

/**
 * Looks with the contract's read-back what became of a write of unknown outcome. It succeeded when the read-back finds the
 * effect; it failed only when the read-back works, does not find it, and the time to send it, the time-out and
 * `settles_within` had passed before it was made. Anything else leaves it unknown: undefined.
 * Source: design, section 6, "Outcome".
 */
export async function* settleOperation(id: string, context: CallContext): Writing<Receipt | undefined> {
  const doubt = await writeInDoubt(id, context);
  if (!doubt) return undefined;
  const { operation, bound } = doubt;
  const readBack = bound?.contract.result.read_back;
  if (!bound || !readBack) return yield* leaveUnknown(operation, 'the contract declares no read-back', null, context);
  const { contract } = bound;
  const bindings = bindingsFor(operation, contract, context);
  const args = readBackArguments(contract, bindings, operation.arguments, context);
  if (!args.ok) return yield* leaveUnknown(operation, args.message, null, context);
  const isDecisive = context.clock.now() > Date.parse(operation.mayFailAt);
  const need = { id: 'read_back', capability: readBack.capability, arguments: args.values };
  const read = await makeRead(need, context);
  if (read.outcome === 'failed')
    return yield* leaveUnknown(operation, `the read-back gave ${read.code}`, read, context);
  const found = evaluateExpression(readBack.succeeded_when, { ...bindings, read_back: read.result });
  if (!found.ok) return yield* leaveUnknown(operation, found.message, read, context);
  if (found.value !== true && !isDecisive) {
    return yield* leaveUnknown(
      operation,
      `not found, and it may still arrive until ${operation.mayFailAt}`,
      read,
      context,
    );
  }
  const ended = settledReceipt(operation, contract, found.value === true, read, bindings, context);
  yield settled(operation, { by: 'read_back', read, ...ended }, context);
  return ended.receipt;
}

/** A write of this conversation whose outcome is unknown, and what binds it now; undefined when there is none of that id. */
async function writeInDoubt(id: string, context: CallContext) {
  const operation = await readOperation(id, context);
  if (operation?.state !== 'unknown' || operation.conversation !== context.conversation.id) return undefined;
  const entry = context.space.entries[operation.capability];
  return { operation, bound: entry?.bound && tightenedBound(entry.bound) };
}

/** A person's word on what became of a write. */
export interface PersonsFinding {
  readonly outcome: 'succeeded' | 'failed';
  /** Who says so. */
  readonly person: string;
  readonly reason: string;
}

/**
 * Settles a write of unknown outcome by the word of a person who looked. That it failed is taken only once it can no
 * longer arrive; before that it stays unknown, since the key would be free for a second one.
 * Source: design, section 6, "Outcome".
 */
export async function* settleByPerson(
  id: string,
  finding: PersonsFinding,
  context: CallContext,
): Writing<Receipt | undefined> {
  const doubt = await writeInDoubt(id, context);
  if (!doubt) return undefined;
  const { operation, bound } = doubt;
  if (!bound) return yield* leaveUnknown(operation, 'this release has no contract for it', null, context);
  if (finding.outcome === 'failed' && context.clock.now() <= Date.parse(operation.mayFailAt)) {
    const why = `${finding.person} says that it failed, and it may still arrive until ${operation.mayFailAt}`;
    return yield* leaveUnknown(operation, why, null, context);
  }
  const { contract } = bound;
  const isDone = finding.outcome === 'succeeded';
  const ended = settledReceipt(operation, contract, isDone, null, bindingsFor(operation, contract, context), context);
  const { person, reason } = finding;
  yield settled(operation, { by: 'person', person, reason, read: null, ...ended }, context);
  return ended.receipt;
}

/**
 * Settles a write of unknown outcome by the answer that its system gave after the time-out, classified by the contract as
 * it would have been in time. An answer that leaves it open changes nothing and stands on record.
 * Source: design, section 6, "Outcome".
 */
export async function* settleByAnswer(
  id: string,
  answer: LateResourceAnswer,
  context: CallContext,
): Writing<Receipt | undefined> {
  const doubt = await writeInDoubt(id, context);
  if (!doubt) return undefined;
  const { operation, bound } = doubt;
  if (!bound) return yield* leaveUnknown(operation, 'this release has no contract for it', null, context, answer);
  const { contract } = bound;
  const bindings = bindingsFor(operation, contract, context);
  const classification = classifyResult(contract, answer, bindings, context.release.records);
  if (classification.outcome === 'unknown') {
    const why = `the late answer leaves it open: ${classification.detail ?? classification.code}`;
    return yield* leaveUnknown(operation, why, null, context, answer);
  }
  const { receipt, omitted, kept } = makeReceipt({
    id: operation.id,
    release: context.release,
    contract,
    task: operation.task,
    prepared: { values: operation.arguments, origins: [] },
    classification,
    bindings,
    language: context.language,
    at: timestampOf(context.clock),
    isLarge: isLarge(answer),
  });
  const large = largeEntries({ id: operation.id, contact: context.contact.id }, answer, kept);
  const { entries, ...rest } = settled(
    operation,
    { by: 'late_answer', answer: withoutLarge(answer), read: null, receipt, problems: omitted },
    context,
  );
  yield { ...rest, entries: [...large, ...entries] };
  return receipt;
}

function settled(
  operation: OperationIn<'unknown'>,
  found: Omit<GateEntries['gate.settled'], 'operation' | 'contact' | 'outcome' | 'code'>,
  { contact }: CallContext,
): CommitDraft {
  const outcome = found.receipt.outcome === 'succeeded' ? 'succeeded' : 'failed';
  const data = { operation: operation.id, contact: contact.id, outcome, code: found.receipt.code, ...found } as const;
  return {
    entries: [gateEntry('gate.settled', data)],
    ...(outcome === 'failed'
      ? { giveBack: operation.counters.map((counter) => ({ counter, operation: operation.id })) }
      : {}),
  };
}

async function* leaveUnknown(
  operation: OperationIn<'unknown'>,
  why: string,
  read: ReadInput | null,
  context: CallContext,
  answer?: LateResourceAnswer,
): Writing<undefined> {
  const data = {
    operation: operation.id,
    contact: context.contact.id,
    why,
    read,
    ...(answer === undefined ? {} : { answer: withoutLarge(answer) }),
  };
  const large = answer === undefined ? [] : largeEntries({ id: operation.id, contact: context.contact.id }, answer, []);
  yield { entries: [...large, gateEntry('gate.not_settled', data)] };
  return undefined;
}

function bindingsFor(operation: OperationIn<'unknown'>, contract: CapabilityContract, context: CallContext): Bindings {
  const { space, release, contact: _ } = context;
  const inputs = startInputs(operation.capability, context);
  const entry = space.entries[contract.capability];
  const bound = entry?.bound && tightenedBound(entry.bound);
  return { ...bindingsOf({ inputs, release, bound }, operation.arguments), request_id: operation.id };
}

/** Without declared arguments the read gets those of the write that it knows by the same name. */
function readBackArguments(
  contract: CapabilityContract,
  bindings: Bindings,
  values: JsonObject,
  { space }: CallContext,
): ReturnType<typeof evaluateAll> {
  const declared = contract.result.read_back?.arguments;
  if (declared) return evaluateAll(declared, bindings);
  const read = space.entries[contract.result.read_back?.capability ?? '']?.bound?.contract;
  const names = Object.entries(read?.arguments ?? {}).flatMap(([name, argument]) =>
    'origin' in argument ? [name] : [],
  );
  return {
    ok: true,
    values: Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : []))),
  };
}

/** The contract's only code for this outcome, where it has exactly one; else the outcome's own name. */
function settledCode({ result }: CapabilityContract, outcome: 'succeeded' | 'failed'): string {
  const codes = result.codes.filter((code) => code.outcome === outcome);
  return outcome === 'succeeded' && codes.length === 1 && codes[0] ? codes[0].code : outcome;
}

function settledReceipt(
  operation: OperationIn<'unknown'>,
  contract: CapabilityContract,
  isFound: boolean,
  read: ReadInput | null,
  bindings: Bindings,
  context: CallContext,
): Pick<GateEntries['gate.settled'], 'receipt' | 'problems'> {
  const outcome = isFound ? 'succeeded' : 'failed';
  const code = settledCode(contract, outcome);
  const { result, facts, omitted } = isFound ? projectionFound(read, contract, bindings, context) : NOTHING_FOUND;
  const told = {
    release: context.release,
    contract,
    outcome,
    code,
    result,
    bindings,
    language: context.language,
  } as const;
  const receipt: Receipt = {
    id: operation.id,
    capability: operation.capability,
    contract: contractName(contract),
    task: operation.task,
    effect: 'write',
    outcome,
    code,
    at: timestampOf(context.clock),
    arguments: operation.arguments,
    result,
    facts,
    proven: true,
    telling: tellResult({ ...told, settled: true }),
    ...withEvent(contract, outcome, code),
  };
  return { receipt, problems: omitted };
}

const NOTHING_FOUND: Projection = { result: {}, facts: {}, omitted: [] };

/**
 * The fields that the write projects, as far as they are known without its answer: as the contract draws them from the
 * read-back, else as they are where they need nothing of the answer, else as the read itself projects them under the same
 * name. So an event says the same, whichever way its operation came to its end. The facts are those that the read-back's own
 * contract draws from what it saw.
 */
function projectionFound(
  read: ReadInput | null,
  contract: CapabilityContract,
  bindings: Bindings,
  { space }: CallContext,
): Projection {
  const { project, facts: declared, read_back: readBack } = contract.result;
  const known = evaluateEach(project, bindings, 'project');
  const reader = read && space.entries[read.capability]?.bound?.contract.result;
  const ofRead = { ...bindings, result: read?.result };
  const seen = evaluateEach(reader?.project ?? {}, ofRead, 'project').values;
  const factsSeen = evaluateEach(reader?.facts ?? {}, ofRead, 'facts');
  const drawing = read ? (readBack?.project ?? {}) : {};
  const drawn = evaluateEach(drawing, { ...bindings, read_back: read?.result }, 'read_back.project');
  const result = declaredOf(project, { ...seen, ...known.values, ...drawn.values });
  const facts = declaredOf(declared, factsSeen.values);
  const omitted = [
    ...drawn.omitted,
    ...missing('project', project, result, known.omitted),
    ...missing('facts', declared, facts, factsSeen.omitted),
  ];
  return { result, facts, omitted };
}

function declaredOf(declared: Readonly<Record<string, string>>, found: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(found).filter(([name]) => Object.hasOwn(declared, name)));
}

/** Why declared fields are not there: without the write's own answer not all can be known. */
function missing(
  slot: string,
  declared: Readonly<Record<string, string>>,
  found: JsonObject,
  omitted: readonly string[],
): readonly string[] {
  const names = Object.keys(declared).filter((name) => !Object.hasOwn(found, name));
  return names.map(
    (name) =>
      omitted.find((problem) => problem.startsWith(`${slot}.${name}: `)) ??
      `${slot}.${name}: only the answer of the write says it`,
  );
}
