import { widthOf } from './wrap-spans.ts';

/** Lines that stay, and below them some that may still change. */
export interface Screen {
  readonly columns: number;
  /** Prints lines for good, above what may still change. */
  print(lines: readonly string[]): void;
  /** Puts lines in the place of those that may still change. Nothing where lines cannot be taken back. */
  live(lines: readonly string[]): void;
}

interface TerminalStream extends NodeJS.WritableStream {
  readonly columns?: number;
  readonly rows?: number;
}

const DEFAULT_COLUMNS = 80;
const MOST_COLUMNS = 110;
const DEFAULT_ROWS = 24;

/**
 * A screen on a terminal. The cursor stands at the start of a line between two calls. On a dumb terminal, which cannot move
 * it back, only what stays is shown.
 */
export function terminalScreen(output: NodeJS.WritableStream, { isDumb = false } = {}): Screen {
  const stream = output as TerminalStream;
  let shown: readonly string[] = [];
  const width = () => stream.columns || DEFAULT_COLUMNS;
  const rowsOf = (line: string) => Math.max(1, Math.ceil(widthOf(line) / width()));
  const erase = () => {
    const rows = shown.reduce((sum, line) => sum + rowsOf(line), 0);
    return rows === 0 ? '' : `\u001b[${rows}A\r\u001b[0J`;
  };
  /** More than fits cannot be taken back. */
  const fitting = (lines: readonly string[]) => {
    let room = Math.max(1, (stream.rows || DEFAULT_ROWS) - 2);
    let first = lines.length;
    while (first > 0 && room - rowsOf(lines[first - 1] as string) >= 0) room -= rowsOf(lines[--first] as string);
    return lines.slice(first);
  };
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
  return {
    get columns() {
      return Math.min(MOST_COLUMNS, width());
    },
    print(lines) {
      stream.write(`${erase()}${text(lines)}${text(shown)}`);
    },
    live(lines) {
      if (isDumb) return;
      const next = fitting(lines);
      const erased = erase();
      if (erased !== '' || next.length > 0) stream.write(`${erased}${text(next)}`);
      shown = next;
    },
  };
}
