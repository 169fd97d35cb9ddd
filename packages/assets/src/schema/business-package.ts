import { complaint } from '@rolecall/base';
import { z } from 'zod';
import { assetHead, assetId, capabilityKey, duration, reference } from './common.ts';

/** A group of capability keys that come from one kind of system. Source: capability boundaries, section 七. */
export const mcpRequirement = z.strictObject({
  kind: z.literal('mcp_requirement'),
  ...assetHead,
  capability_keys: z.array(capabilityKey).min(1),
});

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, complaint('a time of day is HH:MM, such as 21:30', '时刻写作 HH:MM，例如 21:30'));

/** Which tasks a business installs, and what it permits. Source: capability boundaries, sections 二 and 七. */
export const businessPackage = z.strictObject({
  kind: z.literal('business_asset_package'),
  ...assetHead,
  task_installations: z
    .array(z.strictObject({ task: reference, configuration: z.record(z.string(), z.unknown()).default({}) }))
    .default([]),
  resource_permissions: z
    .strictObject({
      mcp_requirements: z
        .array(z.strictObject({ id: assetId, capabilities: z.array(capabilityKey).optional() }))
        .default([]),
      platform_tools: z.array(capabilityKey).default([]),
    })
    .default({ mcp_requirements: [], platform_tools: [] }),
  policies: z.array(reference).default([]),
  replies: z.array(reference).default([]),
  knowledge: z.array(reference).default([]),
  expression: reference.optional(),
  /**
   * When `sys_silence` is raised: once for each time in the list that the customer lets pass while the conversation waits
   * for them, the first after the last message, each further one after the one before; a message begins it anew.
   */
  silence: z
    .strictObject({
      after: z.array(duration).min(1).max(20),
      /** No touch in these hours of the employee's time zone: one that falls into them waits for their end. */
      quiet_hours: z.strictObject({ from: clockTime, to: clockTime }).optional(),
    })
    .optional(),
  /** System or business event → the reply (by id inside the reply assets) that answers it. */
  events: z.record(z.string(), z.strictObject({ reply: assetId })).default({}),
  hand_over: z
    .strictObject({
      /** So many messages in a row that come to nothing hand the conversation over; 0 never does. 3 for an employee that can be asked for a person. */
      after_failed_rounds: z.int().min(0).max(20).optional(),
      /** So long without a person's word, and the customer is told so and may go on with the employee. 15m without it. */
      unattended_after: duration.optional(),
    })
    .optional(),
});

export type McpRequirement = z.infer<typeof mcpRequirement>;
export type BusinessPackage = z.infer<typeof businessPackage>;
