import stringWidth from 'string-width';
import type { StyleName, Styler } from './style.ts';

/** A piece of text in one style. */
export interface Span {
  readonly text: string;
  readonly styles: readonly StyleName[];
}

/** One cluster of characters that is seen as one, and how many columns it takes. */
interface Cell {
  readonly text: string;
  readonly width: number;
  readonly styles: readonly StyleName[];
}

/** What is not parted: a word, or one wide character with the punctuation that may not begin a line. */
interface Chunk {
  readonly cells: Cell[];
  width: number;
  readonly isSpace: boolean;
}

const CLUSTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Does not begin a line in Chinese. */
const CLOSING = /^[，。、！？；：）」』】》〉”’…—·％,.!?;:)\]}]/;
/** Does not end one. */
const OPENING = /[（「『【《〈“‘([{]$/;

/** Columns of a text in a terminal. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Lines of at most so many columns. A wide character is never halved, and no line begins with closing punctuation. */
export function wrapSpans(spans: readonly Span[], columns: number, style: Styler): string[] {
  return linesOfSpans(spans).flatMap((line) => wrapLine(line, Math.max(2, columns), style));
}

/** Cuts to one line of at most so many columns. */
export function cutTo(text: string, columns: number): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ⏎ ');
  if (widthOf(line) <= columns) return line;
  let [cut, width] = ['', 0];
  for (const { segment } of CLUSTERS.segment(line.slice(0, columns * 4))) {
    const next = width + widthOf(segment);
    if (next > columns - 1) break;
    cut += segment;
    width = next;
  }
  return `${cut}…`;
}

/** Fills up to so many columns. */
export function padTo(text: string, columns: number, align: 'left' | 'center' | 'right' = 'left'): string {
  const missing = Math.max(0, columns - widthOf(text));
  const before = align === 'right' ? missing : align === 'center' ? Math.floor(missing / 2) : 0;
  return `${' '.repeat(before)}${text}${' '.repeat(missing - before)}`;
}

function linesOfSpans(spans: readonly Span[]): Span[][] {
  const lines: Span[][] = [[]];
  for (const { text, styles } of spans) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, styles });
    }
  }
  return lines;
}

function wrapLine(spans: readonly Span[], columns: number, style: Styler): string[] {
  const lines: Cell[][] = [[]];
  let width = 0;
  for (const chunk of chunksOf(cellsOf(spans))) {
    if (width + chunk.width > columns && width > 0) {
      if (chunk.isSpace) continue;
      lines.push([]);
      width = 0;
    }
    if (chunk.isSpace && width === 0 && lines.length > 1) continue;
    for (const cell of chunk.cells) {
      if (width + cell.width > columns && width > 0) {
        lines.push([]);
        width = 0;
      }
      lines.at(-1)?.push(cell);
      width += cell.width;
    }
  }
  return lines.map((cells) => styled(cells, style).trimEnd());
}

function cellsOf(spans: readonly Span[]): Cell[] {
  return spans.flatMap(({ text, styles }) =>
    [...CLUSTERS.segment(text.replaceAll('\t', '  '))].map(({ segment }) => ({
      text: segment,
      width: widthOf(segment),
      styles,
    })),
  );
}

function chunksOf(cells: readonly Cell[]): Chunk[] {
  const chunks: Chunk[] = [];
  for (const cell of cells) {
    const last = chunks.at(-1);
    const isSpace = cell.text === ' ';
    if (last && joins(last, cell, isSpace)) {
      last.cells.push(cell);
      last.width += cell.width;
    } else chunks.push({ cells: [cell], width: cell.width, isSpace });
  }
  return chunks;
}

function joins(last: Chunk, cell: Cell, isSpace: boolean): boolean {
  if (last.isSpace || isSpace) return false;
  const before = last.cells.at(-1);
  if (!before) return true;
  if (CLOSING.test(cell.text) || OPENING.test(before.text)) return true;
  return before.width < 2 && cell.width < 2;
}

function styled(cells: readonly Cell[], style: Styler): string {
  let [line, run] = ['', ''];
  let styles: readonly StyleName[] = [];
  for (const cell of cells) {
    if (cell.styles !== styles) {
      line += style(run, ...styles);
      run = '';
      styles = cell.styles;
    }
    run += cell.text;
  }
  return line + style(run, ...styles);
}
