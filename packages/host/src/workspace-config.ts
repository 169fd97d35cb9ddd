import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, RolecallError } from '@rolecall/base';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';

const FILE = 'rolecall.yaml';

const schema = z.strictObject({
  name: z.string().min(1),
  /** An embedded workspace holds one. */
  organisation: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
    .default('default'),
  language: z.enum(['zh', 'en']).default('zh'),
  page: z
    .strictObject({
      customers: z
        .array(z.strictObject({ external_id: z.string().min(1), display_name: z.string().min(1) }))
        .default([]),
    })
    .default({ customers: [] }),
  models: z
    .strictObject({
      providers: z
        .record(z.string(), z.strictObject({ base_url: z.url(), api_key_env: z.string().optional() }))
        .default({}),
      /** Tokens of a model's window, by `provider/model`. Source: RolePack, section 六 C, note 1. */
      windows: z.record(z.string(), z.int().min(1_024).max(10_000_000)).default({}),
    })
    .default({ providers: {}, windows: {} }),
  limits: z
    .strictObject({ message_characters: z.int().min(1).max(1_000_000).default(20_000) })
    .default({ message_characters: 20_000 }),
});

/** `rolecall.yaml`, the head of a workspace. */
export type WorkspaceConfig = z.infer<typeof schema>;

/** Reads the head of a workspace; each problem becomes a finding with its line, and what is wrong takes its default. */
export function readWorkspaceConfig(dir: string): {
  readonly config: WorkspaceConfig;
  readonly findings: readonly Finding[];
} {
  const file = join(dir, FILE);
  if (!existsSync(file)) {
    throw new RolecallError({
      code: 'workspace_not_found',
      message: `There is no ${FILE} in ${dir}.`,
      hint: 'Name a workspace folder with --workspace; examples/shop is one.',
    });
  }
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines, uniqueKeys: true });
  const syntax = document.errors.map<Finding>((error) => ({
    severity: 'error',
    code: 'yaml_invalid',
    file: FILE,
    line: lines.linePos(error.pos[0]).line,
    message: error.message.split('\n')[0] ?? 'The file is not YAML.',
  }));
  if (syntax.length > 0) return { config: fallback(dir), findings: syntax };
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: 20 }) ?? {});
  if (parsed.success) return { config: parsed.data, findings: [] };
  const findings = parsed.error.issues.map<Finding>((issue) => {
    const path = issue.path.map(String);
    const node = document.getIn(path, true) as { readonly range?: readonly [number, number, number] } | undefined;
    return {
      severity: 'error',
      code: 'workspace_config_invalid',
      file: FILE,
      line: node?.range ? lines.linePos(node.range[0]).line : 1,
      path: path.join('.') || undefined,
      message: issue.message,
      fix: 'See docs/workspace.md for the keys of rolecall.yaml.',
    };
  });
  return { config: fallback(dir), findings };
}

function fallback(dir: string): WorkspaceConfig {
  return schema.parse({ name: dir.split('/').at(-1) || 'workspace' });
}
