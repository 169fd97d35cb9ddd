/** One rule of `rules.md`. */
export interface Rule {
  /** With its continuation lines and its code, without the list marker. */
  readonly text: string;
  readonly line: number;
  readonly kind: 'item' | 'paragraph' | 'quote' | 'code';
  /** Nesting of a list item; 0 at the margin. */
  readonly depth: number;
  /** The headings above it, outermost first. */
  readonly under: readonly string[];
}

/** What stands in `rules.md` and is no rule: it stays in the text and gives the rules their place. */
export interface RulesContext {
  readonly text: string;
  readonly line: number;
  readonly kind: 'heading' | 'comment' | 'table' | 'break';
}

export interface Rules {
  readonly items: readonly Rule[];
  readonly context: readonly RulesContext[];
}

interface Block {
  readonly kind: Rule['kind'] | RulesContext['kind'];
  readonly line: number;
  readonly lines: string[];
  readonly depth: number;
  /** Column from which a list item's own lines are indented. */
  readonly indent: number;
}

const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)、])(?:[ \t]+|(?<=、)|$)(.*)$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;

/**
 * One rule per list item, paragraph, quote or free-standing code; headings, comments, tables and breaks are context.
 * Every line that is not blank is in exactly one of them: no rule is lost.
 */
export function parseRules(text: string): Rules {
  const items: Rule[] = [];
  const context: RulesContext[] = [];
  const headings: string[] = [];
  for (const block of splitBlocks(text.split('\n'))) {
    const body = block.lines.join('\n').replace(/\s+$/, '');
    const { kind, line } = block;
    if (kind === 'heading' || kind === 'comment' || kind === 'table' || kind === 'break') {
      context.push({ text: body, line, kind });
      if (kind === 'heading') {
        const level = /^ {0,3}(#{1,6})/.exec(body)?.[1]?.length ?? 1;
        headings.length = Math.min(headings.length, level - 1);
        headings.push(body.replace(/^ {0,3}#{1,6}[ \t]*/, '').replace(/[ \t]+#+[ \t]*$/, ''));
      }
    } else items.push({ text: body, line, kind, depth: block.depth, under: [...headings] });
  }
  return { items, context };
}

function splitBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let fence: string | undefined;
  let inComment = false;
  let afterBlank = false;
  const begin = (kind: Block['kind'], index: number, text: string, depth = 0, indent = 0): Block => {
    const block: Block = { kind, line: index + 1, lines: [text], depth, indent };
    blocks.push(block);
    return block;
  };
  for (const [index, line] of lines.entries()) {
    if (fence !== undefined && open) {
      open.lines.push(line);
      if (FENCE.exec(line)?.[1]?.startsWith(fence) && /^[ \t]*[`~]+[ \t]*$/.test(line)) fence = undefined;
      continue;
    }
    if (inComment && open) {
      open.lines.push(line);
      if (line.includes('-->')) {
        inComment = false;
        open = undefined;
      }
      continue;
    }
    if (line.trim() === '') {
      afterBlank = true;
      if (open?.kind === 'item') open.lines.push('');
      else open = undefined;
      continue;
    }
    const opensFence = FENCE.exec(line)?.[1];
    const item = ITEM.exec(line);
    if (opensFence !== undefined) {
      fence = opensFence;
      if (open && (open.kind === 'paragraph' || belongsToItem(open, line, afterBlank))) open.lines.push(line);
      else open = begin('code', index, line);
    } else if (/^ {0,3}<!--/.test(line)) {
      open = begin('comment', index, line);
      inComment = !line.includes('-->');
      if (!inComment) open = undefined;
    } else if (/^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)) {
      begin('heading', index, line);
      open = undefined;
    } else if (/^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(line)) {
      begin('break', index, line);
      open = undefined;
    } else if (item) {
      const indent = width(item[1] ?? '');
      open = begin('item', index, item[3] ?? '', Math.floor(indent / 2), indent);
    } else if (/^ {0,3}>/.test(line)) {
      const quoted = line.replace(/^ {0,3}> ?/, '');
      if (open?.kind === 'quote') open.lines.push(quoted);
      else open = begin('quote', index, quoted);
    } else if (/^[ \t]*\|.*\|[ \t]*$/.test(line) && open?.kind !== 'item') {
      if (open?.kind === 'table') open.lines.push(line);
      else open = begin('table', index, line);
    } else if (open && belongsToItem(open, line, afterBlank)) open.lines.push(line.trim());
    else if (open?.kind === 'paragraph' || open?.kind === 'quote') open.lines.push(line);
    else open = begin('paragraph', index, line);
    afterBlank = false;
  }
  return blocks;
}

/** A line goes on with the item right below it, and after a blank line only when it is indented under it. */
function belongsToItem(open: Block, line: string, afterBlank: boolean): boolean {
  if (open.kind !== 'item') return false;
  return !afterBlank || width(/^[ \t]*/.exec(line)?.[0] ?? '') > open.indent;
}

function width(space: string): number {
  return space.replace(/\t/g, '    ').length;
}
