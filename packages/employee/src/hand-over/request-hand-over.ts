import { type JsonObject, textIn } from '@rolecall/base';
import { asGateEntry, type Receipt } from '@rolecall/gate';
import type { EntryDraft } from '@rolecall/journal';
import { titleOf } from '../capability-title.ts';
import { textOf } from '../close-item.ts';
import type { Reply } from '../compose-reply.ts';
import { engineText } from '../engine-texts.ts';
import { employeeEntry, type HandOverReason, type ReplyPart } from '../entries.ts';
import type { Handled } from '../handled.ts';
import { factValues } from '../journey.ts';
import { openOperations } from '../open-operations.ts';
import { isRuleMet, policyViewOf } from '../policy-conditions.ts';
import { entriesOfRound, type ItemAtWork } from '../round-context.ts';
import { factsHash } from './facts-hash.ts';
import { isOfHelp } from './failed-rounds.ts';
import { HAND_OVER_TOOL, handOverKeys, handOverSettings } from './hand-over-settings.ts';
import { awaitPerson } from './hand-over-timer.ts';

const REQUESTED = 'sys_hand_over_requested';
const LONGEST_SUMMARY = 500;

/** Why a person is to take the conversation. */
interface Request {
  readonly reason: Exclude<HandOverReason, 'person'>;
  readonly operations?: readonly string[] | undefined;
  readonly rule?: string | undefined;
  readonly inputs?: JsonObject | undefined;
  readonly summary?: string | undefined;
  /** What the customer is told first, beside what the round has to tell. */
  readonly say?: string | undefined;
}

/**
 * A policy's word before anything else is done about a message: the conversation goes to a person, and no model is asked.
 * Undefined where no rule of `hand_over_when` is met.
 */
export function handOverByPolicy(work: ItemAtWork, text: string): Handled | undefined {
  return metRule(work, text) && { replies: [], end: 'handed_over' };
}

/**
 * Hands the conversation over when the round gives a reason to: the customer wished it, a contract says so after a result,
 * a policy is met, or nothing has come of several messages in a row. What the round has to tell is told first; then the
 * customer hears that a person takes over, and what holds meanwhile.
 *
 * All of it is in the commit that ends the round, so that a crash before it leaves a round that is begun again.
 */
export async function withHandOver(work: ItemAtWork, handled: Handled): Promise<Handled> {
  if (work.state.handOver !== undefined || handled.entries?.some(({ kind }) => kind === 'employee.handed_over'))
    return handled;
  const request = requestIn(work, handled);
  if (!request) return handled;
  const summary = (request.summary ?? lastWords(work)).slice(0, LONGEST_SUMMARY);
  const { conversation, clock, release, space } = work.context;
  return {
    ...handled,
    replies: handingOver(worthTelling(handled.replies, work), await partsOf(work, request)),
    entries: [...(handled.entries ?? []), ...entriesOf(request, summary, conversation.id)],
    timers: [...(handled.timers ?? []), awaitPerson(clock.now(), handOverSettings(release, space).unattendedAfterMs)],
  };
}

function requestIn(work: ItemAtWork, handled: Handled): Request | undefined {
  const isCustomers = work.item.kind === 'message' || work.item.kind === 'confirm_button';
  return byCall(work) ?? (isCustomers ? (byPolicy(work) ?? byLimit(work, handled)) : undefined);
}

/** A wish that was granted, or refused only for having been granted before; or a result whose contract says so. */
function byCall(work: ItemAtWork): Request | undefined {
  const receipts = receiptsOfRound(work);
  const wishes = receipts.filter(({ platform, outcome }) => platform === HAND_OVER_TOOL && outcome === 'succeeded');
  const wish = wishes.at(-1);
  if (wish) {
    const summary = typeof wish.arguments.summary === 'string' ? wish.arguments.summary : undefined;
    return { reason: 'wish', operations: wishes.map(({ id }) => id), summary };
  }
  const repeated = repeatedWishes(work);
  if (repeated.length > 0) return { reason: 'wish', operations: repeated };
  const demanded = receipts.filter(({ then }) => then === 'hand_over');
  return demanded.length > 0 ? { reason: 'contract', operations: demanded.map(({ id }) => id) } : undefined;
}

/** A conversation that was given back may be handed over again, however short a time ago it was. */
function repeatedWishes(work: ItemAtWork): readonly string[] {
  const keys = handOverKeys(work.context.space);
  return entriesOfRound(work).flatMap((entry) => {
    const own = asGateEntry(entry);
    if (own?.kind !== 'gate.decision' || !keys.includes(own.data.capability)) return [];
    return own.data.code === 'duplicate_operation' ? [own.data.callId] : [];
  });
}

function byPolicy(work: ItemAtWork): Request | undefined {
  const met = metRule(work, textOf(work.item));
  if (!met) return undefined;
  const say = met.say === undefined ? undefined : textIn(met.say, work.language);
  return { reason: 'policy', rule: met.name, inputs: met.inputs, say };
}

function metRule(work: ItemAtWork, text: string) {
  const view = policyViewOf(work);
  for (const policy of work.context.release.policies) {
    const rule = policy.hand_over_when.find(
      (each) => !isDealtWith(work, `${policy.id}/${each.id}`, each) && isRuleMet(each, text, view),
    );
    if (rule) return { ...rule, name: `${policy.id}/${rule.id}`, inputs: inputsOf(view) };
  }
  return undefined;
}

/** A person has given the conversation back with these very facts: the rule has done what it is for. */
function isDealtWith(work: ItemAtWork, name: string, rule: { readonly pattern?: string | undefined }): boolean {
  if (rule.pattern !== undefined) return false;
  return (work.state.dealtWith ?? []).some((each) => each.rule === name && each.facts === factsHash(work));
}

function inputsOf({ bindings, instances }: ReturnType<typeof policyViewOf>): JsonObject {
  const facts = instances.map((each) => ({
    task: each.task,
    instance: each.instance,
    terminal: each.terminal,
    facts: factValues(each),
  }));
  return { bindings, instances: facts };
}

function byLimit(work: ItemAtWork, { replies }: Handled): Request | undefined {
  const { afterFailedRounds } = handOverSettings(work.context.release, work.context.space);
  if (afterFailedRounds === 0 || work.item.kind !== 'message') return undefined;
  const receiptOf = (operation: string) => work.state.receipts.find(({ id }) => id === operation);
  const parts = replies.flatMap((reply) => reply.parts);
  if (isOfHelp(parts, receiptOf)) return undefined;
  return (work.state.failedRounds ?? 0) + 1 >= afterFailedRounds ? { reason: 'limit' } : undefined;
}

function receiptsOfRound(work: ItemAtWork): readonly Receipt[] {
  return entriesOfRound(work).flatMap((entry) => {
    const own = asGateEntry(entry);
    return own?.kind === 'gate.call_ended' ? [own.data.receipt] : [];
  });
}

function lastWords({ state, item }: ItemAtWork): string {
  return textOf(item) || (state.said.at(-1)?.text ?? '');
}

/** That a person was asked for once before is no news to somebody who gets one now. */
function worthTelling(replies: readonly Reply[], work: ItemAtWork): readonly Reply[] {
  const repeated = new Set(repeatedWishes(work));
  if (repeated.size === 0) return replies;
  const earlier = work.state.receipts.filter(({ platform }) => platform === HAND_OVER_TOOL).map(({ id }) => id);
  for (const id of earlier) repeated.add(id);
  return replies.flatMap((reply) => {
    const parts = reply.parts.filter(({ operation }) => operation === undefined || !repeated.has(operation));
    return parts.length === 0 ? [] : [{ ...reply, parts }];
  });
}

/** A notice of the round is not shown: nobody could confirm it. What it was for is named instead. */
function handingOver(replies: readonly Reply[], parts: readonly ReplyPart[]): readonly Reply[] {
  const before = replies.filter(({ kind }) => kind !== 'notice');
  const last = before.at(-1);
  if (last?.kind !== 'reply') return [...before, { kind: 'reply', parts }];
  return [...before.slice(0, -1), { ...last, parts: [...last.parts, ...parts] }];
}

async function partsOf(work: ItemAtWork, { reason, say, operations }: Request): Promise<readonly ReplyPart[]> {
  const { language } = work;
  const isTold = reason === 'wish' && receiptsOfRound(work).some(({ id }) => operations?.includes(id));
  const texts = [
    ...(say === undefined ? [] : [say]),
    ...(isTold ? [] : [engineText('handed_over', language)]),
    ...(await stillWaiting(work)),
    engineText('handed_over_meanwhile', language),
  ];
  return texts.map((text) => ({ kind: 'engine', text }));
}

/** What still waits for a confirmation is not carried out, and the customer is told so. */
export async function stillWaiting(work: ItemAtWork): Promise<readonly string[]> {
  const titles = (await openOperations(work)).map(({ capability }) =>
    titleOf(work.context.space, capability, work.language),
  );
  return [...new Set(titles)].map((title) => engineText('waits_for_confirmation', work.language, { title }));
}

function entriesOf(request: Request, summary: string, conversation: string): readonly EntryDraft[] {
  const { reason, operations = [], rule = null, inputs = null } = request;
  return [
    employeeEntry('employee.handed_over', { reason, summary, operations, rule, person: null, inputs }),
    employeeEntry('employee.event_raised', { event: REQUESTED, payload: { conversation, reason, summary } }),
  ];
}
