import type { Token, Tokens } from 'marked';
import { printable } from './printable.ts';
import { type MarkdownLook, markdownBlocks, renderBlocks } from './render-markdown.ts';
import type { Screen } from './screen.ts';
import type { Styler } from './style.ts';

const REDRAW_MS = 40;
/** Of a block that is still growing so many lines may change; those above stay as they are. */
const LIVE_LINES = 8;

/** Markdown as it arrives: what is complete stays, the block that is being written is drawn again as it grows. */
export class MarkdownStream {
  readonly #screen: Screen;
  readonly #style: Styler;
  /** What has arrived and does not stay yet; it begins a block. */
  #pending = '';
  #hasPrinted = false;
  /** Lines of the growing block that stay already. */
  #settled = 0;
  /** As wide as the terminal was when the block began: lines that stay are not broken anew. */
  #columns: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(screen: Screen, style: Styler) {
    this.#screen = screen;
    this.#style = style;
  }

  push(text: string): void {
    this.#pending += printable(text);
    this.#timer ??= setTimeout(() => this.#draw(), REDRAW_MS);
  }

  /** Shows everything that has arrived; what comes next begins a new text. */
  end(): void {
    this.#draw();
    this.#screen.live([]);
    if (this.#pending.trim() !== '') this.#settle(markdownBlocks(this.#pending));
    this.#pending = '';
    this.#hasPrinted = false;
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#settleComplete();
    if (this.#pending.trim() !== '') this.#drawGrowing(markdownBlocks(this.#pending));
  }

  /** What a line is, its end says: a block stays once the first whole line of the next one is there. */
  #settleComplete(): void {
    const blocks = markdownBlocks(this.#pending.slice(0, this.#pending.lastIndexOf('\n') + 1));
    const last = blocks.findLastIndex(({ type }) => type !== 'space');
    const complete = blocks.slice(0, Math.max(0, last));
    const source = complete.map(({ raw }) => raw).join('');
    // The lexer answers some blocks otherwise than they were written; then what follows has no beginning of its own yet.
    if (source === '' || !this.#pending.startsWith(source)) return;
    this.#settle(complete);
    this.#pending = this.#pending.slice(source.length);
  }

  #drawGrowing(blocks: readonly Token[]): void {
    // The columns of a table are known when its last row is.
    if (hasTable(blocks)) {
      this.#screen.live(['…']);
      return;
    }
    const lines = renderBlocks(blocks, this.#look());
    let stays = Math.max(this.#settled, lines.length - LIVE_LINES);
    // The empty line before a block stays together with the block.
    if (stays > this.#settled && lines[stays - 1] === '') stays -= 1;
    this.#screen.live([]);
    if (stays > this.#settled) this.#print(lines.slice(this.#settled, stays));
    this.#settled = stays;
    this.#screen.live(this.#spaced(lines.slice(stays)));
  }

  #settle(blocks: readonly Token[]): void {
    for (const block of blocks) {
      const rendered = renderBlocks([block], this.#look());
      if (rendered.length === 0) continue;
      const lines = rendered.slice(this.#settled);
      this.#screen.live([]);
      if (lines.length > 0) this.#print(lines);
      // What stays of a growing text may reach beyond its first block, by the empty line between them.
      this.#settled = Math.max(0, this.#settled - rendered.length - 1);
      if (this.#settled === 0) this.#columns = undefined;
    }
  }

  #print(lines: readonly string[]): void {
    this.#screen.print(this.#spaced(lines));
    this.#hasPrinted = true;
  }

  /** An empty line before every block but the first. */
  #spaced(lines: readonly string[]): readonly string[] {
    return this.#hasPrinted && this.#settled === 0 && lines.length > 0 ? ['', ...lines] : lines;
  }

  #look(): MarkdownLook {
    this.#columns ??= this.#screen.columns;
    return { columns: this.#columns, style: this.#style };
  }
}

function hasTable(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token) =>
      token.type === 'table' ||
      hasTable((token as Tokens.Generic).tokens ?? []) ||
      (token.type === 'list' && hasTable((token as Tokens.List).items)),
  );
}
