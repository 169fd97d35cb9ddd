import type { WebAnswer } from './web-problem.ts';

/** Searches the web, by a service that the host names. Source: RolePack, section 四·一, `web:search`. */
export interface WebSearch {
  search(request: WebSearchRequest): Promise<WebAnswer<WebSearchAnswer>>;
}

export type WebTimeRange = 'day' | 'week' | 'month' | 'year';

export interface WebSearchRequest {
  readonly query: string;
  /** From 1; the first without it. */
  readonly page?: number | undefined;
  /** Of the results, such as `zh-CN` or `en`; any without it. */
  readonly language?: string | undefined;
  readonly timeRange?: WebTimeRange | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface WebSearchAnswer {
  readonly results: readonly WebSearchResult[];
  /** What the service answers by itself, such as a conversion. */
  readonly answers: readonly string[];
  /** What might have been meant. */
  readonly suggestions: readonly string[];
  /** Engines behind the service that gave nothing: the results are not all there could be. */
  readonly unresponsive: readonly string[];
}

export interface WebSearchResult {
  readonly title: string;
  readonly url: string;
  readonly excerpt: string;
  /** As the service says it. */
  readonly published?: string | undefined;
}
