import type { WebFetch, WebPage } from '@rolecall/kernel';
import { checkedAddresses, publicReach, type WebReach } from './check-host.ts';
import { cleanText, cutText } from './clean-text.ts';
import { contentTypeOf } from './content-type.ts';
import { decodeBody } from './decode-body.ts';
import { type GetAnswer, getLimited, unlessEnded } from './get-limited.ts';
import { parseWebAddress } from './parse-web-address.ts';
import { readPageApart } from './read-page-apart.ts';
import { answering, WebRefused } from './web-refused.ts';

/** What one fetch may take. */
export interface WebFetchOptions {
  /** For all of it: names, redirects, reading; 20 seconds without it. Taking the page apart has as long again. */
  readonly timeoutMs?: number | undefined;
  /** Of a body once it is unpacked; 5 MB without it. */
  readonly maxBytes?: number | undefined;
  /** 5 without it. */
  readonly maxRedirects?: number | undefined;
  /** Of the text that is given; 200,000 without it. */
  readonly maxCharacters?: number | undefined;
  /** Who asks, as it is told to servers. */
  readonly userAgent?: string | undefined;
  /** A request that it says yes to holds a secret and is not sent. */
  readonly holdsSecret?: ((url: string) => boolean) | undefined;
}

const USER_AGENT = 'Mozilla/5.0 (compatible; Rolecall; one page at the request of a user)';
const ACCEPT = 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.9,application/json;q=0.8,*/*;q=0.1';

/**
 * Fetches public pages. Every address, also each that a redirect leads to, is resolved once, checked, and the connection is
 * made to what was checked. No proxy of the environment is used: behind one nothing could be checked.
 *
 * `robots.txt` is not consulted: what is fetched is one page that somebody asked for, never a crawl. No cookies, no
 * referrer, no credentials are sent.
 */
export function openWebFetch(options: WebFetchOptions = {}): WebFetch {
  return webFetchBy(options, publicReach);
}

/** The same with another reach. */
export function webFetchBy(options: WebFetchOptions, reach: WebReach): WebFetch {
  const { timeoutMs = 20_000, maxCharacters = 200_000 } = options;
  return {
    fetch: ({ url, signal }) =>
      answering(async () => {
        const ends = (extra: readonly AbortSignal[]) =>
          signal ? AbortSignal.any([signal, ...extra]) : (extra[0] as AbortSignal);
        const found = await follow(url, { ...options, reach, signal: ends([AbortSignal.timeout(timeoutMs)]) });
        const page = await pageOf(found, ends([AbortSignal.timeout(timeoutMs)]));
        const { text, isCut } = cutText(cleanText(page.text), maxCharacters);
        if (text === '') throw new WebRefused('not_readable');
        return { ...page, text, isCut };
      }),
  };
}

interface Following extends WebFetchOptions {
  readonly reach: WebReach;
  readonly signal: AbortSignal;
}

interface Found {
  readonly url: URL;
  readonly answer: GetAnswer;
}

async function follow(address: string, following: Following): Promise<Found> {
  const { reach, signal, maxBytes = 5_000_000, maxRedirects = 5, userAgent = USER_AGENT, holdsSecret } = following;
  let url = parseWebAddress(address);
  for (let redirects = 0; ; redirects++) {
    if (holdsSecret?.(url.href) || holdsSecret?.(decoded(url.href))) throw new WebRefused('secret_refused');
    const addresses = await unlessEnded(checkedAddresses(url, reach), signal);
    const headers = { 'user-agent': userAgent, accept: ACCEPT };
    const answer = await getLimited({ url, addresses, headers, maxBytes, signal });
    const { status } = answer;
    const { location } = answer.headers;
    if (status < 300 || status >= 400 || location === undefined) {
      if (status < 200 || status >= 300) throw new WebRefused('status_refused', String(status));
      return { url, answer };
    }
    if (redirects >= maxRedirects) throw new WebRefused('too_many_redirects', String(maxRedirects));
    url = parseWebAddress(location, url);
  }
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href.replaceAll('+', ' '));
  } catch {
    return href;
  }
}

async function pageOf({ url, answer }: Found, signal: AbortSignal): Promise<Omit<WebPage, 'isCut'>> {
  const { kind, charset } = contentTypeOf(answer);
  const text = decodeBody(answer.body, charset);
  if (kind === 'text') return { url: url.href, text, extent: 'page' };
  const { title, site, published, text: markdown, extent } = await readPageApart(text, url.href, signal);
  return {
    url: url.href,
    ...(title === undefined ? {} : { title: cleanText(title) }),
    ...(site === undefined ? {} : { site: cleanText(site) }),
    ...(published === undefined ? {} : { published: cleanText(published) }),
    text: markdown,
    extent,
  };
}
