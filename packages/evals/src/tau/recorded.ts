import { isJsonObject } from '@rolecall/base';
import { type BlockCode, type CallOutcome, readConfirmation } from '@rolecall/gate';
import { type GateSession, openSession } from '../gate-session.ts';
import type { BenchClock } from './bench-clock.ts';
import { completeArguments } from './complete-arguments.ts';
import { blockOf, hasRun, makeNamedReads } from './play-write.ts';
import type { TauBusiness } from './tau-business.ts';
import type { TauCall, TauData, TauTrajectory } from './tau-data.ts';
import { customerOf } from './tau-party.ts';

/** What held a recorded write back. */
export type BlockColumn = 'policy' | 'origin' | 'confirmation';

/** What became of the writes that a real model attempted. */
export interface RecordedReport {
  readonly writes: number;
  readonly executedUpstream: number;
  /** Executed upstream, and against the policy here. */
  readonly forbidden: number;
  /** Those by the reason that the assets give. */
  readonly byRule: Readonly<Record<string, number>>;
  /** In gold, and blocked here by policy or origin. */
  readonly rightfulBlocked: number;
  /** All blocks. */
  readonly blocks: Readonly<Record<BlockColumn, number>>;
  readonly ran: number;
}

const COLUMNS: Partial<Readonly<Record<BlockCode, BlockColumn>>> = {
  argument_refused: 'origin',
  confirmation_required: 'confirmation',
  confirmation_stale: 'confirmation',
  confirmation_declined: 'confirmation',
};

interface Counts {
  writes: number;
  executedUpstream: number;
  forbidden: number;
  rightfulBlocked: number;
  ran: number;
  readonly byRule: Record<string, number>;
  readonly blocks: Record<BlockColumn, number>;
}

/**
 * Puts every write of the recorded conversations to the gate where it was attempted, after the words and reads that came
 * before it. Our notice is shown there, and is confirmed if and only if our recogniser reads the customer's last words as
 * a yes to it. Afterwards the system is as it was upstream, and what only lacked a yes is known to the conversation, so that
 * the next attempt meets the same world.
 */
export async function replayRecorded(business: TauBusiness, data: TauData, clock: BenchClock): Promise<RecordedReport> {
  const counts: Counts = {
    writes: 0,
    executedUpstream: 0,
    forbidden: 0,
    byRule: {},
    rightfulBlocked: 0,
    blocks: { policy: 0, origin: 0, confirmation: 0 },
    ran: 0,
  };
  for (const trajectory of data.trajectories) {
    clock.reset();
    await business.restore();
    await replayOne(business, data, clock, trajectory, counts);
  }
  return counts;
}

async function replayOne(
  business: TauBusiness,
  data: TauData,
  clock: BenchClock,
  { messages, writes }: TauTrajectory,
  counts: Counts,
): Promise<void> {
  const contact = partyOf({ messages, writes }, data);
  const party = { rules: business, resources: business.resources, clock, contact };
  const session = await openSession(party);
  const said: string[] = [];
  let next = 0;
  for (const message of messages) {
    if (message.role === 'tool') continue;
    if (message.role === 'user' && message.content) {
      said.push(message.content);
      await session.say(message.content);
    }
    for (const call of message.toolCalls ?? []) {
      const write = writes[next];
      if (write?.name !== call.name) await readAlong(business, session, call);
      else {
        next += 1;
        const scout = await openSession({ ...party, said });
        const outcome = await attempt(business, session, scout, call, said.at(-1) ?? '');
        count(outcome, write, counts);
        if (write.ok && !hasRun(outcome)) await happenedUpstream(business, session, call, outcome);
      }
    }
  }
}

async function attempt(
  business: TauBusiness,
  session: GateSession,
  scout: GateSession,
  call: TauCall,
  lastWords: string,
): Promise<CallOutcome> {
  const capability = business.capabilityOf(call.name) ?? call.name;
  const args = await completeArguments(business, scout, capability, call.arguments);
  await makeNamedReads(business, session, scout, capability, args);
  const outcome = await session.propose(capability, args);
  if (outcome.kind !== 'awaiting_confirmation') return outcome;
  if (readConfirmation(lastWords, outcome.notice) !== 'yes') return outcome;
  await session.say(lastWords);
  return (await session.confirm(outcome.notice.operation)) ?? outcome;
}

async function happenedUpstream(
  business: TauBusiness,
  session: GateSession,
  { name, arguments: args }: TauCall,
  outcome: CallOutcome,
): Promise<void> {
  if (outcome.kind === 'awaiting_confirmation') {
    await session.say('yes');
    const done = await session.confirm(outcome.notice.operation);
    if (done !== undefined && hasRun(done)) return;
  }
  await business.callTool(name, args);
}

function count(outcome: CallOutcome, { ok, inGold }: TauTrajectory['writes'][number], counts: Counts): void {
  counts.writes += 1;
  if (ok) counts.executedUpstream += 1;
  if (hasRun(outcome)) counts.ran += 1;
  const block = blockOf(outcome);
  if (!block) return;
  const column = COLUMNS[block.code] ?? 'policy';
  counts.blocks[column] += 1;
  if (inGold && column !== 'confirmation') counts.rightfulBlocked += 1;
  if (!ok || column !== 'policy') return;
  counts.forbidden += 1;
  const rule = block.reason ?? block.code;
  counts.byRule[rule] = (counts.byRule[rule] ?? 0) + 1;
}

/** What the model looked up before is there for the gate as well, if the employee has the capability. */
async function readAlong(business: TauBusiness, session: GateSession, call: TauCall): Promise<void> {
  const capability = business.capabilityOf(call.name);
  const contract = capability === undefined ? undefined : business.release.contracts[capability]?.contract;
  if (capability !== undefined && contract?.effect === 'read') await session.propose(capability, call.arguments);
}

/** The customer of a conversation: whoever its first look-up found, else whoever its writes are about. */
function partyOf({ messages, writes }: Pick<TauTrajectory, 'messages' | 'writes'>, data: TauData): string {
  for (const message of messages) {
    if (message.role === 'tool') continue;
    for (const call of message.toolCalls ?? []) {
      const named = call.arguments.user_id;
      if (typeof named === 'string' && isJsonObject(data.records.users) && named in data.records.users) return named;
    }
  }
  return writes.flatMap((write) => customerOf(write, data) ?? [])[0] ?? 'nobody_0000';
}
