import { complaint } from '@rolecall/base';
import { z } from 'zod';
import { assetHead, assetId, expression, jsonSchema, localizedText, template } from './common.ts';

const replyPack = z.strictObject({
  /** In which situation the model may use one of them. */
  use_when: z.array(z.string().min(1)).min(1),
  /** Name → value; the candidates use them, and nothing else. */
  variables: z.record(assetId, expression).default({}),
  candidates: z.array(template).min(1),
});

/** Fixed texts of a business: named replies, and overrides of a contract's neutral texts. */
export const replyAsset = z.strictObject({
  kind: z.literal('reply_asset'),
  ...assetHead,
  /** Named texts, such as `greeting`. Their expressions see `contact`, `employee` and `conversation`. */
  replies: z.record(assetId, z.strictObject({ text: template })).default({}),
  /** Contract id → slot (`notice`, `ask.<argument>`, `say.<code>`, `text.<code>`) → text. */
  overrides: z.record(assetId, z.record(z.string(), template)).default({}),
  /** Candidates for a situation; the model chooses one and changes no word of it. */
  packs: z.record(assetId, replyPack).default({}),
  /** Event → a text that is sent as it stands. Its expressions see `event`, the event's payload, too. */
  hard_templates: z.record(z.string(), template).default({}),
});

/** A sentence that may leave while something holds. */
const promise = z.strictObject({ id: assetId, pattern: z.string().min(1), when: expression });

const CONDITION_MISSING = complaint(
  'a rule needs a condition: when, pattern or both',
  '规则需要条件：when、pattern，或两者都有',
);

/** Something that the customer asks for (`pattern`), a state that the facts are in (`when`), or both together. */
const refusal = z
  .strictObject({
    id: assetId,
    pattern: z.string().min(1).optional(),
    when: expression.optional(),
    say: localizedText,
  })
  .refine(({ pattern, when }) => pattern !== undefined || when !== undefined, CONDITION_MISSING);

const handOver = z
  .strictObject({
    id: assetId,
    pattern: z.string().min(1).optional(),
    when: expression.optional(),
    say: localizedText.optional(),
  })
  .refine(({ pattern, when }) => pattern !== undefined || when !== undefined, CONDITION_MISSING);

/**
 * What a business may promise, must refuse and hands over: conditions over facts, patterns over sentences. Source: capability
 * boundaries, section 八.
 */
export const businessPolicy = z.strictObject({
  kind: z.literal('business_policy'),
  ...assetHead,
  /** For the model. */
  statements: z.array(localizedText).default([]),
  /** Linear-time patterns; a model sentence that matches does not leave. */
  never_say: z.array(z.string().min(1)).default([]),
  /** A sentence of the employee that matches `pattern` leaves only while `when` holds. */
  may_promise: z.array(promise).default([]),
  must_refuse: z.array(refusal).default([]),
  hand_over_when: z.array(handOver).default([]),
});

/** Tone, forms of address, language; for the model. */
export const customerExpression = z.strictObject({
  kind: z.literal('customer_expression'),
  ...assetHead,
  tone: localizedText.optional(),
  address: localizedText.optional(),
  default_language: z.enum(['zh', 'en']).default('zh'),
});

/** A shared JSON Schema for facts, arguments and results. */
export const recordSchema = z.strictObject({ kind: z.literal('record_schema'), ...assetHead, schema: jsonSchema });

/** An event's name, payload and who may emit it. */
export const eventDefinition = z.strictObject({
  kind: z.literal('event_definition'),
  /** System events use `sys_…`; a business's read `order.cancelled`. */
  id: z
    .string()
    .regex(
      /^[a-z][a-z0-9_]*([.][a-z0-9_]+)*$/,
      complaint('an event is small letters, digits, _ and dots', '事件的名字只含小写字母、数字、_ 和点'),
    ),
  version: assetHead.version,
  description: z.string().optional(),
  payload: jsonSchema.optional(),
  /** `outside`: another system raises it, through the HTTP API. */
  emitted_by: z.enum(['engine', 'task', 'outside']).default('task'),
  /** `outside`: another system gets it (a webhook) or reads it from the journal, so that nothing in the workspace need listen. */
  consumed_by: z.enum(['workspace', 'outside']).default('workspace'),
});

export type ReplyAsset = z.infer<typeof replyAsset>;
export type BusinessPolicy = z.infer<typeof businessPolicy>;
export type CustomerExpression = z.infer<typeof customerExpression>;
export type RecordSchema = z.infer<typeof recordSchema>;
export type EventDefinition = z.infer<typeof eventDefinition>;
