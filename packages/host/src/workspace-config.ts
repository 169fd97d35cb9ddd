import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { issueWords, yamlWords } from '@rolecall/assets';
import { complaint, durationMs, type Finding, findingWords, isJsonObject, RolecallError } from '@rolecall/base';
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { credentialsConfig } from './credentials/credentials-config.ts';

const FILE = 'rolecall.yaml';
const DAY_MS = 86_400_000;

const webhook = z.strictObject({
  /** The operator's own choice, also on a private network. A password in it would stand in a file. */
  url: z
    .url({
      protocol: /^https?$/,
      error: complaint('a webhook is an http or https address', 'webhook 是 http 或 https 地址'),
    })
    .refine(
      (url) => !/^https?:\/\/[^/]*@/.test(url),
      complaint('a webhook has no user or password in its address', 'webhook 的地址里不写用户名和密码'),
    ),
  /** Signs what is sent. */
  secret: z.strictObject({ credential: z.string().min(1) }),
  /** After so many tries a delivery is a dead letter. */
  attempts: z.int().min(1).max(100).default(15),
});

const retained = z
  .string()
  .refine(
    (text) => (durationMs(text) ?? 0) >= DAY_MS,
    complaint('it is a duration of a day or more, such as 365d', '这是一天或更长的时长，例如 365d'),
  );

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
  /** How customers of a channel say who they are: by a token that the business has signed. The key is a credential's name. */
  channels: z
    .record(
      z
        .string()
        .regex(
          /^[a-z][a-z0-9_-]{0,31}$/,
          complaint('a channel is lower-case letters, digits, _ and -', '渠道的名字只含小写字母、数字、_ 和 -'),
        ),
      z.strictObject({
        identity: z
          .strictObject({
            algorithm: z.enum(['HS256', 'EdDSA']),
            key: z
              .string()
              .regex(/^[a-z][a-z0-9_]{0,63}$/, complaint('a key is the name of a credential', 'key 是凭证的名字')),
            audience: z.string().min(1).max(200).default('rolecall'),
            max_lifetime: z.string().default('24h'),
          })
          // As a whole: a channel whose tokens might live longer than was meant takes none.
          .refine(
            ({ max_lifetime }) => durationMs(max_lifetime) !== undefined,
            complaint('max_lifetime is a duration, such as 1h', 'max_lifetime 是时长，例如 1h'),
          )
          .optional(),
        /** Where what is sent on the channel is delivered; without it, whoever asks finds it in the API. */
        webhook: webhook.optional(),
      }),
    )
    .default({}),
  /** Who is told of the events that the workspace declares as consumed outside. */
  events: z
    .strictObject({
      webhooks: z
        .record(
          z
            .string()
            .regex(
              /^[a-z][a-z0-9_-]{0,31}$/,
              complaint('a webhook is lower-case letters, digits, _ and -', 'webhook 的名字只含小写字母、数字、_ 和 -'),
            ),
          webhook.extend({
            /** Only these; all of them without it. */
            events: z.array(z.string().min(1)).optional(),
          }),
        )
        .default({}),
    })
    .default({ webhooks: {} }),
  /** Where credentials are looked for, in order of precedence. */
  credentials: credentialsConfig,
  models: z
    .strictObject({
      providers: z
        .record(z.string(), z.strictObject({ base_url: z.url(), api_key_env: z.string().optional() }))
        .default({}),
      /** What an assistant uses where none is named, by `provider/model`. */
      default: z
        .string()
        .regex(/^[^/]+\/.+$/)
        .optional(),
      /** Tokens of a model's window, by `provider/model`. Source: RolePack, section 六 C, note 1. */
      windows: z.record(z.string(), z.int().min(1_024).max(10_000_000)).default({}),
    })
    .default({ providers: {}, windows: {} }),
  /** PostgreSQL in place of the file in `.rolecall/`. The URL holds a password, so it comes from the environment. */
  database: z
    .strictObject({
      url_env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/),
      schema: z
        .string()
        .regex(/^[a-z_][a-z0-9_]{0,50}$/)
        .default('rolecall'),
    })
    .optional(),
  /** Who writes the summaries of rounds: the employee's model, or rules that take them from the words. */
  memory: z
    .strictObject({
      summaries: z.enum(['model', 'extract']).default('model'),
      /** An embedding model, by `provider/model`: the memory is then searched by meaning too. */
      embedder: z
        .string()
        .regex(/^[^/]+\/.+$/)
        .optional(),
    })
    .default({ summaries: 'model' }),
  /** How the material of knowledge bases is searched: by words, and with an embedding model by meaning too. */
  knowledge: z
    .strictObject({
      embedder: z
        .string()
        .regex(/^[^/]+\/.+$/)
        .optional(),
    })
    .default({}),
  /** How long what is kept: `365d`. What has no time is kept for good. */
  retention: z
    .strictObject({ journal: retained.optional(), evidence: retained.optional(), memories: retained.optional() })
    .default({}),
  /** What an assistant is given beyond the files of its folder; nothing of it without this. */
  assistant: z
    .strictObject({
      /** A SearXNG service. A password in its address would stand in a file. */
      search: z
        .url({
          protocol: /^https?$/,
          error: complaint('a search service is an http or https address', '搜索服务是 http 或 https 地址'),
        })
        .refine(
          (url) => !/^https?:\/\/[^/]*@/.test(url),
          complaint('a search service has no user or password in its address', '搜索服务的地址里不写用户名和密码'),
        )
        .optional(),
      allow_web: z.boolean().default(false),
      allow_code: z.boolean().default(false),
    })
    .default({ allow_web: false, allow_code: false }),
  limits: z
    .strictObject({
      message_characters: z.int().min(1).max(1_000_000).default(20_000),
      /** During whose handling the process has died so often is set aside. With fewer than 3 nobody knows yet which one it was. */
      interruptions: z.int().min(3).max(100).default(5),
    })
    .default({ message_characters: 20_000, interruptions: 5 }),
});

/** `rolecall.yaml`, the head of a workspace. */
export type WorkspaceConfig = z.infer<typeof schema>;

/** What `rolecall.yaml` says, and what is to be said about it. */
export interface ReadConfig {
  readonly config: WorkspaceConfig;
  readonly findings: readonly Finding[];
}

/**
 * Reads the head of a workspace; each problem becomes a finding with its line, and what is wrong takes its default while
 * everything else stays. A file that is no YAML at all stays as it was `before`.
 */
export function readWorkspaceConfig(dir: string, before?: WorkspaceConfig | undefined): ReadConfig {
  const file = join(dir, FILE);
  if (!existsSync(file)) {
    throw new RolecallError({
      code: 'workspace_not_found',
      message: { en: `There is no ${FILE} in ${dir}.`, zh: `${dir} 里没有 ${FILE}。` },
      hint: {
        en: 'Name a workspace folder with --workspace; examples/shop is one.',
        zh: '用 --workspace 指明工作区文件夹；examples/shop 就是一个。',
      },
    });
  }
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines, uniqueKeys: true });
  const syntax = document.errors.map<Finding>((error) => ({
    severity: 'error',
    code: 'yaml_invalid',
    file: FILE,
    line: lines.linePos(error.pos[0]).line,
    ...findingWords(yamlWords(error)),
  }));
  const name = basename(dir) || 'workspace';
  if (syntax.length > 0) return { config: before ?? schema.parse({ name }), findings: syntax };
  const value: unknown = document.toJS({ maxAliasCount: 20 }) ?? {};
  const parsed = schema.safeParse(value);
  if (parsed.success) return { config: parsed.data, findings: [] };
  const { issues } = parsed.error;
  const kept = withoutWrongParts(value, issues, name);
  // A list of sources without its wrong ones would look elsewhere for a secret than was meant, so that none is found.
  const isAboutCredentials = issues.some(({ path }) => path[0] === 'credentials');
  return {
    config: isAboutCredentials ? { ...kept, credentials: { sources: [] } } : kept,
    findings: issues.flatMap((issue) => findingsOf(issue, document, lines)),
  };
}

type Issue = z.core.$ZodIssue;

function findingsOf(issue: Issue, document: Document, lines: LineCounter): readonly Finding[] {
  return wrongPaths(issue).map((path) => ({
    severity: 'error',
    code: 'workspace_config_invalid',
    file: FILE,
    line: lineOf(path, document, lines),
    path: path.map(String).join('.') || undefined,
    ...findingWords(issueWords(issue), {
      en: 'See docs/workspace.md for the keys of rolecall.yaml.',
      zh: 'rolecall.yaml 的键见 docs/workspace.zh.md。',
    }),
  }));
}

/** An unknown key stands in its issue by name, below the path. */
function wrongPaths(issue: Issue): readonly (readonly PropertyKey[])[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
}

/** The line of a key or list item; of something that is missing, the line of what it is missing from. */
function lineOf(path: readonly PropertyKey[], document: Document, lines: LineCounter): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const step = String(path[length - 1]);
    const range = isMap(parent)
      ? rangeOf(parent.items.find(({ key }) => isScalar(key) && String(key.value) === step)?.key)
      : isSeq(parent)
        ? rangeOf(parent.items[Number(step)])
        : undefined;
    if (range?.[0] !== undefined) return lines.linePos(range[0]).line;
  }
  return 1;
}

function rangeOf(node: unknown): readonly number[] | undefined {
  return isNode(node) ? (node.range ?? undefined) : undefined;
}

/** Takes what is wrong out until the rest is right; a file of which nothing can be kept counts as empty. */
function withoutWrongParts(value: unknown, issues: readonly Issue[], name: string): WorkspaceConfig {
  if (!isJsonObject(value)) return schema.parse({ name });
  const kept: Container = { ...structuredClone(value) };
  for (const path of issues.flatMap(wrongPaths)) deleteAt(kept, path);
  if (kept.name === undefined) kept.name = name;
  const parsed = schema.safeParse(withoutHoles(kept));
  if (parsed.success) return parsed.data;
  const isLess = JSON.stringify(kept) !== JSON.stringify(value);
  return isLess ? withoutWrongParts(kept, parsed.error.issues, name) : schema.parse({ name });
}

type Container = Record<PropertyKey, unknown>;

/** Where something is missing there is nothing to delete, and what it is missing from goes. */
function deleteAt(root: Container, path: readonly PropertyKey[]): void {
  for (let length = path.length; length > 0; length--) {
    const step = path[length - 1] as PropertyKey;
    const parent = path
      .slice(0, length - 1)
      .reduce<unknown>((node, key) => (isContainer(node) ? node[key] : undefined), root);
    if (isContainer(parent) && Object.hasOwn(parent, step)) {
      Reflect.deleteProperty(parent, step);
      return;
    }
  }
}

function isContainer(node: unknown): node is Container {
  return typeof node === 'object' && node !== null;
}

/** A list item that was deleted leaves a hole. */
function withoutHoles(node: unknown): unknown {
  if (Array.isArray(node)) return node.flatMap((item) => (item === undefined ? [] : [withoutHoles(item)]));
  if (!isContainer(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, withoutHoles(item)]));
}
