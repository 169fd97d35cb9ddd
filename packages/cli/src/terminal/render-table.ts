import type { Tokens } from 'marked';
import { inlineSpans } from './inline-spans.ts';
import type { MarkdownLook } from './render-markdown.ts';
import { padTo, widthOf, wrapSpans } from './wrap-spans.ts';

const GAP = '  ';

/** A table in columns as wide as they need to be; one that does not fit is told row by row. */
export function renderTable(table: Tokens.Table, look: MarkdownLook): string[] {
  const heads = table.header.map(textOf);
  const rows = table.rows.map((row) => heads.map((_, column) => textOf(row[column])));
  const widths = heads.map((head, column) => Math.max(widthOf(head), ...rows.map((row) => widthOf(row[column] ?? ''))));
  const total = widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
  return total <= look.columns ? inColumns(heads, rows, widths, table, look) : rowByRow(heads, rows, look);
}

function textOf(cell: Tokens.TableCell | undefined): string {
  const spans = cell ? inlineSpans(cell.tokens) : [];
  return spans
    .map(({ text }) => text)
    .join('')
    .replaceAll('\n', ' ');
}

function inColumns(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  { align }: Tokens.Table,
  { style }: MarkdownLook,
): string[] {
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => padTo(cell, widths[column] ?? 0, align[column] ?? 'left')).join(GAP);
  return [
    style(line(heads).trimEnd(), 'bold'),
    style(widths.map((width) => '─'.repeat(width)).join(GAP), 'dim'),
    ...rows.map((row) => line(row).trimEnd()),
  ];
}

function rowByRow(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  { columns, style }: MarkdownLook,
): string[] {
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : ['']),
    ...heads.flatMap((head, column) =>
      wrapSpans(
        [
          { text: `${head}: `, styles: ['bold'] },
          { text: row[column] ?? '', styles: [] },
        ],
        columns,
        style,
      ),
    ),
  ]);
}
