import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { RetailStore } from './retail-store.ts';
import { answer } from './tool-answer.ts';

const path = z.array(z.string()).min(2).describe('Table, id, and the keys that lead further.');

/** What a test needs between two runs: everything as it was, a look at any value, and another value in its place. */
export function addRehearsalTools(server: McpServer, store: RetailStore): void {
  server.registerTool(
    'rehearsal_restore',
    { description: 'Forgets every change.', inputSchema: z.strictObject({}) },
    () =>
      answer(() => {
        store.restore();
        return { restored: true };
      }),
  );
  server.registerTool(
    'rehearsal_read',
    {
      description: 'The values at these paths; null where there is none.',
      inputSchema: z.strictObject({ paths: z.array(path) }),
    },
    ({ paths }) => answer(() => ({ values: paths.map((each) => store.valueAt(each) ?? null) })),
  );
  server.registerTool(
    'rehearsal_set',
    {
      description: 'Puts a value at a path of a record that exists.',
      inputSchema: z.strictObject({ path, value: z.unknown() }),
    },
    (request) =>
      answer(() => {
        store.setValueAt(request.path, request.value);
        return { set: true };
      }),
  );
}
