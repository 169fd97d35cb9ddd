import { expect, test } from 'vitest';
import { loadDefinition } from './load-definition.ts';
import { deskWorkspace } from './testing/desk-workspace.ts';

const OFFERS = {
  mcpServers: { web: { transport: 'stdio', command: 'node' }, desk: { transport: 'stdio', command: 'x' } },
};

test('a server that the role pack offers and the employee does not declare is told, and starts nothing', async () => {
  const workspace = deskWorkspace();
  workspace.write('role-packs/librarian/mcp.json', JSON.stringify(OFFERS));
  const { findings, employees } = await loadDefinition(workspace.dir);
  const told = findings.filter(({ code }) => code === 'pack_server_not_bound');
  expect(told).toMatchObject([
    { severity: 'notice', file: 'employees/ida.yaml', message: expect.stringContaining('"web"') },
  ]);
  expect(Object.keys(employees[0]?.release.employee.mcp_servers ?? {})).toEqual(['desk']);
});
