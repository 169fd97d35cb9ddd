import type { McpBinding, McpServerDeclaration, PlatformBinding } from '@rolecall/assets';
import {
  type Bilingual,
  type CapabilityKey,
  type Clock,
  describeError,
  didYouMean,
  durationMs,
  type JsonObject,
  meantOrKnown,
  type Redactor,
  RolecallError,
} from '@rolecall/base';
import type { ResourceAnswer, ResourceCall, ResourcePort, ResourceState } from '@rolecall/gate';
import { authorizationProblem } from './authorization/authorization-problem.ts';
import { declaredAuthorization } from './authorization/declared-authorization.ts';
import { beginLogin, type Login } from './authorization/login.ts';
import { type Logout, logOut } from './authorization/logout.ts';
import { type AuthorizationParts, ServerAuthorization } from './authorization/server-authorization.ts';
import { type ConnectionLimits, DEFAULT_LIMITS } from './connection-limits.ts';
import type { Credentials } from './credential-source.ts';
import { describeTools, type ToolDescription } from './describe-tools.ts';
import type { ToolHints } from './lock-file.ts';
import type { ManagedServerOptions, Readiness, ServerState } from './managed-server.ts';
import { type PinReport, pinMissing } from './pin-tools.ts';
import type { AskModel } from './sampling/ask-model.ts';
import { CallSampling } from './sampling/call-sampling.ts';
import type { ServerConnection } from './server-connection.ts';
import { conversationServers, type ServerPool, sharedServer } from './server-pool.ts';
import { toolArguments } from './tool-arguments.ts';
import type { CallOutcome, ToolCall } from './tool-call.ts';
import { toolFingerprint } from './tool-fingerprint.ts';
import type { ToolPins } from './tool-pins.ts';
import { traceParent } from './trace-parent.ts';

/** Something that a server or its connection has to say. One line, redacted; a server's own words are the same in both. */
export interface McpLogLine {
  readonly server: string;
  readonly text: Bilingual;
}

/** An answer to a write that came after its call had timed out. Redacted. */
export interface LateAnswer {
  readonly conversation: string;
  readonly operation: string;
  readonly capability: CapabilityKey;
  readonly answer: Extract<ResourceAnswer, { readonly status: 'answered' }>;
}

/** What an operator sees of one declared server. */
export interface DeclaredServerState extends Omit<ServerState, 'reason'> {
  readonly server: string;
  readonly transport: McpServerDeclaration['transport'];
  /** Whose it is, of a server of which each conversation has its own. */
  readonly conversation?: string | undefined;
  /** Why it was last not to be had; in Chinese under `zh`. */
  readonly reason?: string | undefined;
  readonly zh?: { readonly reason: string } | undefined;
}

/** What the resources of an employee are made with. */
export interface ResourcePortOptions {
  /** By name, as the employee declares them. */
  readonly servers: Readonly<Record<string, McpServerDeclaration>>;
  /** Where children run and where their relative paths start. */
  readonly workspaceDir: string;
  readonly credentials: Credentials;
  /** Stands between the servers and everybody else. */
  readonly redactor: Redactor;
  readonly lock: ToolPins;
  readonly clock: Clock;
  readonly log?: ((line: McpLogLine) => void) | undefined;
  /** What the employee binds; says which servers may ask back. Nothing may without it. */
  readonly bindings?: Readonly<Record<CapabilityKey, McpBinding | PlatformBinding>> | undefined;
  /** Writes what a server asks for, where its binding allows that. Without it nothing is written. */
  readonly askModel?: AskModel | undefined;
  /** Told answers to writes that had timed out. Without it nobody waits for them, and the server is told to stop. */
  readonly onLateAnswer?: ((late: LateAnswer) => void) | undefined;
  /** Whose they are; tokens of servers are kept under this name. */
  readonly employee?: string | undefined;
  readonly limits?: Partial<ConnectionLimits> | undefined;
}

/** The MCP servers of one employee, as resources of the gate. */
export interface McpResources extends ResourcePort {
  /** Pins each bound tool that has no pin; a pin that is there stays. Says of each what became of it. */
  pinAll(bindings: Readonly<Record<CapabilityKey, McpBinding | PlatformBinding>>): Promise<readonly PinReport[]>;
  /** The tools of one server, for people. Throws `server_unknown` and `server_unavailable`. */
  listTools(server: string): Promise<readonly ToolDescription[]>;
  /** Begins a login to a server that wants an authorization. Throws `server_unknown`, codes beginning `authorization_`. */
  beginLogin(server: string, redirectUrl: string): Promise<Login>;
  /** The port that a login to the server returns to, where one is declared. Throws `server_unknown`, `authorization_not_declared`. */
  redirectPort(server: string): number | undefined;
  /** Forgets the tokens of a server. Throws as `beginLogin` does. */
  logOut(server: string): Promise<Logout>;
  /** Every declared server as it stands now; starts nothing. */
  states(): readonly DeclaredServerState[];
  /** Stops every child. What is asked from then on is not sent. */
  close(): Promise<void>;
}

/**
 * Connects capabilities to the MCP servers that an employee declares.
 *
 * Nothing starts before it is needed. Whatever comes back is redacted before anybody sees it, and no answer, reason or
 * log line holds a secret.
 */
export function createResourcePort(options: ResourcePortOptions): McpResources {
  const { redactor, lock, clock, log, workspaceDir, credentials } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const servers = new Map<string, ServerPool>();
  for (const [name, declaration] of Object.entries(options.servers)) {
    const parts = declaredAuthorization(name, declaration, options);
    const onLine = (line: Bilingual) => log?.({ server: name, text: clean(line) });
    servers.set(
      name,
      poolOf({
        declaration,
        workspaceDir,
        credentials,
        limits: { ...limits, answerLimitBytes: declaration.answer_bytes ?? limits.answerLimitBytes },
        onLine,
        mayElicit: bindingsOn(name).some(({ elicitation }) => elicitation === 'defaults'),
        maySample: bindingsOn(name).some(({ sampling }) => sampling !== undefined),
        authorization: parts && new ServerAuthorization(parts),
      }),
    );
  }

  function authorized(name: string): AuthorizationParts {
    if (!servers.has(name)) throw unknownServer(name, servers.keys());
    const parts = declaredAuthorization(name, options.servers[name], options);
    if (parts !== undefined) return parts;
    throw authorizationProblem(
      'authorization_not_declared',
      { en: `"${name}" is declared without an authorization.`, zh: `“${name}”的声明里没有 authorization。` },
      { en: 'Write authorization: {} in its declaration.', zh: '在它的声明里写 authorization: {}。' },
    );
  }

  function bindingsOn(name: string): readonly McpBinding[] {
    return Object.values(options.bindings ?? {}).flatMap((binding) =>
      'server' in binding && binding.server === name ? [binding] : [],
    );
  }

  async function withServer<Result>(
    name: string,
    use: (readiness: Readiness) => Promise<Result>,
    { conversation, signal }: Pick<ResourceCall, 'conversation' | 'signal'> = {},
  ): Promise<Result> {
    const told = (readiness: Readiness) =>
      use(readiness.status === 'up' ? readiness : { ...readiness, reason: clean(readiness.reason) });
    const pool = servers.get(name);
    return pool === undefined
      ? await told(undeclared(name, servers.keys()))
      : await pool.withServer(conversation, told, signal);
  }

  async function inspect(
    _capability: CapabilityKey,
    binding: McpBinding | PlatformBinding,
    conversation?: string,
  ): Promise<ResourceState> {
    if ('platform' in binding) return { credential: 'present', liveness: 'down', reason: NOT_OURS };
    try {
      const pinned = await lock.pinned(binding.server, binding.tool);
      for (let looks = 1; ; looks++) {
        const mayBeGone = looks < MOST_LOOKS;
        const looked = (readiness: Readiness) => look(readiness, binding, pinned, mayBeGone);
        const state = await withServer(binding.server, looked, { conversation });
        if (state !== 'gone') return redacted<ResourceState>(state);
      }
    } catch (error) {
      return redacted<ResourceState>({ credential: 'present', liveness: 'down', reason: describeError(error) });
    }
  }

  async function call(call: ResourceCall): Promise<ResourceAnswer> {
    const { binding } = call;
    if ('platform' in binding) return { status: 'not_sent', reason: NOT_OURS };
    const mapped = toolArguments(binding, call.arguments, call.requestId);
    if (mapped.status === 'conflict') return { status: 'not_sent', reason: mapped.reason };
    const first = await send(call, binding, mapped.values);
    // It has done nothing and wants to be greeted anew. Everything that may hold the call back is asked again.
    const answer = first.status === 'stale_session' ? await send(call, binding, mapped.values) : first;
    return redacted(answer.status === 'stale_session' ? { status: 'not_sent', reason: answer.reason } : answer);
  }

  async function send(call: ResourceCall, binding: McpBinding, values: JsonObject): Promise<CallOutcome> {
    const timeoutMs = Math.min(call.timeoutMs, durationMs(binding.timeout ?? '') ?? call.timeoutMs);
    const toolCall: ToolCall = {
      tool: binding.tool,
      arguments: values,
      meta: metaOf(call, binding),
      timeoutMs,
      totalTimeoutMs: Math.max(timeoutMs, durationMs(binding.total_timeout ?? '') ?? 0),
      signal: call.signal,
      refusal: () => refusalOf(call, clock),
      mayElicit: binding.elicitation === 'defaults',
      sampling: binding.sampling && new CallSampling(binding.sampling, options.askModel ?? nobodyWrites, redactor),
      onLate: lateListener(call),
    };
    const sent = async (readiness: Readiness): Promise<CallOutcome> => {
      if (readiness.status === 'up') return await readiness.connection.call(toolCall);
      return { status: 'not_sent', reason: call.signal?.aborted ? CANCELLED : readiness.reason.en };
    };
    return await withServer(binding.server, sent, call);
  }

  function lateListener(call: ResourceCall): ((answer: ResourceAnswer) => void) | undefined {
    const { onLateAnswer } = options;
    const { conversation, requestId, capability } = call;
    if (call.effect !== 'write' || conversation === undefined || onLateAnswer === undefined) return undefined;
    return (answer) => {
      const clean = redacted(answer);
      if (clean.status === 'answered') onLateAnswer({ conversation, operation: requestId, capability, answer: clean });
    };
  }

  async function listTools(name: string): Promise<readonly ToolDescription[]> {
    if (!servers.has(name)) throw unknownServer(name, servers.keys());
    return redactor.redact(await withServer(name, (readiness) => describeTools(name, readiness, lock, redactor)));
  }

  async function hintsOf(server: string, tool: string): Promise<ToolHints> {
    const described = (await listTools(server)).find(({ name }) => name === tool);
    return described === undefined ? {} : pinContent(described);
  }

  function clean({ en, zh }: Bilingual): Bilingual {
    return { en: oneLine(redactor.redact(en)), zh: oneLine(redactor.redact(zh)) };
  }

  /** Redaction comes before shortening, so that no secret is cut in two. */
  function redacted<Known extends { readonly reason?: string | undefined } | ResourceAnswer>(known: Known): Known {
    const clean = redactor.redact(known);
    return 'reason' in clean && clean.reason !== undefined ? { ...clean, reason: oneLine(clean.reason) } : clean;
  }

  const resources: McpResources = {
    inspect,
    call,
    pinAll: (bindings) => pinMissing(bindings, resources, lock, hintsOf),
    listTools,
    beginLogin: async (server, redirectUrl) => await beginLogin(authorized(server), redirectUrl),
    redirectPort: (server) => authorized(server).declaration.authorization.redirect_port,
    logOut: async (server) => await logOut(authorized(server)),
    states: () =>
      [...servers].flatMap(([server, pool]) => {
        const transport = options.servers[server]?.transport ?? 'stdio';
        return pool.states().map(({ conversation, state: { reason: why, ...state } }): DeclaredServerState => {
          const { en, zh } = why === undefined ? NO_REASON : clean(why);
          return {
            server,
            transport,
            conversation,
            ...state,
            reason: en,
            ...(zh === undefined ? {} : { zh: { reason: zh } }),
          };
        });
      }),
    close: async () => {
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
  return resources;
}

/** What is kept of a tool beside its fingerprint: whether it only reads, whether it destroys, and what it said. */
export function pinContent(described: ToolDescription): ToolHints {
  const { readOnlyHint, destructiveHint } = described.annotations ?? {};
  return {
    declared: declaredOf(described),
    ...(typeof readOnlyHint === 'boolean' ? { read_only: readOnlyHint } : {}),
    ...(typeof destructiveHint === 'boolean' ? { destructive: destructiveHint } : {}),
  };
}

function poolOf(options: ManagedServerOptions): ServerPool {
  const { session, session_limit } = options.declaration;
  return session === 'conversation'
    ? conversationServers(options, session_limit ?? STANDARD_PLACES)
    : sharedServer(options);
}

/** What of a tool is agreed to by pinning it. */
export function declaredOf({ description, inputSchema, outputSchema, annotations }: ToolDescription): JsonObject {
  return {
    ...(description === undefined ? {} : { description }),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

/** How many conversations may have a server of their own at a time, unless the declaration says otherwise. */
const STANDARD_PLACES = 8;

/** Joins the call with the journal, and repeats the operation's id where the system looks for it. */
function metaOf({ conversation, requestId }: ResourceCall, { request_id_meta }: McpBinding): JsonObject {
  return {
    traceparent: traceParent(conversation, requestId),
    ...(request_id_meta === undefined ? {} : { [request_id_meta]: requestId }),
  };
}

const NO_REASON = { en: undefined, zh: undefined };
const UP = { credential: 'present', liveness: 'up' } as const;
const nobodyWrites: AskModel = async () => ({ status: 'failed', reason: 'There is no model here that could write.' });
const NOT_OURS = 'A platform tool is no tool of an MCP server.';
const CANCELLED = 'The call was cancelled before it was sent.';

function undeclared(name: string, known: Iterable<string>): Readiness {
  const hint = didYouMean(name, known) ?? { en: '', zh: '' };
  const reason = {
    en: `No server "${name}" is declared. ${hint.en}`.trim(),
    zh: `没有声明服务器“${name}”。${hint.zh}`,
  };
  return { status: 'down', reason };
}

function unknownServer(name: string, known: Iterable<string>): RolecallError {
  const names = [...known];
  return new RolecallError({
    code: 'server_unknown',
    message: { en: `No server "${name}" is declared.`, zh: `没有声明服务器“${name}”。` },
    hint: meantOrKnown(name, names),
  });
}

/** How often a server is looked for that ended unnoticed. */
const MOST_LOOKS = 2;

/** What is known of a tool and its server; `gone` where only this look showed that the server has ended. */
async function look(
  readiness: Readiness,
  { tool }: McpBinding,
  pinned: string | undefined,
  mayBeGone: boolean,
): Promise<ResourceState | 'gone'> {
  switch (readiness.status) {
    case 'up':
      try {
        return { ...UP, pinned, ...(await toolState(readiness.connection, tool)) };
      } catch (error) {
        if (mayBeGone && !readiness.connection.isOpen) return 'gone';
        throw error;
      }
    case 'credential_missing': {
      const { credential, reason } = readiness;
      return { credential: 'missing', missing: credential, liveness: 'down', pinned, reason: reason.en };
    }
    case 'down':
      return { credential: 'present', liveness: 'down', pinned, reason: readiness.reason.en };
    default:
      return readiness satisfies never;
  }
}

/** Two tools of one name are none: a decision about one of them could run the other. */
async function toolState(
  connection: ServerConnection,
  name: string,
): Promise<Pick<ResourceState, 'fingerprint' | 'reason'>> {
  const tools = (await connection.tools()).filter((tool) => tool.name === name);
  const [tool] = tools;
  if (tool === undefined) return { reason: `The server has no tool "${name}".` };
  if (tools.length > 1) return { reason: `The server declares ${tools.length} tools "${name}".` };
  return { fingerprint: toolFingerprint(tool) };
}

/** The last look before the bytes leave. A time that cannot be read has passed. */
function refusalOf({ signal, sendBy }: ResourceCall, clock: Clock): string | undefined {
  if (signal?.aborted) return CANCELLED;
  if (sendBy === undefined || clock.now() <= Date.parse(sendBy)) return undefined;
  return `It was to be sent by ${sendBy}, which has passed.`;
}

const LONGEST_LINE = 1_000;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line;
}
