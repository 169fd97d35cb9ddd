import { durationMs, newId, textHash } from '@rolecall/base';
import type { CommitDraft, EntryDraft, Writing } from '@rolecall/journal';
import type { CallContext } from '../call-context.ts';
import { hasExpired } from '../confirmation/has-expired.ts';
import { reliedFacts } from '../confirmation/relied-facts.ts';
import type { Decision } from '../decision.ts';
import { gateEntry } from '../operations/entries.ts';
import { operationsOf } from '../operations/read-operation.ts';
import type { CallOutcome, Notice } from '../receipt.ts';
import { renderNotice } from '../texts/render-notice.ts';
import { blockedOutcome } from './blocked-outcome.ts';
import { decisionEntry } from './decision-entry.ts';
import type { Decided } from './gather-inputs.ts';
import { noticeParts } from './notice-parts.ts';

/**
 * Ends a write that needs the customer's yes: records the decision and the notice. The same write that already waits, with
 * the same notice, keeps its operation. Several that wait at once each have their own notice; whoever shows them puts them
 * into one message.
 */
export async function* askToConfirm(
  decided: Decided,
  context: CallContext,
  answered: AnsweredNotice = {},
): Writing<CallOutcome> {
  const notice = await noticeFor(decided, context, answered.ended);
  const before = answered.entries ?? [];
  if (!notice) {
    const leads = { operation: newId('op'), to: 'blocked' } as const;
    yield { entries: [...before, decisionEntry(decided, context, leads)] };
    return blockedOutcome(decided, context);
  }
  yield asking(decided, notice, context, before);
  return { kind: 'awaiting_confirmation', notice, decision: answered.decision ?? decided.decision };
}

/** The answer to an earlier notice, because of which a notice is shown (again). */
export interface AnsweredNotice {
  readonly entries?: readonly EntryDraft[];
  /** The operation that ends with them: a fresh notice is another one's, though it read the same. */
  readonly ended?: string | undefined;
  /** What was decided on that answer. */
  readonly decision?: Decision;
}

/** The commit that records a decision and shows its notice. */
function asking(decided: Decided, notice: Notice, context: CallContext, before: readonly EntryDraft[]): CommitDraft {
  const { operation, expiresAt } = notice;
  const shown = { operation, contact: context.contact.id, expiresAt, notice };
  return {
    entries: [
      ...before,
      decisionEntry(decided, context, { operation, to: 'awaiting_confirmation' }),
      gateEntry('gate.awaiting_confirmation', shown, { step: context.step }),
    ],
  };
}

const STANDARD_EXPIRY_MS = 30 * 60_000;

/** The notice of a decided write, under the operation that already waits with the same one, or under a new one. */
async function noticeFor(
  decided: Decided,
  context: CallContext,
  ended: string | undefined,
): Promise<Notice | undefined> {
  const parts = noticeParts(decided, context);
  if (!parts) return undefined;
  const { contract, prepared, language } = parts;
  const { inputs } = decided;
  const text = renderNotice(parts);
  const hash = textHash(text);
  const waiting = (await operationsOf(context)).filter((operation) => operation.state === 'awaiting_confirmation');
  const same = waiting.find(
    (operation) =>
      operation.id !== ended &&
      operation.argumentsHash === prepared.hash &&
      operation.asked.notice.hash === hash &&
      !hasExpired(operation.asked.notice.expiresAt, inputs.now),
  );
  const expiresMs = durationMs(contract.confirmation?.expires_in ?? '30m') ?? STANDARD_EXPIRY_MS;
  return {
    operation: same?.id ?? newId('op'),
    capability: contract.capability,
    text,
    language,
    argumentsHash: prepared.hash,
    hash,
    expiresAt: new Date(Date.parse(inputs.now) + expiresMs).toISOString(),
    acknowledgementConfirms: contract.confirmation?.acknowledgement_confirms ?? false,
    facts: reliedFacts(context.release, contract, prepared, inputs.task, language),
  };
}
