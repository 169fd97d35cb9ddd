import type { SemanticArgument } from '@rolecall/assets';
import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import { type CallOutcome, type Decision, readConfirmation } from '@rolecall/gate';
import type { GateSession } from '../gate-session.ts';
import type { TauBusiness } from './tau-business.ts';

const YES = 'yes';

/** How one write went: what the gate said last. */
export interface PlayedWrite {
  readonly outcome: CallOutcome;
  /** The notice was shown and answered. */
  readonly asked: boolean;
}

/**
 * Plays a write as a careful model and a willing customer would: makes the reads that the write's origins, lists and
 * preconditions name, proposes it, shows the notice, and answers yes.
 */
export async function playWrite(
  business: TauBusiness,
  session: GateSession,
  scout: GateSession,
  capability: string,
  args: JsonObject,
): Promise<PlayedWrite> {
  await makeNamedReads(business, session, scout, capability, args);
  const outcome = await session.propose(capability, args);
  if (outcome.kind !== 'awaiting_confirmation') return { outcome, asked: false };
  await session.say(YES);
  if (readConfirmation(YES, outcome.notice) !== 'yes') return { outcome, asked: true };
  return { outcome: (await session.confirm(outcome.notice.operation)) ?? outcome, asked: true };
}

/**
 * The reads that stand in a write's contract. What its preconditions read is known from the decision on a proposal in a
 * conversation of its own, the scout; each of those reads is then made as a call, so that it can be an origin.
 */
export async function makeNamedReads(
  business: TauBusiness,
  session: GateSession,
  scout: GateSession,
  capability: string,
  args: JsonObject,
): Promise<void> {
  const contract = business.release.contracts[capability]?.contract;
  if (!contract) return;
  for (const name of choiceCapabilities(contract.arguments)) {
    const own = argumentsFor(business, name, args);
    if (own) await session.propose(name, own);
  }
  await scout.propose(capability, args);
  const reads = (await scout.lastDecision(capability))?.inputs.reads ?? {};
  for (const { capability: name, arguments: sent, outcome } of Object.values(reads)) {
    if (outcome === 'succeeded') await session.propose(name, withoutSystem(business, name, sent));
  }
}

function choiceCapabilities(args: Readonly<Record<string, object>>): readonly string[] {
  const origins = Object.values(args).flatMap((argument) =>
    'origin' in argument ? (argument as SemanticArgument).origin : [],
  );
  return [...new Set(origins.flatMap((origin) => (isChoice(origin) ? [origin.choice_of.capability] : [])))];
}

function isChoice(
  origin: SemanticArgument['origin'][number],
): origin is { choice_of: { capability: string; path: string } } {
  return typeof origin === 'object' && 'choice_of' in origin;
}

/** The arguments of a read that has all it needs in the write; undefined for any other. */
function argumentsFor({ release }: TauBusiness, capability: string, args: JsonObject): JsonObject | undefined {
  const contract = release.contracts[capability]?.contract;
  if (!contract) return undefined;
  const own: Record<string, JsonValue> = {};
  for (const [name, argument] of Object.entries(contract.arguments)) {
    if (!('origin' in argument)) continue;
    const value = args[name];
    if (value !== undefined) own[name] = value;
    else if (argument.required) return undefined;
  }
  return own;
}

function withoutSystem({ release }: TauBusiness, capability: string, sent: JsonObject): JsonObject {
  const args = release.contracts[capability]?.contract.arguments ?? {};
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => {
      const argument = args[name];
      return argument !== undefined && 'origin' in argument;
    }),
  );
}

/** The decision that an outcome rests on; undefined for a call that was let through. */
export function blockOf(outcome: CallOutcome): Extract<Decision, { verdict: 'block' }> | undefined {
  if (outcome.kind === 'ended') return undefined;
  return outcome.decision.verdict === 'block' ? outcome.decision : undefined;
}

/** True for a write that took effect. */
export function hasRun(outcome: CallOutcome): boolean {
  return outcome.kind === 'ended' && outcome.receipt.outcome === 'succeeded';
}

/** Why a write did not run, in one line. */
export function whyNot(outcome: CallOutcome): string {
  if (outcome.kind === 'ended') return `${outcome.receipt.outcome}: ${outcome.receipt.code}`;
  const block = blockOf(outcome);
  if (!block) return outcome.kind;
  const failed = block.checks.flatMap(({ parts }) => parts).filter((part) => part.outcome === 'fail');
  const detail = failed.map((part) => `${part.what}: ${part.detail ?? ''}`).join('; ');
  return `${block.code}${block.reason === undefined ? '' : ` (${block.reason})`} ${detail}`.trim();
}

/** Equal up to what counting in binary fractions leaves of cents. */
export function sameRecord(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (typeof left === 'number' && typeof right === 'number') return Math.abs(left - right) < 0.005;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item: JsonValue, index) => sameRecord(item, right[index]));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].every((name) => sameRecord(left[name] ?? null, right[name] ?? null));
  }
  return left === right;
}
