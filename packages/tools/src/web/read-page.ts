import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { NodeHtmlMarkdown } from 'node-html-markdown';

/** What is taken from a page of HTML. Structured data: it crosses to another thread. */
export interface ReadPage {
  readonly title: string | undefined;
  readonly site: string | undefined;
  readonly published: string | undefined;
  readonly text: string;
  readonly extent: 'main' | 'page';
}

/** The node of a page, as far as it is used here. */
interface PageElement {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
}

const UNSEEN_STYLE = /(display\s*:\s*none|visibility\s*:\s*hidden|(font-size|opacity)\s*:\s*0(?![.\d]))/i;
const LEAST_MAIN_TEXT = 140;
const MOST_LABEL = 300;

/** The main text of a page as Markdown; all of its text where no main text can be told apart. */
export function readPage(html: string, url: string): ReadPage {
  const { document } = parseHTML(withBody(html));
  const title = label(document.querySelector('title')?.textContent);
  for (const element of document.querySelectorAll(
    'body title, script, style, noscript, template, iframe, svg, img, picture, video',
  ))
    element.remove();
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  const from = URL.canParse(base, url) ? new URL(base, url).href : url;
  for (const link of document.querySelectorAll('a[href]')) resolveLink(link, from);
  // What no reader sees is no text of the page.
  for (const element of document.querySelectorAll('[hidden], [aria-hidden="true"]')) element.remove();
  for (const element of document.querySelectorAll('[style]'))
    if (UNSEEN_STYLE.test(element.getAttribute('style') ?? '')) element.remove();
  // Where what nobody sees was the whole page, the parser has no root any more, and no answer to where the body is.
  const root = document.documentElement;
  const whole = root ? (document.body?.innerHTML ?? root.innerHTML) : '';
  const article = mainText(document);
  const isMain = article !== undefined && article.text.trim().length >= LEAST_MAIN_TEXT;
  const text = NodeHtmlMarkdown.translate(isMain ? article.html : whole, { keepDataImages: false });
  return {
    title: label(article?.title) ?? title,
    site: label(article?.site),
    published: label(article?.published),
    text,
    extent: isMain ? 'main' : 'page',
  };
}

/** Browsers give every page a body; the parser leaves out what the page leaves out. */
function withBody(html: string): string {
  if (/<body[\s>]/i.test(html)) return html;
  return `<!doctype html><html><body>${html.replace(/<!doctype[^>]*>|<\/?(html|head)(\s[^>]*)?>/gi, '')}</body></html>`;
}

/** A page at which the library fails has no main text; all of it is given, and said to be. */
function mainText(document: ConstructorParameters<typeof Readability>[0]) {
  try {
    const article = new Readability(document).parse();
    if (!article) return undefined;
    const { title, siteName: site, publishedTime: published, content, textContent } = article;
    return { title, site, published, html: content ?? '', text: textContent ?? '' };
  } catch {
    return undefined;
  }
}

/** Links lead where they lead from outside of the page, or nowhere. */
function resolveLink(link: PageElement, base: string): void {
  const target = link.getAttribute('href') ?? '';
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !target.startsWith('#')) link.setAttribute('href', url.href);
  else link.removeAttribute('href');
}

function label(text: string | null | undefined): string | undefined {
  const plain = text?.replace(/\s+/g, ' ').trim().slice(0, MOST_LABEL);
  return plain ? plain : undefined;
}
