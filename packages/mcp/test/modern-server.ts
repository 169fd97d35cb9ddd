/** A server on the official SDK, speaking the newer revision: it changes its tools, and it asks back. */
import { fromJsonSchema, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const WITH_DESCRIPTION = fromJsonSchema<{ description: string }>({
  type: 'object',
  properties: { description: { type: 'string' } },
  required: ['description'],
});

let asked = 0;

serveStdio(() => {
  const server = new McpServer({ name: 'modern', version: '1.0.0' });
  const plain = server.registerTool('plain', { description: 'Does nothing.' }, () => ({ content: [] }));
  server.registerTool('change', { inputSchema: WITH_DESCRIPTION }, ({ description }) => {
    plain.update({ description });
    return { content: [] };
  });
  server.registerTool('ask', {}, () => {
    asked++;
    return inputRequired({ requestState: 'come again' });
  });
  server.registerTool('asked', {}, () => ({ content: [{ type: 'text', text: String(asked) }] }));
  return server;
});
