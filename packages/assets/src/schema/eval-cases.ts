import { complaint } from '@rolecall/base';
import { z } from 'zod';
import { assetId, capabilityKey } from './common.ts';

const given = z.strictObject({
  /** The customer's id in the business. */
  contact: z.string().min(1),
  level: z.enum(['anonymous', 'verified']).default('verified'),
  language: z.enum(['zh', 'en']).optional(),
  channel: z.string().min(1).optional(),
  /** What the clock shows when the case begins. */
  now: z.iso.datetime({ offset: true }).optional(),
  /** A fault that the system under test can be told to show. */
  fault: z.string().min(1).optional(),
});

/** What the customer does: writes, presses a button of the notice shown last, or lets time pass. */
const turn = z.union([
  z.string().min(1),
  z.strictObject({ press: z.enum(['confirm', 'decline']) }),
  z.strictObject({
    wait: z
      .string()
      .regex(
        /^\d+(ms|s|m|h|d|w)$/,
        complaint('a time to wait is a duration, such as 30m', '等待的时间是时长，例如 30m'),
      ),
  }),
]);

const decision = z.strictObject({
  capability: capabilityKey,
  verdict: z.enum(['allow', 'block']),
  boundary: z.enum(['installed', 'bound', 'permitted', 'connected', 'satisfied']).optional(),
  /** The block code, such as `guard_failed`. */
  code: assetId.optional(),
  /** What the contract's own `otherwise.code` says. */
  reason: assetId.optional(),
});

const operation = z.strictObject({
  capability: capabilityKey,
  outcome: z.enum(['succeeded', 'failed', 'unknown']),
  /** The contract's result code. */
  code: assetId.optional(),
  arguments: z.record(z.string(), z.unknown()).optional(),
});

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const expectation = z
  .strictObject({
    /** In this order; others may stand between them. */
    decisions: z.array(decision).default([]),
    /** All operations that leave: one that is not listed makes the case fail. Without the key nothing is said of them. */
    operations: z.array(operation).optional(),
    /** Every one of these stands in what the employee says. */
    reply: texts.optional(),
    /** None of these does. */
    never_reply: texts.optional(),
  })
  .refine(
    ({ decisions, operations, reply, never_reply }) =>
      decisions.length > 0 || operations !== undefined || reply !== undefined || never_reply !== undefined,
    complaint(
      'a case expects something: decisions, operations, reply or never_reply',
      '用例要写明期望：decisions、operations、reply 或 never_reply',
    ),
  );

const evalCase = z.strictObject({
  id: assetId,
  description: z.string().optional(),
  /** The AI employee; the only one of the workspace without it. */
  employee: assetId.optional(),
  given,
  say: z.array(turn).min(1),
  expect: expectation,
});

/** A file of evaluation cases that tasks name in `eval_contract.cases`. Source: capability boundaries, sections 四 and 十. */
export const evalCases = z.strictObject({ cases: z.array(evalCase).min(1) });

export type EvalCases = z.infer<typeof evalCases>;
export type EvalCase = z.infer<typeof evalCase>;
