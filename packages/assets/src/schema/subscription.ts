import { complaint } from '@rolecall/base';
import { z } from 'zod';
import { assetId, expression } from './common.ts';
import type { TaskPackage } from './task-package.ts';

const detailed = z
  .strictObject({
    event: z.string().min(1),
    /** Only then; over `event`, `facts`, `contact`, `configuration` … One that cannot be evaluated does not hold. */
    when: expression.optional(),
    /** Opens an instance of the task, unless one is open for the subject. */
    start: z.boolean().optional(),
    /** Whose instance it is, in the place of `task_contract.subject`, which only a call has the arguments for. */
    subject: expression.optional(),
    /** Fact → its value. Written into the open instance of the subject; without one only `start` makes one. */
    facts: z.record(assetId, expression).optional(),
    /** A reply in the reply assets of the business that installs the task. */
    reply: assetId.optional(),
  })
  .refine(
    ({ start, facts, reply }) => start === true || facts !== undefined || reply !== undefined,
    complaint(
      'a subscription does something: start: true, facts or reply',
      '订阅要做一件事：start: true、facts 或 reply',
    ),
  );

/** What a task does when an event happens. The name of the event alone starts the task. */
export const subscription = z.union([z.string().min(1), detailed]);

/** A subscription, written out. */
export interface Subscription {
  readonly event: string;
  readonly when?: string | undefined;
  readonly start: boolean;
  readonly subject?: string | undefined;
  readonly facts: Readonly<Record<string, string>>;
  readonly reply?: string | undefined;
}

/** The subscriptions of a task, in its own order: the place in the list names one. */
export function subscriptionsOf(task: Pick<TaskPackage, 'event_contract'>): readonly Subscription[] {
  return task.event_contract.subscribes.map((each) =>
    typeof each === 'string'
      ? { event: each, start: true, facts: {} }
      : { ...each, start: each.start ?? false, facts: each.facts ?? {} },
  );
}
