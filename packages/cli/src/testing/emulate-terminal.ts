import { widthOf } from '../terminal/wrap-spans.ts';

/**
 * What stands on a terminal after these bytes, line by line, scrolled-off ones too: line ends, cursor up, carriage return,
 * erasing to the end, and colours (left out). Enough for what this program writes itself.
 */
export function emulate(bytes: string, columns: number): string[] {
  const rows: string[] = [''];
  let row = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what a terminal reads.
  for (const part of bytes.match(/\u001b\[\??[\d;]*[A-Za-z]|\n|\r|[^\n\r\u001b]+/g) ?? []) {
    const up = part.startsWith('\u001b') ? /^.\[(\d+)A$/.exec(part)?.[1] : undefined;
    if (part === '\n') row += 1;
    else if (part === '\u001b[0J') rows.length = row + 1;
    else if (up !== undefined) row = Math.max(0, row - Number(up));
    else if (part === '\r' || part.startsWith('\u001b')) continue;
    else
      for (const text of split(part, columns)) {
        if (text.isNext) row += 1;
        while (rows.length <= row) rows.push('');
        rows[row] = text.text;
      }
    while (rows.length <= row) rows.push('');
    if (part === '\u001b[0J') rows[row] = '';
  }
  while (rows.at(-1) === '') rows.pop();
  return rows;
}

function split(text: string, columns: number): { text: string; isNext: boolean }[] {
  const lines = [''];
  for (const character of text) {
    if (widthOf((lines.at(-1) ?? '') + character) > columns) lines.push('');
    lines[lines.length - 1] += character;
  }
  return lines.map((line, index) => ({ text: line, isNext: index > 0 }));
}
