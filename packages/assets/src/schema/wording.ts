import { z } from 'zod';
import { assetHead, assetId, jsonSchema, localizedText, template } from './common.ts';

/** Fixed texts of a business: named replies, and overrides of a contract's neutral texts. */
export const replyAsset = z.strictObject({
  kind: z.literal('reply_asset'),
  ...assetHead,
  /** Named texts, such as `greeting`. Their expressions see `contact`, `employee` and `conversation`. */
  replies: z.record(assetId, z.strictObject({ text: template })).default({}),
  /** Contract id → slot (`notice`, `ask.<argument>`, `say.<code>`, `text.<code>`) → text. */
  overrides: z.record(assetId, z.record(z.string(), template)).default({}),
});

/** What a business may promise, must refuse and hands over; in this version, words that never leave. */
export const businessPolicy = z.strictObject({
  kind: z.literal('business_policy'),
  ...assetHead,
  /** For the model. */
  statements: z.array(localizedText).default([]),
  /** Linear-time patterns; a model sentence that matches does not leave. */
  never_say: z.array(z.string().min(1)).default([]),
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
  id: z.string().regex(/^[a-z][a-z0-9_]*([.][a-z0-9_]+)*$/, 'an event is small letters, digits, _ and dots'),
  version: assetHead.version,
  description: z.string().optional(),
  payload: jsonSchema.optional(),
  emitted_by: z.enum(['engine', 'task']).default('task'),
});

export type ReplyAsset = z.infer<typeof replyAsset>;
export type BusinessPolicy = z.infer<typeof businessPolicy>;
export type CustomerExpression = z.infer<typeof customerExpression>;
export type RecordSchema = z.infer<typeof recordSchema>;
export type EventDefinition = z.infer<typeof eventDefinition>;
