import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { loopbackSite } from '../testing/loopback-site.ts';
import { type SearxngOptions, searxngSearch } from './searxng-search.ts';

async function arrange(listener: RequestListener, options: Partial<SearxngOptions> = {}) {
  const site = await loopbackSite('127.0.0.1', listener);
  return { site, search: searxngSearch({ baseUrl: `http://127.0.0.1:${site.port}/searx/`, ...options }) };
}

const json =
  (value: unknown): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const RESULT = {
  url: 'https://example.com/a',
  title: '库存',
  content: ' 说明\n 一 ',
  engine: 'x',
  publishedDate: '2026-01-02T00:00:00',
};

describe('a search by SearXNG', () => {
  it('asks for a page, a language and a time, and gives what it finds in order', async () => {
    const { site, search } = await arrange(
      json({
        query: 'x',
        results: [
          RESULT,
          { ...RESULT, title: 'again' },
          { url: 'javascript:alert(1)', title: 'x' },
          { title: 'no url' },
          { url: 'http://b.test/', title: '' },
        ],
        answers: ['42', { answer: 'forty-two', url: null }],
        suggestions: ['库存管理'],
        unresponsive_engines: [['google', 'timeout']],
      }),
      { safeSearch: 2 },
    );
    expect(await search.search({ query: '库存 & "x"', page: 2, language: 'zh-CN', timeRange: 'month' })).toEqual({
      results: [
        { title: '库存', url: 'https://example.com/a', excerpt: '说明 一', published: '2026-01-02T00:00:00' },
        { title: 'http://b.test/', url: 'http://b.test/', excerpt: '' },
      ],
      answers: ['42', 'forty-two'],
      suggestions: ['库存管理'],
      unresponsive: ['google'],
    });
    const url = new URL(site.requests[0]?.url ?? '', 'http://x');
    expect(url.pathname).toBe('/searx/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      q: '库存 & "x"',
      format: 'json',
      pageno: '2',
      language: 'zh-CN',
      time_range: 'month',
      safesearch: '2',
    });
  });

  it('gives no more results than wanted', async () => {
    const results = Array.from({ length: 30 }, (_, index) => ({ ...RESULT, url: `https://example.com/${index}` }));
    const { search } = await arrange(json({ results }), { maxResults: 3 });
    expect(await search.search({ query: 'x' })).toMatchObject({ results: { length: 3 } });
  });

  it.each([
    [403, 'search_format_off'],
    [429, 'search_limited'],
    [500, 'search_answer_invalid'],
    [302, 'search_answer_invalid'],
  ])('that is answered with %i is told as %s', async (status, problem) => {
    const { search } = await arrange((_request, response) => void response.writeHead(status, { location: '/x' }).end());
    expect(await search.search({ query: 'x' })).toMatchObject({ problem });
  });

  it.each(['<html>', '[]', '{"results": 1}', ''])('that is answered with %j cannot be understood', async (body) => {
    const { search } = await arrange((_request, response) => void response.end(body));
    expect(await search.search({ query: 'x' })).toEqual({ problem: 'search_answer_invalid' });
  });

  it('that nobody answers does not tell where the service is', async () => {
    const { search } = await arrange(() => undefined, { timeoutMs: 200 });
    expect(await search.search({ query: 'x' })).toEqual({ problem: 'timed_out' });
    const gone = searxngSearch({ baseUrl: 'http://127.0.0.1:1/' });
    expect(await gone.search({ query: 'x' })).toEqual({ problem: 'unreachable', detail: 'ECONNREFUSED' });
  });

  it('with a secret in it is not sent', async () => {
    const { site, search } = await arrange(json({ results: [] }), { holdsSecret: (query) => query.includes('hush') });
    expect(await search.search({ query: 'what is hush' })).toEqual({ problem: 'secret_refused' });
    expect(site.requests).toHaveLength(0);
  });

  it.each(['', 'search', 'ftp://x/', 'http://user:word@x/'])('has no service at %j', (baseUrl) => {
    expect(() => searxngSearch({ baseUrl })).toThrow(expect.objectContaining({ code: 'search_url_invalid' }));
  });
});
