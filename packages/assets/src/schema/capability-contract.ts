import { complaint } from '@rolecall/base';
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
  localizedWords,
  reference,
  template,
} from './common.ts';

/** Where a value may come from. `open` is free text that is no target. Source: design, section 6, "Origin of arguments". */
const origin = z.union([
  z.literal('customer'),
  z.literal('enum'),
  z.literal('open'),
  z.strictObject({ choice_of: z.strictObject({ capability: capabilityKey, path: z.string().min(1) }) }),
  z.strictObject({ derived: expression }),
]);

const normalisation = z.enum(['full_width', 'upper', 'lower', 'trim', 'separators', 'spoken_numbers', 'date']);

/** How a member of the argument's objects is shown, at whatever depth it stands. */
const member = z.strictObject({ label: localizedText, labels: z.record(z.string(), localizedWords).optional() });

const semanticArgument = z.strictObject({
  schema: jsonSchema,
  normalise: z.array(normalisation).optional(),
  required: z.boolean().default(false),
  /** The fact of the task that it becomes once proven. */
  fact: assetId.optional(),
  origin: z.array(origin).min(1),
  unproven: z.enum(['show', 'refuse']).default('show'),
  label: localizedText.optional(),
  labels: z.record(z.string(), localizedWords).optional(),
  members: z.record(z.string(), member).optional(),
  ask: localizedText.optional(),
  sensitive: z.boolean().optional(),
});

/** Not in the model's tool: computed by the gate; a different value sent for it is refused. */
const systemArgument = z.strictObject({
  source: z.literal('system'),
  value: expression,
  schema: jsonSchema.optional(),
});

const otherwise = z.strictObject({ code: assetId, say: localizedText.optional() });

const precondition = z.strictObject({
  id: assetId,
  /**
   * A list: the read is made once for each `item` at its `index`, at most 20 times, and `reads.<id>` is the list of the
   * results in order. `expect` must hold for each. An empty list needs no read.
   */
  for_each: expression.optional(),
  read: z.strictObject({ capability: capabilityKey, arguments: z.record(z.string(), expression) }),
  expect: expression.optional(),
  otherwise: otherwise.optional(),
});

const guard = z.strictObject({
  id: assetId,
  /** A list, not empty: the guard holds when it holds for each `item` at its `index`. */
  for_each: expression.optional(),
  expect: expression,
  otherwise,
});

const resultCode = z.strictObject({
  code: assetId,
  when: expression,
  outcome: z.enum(['succeeded', 'failed', 'unknown']),
  then: z
    .union([
      z.enum(['tell', 'retry', 'hand_over']),
      z.strictObject({ ask: z.string() }),
      z.strictObject({ offer: capabilityKey }),
    ])
    .optional(),
});

const readBack = z.strictObject({
  capability: capabilityKey,
  arguments: z.record(z.string(), expression).optional(),
  succeeded_when: expression,
  /** The write's projected fields, drawn from what was found. */
  project: z.record(z.string(), expression).optional(),
  settles_within: duration.default('1m'),
});

const presentation = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('fixed'), text: template }),
  z.strictObject({ mode: z.literal('model'), must_include: z.array(template).optional() }),
]);

const reason = z
  .string()
  .min(8, complaint('a waiver says in a sentence why it is right', '豁免要用一句话说明为什么可以这样'));

/** What a write would otherwise have to declare, and why it need not. `rolecall check` lists every waiver. */
const waivers = z.strictObject({
  confirmation: reason.optional(),
  preconditions: reason.optional(),
  idempotency: reason.optional(),
  read_back: reason.optional(),
  presentation: reason.optional(),
});

/** What a capability may do, when, and how its result is told. Source: capability boundaries, section 五; design, section 8. */
export const capabilityContract = z.strictObject({
  kind: z.literal('capability_contract'),
  ...assetHead,
  capability: capabilityKey,
  title: localizedText,
  semantics: z.strictObject({
    use_when: z.array(z.string().min(1)).min(1),
    not_when: z.array(z.string().min(1)).default([]),
    examples: z.array(z.string().min(1)).default([]),
  }),
  effect: z.enum(['read', 'write']),
  arguments: z
    .record(
      z
        .string()
        .regex(
          /^[a-z][a-zA-Z0-9_]*$/,
          complaint(
            'an argument is letters, digits and _, beginning with a small letter',
            '参数的名字只含字母、数字和 _，以小写字母开头',
          ),
        ),
      z.union([systemArgument, semanticArgument]),
    )
    .default({}),
  authorization: z
    .strictObject({ scopes: z.array(z.string().min(1)).default([]), require: expression.optional() })
    .optional(),
  preconditions: z.array(precondition).default([]),
  guards: z.array(guard).default([]),
  /** Shared guards by reference; in a release they stand after the contract's own. */
  shared_guards: z.array(reference).default([]),
  limits: limits.optional(),
  confirmation: z
    .strictObject({
      by: z.literal('customer'),
      notice: template,
      expires_in: duration.default('30m'),
      acknowledgement_confirms: z.boolean().default(false),
    })
    .optional(),
  /** A person of the business has to approve each call, after the customer's own yes where there is one. */
  approval: z.strictObject({ by: z.literal('operator'), expires_in: duration.default('24h') }).optional(),
  idempotency: z
    .strictObject({
      scope: z.enum(['contact', 'conversation']).default('contact'),
      key: z.array(z.string()).min(1),
      window: duration.default('24h'),
      repeat: z.literal('ask').optional(),
    })
    .optional(),
  timeout: duration.optional(),
  result: z.strictObject({
    schema: assetId.optional(),
    codes: z.array(resultCode).default([]),
    otherwise: z.enum(['unknown', 'failed']).default('unknown'),
    project: z.record(z.string(), expression).default({}),
    facts: z.record(z.string(), expression).default({}),
    read_back: readBack.optional(),
  }),
  /** Of a read: who the contact is for this conversation, once it succeeded with proven arguments. */
  identifies: z
    .strictObject({ external_id: expression, level: z.enum(['anonymous', 'verified']), when: expression.optional() })
    .optional(),
  /** By result code; also `failed`, `unknown` and `succeeded` for what has no text of its own. */
  presentation_policy: z.record(z.string(), presentation).default({}),
  claims: z.array(z.strictObject({ pattern: z.string().min(1), supported_by: expression.optional() })).default([]),
  /** Result code → event. */
  events: z.record(z.string(), z.string()).default({}),
  waivers: waivers.optional(),
});

export type CapabilityContract = z.infer<typeof capabilityContract>;
export type ContractArgument = CapabilityContract['arguments'][string];
export type SemanticArgument = z.infer<typeof semanticArgument>;
export type SystemArgument = z.infer<typeof systemArgument>;
export type ArgumentOrigin = z.infer<typeof origin>;
export type ResultCode = z.infer<typeof resultCode>;
export type Presentation = z.infer<typeof presentation>;
