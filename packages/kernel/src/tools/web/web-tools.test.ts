import { describe, expect, it } from 'vitest';
import { arrangeAgent, packOf, textsOf, toolNamesOf } from '../../testing/arrange-agent.ts';
import type { WebFetch } from './web-fetch.ts';
import type { WebSearch, WebSearchRequest } from './web-search.ts';

const FOUND = { title: '库存', url: 'https://example.com/a', excerpt: '说明' };

function webOf(requests: unknown[]): { webSearch: WebSearch; webFetch: WebFetch } {
  return {
    webSearch: {
      async search(request: WebSearchRequest) {
        const { signal: _, ...asked } = request;
        requests.push(asked);
        if (request.query === 'off') return { problem: 'search_format_off' };
        return { results: [FOUND], answers: ['42'], suggestions: [], unresponsive: ['one'] };
      },
    },
    webFetch: {
      async fetch({ url }) {
        requests.push(url);
        if (url.includes('127.0.0.1')) return { problem: 'address_refused' };
        return { url, title: 't', text: '正文', extent: 'page', isCut: true };
      },
    },
  };
}

async function answers(
  calls: readonly { name: string; input: Record<string, unknown> }[],
  language: 'zh' | 'en' = 'zh',
) {
  const requests: unknown[] = [];
  const { agent, model } = arrangeAgent(
    [{ calls: calls.map((call) => call as { name: string; input: never }) }, '好'],
    {
      ...webOf(requests),
      language,
    },
  );
  await agent.conversation().send('查');
  return { requests, names: toolNamesOf(model.calls[0]), told: textsOf(model.calls[1]).slice(-calls.length) };
}

describe('the tools of the web', () => {
  it('exist only where their port is given', async () => {
    const { agent, model } = arrangeAgent(['好']);
    await agent.conversation().send('查');
    for (const name of ['web_search', 'web_fetch', 'run_code']) expect(toolNamesOf(model.calls[0])).not.toContain(name);
    const { names } = await answers([]);
    expect(names).toEqual(expect.arrayContaining(['web_search', 'web_fetch']));
  });

  it('are hidden from a pack that declares capabilities and names others', async () => {
    const namesFor = async (capabilities: readonly string[] | undefined) => {
      const manifest = capabilities ? { capabilities: capabilities.map((capability) => ({ capability })) } : {};
      const { agent, model } = arrangeAgent(['好'], { rolePack: await packOf({}, {}, manifest), ...webOf([]) });
      await agent.conversation().send('查');
      return toolNamesOf(model.calls[0]).filter((name) => name.startsWith('web_'));
    };
    expect(await namesFor(undefined)).toEqual(['web_fetch', 'web_search']);
    expect(await namesFor([])).toEqual([]);
    expect(await namesFor(['web:search'])).toEqual(['web_search']);
    expect(await namesFor(['web:fetch', 'file:read'])).toEqual(['web_fetch']);
  });

  it('pass on what was asked and tell what was found, also by what it is without', async () => {
    const { requests, told } = await answers([
      { name: 'web_search', input: { query: '库存', page: 2, language: 'zh-CN', time_range: 'week' } },
      { name: 'web_fetch', input: { url: 'https://example.com/a' } },
    ]);
    expect(requests).toEqual([
      { query: '库存', page: 2, language: 'zh-CN', timeRange: 'week' },
      'https://example.com/a',
    ]);
    expect(JSON.parse(told[0] ?? '')).toEqual({ results: [FOUND], answers: ['42'], without: ['one'] });
    expect(JSON.parse(told[1] ?? '')).toMatchObject({
      text: '正文',
      note: expect.any(String),
      cut: expect.any(String),
    });
  });

  it.each([
    ['zh', '本机'],
    ['en', 'not public'],
  ] as const)('tell a problem with its code, in %s', async (language, words) => {
    const { told } = await answers([{ name: 'web_fetch', input: { url: 'http://127.0.0.1/' } }], language);
    expect(JSON.parse(told[0] ?? '')).toEqual({ error: 'address_refused', message: expect.stringContaining(words) });
  });

  it('refuse input that is none without asking', async () => {
    const { requests, told } = await answers([
      { name: 'web_search', input: { query: ' ' } },
      { name: 'web_search', input: { query: 'x', page: 0 } },
      { name: 'web_search', input: { query: 'x', time_range: 'hour' } },
      { name: 'web_fetch', input: {} },
    ]);
    expect(requests).toEqual([]);
    expect(told.map((text) => JSON.parse(text).error)).toEqual([
      'query_missing',
      'page_invalid',
      'time_range_invalid',
      'url_missing',
    ]);
  });
});
