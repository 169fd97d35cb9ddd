import type { Token, Tokens } from 'marked';
import { printable } from './printable.ts';
import type { StyleName } from './style.ts';
import type { Span } from './wrap-spans.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** The inside of a paragraph as pieces in one style each. What has no meaning for a terminal stays as it was written. */
export function inlineSpans(tokens: readonly Token[], styles: readonly StyleName[] = []): Span[] {
  const spans = tokens.flatMap((token) => spansOf(token as Tokens.Generic, styles));
  // What was written as an entity is a character only now.
  return spans.map((span) => ({ ...span, text: printable(span.text) }));
}

function spansOf(token: Tokens.Generic, styles: readonly StyleName[]): Span[] {
  const inner = (...more: readonly StyleName[]) => inlineSpans(token.tokens ?? [], [...styles, ...more]);
  switch (token.type) {
    case 'strong':
      return inner('bold');
    case 'em':
      return inner('italic');
    case 'del':
      return inner('strike');
    case 'codespan':
      return [{ text: String(token.text), styles: [...styles, 'cyan'] }];
    case 'br':
      return [{ text: '\n', styles }];
    case 'checkbox':
      return [{ text: token.checked ? '☑ ' : '☐ ', styles }];
    case 'link':
      return linkSpans(inner('underline'), String(token.href), styles);
    case 'image':
      return [{ text: `[${token.text || '图'}] ${token.href}`, styles: [...styles, 'dim'] }];
    case 'escape':
      return [{ text: String(token.text), styles }];
    case 'html':
      return [{ text: token.raw, styles }];
    default:
      if (token.tokens && token.tokens.length > 0) return inner();
      return [{ text: withoutEntities(String(token.text ?? token.raw)), styles }];
  }
}

/** The address stands beside the words, so that nobody is led elsewhere than it says. */
function linkSpans(words: readonly Span[], href: string, styles: readonly StyleName[]): Span[] {
  const told = words.map(({ text }) => text).join('');
  const isSame = told === href || `mailto:${told}` === href;
  return isSame ? [...words] : [...words, { text: ` (${href})`, styles: [...styles, 'dim'] }];
}

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code >= 0x20 && code <= 0x10ffff && !(code >= 0x7f && code < 0xa0) ? String.fromCodePoint(code) : whole;
  });
}
