/**
 * A server on the official SDK, speaking the newer revision: it changes its tools, and it asks back. Over stdio, or with the
 * argument `http` over streamable HTTP at the port in `PORT`.
 */
import { createServer } from 'node:http';
import {
  createMcpHandler,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  McpServer,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const WITH_DESCRIPTION = fromJsonSchema<{ description: string }>({
  type: 'object',
  properties: { description: { type: 'string' } },
  required: ['description'],
});

const WITH_TEXT = fromJsonSchema<{ text: string; times?: number }>({
  type: 'object',
  properties: { text: { type: 'string' }, times: { type: 'integer' } },
  required: ['text'],
});

let asked = 0;

function makeServer(): McpServer {
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
  server.registerTool('ask_form', {}, (context) => {
    const answer = context.mcpReq.inputResponses?.form;
    if (answer !== undefined) return { content: [{ type: 'text', text: JSON.stringify({ answer }) }] };
    const requestedSchema = {
      type: 'object' as const,
      properties: { count: { type: 'integer' as const, default: 3 } },
      required: ['count'],
    };
    return inputRequired({ inputRequests: { form: inputRequired.elicit({ message: 'How many?', requestedSchema }) } });
  });
  server.registerTool('ask_folders', {}, (context) => {
    const answer = context.mcpReq.inputResponses?.folders;
    if (answer !== undefined) return { content: [{ type: 'text', text: JSON.stringify({ answer }) }] };
    return inputRequired({ inputRequests: { folders: inputRequired.listRoots() } });
  });
  server.registerTool('summarise', { inputSchema: WITH_TEXT }, ({ text, times = 1 }, context) => {
    const done = Number(context.mcpReq.requestState() ?? 0);
    const view = inputResponse(context.mcpReq.inputResponses, 'summary');
    if (view.kind === 'sampling' && done >= times) {
      return { content: [{ type: 'text', text: JSON.stringify({ written: view.result }) }] };
    }
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text } }];
    const summary = inputRequired.createMessage({ messages, systemPrompt: 'Summarise.', maxTokens: 900 });
    return inputRequired({ inputRequests: { summary }, requestState: String(done + 1) });
  });
  return server;
}

if (process.argv.includes('http')) {
  const handler = createMcpHandler(makeServer);
  createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url, headers } = request;
    const body = method === 'POST' ? Buffer.concat(chunks) : null;
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${url}`, { method, headers: headers as Record<string, string>, body }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const chunk of answer.body ?? []) response.write(chunk);
    response.end();
  }).listen(Number(process.env.PORT), '127.0.0.1');
} else {
  serveStdio(makeServer);
}
