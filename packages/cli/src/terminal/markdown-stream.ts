import type { Token } from 'marked';
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
  #pending = '';
  #hasPrinted = false;
  /** Lines of the growing block that stay already. */
  #settled = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(screen: Screen, style: Styler) {
    this.#screen = screen;
    this.#style = style;
  }

  push(text: string): void {
    this.#pending += text;
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
    const blocks = markdownBlocks(this.#pending);
    const last = blocks.findLastIndex(({ type }) => type !== 'space');
    if (last > 0) this.#settle(blocks.slice(0, last));
    if (last > 0)
      this.#pending = blocks
        .slice(last)
        .map(({ raw }) => raw)
        .join('');
    const growing = blocks[last];
    if (growing) this.#drawGrowing(growing);
  }

  #drawGrowing(block: Token): void {
    // The columns of a table are known when its last row is.
    if (block.type === 'table') {
      this.#screen.live(['…']);
      return;
    }
    const lines = renderBlocks([block], this.#look());
    const stays = Math.max(this.#settled, lines.length - LIVE_LINES);
    this.#screen.live([]);
    if (stays > this.#settled) this.#print(lines.slice(this.#settled, stays));
    this.#settled = stays;
    this.#screen.live(this.#spaced(lines.slice(stays)));
  }

  #settle(blocks: readonly Token[]): void {
    for (const block of blocks) {
      const lines = renderBlocks([block], this.#look()).slice(this.#settled);
      if (lines.length === 0 && this.#settled === 0) continue;
      this.#screen.live([]);
      this.#print(lines);
      this.#settled = 0;
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
    return { columns: this.#screen.columns, style: this.#style };
  }
}
