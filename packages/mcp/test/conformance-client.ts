/**
 * The client that the official conformance tool tests: our manager against the server whose address is the last argument.
 * It lists the tools and calls each of them, with the arguments the scenario names or else with some that fit the schema.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedactor, isJsonObject, type JsonObject, type JsonValue, systemClock } from '@rolecall/base';
import { createResourcePort, openCredentials, openToolPins, type ToolDescription } from '../src/index.ts';

const url = process.argv.at(-1) ?? '';
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
};
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
const redactor = createRedactor();
const binding = (tool: string) => ({ server: 'tested', tool, elicitation: 'defaults' as const });

const resources = createResourcePort({
  servers: { tested: { transport: 'http', url, headers: {} } },
  workspaceDir: folder,
  credentials: openCredentials({ dir: folder, environment: {}, redactor }),
  redactor,
  lock: openToolPins(join(folder, 'rolecall.lock')),
  clock: systemClock,
  bindings: { 'thing:do': binding('') },
  log: ({ text }) => console.error(text),
});

try {
  const tools = await resources.listTools('tested');
  const calls = context.toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: argumentsFor(tool, tools) }));
  for (const { name, arguments: values } of calls) {
    const answer = await resources.call({
      capability: 'thing:do',
      binding: binding(name),
      arguments: values,
      requestId: `call_${name}`,
      timeoutMs: 20_000,
    });
    console.log(name, JSON.stringify(answer));
  }
} finally {
  await resources.close();
  rmSync(folder, { recursive: true });
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
