import type { SemanticArgument } from '@rolecall/assets';
import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import type { CallOutcome } from '@rolecall/gate';
import type { GateSession } from '../gate-session.ts';
import { blockOf } from './play-write.ts';
import type { TauBusiness } from './tau-business.ts';

/**
 * The arguments of a call with those that the contract asks for and the benchmark's tool does not take, such as the reason
 * of a cancellation. As a careful model would: a value of a closed list only if the customer's words name it, else the
 * list's last, which names nothing; of what is chosen from a read, the first with which the call may be confirmed.
 */
export async function completeArguments(
  business: TauBusiness,
  scout: GateSession,
  capability: string,
  args: JsonObject,
): Promise<JsonObject> {
  const contract = business.release.contracts[capability]?.contract;
  const omitted = omittedArguments(business, capability);
  let candidates: readonly JsonObject[] = [args];
  for (const [name, argument] of Object.entries(contract?.arguments ?? {})) {
    if (!('origin' in argument) || !omitted.has(name) || args[name] !== undefined) continue;
    const values = await valuesFor(scout, argument);
    if (values.length > 0) {
      candidates = candidates.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
    }
  }
  if (candidates.length === 1) return candidates[0] ?? args;
  return bestOf(scout, capability, candidates, args);
}

function omittedArguments({ release }: TauBusiness, capability: string): ReadonlySet<string> {
  const binding = release.employee.resources[capability];
  return new Set(binding && 'omit' in binding ? binding.omit : []);
}

async function valuesFor(scout: GateSession, { schema, origin }: SemanticArgument): Promise<readonly JsonValue[]> {
  if (Array.isArray(schema.enum)) return schema.enum as readonly JsonValue[];
  for (const each of origin) {
    if (typeof each !== 'object' || !('choice_of' in each)) continue;
    const read = await scout.propose(each.choice_of.capability, {});
    if (read.kind !== 'ended') continue;
    const listed = valueAt(read.receipt.result, each.choice_of.path);
    if (Array.isArray(listed)) return listed as readonly JsonValue[];
  }
  return [];
}

function valueAt(value: JsonValue, path: string): JsonValue | undefined {
  return path
    .split('.')
    .reduce<JsonValue | undefined>((each, key) => (isJsonObject(each) ? each[key] : undefined), value);
}

/** Proven and let through as far as the notice, else let through, else proven, else the last. */
async function bestOf(
  scout: GateSession,
  capability: string,
  candidates: readonly JsonObject[],
  sent: JsonObject,
): Promise<JsonObject> {
  let best = { rank: -1, args: sent };
  for (const args of candidates) {
    await scout.say('…');
    const outcome = await scout.propose(capability, args);
    const rank = rankOf(outcome, args, sent, args === candidates.at(-1));
    if (rank > best.rank) best = { rank, args };
  }
  return best.args;
}

function rankOf(outcome: CallOutcome, args: JsonObject, sent: JsonObject, isLast: boolean): number {
  const block = blockOf(outcome);
  const origins = new Map((block?.prepared?.origins ?? []).map(({ argument, from }) => [argument, from]));
  const added = Object.keys(args).filter((name) => sent[name] === undefined);
  const isProven = added.every((name) => origins.get(name) !== 'unproven');
  const isOpen = block?.code === 'confirmation_required';
  if (isProven) return isOpen ? 4 : 2;
  // Nothing is invented for the customer: what they did not say may only be the value that says nothing.
  return isLast ? (isOpen ? 3 : 1) : 0;
}
