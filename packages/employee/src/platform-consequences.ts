import type { JsonObject } from '@rolecall/base';
import type { Receipt } from '@rolecall/gate';
import type { TimerChange } from '@rolecall/journal';
import { engineText } from './engine-texts.ts';
import type { Handled } from './handled.ts';
import type { ItemAtWork } from './round-context.ts';

/** The timer behind a reminder that was promised. The text stays in the receipt. */
export function reminderTimer(receipt: Receipt): TimerChange | undefined {
  const { at } = receipt.arguments;
  if (!isDone(receipt, 'reminder') || typeof at !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
  const data = { purpose: 'reminder', operation: receipt.id };
  return { op: 'set', id: `reminder:${receipt.id}`, dueAt: new Date(Date.parse(at)).toISOString(), data };
}

/** A reminder is due: its text is sent, once, for the timer is consumed with it. */
export function remind(work: ItemAtWork, operation: string): Handled {
  const receipt = work.state.receipts.find(({ id }) => id === operation);
  const text = receipt?.arguments.text;
  if (typeof text !== 'string') return { replies: [], end: 'nothing_due' };
  const reminder = engineText('reminder', work.language, { text });
  return { replies: [{ kind: 'reply', parts: [{ kind: 'engine', text: reminder }] }], end: 'reminded' };
}

/** The event of something that was put down for a person. */
export function followUpEvent(
  receipt: Receipt,
  conversation: string,
): { readonly event: string; readonly payload: JsonObject } | undefined {
  const number = receipt.result.follow_up;
  if (!isDone(receipt, 'follow_up') || typeof number !== 'string') return undefined;
  return { event: 'sys_follow_up_created', payload: { conversation, follow_up: number } };
}

function isDone({ platform, outcome }: Receipt, tool: string): boolean {
  return platform === tool && outcome === 'succeeded';
}
