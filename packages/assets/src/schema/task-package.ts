import { z } from 'zod';
import {
  assetHead,
  assetId,
  capabilityKey,
  duration,
  expression,
  jsonSchema,
  limits,
  localizedText,
  reference,
} from './common.ts';
import { subscription } from './subscription.ts';

const stage = z.strictObject({
  id: assetId,
  complete_when: expression.optional(),
  next: assetId.optional(),
  on_timeout: z.strictObject({ after: duration, next: assetId }).optional(),
});

/** May tighten a contract, never loosen it. */
const control = z.strictObject({
  risk: z.enum(['low', 'medium', 'high']).optional(),
  limits: limits.optional(),
  authorization: z.strictObject({ scopes: z.array(z.string()).default([]), require: expression.optional() }).optional(),
  confirmation: z.strictObject({ expires_in: duration.optional() }).optional(),
  /** Risk `high` asks for it also where this is left out. */
  approval: z.strictObject({ by: z.literal('operator'), expires_in: duration.optional() }).optional(),
  idempotency: z.strictObject({ window: duration.optional() }).optional(),
});

/** A reusable unit of work. Source: capability boundaries, section 四. */
export const taskPackage = z.strictObject({
  kind: z.literal('task_asset_package'),
  ...assetHead,
  title: localizedText.optional(),
  task_contract: z.strictObject({
    goal: localizedText,
    applies_when: z.array(z.string().min(1)).min(1),
    mode: z.enum(['reply', 'operation']),
    /** One open instance per value of it. */
    subject: expression.optional(),
  }),
  semantic_context: localizedText.optional(),
  data_contract: z
    .strictObject({
      facts: z.record(
        assetId,
        /** A fact that has expired is absent: for expressions, for claims, and for whoever would fill an argument with it. */
        z.strictObject({ schema: jsonSchema, label: localizedText.optional(), expires_in: duration.optional() }),
      ),
    })
    .default({ facts: {} }),
  configuration_contract: z.strictObject({ schema: jsonSchema }).optional(),
  mcp_requirements: z.array(assetId).default([]),
  platform_tools: z.array(capabilityKey).default([]),
  capability_bindings: z
    .array(z.strictObject({ capability: capabilityKey, contract: reference, stages: z.array(assetId).optional() }))
    .default([]),
  journey_contract: z.strictObject({ stages: z.array(stage).min(1) }),
  event_contract: z
    .strictObject({ subscribes: z.array(subscription).default([]), emits: z.array(z.string()).default([]) })
    .default({ subscribes: [], emits: [] }),
  control_contract: z.record(capabilityKey, control).default({}),
  eval_contract: z.strictObject({ cases: z.array(z.string()).default([]) }).default({ cases: [] }),
});

export type TaskPackage = z.infer<typeof taskPackage>;
export type TaskControl = z.infer<typeof control>;
