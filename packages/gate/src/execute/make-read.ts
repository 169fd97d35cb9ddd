import type { Boundary, CapabilityContract, SpaceEntry } from '@rolecall/assets';
import { type JsonObject, type JsonValue, timestampOf } from '@rolecall/base';
import { preparedArguments, readArguments, systemValues } from '../arguments/prepare-arguments.ts';
import {
  bound,
  connected,
  installed,
  type PlainFinding,
  permitted,
  resourceReady,
  stageOpen,
} from '../boundaries/first-four.ts';
import { tightenedBound } from '../boundaries/tightened-bound.ts';
import { bindingsOf } from '../boundaries/walk.ts';
import type { CallContext } from '../call-context.ts';
import type { CallInputs, ReadInput, ReadNeed } from '../call-inputs.ts';
import type { PreparedArguments } from '../decision.ts';
import { evaluateExpression } from '../expressions.ts';
import { ANSWER_TOO_LARGE } from '../results/classify-result.ts';
import { declaredFields } from '../results/declared-fields.ts';
import { isLarge, tooMuchToTell } from '../results/large-answer.ts';
import { projectResult } from '../results/project-result.ts';
import { tellResult } from '../results/tell-result.ts';
import { localDate } from '../texts/local-moment.ts';
import { CustomerWords } from '../words/customer-words.ts';
import { callRead } from './call-read.ts';
import { remarksOf } from './call-resource.ts';
import { inspect } from './inspect-resource.ts';
import { startInputs } from './start-inputs.ts';

/**
 * A read that the gate makes for itself, for a precondition or a read-back. It passes boundaries 1 to 4, is no step of the
 * round and is not shown to the model; whatever keeps it from an answer is told in its outcome. Never throws.
 * Source: design, section 6, "Outcome".
 */
export async function makeRead(need: ReadNeed, context: CallContext): Promise<ReadInput> {
  const { capability } = need;
  const entry = Object.hasOwn(context.space.entries, capability) ? context.space.entries[capability] : undefined;
  const own = entry?.bound && tightenedBound(entry.bound);
  const contract = own?.contract;
  const inputs = startInputs(capability, context);
  const fail = (code: string, detail: string, boundary?: Boundary, args: JsonObject = need.arguments): ReadInput => ({
    capability,
    arguments: args,
    outcome: 'failed',
    code,
    ...(boundary === undefined ? {} : { boundary }),
    result: null,
    detail,
    at: timestampOf(context.clock),
  });
  const held = await heldBack(need, entry, inputs, context);
  if (held) return fail(held.code, held.detail, held.boundary);
  if (!entry?.binding || !contract) return fail('resource_not_bound', 'nothing is bound', 'connected');
  if (contract.effect !== 'read') return fail('not_a_read', `${contract.id} is a write`);
  const prepared = prepareRead(need, contract, inputs, context);
  if (typeof prepared === 'string') return fail('argument_invalid', prepared);
  const bindings = bindingsOf({ inputs, release: context.release, bound: own }, prepared.values);
  const { classification, answer } = await callRead(
    { contract, binding: entry.binding, id: `read:${need.id}`, prepared, bindings },
    context,
  );
  const remarks = remarksOf(answer);
  const onTheWay = Object.keys(remarks).length === 0 ? {} : { remarks };
  if (classification.outcome !== 'succeeded') {
    const { code, detail = classification.outcome } = classification;
    const failure = { ...fail(code, detail, undefined, prepared.values), ...onTheWay };
    const telling = tellResult({
      release: context.release,
      contract,
      outcome: classification.outcome,
      code: classification.code,
      result: {},
      bindings,
      language: context.language,
    });
    const isOwnText = classification.matched !== undefined && telling.mode === 'fixed';
    return isOwnText ? { ...failure, say: telling.text } : failure;
  }
  const projected = projectResult(contract, classification, bindings).result;
  const result = seen(contract, classification.result, projected, context);
  const problem = isLarge(answer) ? tooMuchToTell(result) : undefined;
  if (problem !== undefined) return { ...fail(ANSWER_TOO_LARGE, problem, undefined, prepared.values), ...onTheWay };
  return {
    capability,
    arguments: prepared.values,
    outcome: 'succeeded',
    code: classification.code,
    result,
    at: timestampOf(context.clock),
    ...onTheWay,
  };
}

/** The first of boundaries 1 to 4 that holds a read back. */
async function heldBack(
  need: ReadNeed,
  entry: SpaceEntry | undefined,
  inputs: CallInputs,
  context: CallContext,
): Promise<{ readonly boundary: Boundary; readonly code: string; readonly detail: string } | undefined> {
  const first = blockOf('installed', installed(entry, need.capability));
  if (first || !entry) return first;
  const stages = entry.bound?.stages;
  const task =
    entry.bound && context.taskState(entry.bound.task, {}, subjectOf(entry, need.arguments, inputs, context));
  const fixed =
    blockOf('bound', bound(entry)) ??
    (task && blockOf('bound', stageOpen(stages, task))) ??
    blockOf('permitted', permitted(entry)) ??
    blockOf('connected', connected(entry));
  if (fixed || !entry.binding) return fixed;
  return blockOf('connected', resourceReady(await inspect(need.capability, entry.binding, context), entry.binding));
}

function blockOf(boundary: Boundary, { parts, block }: PlainFinding) {
  if (!block) return undefined;
  const detail = parts.find(({ outcome }) => outcome === 'fail')?.detail ?? '';
  return { boundary, code: block.code, detail };
}

function subjectOf(
  entry: SpaceEntry,
  args: JsonObject,
  inputs: CallInputs,
  { release }: CallContext,
): JsonValue | undefined {
  const subject = release.tasks.find(({ task }) => task.id === entry.bound?.task)?.task.task_contract.subject;
  const value =
    subject === undefined
      ? undefined
      : evaluateExpression(subject, bindingsOf({ inputs, release, bound: entry.bound }, args));
  return value?.ok ? value.value : undefined;
}

/** The arguments of the read by its own contract, or why they cannot be sent. Where they come from was judged before. */
function prepareRead(
  need: ReadNeed,
  contract: CapabilityContract,
  inputs: CallInputs,
  { release }: CallContext,
): PreparedArguments | string {
  const see = (values: JsonObject) => bindingsOf({ inputs, release, bound: undefined }, values);
  const read = readArguments(
    need.arguments,
    contract,
    { words: new CustomerWords([]), earlierReads: [], today: () => localDate(inputs.now, inputs.employee.time_zone) },
    see,
  );
  const system = systemValues(contract, read, () => see(read.values));
  const unknown = read.unknown.map((name) => `${contract.id} has no argument ${name}`);
  const wrong = read.semantic.flatMap(({ declared: { name, argument }, value, problem }) => {
    if (problem !== undefined) return [`${name} ${problem}`];
    return argument.required && value === undefined ? [`${name} is missing`] : [];
  });
  const problems = [...unknown, ...wrong, ...system.flatMap(({ problem }) => problem ?? [])];
  return problems[0] ?? preparedArguments(contract, read, system);
}

function seen(
  contract: CapabilityContract,
  result: JsonValue | undefined,
  projected: JsonObject,
  { release }: CallContext,
): JsonValue {
  return declaredFields(contract, result, projected, release.records);
}
