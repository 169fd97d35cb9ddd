import { describe, expect, it } from 'vitest';
import { memoryJournal } from '../agent/conversation-journal.ts';
import { agentTool, arrangeAgent, packOf, textsOf, toolNamesOf } from '../testing/arrange-agent.ts';
import type { IMcpTransport } from './mcp-tools.ts';

const MCP = JSON.stringify({
  mcpServers: {
    search: { transport: 'stdio', command: 'node', args: ['search.js'] },
    broken: { transport: 'stdio', command: 'node', args: ['broken.js'] },
  },
});
const CAPABILITIES = { capabilities: [{ capability: 'web:search' }] };

function transportOf(): IMcpTransport & { readonly called: unknown[] } {
  const called: unknown[] = [];
  return {
    called,
    async listTools(server) {
      if (server === 'broken') throw new Error('no such server');
      return [{ name: 'web-search', description: 'Searches.', inputSchema: { type: 'object' } }, { name: 'other' }];
    },
    async callTool(server, tool, args) {
      called.push([server, tool, args]);
      return {
        content: [
          { type: 'text', text: '找到三条' },
          { type: 'image', mimeType: 'image/png' },
        ],
      };
    },
    close: async () => undefined,
  };
}

const hostSearch = agentTool('web_search', 'read', () => ({ output: 'host' }), { capability: 'web:search' });

describe('the servers of a pack', () => {
  it('are used once the host consents to the digest of the pack; the server stands in for a host tool of the same capability', async () => {
    const rolePack = await packOf({}, { 'mcp.json': MCP }, CAPABILITIES);
    const transport = transportOf();
    const journal = memoryJournal();
    const { agent, model } = arrangeAgent([{ calls: [{ name: 'search__web-search', input: { q: 'x' } }] }, '好'], {
      rolePack,
      journal,
      tools: [hostSearch],
      mcp: { transport, consentedDigests: [rolePack.digest] },
    });
    await agent.conversation('c').send('搜');
    expect(toolNamesOf(model.calls[0])).toContain('search__web-search');
    expect(toolNamesOf(model.calls[0])).not.toContain('web_search');
    expect(transport.called).toEqual([['search', 'web-search', { q: 'x' }]]);
    expect(textsOf(model.calls[1]).at(-1)).toContain('[image image/png]');
    expect(await agent.servers()).toEqual([
      { server: 'search', status: 'connected', tools: 2 },
      { server: 'broken', status: 'unavailable', tools: 0 },
    ]);
    const takeovers = (await journal.readStart('c', 100)).filter(({ kind }) => kind === 'agent.takeover');
    expect(takeovers.map(({ data }) => data)).toMatchObject([
      { capability: 'web:search', server: 'search', insteadOf: 'web_search' },
    ]);
  });

  it('are not started without consent, and the pack still works', async () => {
    const rolePack = await packOf({}, { 'mcp.json': MCP }, CAPABILITIES);
    const transport = transportOf();
    const { agent, model } = arrangeAgent(['好'], {
      rolePack,
      tools: [hostSearch],
      mcp: { transport, consentedDigests: ['sha256:x'] },
    });
    expect((await agent.conversation().send('搜')).text).toBe('好');
    expect(toolNamesOf(model.calls[0])).toContain('web_search');
    expect((await agent.servers()).map(({ status }) => status)).toEqual(['not_consented', 'not_consented']);
  });

  it('are unavailable without a transport, and the pack still works', async () => {
    const rolePack = await packOf({}, { 'mcp.json': MCP }, CAPABILITIES);
    const { agent } = arrangeAgent(['好'], { rolePack, tools: [hostSearch] });
    expect((await agent.conversation().send('搜')).text).toBe('好');
    expect((await agent.servers()).map(({ status }) => status)).toEqual(['unavailable', 'unavailable']);
    expect(await agent.capabilities()).toEqual([{ capability: 'web:search', status: 'served', tools: ['web_search'] }]);
  });

  it('stand on record as the ones that are used, once, also when a conversation goes on under another pack', async () => {
    const journal = memoryJournal();
    const plain = await packOf({}, {}, CAPABILITIES);
    const offering = await packOf({}, { 'mcp.json': MCP }, CAPABILITIES);
    for (const rolePack of [plain, offering, offering]) {
      const mcp = { transport: transportOf(), consentedDigests: [rolePack.digest] };
      const { agent } = arrangeAgent(['好', '好'], { rolePack, journal, tools: [hostSearch], mcp });
      await agent.conversation('c').send('搜');
      await agent.conversation('c').send('再搜');
    }
    const entries = await journal.readStart('c', 1_000);
    expect(entries.filter(({ kind }) => kind === 'agent.takeover')).toHaveLength(1);
  });

  it('have tools of different names, whatever they call them', async () => {
    const rolePack = await packOf({}, { 'mcp.json': MCP });
    const transport: IMcpTransport = {
      ...transportOf(),
      listTools: async () =>
        ['a b', 'a.b', 'a_b', `${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`].map((name) => ({ name })),
    };
    const { agent, model } = arrangeAgent(['好'], {
      rolePack,
      mcp: { transport, consentedDigests: [rolePack.digest] },
    });
    await agent.conversation().send('搜');
    const names = toolNamesOf(model.calls[0]).filter((name) => /^(search|broken)__/.test(name));
    expect(names).toHaveLength(10);
    expect(new Set(names).size).toBe(10);
    expect(names.every((name) => /^[a-zA-Z0-9_-]{1,64}$/.test(name))).toBe(true);
  });

  it('a pack that declares capabilities must name a privileged one', async () => {
    const names = async (manifest: object) => {
      const { agent, model } = arrangeAgent(['好'], { rolePack: await packOf({}, {}, manifest), tools: [hostSearch] });
      await agent.conversation().send('搜');
      return toolNamesOf(model.calls[0]);
    };
    expect(await names({ capabilities: [{ capability: 'file:read' }] })).not.toContain('web_search');
    expect(await names(CAPABILITIES)).toContain('web_search');
    expect(await names({})).toContain('web_search');
    expect(await names({ capabilities: [{ capability: 'file:read' }] })).toContain('task_plan');
  });
});
