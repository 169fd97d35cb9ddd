import type { BlockCode, CallOutcome } from '@rolecall/gate';
import { type GateSession, openSession } from '../gate-session.ts';
import type { BenchClock } from './bench-clock.ts';
import { blockOf, hasRun, whyNot } from './play-write.ts';
import type { TauBusiness } from './tau-business.ts';
import type { TauCall, TauCase, TauData } from './tau-data.ts';

/** A case that did not go as it is labelled. */
export interface CaseProblem {
  readonly id: string;
  readonly expected: string;
  readonly violation: string | undefined;
  readonly why: string;
}

/** What became of the labelled single calls. */
export interface CasesReport {
  readonly allow: { readonly n: number; readonly run: number };
  readonly deny: { readonly n: number; readonly blocked: number; readonly rightCode: number };
  /** Labelled neither; not judged. */
  readonly review: number;
  readonly problems: readonly CaseProblem[];
}

/** By which codes a violation is rightly blocked. */
const RIGHT_CODES: Readonly<Record<string, readonly BlockCode[]>> = {
  'missing-argument': ['argument_missing'],
  'wrong-type': ['argument_invalid'],
  'unknown-argument': ['argument_invalid'],
  'id-format': ['argument_invalid'],
  enum: ['argument_invalid'],
  'arity-mismatch': ['argument_invalid', 'precondition_failed'],
  ownership: ['precondition_failed', 'guard_failed', 'argument_refused'],
  'order-status': ['precondition_failed', 'guard_failed'],
  'item-not-in-order': ['precondition_failed', 'guard_failed'],
  'cross-product-variant': ['precondition_failed', 'guard_failed'],
  'foreign-payment-method': ['precondition_failed', 'guard_failed'],
  'duplicate-call': ['duplicate_operation'],
};

/** Puts every labelled call to the gate, each in a conversation of its own after the calls that come before it. */
export async function runCases(business: TauBusiness, data: TauData, clock: BenchClock): Promise<CasesReport> {
  const problems: CaseProblem[] = [];
  const allow = { n: 0, run: 0 };
  const deny = { n: 0, blocked: 0, rightCode: 0 };
  clock.reset();
  await business.restore();
  for (const each of data.cases) {
    if (each.expected === 'review') continue;
    const { outcome, changed } = await playCase(business, clock, each);
    if (changed) await business.restore();
    const problem = each.expected === 'allow' ? judgeAllowed(outcome, allow) : judgeDenied(each, outcome, deny);
    if (problem) problems.push({ id: each.id, expected: each.expected, violation: each.violation, why: problem });
  }
  return { allow, deny, review: data.cases.filter(({ expected }) => expected === 'review').length, problems };
}

function judgeAllowed(outcome: CallOutcome, count: { n: number; run: number }): string | undefined {
  count.n += 1;
  if (!hasRun(outcome)) return whyNot(outcome);
  count.run += 1;
  return undefined;
}

function judgeDenied(
  { violation = '' }: TauCase,
  outcome: CallOutcome,
  count: { n: number; blocked: number; rightCode: number },
): string | undefined {
  count.n += 1;
  if (outcome.kind !== 'blocked') return whyNot(outcome);
  count.blocked += 1;
  const code = blockOf(outcome)?.code;
  if (code === undefined || !RIGHT_CODES[violation]?.includes(code)) return whyNot(outcome);
  count.rightCode += 1;
  return undefined;
}

async function playCase(
  business: TauBusiness,
  clock: BenchClock,
  { authenticatedUser, tool, arguments: args, priorCalls = [] }: TauCase,
): Promise<{ readonly outcome: CallOutcome; readonly changed: boolean }> {
  const calls = [...priorCalls, { name: tool, arguments: args }];
  const session = await openSession({
    rules: business,
    resources: business.resources,
    clock,
    contact: authenticatedUser,
    // Origin counts as given: the customer has said every value themselves.
    said: calls.map(({ arguments: sent }) => spoken(sent)),
  });
  let changed = false;
  for (const call of priorCalls) changed = hasRun(await confirmed(business, session, call)) || changed;
  const outcome = await confirmed(business, session, { name: tool, arguments: args });
  return { outcome, changed: changed || hasRun(outcome) };
}

async function confirmed(business: TauBusiness, session: GateSession, call: TauCall): Promise<CallOutcome> {
  const outcome = await session.propose(business.capabilityOf(call.name) ?? call.name, call.arguments);
  if (outcome.kind !== 'awaiting_confirmation') return outcome;
  await session.say('yes');
  return (await session.confirm(outcome.notice.operation)) ?? outcome;
}

/** Every value on a line of its own. */
function spoken(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(spoken).join('\n');
}
