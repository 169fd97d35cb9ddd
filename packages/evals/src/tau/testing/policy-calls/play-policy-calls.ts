import { isJsonObject, type JsonValue } from '@rolecall/base';
import type { BlockCode, CallOutcome } from '@rolecall/gate';
import { type GateSession, openSession } from '../../../gate-session.ts';
import type { BenchClock } from '../../bench-clock.ts';
import { blockOf, hasRun, sameRecord, whyNot } from '../../play-write.ts';
import type { TauBusiness } from '../../tau-business.ts';
import type { TauCall } from '../../tau-data.ts';

/** A write that the policy, as its text is read here and not in the assets, allows or forbids. */
export interface PolicyCall extends TauCall {
  /** What is right or wrong with it. */
  readonly kind: string;
  readonly customer: string;
  /** What the customer says beside every value of the call. */
  readonly words?: string | undefined;
  /** Allowed writes that come before it in the same conversation. */
  readonly before?: readonly TauCall[] | undefined;
  /** Of a forbidden one: the reason that the assets are to give, or the block code where it is one of the arguments. */
  readonly reason?: string | undefined;
  /** Of an allowed one: what then stands where. */
  readonly end?: readonly EndState[] | undefined;
}

export interface EndState {
  readonly path: readonly string[];
  readonly value: JsonValue;
}

/** How the calls of a kind went. */
export interface PolicyKind {
  readonly n: number;
  /** What went otherwise than the policy says. */
  readonly problems: readonly string[];
}

/** The first `most` calls of each kind. */
export function fewOfEach(calls: Iterable<PolicyCall>, most: number): readonly PolicyCall[] {
  const counts = new Map<string, number>();
  return [...calls].filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= most;
  });
}

/** Puts each call through the whole gate, answers its notice with a yes, and looks at what came of it. */
export async function playPolicyCalls(
  business: TauBusiness,
  clock: BenchClock,
  calls: readonly PolicyCall[],
): Promise<ReadonlyMap<string, PolicyKind>> {
  const kinds = new Map<string, { n: number; problems: string[] }>();
  for (const call of calls) {
    clock.reset();
    const { outcome, ran } = await play(business, clock, call);
    const problem = await problemOf(business, call, outcome);
    const kind = kinds.get(call.kind) ?? { n: 0, problems: [] };
    kinds.set(call.kind, kind);
    kind.n += 1;
    if (problem !== undefined) kind.problems.push(`${problem} ${JSON.stringify(call.arguments)} of ${call.customer}`);
    if (ran) await business.restore();
  }
  return kinds;
}

async function play(business: TauBusiness, clock: BenchClock, call: PolicyCall) {
  const { customer: contact, words, before = [] } = call;
  const said = words === undefined ? [] : [words];
  const session = await openSession({ rules: business, resources: business.resources, clock, contact, said });
  let ran = false;
  for (const each of before) {
    const outcome = await confirmed(business, session, each);
    if (!hasRun(outcome)) return { outcome, ran };
    ran = true;
  }
  const outcome = await confirmed(business, session, call);
  return { outcome, ran: ran || hasRun(outcome) };
}

async function confirmed(business: TauBusiness, session: GateSession, call: TauCall): Promise<CallOutcome> {
  await session.say(valuesIn(call.arguments).join('\n'));
  const outcome = await session.propose(business.capabilityOf(call.name) ?? call.name, call.arguments);
  if (outcome.kind !== 'awaiting_confirmation') return outcome;
  await session.say('yes');
  return (await session.confirm(outcome.notice.operation)) ?? outcome;
}

const BY_POLICY: readonly BlockCode[] = ['precondition_failed', 'guard_failed'];

async function problemOf(business: TauBusiness, call: PolicyCall, outcome: CallOutcome): Promise<string | undefined> {
  if (call.reason === undefined) {
    if (!hasRun(outcome)) return whyNot(outcome);
    const { end = [] } = call;
    const values = await business.valuesAt(end.map(({ path }) => path));
    const other = end.findIndex(({ value }, index) => !sameRecord(values[index] ?? null, value));
    return other < 0 ? undefined : `${end[other]?.path.join('/')} is ${JSON.stringify(values[other])}`;
  }
  const block = blockOf(outcome);
  const isRight =
    block?.code === call.reason ||
    (block !== undefined && BY_POLICY.includes(block.code) && (block.reason ?? block.code) === call.reason);
  return isRight ? undefined : whyNot(outcome);
}

function valuesIn(value: JsonValue | undefined): readonly string[] {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(valuesIn);
  return isJsonObject(value) ? Object.values(value).flatMap(valuesIn) : [String(value)];
}
