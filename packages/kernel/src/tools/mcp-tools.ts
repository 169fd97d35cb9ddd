import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import type { McpOffer } from '@rolecall/rolepack';
import type { RoundToolResult } from '../round.ts';
import type { AgentTool } from './agent-tool.ts';
import { TOOLS_OF_CAPABILITY } from './capability-tools.ts';

/** A tool of an MCP server. Source: RolePack, section 四·二. */
export interface McpTool {
  name: string;
  description?: string;
  inputSchema?: Record<string, unknown>;
}

/** What a tool of an MCP server answered. */
export interface McpToolResult {
  content: Array<{ type: 'text' | 'image' | 'resource'; text?: string; mimeType?: string }>;
  isError?: boolean;
}

/** The connection to MCP servers, given by the host; the kernel has no client of its own. */
export interface IMcpTransport {
  /** Lists all tools of the named server. */
  listTools(serverName: string): Promise<McpTool[]>;
  /** Calls a tool of the named server. */
  callTool(serverName: string, toolName: string, args: Record<string, unknown>): Promise<McpToolResult>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** What became of one server of the pack. */
export interface McpServerState {
  readonly server: string;
  /** `unavailable`: no transport, or it cannot be reached; `not_consented`: the host has not agreed to this pack. */
  readonly status: 'connected' | 'unavailable' | 'not_consented';
  readonly tools: number;
}

/** A capability that a server of the pack serves in the place of a tool of the host. */
export interface McpTakeover {
  readonly capability: string;
  readonly server: string;
  readonly tool: string;
  readonly insteadOf: string;
}

/** A tool of a server, and whose it is. */
export interface McpServerTool extends AgentTool {
  readonly server: string;
}

export interface McpTools {
  readonly tools: readonly McpServerTool[];
  readonly servers: readonly McpServerState[];
}

/** What the tools of a pack's servers are made from. */
export interface McpSetting {
  readonly transport: IMcpTransport | undefined;
  readonly offers: readonly McpOffer[];
  readonly isConsented: boolean;
  /** Says which capability a server's tool serves; by its name without it. */
  readonly capabilityOf?: ((server: string, tool: string) => string | undefined) | undefined;
}

const MOST_NAME = 64;

/**
 * The tools of a pack's MCP servers, once the host has consented to the pack. A server that cannot be reached is
 * unavailable and the pack works without it. Every such tool counts as a write: the transport does not say otherwise.
 */
export async function mcpTools({ transport, offers, isConsented, capabilityOf }: McpSetting): Promise<McpTools> {
  const listed = await Promise.all(
    offers.map(async ({ name: server }): Promise<{ state: McpServerState; tools: McpServerTool[] }> => {
      const none = (status: McpServerState['status']) => ({ state: { server, status, tools: 0 }, tools: [] });
      if (!transport) return none('unavailable');
      if (!isConsented) return none('not_consented');
      try {
        const found = await transport.listTools(server);
        const tools = found.map((tool) => agentToolOf(server, tool, transport, capabilityOf ?? capabilityByName));
        return { state: { server, status: 'connected', tools: tools.length }, tools };
      } catch {
        return none('unavailable');
      }
    }),
  );
  return { tools: listed.flatMap(({ tools }) => tools), servers: listed.map(({ state }) => state) };
}

/** Where a server's tool and the host's serve the same declared capability, the server's is used. */
export function preferServers(
  host: readonly AgentTool[],
  offered: readonly McpServerTool[],
  declared: readonly string[],
): { readonly tools: readonly AgentTool[]; readonly takeovers: readonly McpTakeover[] } {
  const takeovers: McpTakeover[] = [];
  const servers = withOwnNames(offered, host);
  const kept = host.filter(({ name, capability }) => {
    if (capability === undefined || !declared.includes(capability)) return true;
    const server = servers.find((tool) => tool.capability === capability);
    if (!server) return true;
    takeovers.push({ capability, server: server.server, tool: server.name, insteadOf: name });
    return false;
  });
  return { tools: [...kept, ...servers], takeovers };
}

function capabilityByName(_server: string, tool: string): string | undefined {
  const plain = tool
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[-.\s]/g, '_');
  return Object.keys(TOOLS_OF_CAPABILITY).find((capability) => TOOLS_OF_CAPABILITY[capability]?.[0] === plain);
}

/** Names that came out the same, by signs that no tool name may hold or by length, get a number; the host's keep theirs. */
function withOwnNames(tools: readonly McpServerTool[], host: readonly AgentTool[]): readonly McpServerTool[] {
  const taken = new Set(host.map(({ name }) => name));
  return tools.map((tool) => {
    let { name } = tool;
    for (let count = 2; taken.has(name); count++) {
      const number = `_${count}`;
      name = `${tool.name.slice(0, MOST_NAME - number.length)}${number}`;
    }
    taken.add(name);
    return { ...tool, name };
  });
}

function agentToolOf(
  server: string,
  tool: McpTool,
  transport: IMcpTransport,
  capabilityOf: NonNullable<McpSetting['capabilityOf']>,
): McpServerTool {
  return {
    server,
    name: `${server}__${tool.name}`.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, MOST_NAME),
    title: `${server}/${tool.name}`,
    description: tool.description ?? '',
    inputSchema: (isJsonObject(tool.inputSchema) ? tool.inputSchema : { type: 'object' }) as JsonObject,
    effect: 'write',
    capability: capabilityOf(server, tool.name),
    execute: async ({ input }) => resultOf(await transport.callTool(server, tool.name, { ...input })),
  };
}

/** Texts as one text; what is no text is named, so that nothing is dropped silently. */
function resultOf({ content, isError }: McpToolResult): RoundToolResult {
  const parts = content.map(({ type, text, mimeType }) => text ?? `[${type}${mimeType ? ` ${mimeType}` : ''}]`);
  const output: JsonValue = parts.join('\n');
  return isError ? { output, isError } : { output };
}
