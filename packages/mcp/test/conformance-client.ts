/**
 * The client that the official conformance tool tests: our manager against the server whose address is the last argument.
 * It lists the tools and calls each of them, with the arguments the scenario names or else with some that fit the schema.
 * A login that the manager asks for is done as a person would: by following the address, and coming back.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthorizationDeclaration } from '@rolecall/assets';
import {
  createRedactor,
  describeError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  systemClock,
} from '@rolecall/base';
import {
  createResourcePort,
  openCredentials,
  openToolPins,
  redirectUrlAt,
  type ToolDescription,
} from '../src/index.ts';

const url = process.argv.at(-1) ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
  readonly client_id?: string;
  readonly client_secret?: string;
};
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
/** Where a login comes back to; nobody listens there, since the tool answers with the redirect itself. */
const RETURN_URL = redirectUrlAt(3_000);
/** As often as a person is asked to log in anew before giving up. */
const MOST_LOGINS = 3;
let logins = 0;
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
const redactor = createRedactor();
const binding = (tool: string) => ({ server: 'tested', tool, elicitation: 'defaults' as const });

const resources = createResourcePort({
  servers: { tested: { transport: 'http', url, headers: {}, ...(await authorization()) } },
  workspaceDir: folder,
  credentials: openCredentials({ dir: folder, environment: secrets(), redactor }),
  redactor,
  lock: openToolPins(join(folder, 'rolecall.lock')),
  clock: systemClock,
  bindings: { 'thing:do': binding('') },
  log: ({ text }) => console.error(text),
});

try {
  const tools = await loggedIn(() => resources.listTools('tested'));
  const calls = context.toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: argumentsFor(tool, tools) }));
  for (const { name, arguments: values } of calls) {
    const call = () =>
      resources.call({
        capability: 'thing:do',
        binding: binding(name),
        arguments: values,
        requestId: `call_${name}`,
        timeoutMs: 20_000,
      });
    const answer = await loggedIn(call);
    console.log(name, JSON.stringify(answer));
  }
} finally {
  await resources.close();
  rmSync(folder, { recursive: true });
}

/** What a person would declare who knows the system: a client of theirs where the scenario has one. */
async function authorization(): Promise<{ authorization?: AuthorizationDeclaration }> {
  if (!scenario.startsWith('auth/')) return {};
  const { client_id, client_secret } = context;
  const grant = scenario.includes('client-credentials') ? 'client_credentials' : 'authorization_code';
  if (client_id === undefined) {
    return { authorization: { grant, client_id: 'https://conformance-test.local/client-metadata.json' } };
  }
  const credential = { client_secret: { credential: 'client' }, issuer: await issuerOf(url) };
  return { authorization: { grant, client_id, ...(client_secret === undefined ? {} : credential) } };
}

/** A secret is declared with the authorization server that gave it; here the scenario's only one. */
async function issuerOf(server: string): Promise<string> {
  const { authorization_servers: [issuer = ''] = [] } = (await (
    await fetch(new URL(`/.well-known/oauth-protected-resource${new URL(server).pathname}`, server))
  ).json()) as { readonly authorization_servers?: readonly string[] };
  return issuer;
}

function secrets(): Record<string, string> {
  const { client_secret } = context;
  return client_secret === undefined ? {} : { ROLECALL_CREDENTIAL_CLIENT: client_secret };
}

/** Logs in whenever the manager says that a person has to, and tries again. */
async function loggedIn<Value>(action: () => Promise<Value>): Promise<Value> {
  for (;;) {
    const outcome = await action().catch((error: Error) => error);
    const said = outcome instanceof Error ? describeError(outcome) : JSON.stringify(outcome);
    if (!said.includes('rolecall mcp login') || logins++ >= MOST_LOGINS) {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    }
    const login = await resources.beginLogin('tested', RETURN_URL);
    const response = await fetch(login.url, { redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The login did not come back: HTTP ${response.status}`);
    await login.finish(new URL(location).searchParams);
  }
}

/** A tool that wants a schema is given the one of the first tool, as we know it. */
function argumentsFor({ inputSchema }: ToolDescription, tools: readonly ToolDescription[]): JsonObject {
  const properties = isJsonObject(inputSchema.properties) ? inputSchema.properties : {};
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  return Object.fromEntries(
    required.map((name) => [
      String(name),
      name === 'schema' ? (tools[0]?.inputSchema ?? {}) : exampleOf(properties[String(name)]),
    ]),
  );
}

function exampleOf(schema: JsonValue | undefined): JsonValue {
  const type = isJsonObject(schema) ? schema.type : undefined;
  if (type === 'number' || type === 'integer') return 5;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return type === 'object' ? {} : 'text';
}
