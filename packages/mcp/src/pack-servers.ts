import type { McpServerDeclaration } from '@rolecall/assets';
import { type Bilingual, type JsonObject, type Redactor, RolecallError } from '@rolecall/base';
import type { IMcpTransport, McpToolResult } from '@rolecall/kernel';
import type { McpOffer } from '@rolecall/rolepack';
import { type ConnectionLimits, DEFAULT_LIMITS } from './connection-limits.ts';
import { ManagedServer } from './managed-server.ts';
import type { ServerConnection } from './server-connection.ts';
import type { CallOutcome } from './tool-call.ts';

const CALL_TIMEOUT_MS = 120_000;
const TOTAL_TIMEOUT_MS = 600_000;
const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The servers that a role pack offers, for a person who has agreed to them. */
export interface PackServersOptions {
  readonly offers: readonly McpOffer[];
  /** In which a server that is a program starts. */
  readonly dir: string;
  /** Where `${NAME}` in an offer comes from; a server sees nothing else of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  /** What servers say beside the protocol, without secrets. */
  readonly onLine?: ((server: string, line: string) => void) | undefined;
  readonly limits?: Partial<ConnectionLimits> | undefined;
}

/**
 * A pack's servers behind the standard's transport. Each is started when it is first needed, and started again after its
 * end; what it asks for, a form or a model, is refused, whatever was agreed to. A server of which a variable is missing, or that does not start, throws `server_unavailable`; a call of which nobody
 * knows what became of it throws `outcome_unknown`. Source: RolePack, section 四·二.
 */
export function packServers(options: PackServersOptions): IMcpTransport {
  const servers = new Map<string, ManagedServer>();

  async function connection(name: string): Promise<ServerConnection> {
    const server = servers.get(name) ?? managed(name, options);
    servers.set(name, server);
    const readiness = await server.ready();
    if (readiness.status !== 'up') throw unavailable(name, options.redactor.redact(readiness.reason));
    return readiness.connection;
  }

  return {
    async listTools(name) {
      const tools = await (await connection(name)).tools();
      return options.redactor.redact(
        tools.map(({ name: tool, description, inputSchema }) => ({
          name: tool,
          ...(description === undefined ? {} : { description }),
          inputSchema,
        })),
      );
    },
    async callTool(name, tool, args) {
      const outcome = await (await connection(name)).call({
        tool,
        arguments: args as JsonObject,
        meta: {},
        timeoutMs: CALL_TIMEOUT_MS,
        totalTimeoutMs: TOTAL_TIMEOUT_MS,
        refusal: () => undefined,
        mayElicit: false,
      });
      return options.redactor.redact(resultOf(name, outcome));
    },
    async close() {
      await Promise.all([...servers.values()].map((server) => server.close()));
    },
  };
}

function managed(
  name: string,
  { offers, dir, environment, redactor, onLine, limits }: PackServersOptions,
): ManagedServer {
  const offer = offers.find((one) => one.name === name);
  if (!offer)
    throw unavailable(name, { en: 'The pack offers no server of that name.', zh: '角色包没有提供这个名字的服务器。' });
  return new ManagedServer({
    declaration: declarationOf(offer, environment),
    workspaceDir: dir,
    credentials: { resolve: async () => undefined },
    limits: { ...DEFAULT_LIMITS, ...limits },
    onLine: (line) => onLine?.(name, redactor.redact(line.en)),
    mayElicit: false,
    maySample: false,
  });
}

function declarationOf(offer: McpOffer, environment: PackServersOptions['environment']): McpServerDeclaration {
  const filled = (text: string) =>
    text.replace(REFERENCE, (_, variable: string) => {
      const value = environment[variable];
      if (value === undefined)
        throw unavailable(offer.name, {
          en: `The environment variable ${variable} is not set.`,
          zh: `环境变量 ${variable} 没有设置。`,
        });
      return value;
    });
  const all = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, filled(value)]));
  if (offer.transport === 'stdio') {
    return {
      transport: 'stdio',
      command: filled(offer.command ?? ''),
      args: offer.args.map(filled),
      env: all(offer.env),
    };
  }
  const transport = offer.transport === 'http+sse' ? 'sse' : 'http';
  return { transport, url: filled(offer.url ?? ''), headers: all(offer.headers) };
}

function resultOf(server: string, outcome: CallOutcome): McpToolResult {
  switch (outcome.status) {
    case 'answered': {
      const text = outcome.text || (outcome.structured === undefined ? '' : JSON.stringify(outcome.structured));
      return { content: [{ type: 'text', text }], isError: outcome.isError };
    }
    case 'too_large': {
      const text = `The call was answered with more than ${outcome.limitBytes} bytes, of which nothing is taken.`;
      return { content: [{ type: 'text', text }], isError: true };
    }
    case 'not_sent':
    case 'stale_session':
      return { content: [{ type: 'text', text: outcome.reason }], isError: true };
    case 'no_answer':
      throw new RolecallError({
        code: 'outcome_unknown',
        message: {
          en: `The server "${server}" has not answered (${outcome.reason}); the call may have run.`,
          zh: `服务器“${server}”没有回答（${outcome.reason}）；调用可能已经执行。`,
        },
        hint: {
          en: 'Look at what it would have changed before it is called again.',
          zh: '再次调用之前，先看看它会改变的东西。',
        },
      });
    default:
      return outcome satisfies never;
  }
}

function unavailable(server: string, reason: Bilingual): RolecallError {
  return new RolecallError({
    code: 'server_unavailable',
    message: {
      en: `The server "${server}" is not available. ${reason.en}`,
      zh: `服务器“${server}”不可用。${reason.zh}`,
    },
    hint: { en: 'The pack works without it.', zh: '没有它，角色包也能工作。' },
  });
}
