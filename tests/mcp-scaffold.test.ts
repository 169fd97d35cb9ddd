import { createRequire } from 'node:module';
import { join } from 'node:path';
import { loadDefinition, openWorkspaceServers, scaffoldContract } from '@rolecall/host';
import { expect, test } from 'vitest';
import { deskWorkspace } from '../packages/host/src/testing/desk-workspace.ts';

const { resolve } = createRequire(join(import.meta.dirname, '../packages/mcp/package.json'));
const EVERYTHING = resolve('@modelcontextprotocol/server-everything/dist/index.js');
const FILES = resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const DRAFT = 'assets/capabilities/draft.yaml';

/** What the comments of a draft leave to a person, beside the places that are marked in it. */
const LEFT_TO_A_PERSON = new Set([
  'asset_without_use',
  'read_without_projection',
  'write_without_conditions',
  'write_without_read_back',
]);

const child = (...args: readonly string[]) => `{ transport: stdio, command: node, args: ${JSON.stringify(args)} }`;

test.each([
  ['everything', child(EVERYTHING, 'stdio'), 10],
  ['files', child(FILES, '.'), 10],
])(
  'the drafts for every tool of server-%s pass the check once their marked places are filled',
  {
    timeout: 240_000,
  },
  async (server, declared, least) => {
    const desk = deskWorkspace();
    desk.replace('employees/ida.yaml', 'mcp_servers: { ', `mcp_servers: { ${server}: ${declared}, `);
    await using servers = await openWorkspaceServers(desk.dir, { environment: {} });
    const tools = await servers.withServer(server).resources.listTools(server);
    expect(tools.length).toBeGreaterThanOrEqual(least);
    const wrong: string[] = [];
    for (const tool of tools) {
      for (const effect of ['read', 'write'] as const) {
        const draft = scaffoldContract({ server, tool, capability: 'draft:try', effect });
        desk.write(DRAFT, draft.replaceAll(/TODO ?/g, '写好'));
        const { findings } = await loadDefinition(desk.dir);
        for (const { file, code, path, message } of findings) {
          if (file === DRAFT && !LEFT_TO_A_PERSON.has(code))
            wrong.push(`${tool.name} ${effect} ${code} ${path}: ${message}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);
