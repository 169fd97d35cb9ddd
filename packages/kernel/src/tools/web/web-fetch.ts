import type { WebAnswer } from './web-problem.ts';

/**
 * Fetches one public page and gives its main text. Whatever the address looks like and wherever it redirects, nothing but
 * public addresses is connected to. Source: RolePack, section 四·一, `web:fetch`.
 */
export interface WebFetch {
  fetch(request: WebFetchRequest): Promise<WebAnswer<WebPage>>;
}

export interface WebFetchRequest {
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
}

export interface WebPage {
  /** Where it was found in the end. */
  readonly url: string;
  readonly title?: string | undefined;
  readonly site?: string | undefined;
  readonly published?: string | undefined;
  /** Markdown for a page of HTML, else the text as it is. */
  readonly text: string;
  /** `main`: what is around the text was left out; `page`: no main text was told apart. */
  readonly extent: 'main' | 'page';
  /** The text was longer than is given. */
  readonly isCut: boolean;
}
