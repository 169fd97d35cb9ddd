import { complaint } from '@rolecall/base';
import { z } from 'zod';
import { assetHead, capabilityKey, duration, localizedText, reference } from './common.ts';

const environmentValue = z.union([z.string(), z.strictObject({ credential: z.string().min(1) })]);

/** Whom a running server serves, and how much of what it says is taken. */
const shared = {
  /** How large an answer may be, 4 MiB unless said; a larger one is refused. */
  answer_bytes: z.int().min(65_536).max(67_108_864).optional(),
  /** `conversation`: one for each conversation, for systems that keep state per caller. Else all share one. */
  session: z.enum(['employee', 'conversation']).optional(),
  /** With `session: conversation`: so many may be up at a time, 8 unless said; calls beyond that wait. */
  session_limit: z.int().min(1).max(1_000).optional(),
};

const stdioServer = z.strictObject({
  transport: z.literal('stdio'),
  command: z.string().min(1),
  /** Relative paths start at the workspace. */
  args: z.array(z.string()).default([]),
  /** The child sees these and nothing else beyond what a process needs to run. */
  env: z.record(z.string(), environmentValue).default({}),
  /** Folders that the server is told it may work in; relative paths start at the workspace. */
  roots: z.array(z.string().min(1)).optional(),
  ...shared,
});

const headerValue = z.union([
  z.string(),
  /** With a `scheme` the header is `<scheme> <secret>`. */
  z.strictObject({
    credential: z.string().min(1),
    scheme: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]*$/)
      .optional(),
  }),
]);

/** How a token is asked for that a remote server wants (OAuth 2.1). */
const serverAuthorization = z
  .strictObject({
    /** `authorization_code`: a person logs in once. `client_credentials`: this machine is known by itself. */
    grant: z.enum(['authorization_code', 'client_credentials']).default('authorization_code'),
    /** The authorization server, when it must be this one; a secret is sent to no other. */
    issuer: z
      .url({
        protocol: /^https?$/,
        error: complaint('an issuer is an address that begins with https://', 'issuer 是以 https:// 开头的地址'),
      })
      .optional(),
    /** As the authorization server registered it, or the address of a client metadata document. */
    client_id: z.string().min(1).optional(),
    client_secret: z.strictObject({ credential: z.string().min(1) }).optional(),
    /** What is asked for; without it, what the server asks for. */
    scopes: z
      .array(z.string().regex(/^[!#-[\]-~]+$/, complaint('a scope is one word', '一个 scope 是一个词')))
      .optional(),
    /** Where the answer to a login comes back to on this machine; any free port without it. */
    redirect_port: z.int().min(1).max(65_535).optional(),
  })
  .refine(({ client_secret, client_id }) => client_secret === undefined || client_id !== undefined, {
    path: ['client_id'],
    error: complaint('a client_secret belongs to a client_id', 'client_secret 须与 client_id 一起写'),
  })
  .refine(({ client_secret, issuer }) => client_secret === undefined || issuer !== undefined, {
    path: ['issuer'],
    error: complaint(
      'a client_secret needs the issuer that may be told it; the server itself could name any',
      'client_secret 须写明可以得知它的 issuer；否则服务器自己可以说出任何一个',
    ),
  })
  .refine(({ grant, client_secret }) => grant !== 'client_credentials' || client_secret !== undefined, {
    path: ['client_secret'],
    error: complaint(
      'client_credentials needs client_id, client_secret and issuer',
      'client_credentials 需要 client_id、client_secret 和 issuer',
    ),
  });

const remoteServer = z.strictObject({
  /** `http` is streamable HTTP; `sse` the older pair of a stream and posts. */
  transport: z.enum(['http', 'sse']),
  url: z
    .url({
      protocol: /^https?$/,
      error: complaint(
        'a remote server has an address that begins with https:// or http://',
        '远程服务器的地址以 https:// 或 http:// 开头',
      ),
    })
    .refine(
      (url) => !hasUserInfo(url),
      complaint(
        'an address holds no user name or password; use headers with a credential',
        '地址里不写用户名和密码；改用带凭证的 headers',
      ),
    ),
  /** Sent with every request; secrets by the name of a credential. */
  headers: z
    .record(
      z
        .string()
        .regex(
          /^[A-Za-z0-9-]+$/,
          complaint('a header name is letters, digits and -', '请求头的名字只含字母、数字和 -'),
        ),
      headerValue,
    )
    .default({}),
  /** A token of its own kind, in place of an `Authorization` header. `rolecall mcp login` asks for it. */
  authorization: serverAuthorization.optional(),
  ...shared,
});

const remoteServerOnce = remoteServer.refine(
  ({ authorization, headers }) =>
    authorization === undefined || !Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'),
  {
    path: ['authorization'],
    error: complaint(
      'either authorization or an Authorization header',
      'authorization 与 Authorization 请求头只能写一个',
    ),
  },
);

const mcpServer = z.discriminatedUnion('transport', [stdioServer, remoteServerOnce]);

function hasUserInfo(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}

/** What a server may have the employee's model write, for one call. */
const samplingRules = z.strictObject({
  /** Of one answer of the model, whatever the server asks for. */
  max_tokens: z.int().min(1).max(32_000),
  /** Of what the server gives the model to read for one answer, 4,000 unless said; more is refused. */
  max_input_tokens: z.int().min(1).max(200_000).optional(),
  /** How often in one call, once unless said. */
  requests: z.int().min(1).max(20).optional(),
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
  /** A key of the request's `_meta` that takes the operation's id. */
  request_id_meta: z
    .string()
    .regex(
      /^(?:[A-Za-z0-9.-]+\/)?[A-Za-z0-9._-]+$/,
      complaint(
        'a key of _meta is a name, with a prefix such as com.example/',
        '_meta 的键是一个名字，可以带 com.example/ 这样的前缀',
      ),
    )
    .optional(),
  timeout: duration.optional(),
  /** Each word of progress gives the call its `timeout` anew, and however much there is of it, not longer than this. */
  total_timeout: duration.optional(),
  /** `defaults`: a form that the server asks for is filled with the form's own defaults. Else it is refused. */
  elicitation: z.enum(['refuse', 'defaults']).optional(),
  /** The server may have the employee's model write something while it works on a call. Without it, it is refused. */
  sampling: samplingRules.optional(),
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
  model: z
    .string()
    .regex(
      /^[^/]+\/.+$/,
      complaint('a model is provider/model, such as builtin/matcher', '模型写作 provider/model，例如 builtin/matcher'),
    ),
  time_zone: z.string().min(1),
  grants: z.array(z.string()).default([]),
  mcp_servers: z
    .record(
      z
        .string()
        .regex(
          /^[a-z][a-z0-9_-]*$/,
          complaint('a server is small letters, digits, _ and -', '服务器的名字只含小写字母、数字、_ 和 -'),
        ),
      mcpServer,
    )
    .default({}),
  resources: z.record(capabilityKey, z.union([mcpBinding, platformBinding])).default({}),
});

export type AiEmployee = z.infer<typeof aiEmployee>;
export type McpServerDeclaration = z.infer<typeof mcpServer>;
export type StdioServerDeclaration = z.infer<typeof stdioServer>;
export type RemoteServerDeclaration = z.infer<typeof remoteServer>;
export type AuthorizationDeclaration = z.infer<typeof serverAuthorization>;
export type McpBinding = z.infer<typeof mcpBinding>;
export type SamplingRules = z.infer<typeof samplingRules>;
export type PlatformBinding = z.infer<typeof platformBinding>;
