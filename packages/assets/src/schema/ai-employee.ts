import { z } from 'zod';
import { assetHead, capabilityKey, duration, localizedText, reference } from './common.ts';

const environmentValue = z.union([z.string(), z.strictObject({ credential: z.string().min(1) })]);

const mcpServer = z.strictObject({
  transport: z.literal('stdio'),
  command: z.string().min(1),
  /** Relative paths start at the workspace. */
  args: z.array(z.string()).default([]),
  /** The child sees these and nothing else beyond what a process needs to run. */
  env: z.record(z.string(), environmentValue).default({}),
});

const mcpBinding = z.strictObject({
  server: z.string().min(1),
  tool: z.string().min(1),
  /** Contract argument → tool argument. */
  rename: z.record(z.string(), z.string()).optional(),
  omit: z.array(z.string()).optional(),
  constants: z.record(z.string(), z.unknown()).optional(),
  /** The tool argument that takes the operation's id, so that the system can recognise a repetition. */
  request_id_argument: z.string().optional(),
  timeout: duration.optional(),
});

const platformBinding = z.strictObject({ platform: z.string().min(1) });

/** An instance: which systems, tools and credentials this employee really uses. Source: capability boundaries, section 七. */
export const aiEmployee = z.strictObject({
  kind: z.literal('ai_employee'),
  ...assetHead,
  display_name: localizedText,
  /** The `name` in the role pack's manifest. */
  role_pack: z.string().min(1),
  business_package: reference,
  /** `provider/model`, or `builtin/matcher`. */
  model: z.string().regex(/^[^/]+\/.+$/, 'a model is provider/model, such as builtin/matcher'),
  time_zone: z.string().min(1),
  grants: z.array(z.string()).default([]),
  mcp_servers: z
    .record(z.string().regex(/^[a-z][a-z0-9_-]*$/, 'a server is small letters, digits, _ and -'), mcpServer)
    .default({}),
  resources: z.record(capabilityKey, z.union([mcpBinding, platformBinding])).default({}),
});

export type AiEmployee = z.infer<typeof aiEmployee>;
export type McpServerDeclaration = z.infer<typeof mcpServer>;
export type McpBinding = z.infer<typeof mcpBinding>;
export type PlatformBinding = z.infer<typeof platformBinding>;
