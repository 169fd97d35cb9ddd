import { isJsonObject, type JsonObject, type JsonValue, RolecallError } from '@rolecall/base';
import type { WebSearch, WebSearchAnswer, WebSearchRequest, WebSearchResult } from '@rolecall/kernel';
import { cleanText, cutText } from './clean-text.ts';
import { getLimited } from './get-limited.ts';
import { answering, WebRefused } from './web-refused.ts';

/** A SearXNG service that the host trusts: it may stand on the host's own network, and its address is not checked. */
export interface SearxngOptions {
  /** Such as `https://search.example`; JSON must stand in its `search.formats`. */
  readonly baseUrl: string;
  /** Results of one page; 10 without it. */
  readonly maxResults?: number | undefined;
  /** 15 seconds without it. */
  readonly timeoutMs?: number | undefined;
  /** 0 none, 1 moderate, 2 strict; the service's own without it. */
  readonly safeSearch?: 0 | 1 | 2 | undefined;
  /** A query that it says yes to holds a secret and is not sent. */
  readonly holdsSecret?: ((query: string) => boolean) | undefined;
}

const MOST_BYTES = 4_000_000;
const MOST_QUERY = 1_000;
const MOST_EXCERPT = 600;
const MOST_TITLE = 300;
const MOST_ASIDES = 5;

/** Searches by a SearXNG service. Throws `search_url_invalid` when its address is none. */
export function searxngSearch(options: SearxngOptions): WebSearch {
  const base = baseOf(options.baseUrl);
  return {
    search: (request) =>
      answering(async () => {
        const query = cutText(cleanText(request.query), MOST_QUERY).text;
        if (options.holdsSecret?.(request.query)) throw new WebRefused('secret_refused');
        const limit = AbortSignal.timeout(options.timeoutMs ?? 15_000);
        const { status, body } = await getLimited({
          url: searchUrl(base, { ...request, query }, options),
          headers: { accept: 'application/json' },
          maxBytes: MOST_BYTES,
          signal: request.signal ? AbortSignal.any([request.signal, limit]) : limit,
        });
        refuseStatus(status);
        return answerOf(body, options.maxResults ?? 10);
      }),
  };
}

function baseOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new RolecallError({
    code: 'search_url_invalid',
    message: {
      en: 'The address of the search service is no http or https address, or it holds a user or password.',
      zh: '搜索服务的地址不是 http 或 https 地址，或者含有用户名或密码。',
    },
    hint: {
      en: 'Give the address of a SearXNG service, such as http://localhost:8888.',
      zh: '给出 SearXNG 服务的地址，例如 http://localhost:8888。',
    },
  });
}

function searchUrl(
  base: URL,
  { query, page, language, timeRange }: WebSearchRequest,
  { safeSearch }: SearxngOptions,
): URL {
  const url = new URL(base.href);
  url.hash = '';
  url.search = '';
  url.pathname = `${url.pathname.replace(/\/(search)?\/?$/, '')}/search`;
  url.searchParams.set('q', query);
  url.searchParams.set('format', 'json');
  if (page !== undefined && page > 1) url.searchParams.set('pageno', String(page));
  if (language !== undefined && /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/.test(language))
    url.searchParams.set('language', language);
  if (timeRange !== undefined) url.searchParams.set('time_range', timeRange);
  if (safeSearch !== undefined) url.searchParams.set('safesearch', String(safeSearch));
  return url;
}

function refuseStatus(status: number): void {
  if (status === 403) throw new WebRefused('search_format_off');
  if (status === 429) throw new WebRefused('search_limited');
  if (status < 200 || status >= 300) throw new WebRefused('search_answer_invalid', String(status));
}

function answerOf(body: Buffer, maxResults: number): WebSearchAnswer {
  const parsed = parsedJson(body);
  if (!isJsonObject(parsed) || !Array.isArray(parsed.results)) throw new WebRefused('search_answer_invalid');
  const { results, answers, suggestions, unresponsive_engines: unresponsive } = parsed;
  return {
    results: uniqueResults(results).slice(0, maxResults),
    answers: listed(answers, ({ answer }) => answer),
    suggestions: listed(suggestions, () => undefined),
    unresponsive: listed(unresponsive, () => undefined),
  };
}

function parsedJson(body: Buffer): JsonValue {
  try {
    return JSON.parse(body.toString('utf8')) as JsonValue;
  } catch {
    throw new WebRefused('search_answer_invalid');
  }
}

/** In the order of the service; a result without an address of the web is none. */
function uniqueResults(results: readonly JsonValue[]): readonly WebSearchResult[] {
  const byUrl = new Map<string, WebSearchResult>();
  for (const result of results) {
    if (!isJsonObject(result)) continue;
    const { url, title, content, publishedDate: published } = result;
    if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || byUrl.has(url)) continue;
    byUrl.set(url, {
      title: plain(title, MOST_TITLE) || url,
      url,
      excerpt: plain(content, MOST_EXCERPT),
      ...(typeof published === 'string' && published !== '' ? { published: plain(published, 40) } : {}),
    });
  }
  return [...byUrl.values()];
}

/** Texts, or lists or objects that hold one. */
function listed(value: JsonValue | undefined, textOf: (item: JsonObject) => JsonValue | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value
    .map((item) => plain(Array.isArray(item) ? item[0] : isJsonObject(item) ? textOf(item) : item, MOST_EXCERPT))
    .filter((text) => text !== '')
    .slice(0, MOST_ASIDES);
}

function plain(value: JsonValue | undefined, most: number): string {
  return typeof value === 'string' ? cutText(cleanText(value).replace(/\s+/g, ' '), most).text : '';
}
