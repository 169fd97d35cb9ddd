import { Lexer, type Token, type Tokens } from 'marked';
import { inlineSpans } from './inline-spans.ts';
import { printable } from './printable.ts';
import { renderTable } from './render-table.ts';
import type { Styler } from './style.ts';
import { type Span, widthOf, wrapSpans } from './wrap-spans.ts';

/** How Markdown is shown. */
export interface MarkdownLook {
  readonly columns: number;
  readonly style: Styler;
}

/** The blocks of a text; what they say is safe to show. */
export function markdownBlocks(text: string): readonly Token[] {
  return new Lexer({ gfm: true }).lex(printable(text));
}

/** Markdown as lines for a terminal. */
export function renderMarkdown(text: string, look: MarkdownLook): string[] {
  return renderBlocks(markdownBlocks(text), look);
}

/** Blocks with an empty line between them. */
export function renderBlocks(tokens: readonly Token[], look: MarkdownLook): string[] {
  const lines: string[] = [];
  for (const token of tokens) {
    if (token.type === 'space' || token.type === 'def') continue;
    const block = renderBlock(token as Tokens.Generic, look);
    if (lines.length > 0 && block.length > 0) lines.push('');
    lines.push(...block);
  }
  return lines;
}

function renderBlock(token: Tokens.Generic, look: MarkdownLook): string[] {
  const { columns, style } = look;
  switch (token.type) {
    case 'heading': {
      const mark: Span = { text: `${'#'.repeat(token.depth)} `, styles: ['dim'] };
      return wrapSpans([mark, ...inlineSpans(token.tokens ?? [], ['bold', 'cyan'])], columns, style);
    }
    case 'code':
      return codeLines(String(token.text), token.lang ? String(token.lang) : '', look);
    case 'blockquote':
      return indented(renderBlocks(token.tokens ?? [], narrower(look, 2)), style('│ ', 'dim'), style('│ ', 'dim'));
    case 'list':
      return listLines(token as unknown as Tokens.List, look);
    case 'table':
      return renderTable(token as unknown as Tokens.Table, look);
    case 'hr':
      return [style('─'.repeat(Math.min(columns, 40)), 'dim')];
    case 'html':
      return wrapSpans([{ text: String(token.text).trimEnd(), styles: [] }], columns, style);
    default: {
      const spans = token.tokens ? inlineSpans(token.tokens) : [{ text: String(token.text ?? token.raw), styles: [] }];
      return wrapSpans(spans, columns, style);
    }
  }
}

/** Code is not wrapped: it is to be copied. */
function codeLines(text: string, language: string, { style }: MarkdownLook): string[] {
  const head = language === '' ? [] : [style(`  ${language.split(/\s/)[0]}`, 'dim')];
  return [...head, ...text.split('\n').map((line) => `  ${style(line.replaceAll('\t', '    '), 'cyan')}`.trimEnd())];
}

/** What stands is never changed by an item that follows: a list may be shown while it is written. */
function listLines(list: Tokens.List, look: MarkdownLook): string[] {
  const start = typeof list.start === 'number' ? list.start : 1;
  return list.items.flatMap((item, index) => {
    const mark = list.ordered ? `${start + index}. ` : '• ';
    const own = narrower(look, widthOf(mark));
    const lines = itemBlocks(item).flatMap((tokens) => renderBlocks(tokens, own));
    const isApart = /\n[ \t]*\n$/.test(item.raw) && index < list.items.length - 1;
    const spaced = isApart ? [...lines, ''] : lines;
    return indented(spaced.length === 0 ? [''] : spaced, look.style(mark, 'dim'), ' '.repeat(widthOf(mark)));
  });
}

/** The box of a task belongs to the words behind it; what follows them has an empty line before it where it was written. */
function itemBlocks(item: Tokens.ListItem): Token[][] {
  const groups: Token[][] = [];
  let isApart = false;
  for (const token of item.tokens) {
    const last = groups.at(-1);
    if (token.type === 'space') isApart = last !== undefined;
    else if (last?.at(-1)?.type === 'checkbox' && 'tokens' in token) {
      const box = last.pop() as Token;
      last.push({ ...token, tokens: [box, ...(token.tokens ?? [])] } as Token);
    } else if (last && isApart) {
      last.push(token);
      isApart = false;
    } else groups.push([token]);
  }
  return groups;
}

function narrower(look: MarkdownLook, by: number): MarkdownLook {
  return { ...look, columns: Math.max(8, look.columns - by) };
}

function indented(lines: readonly string[], first: string, rest: string): string[] {
  return lines.map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd());
}
