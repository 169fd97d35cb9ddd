import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { LIMITS } from '../standard/limits.ts';

/** A text split into its frontmatter and its body. Nothing of the text is lost between both. */
export interface Frontmatter {
  /** `none`: the text starts with its body. `unclosed`: it started and did not end; the keys were taken, see `body`. */
  readonly form: 'none' | 'yaml' | 'lines' | 'unclosed';
  readonly fields: ReadonlyMap<string, unknown>;
  readonly lines: ReadonlyMap<string, number>;
  readonly duplicates: readonly string[];
  /** Why the YAML could not be read, with `lines`. */
  readonly problem?: string | undefined;
  readonly body: string;
  /** 1-based line on which the body starts. */
  readonly bodyLine: number;
}

/**
 * Reads frontmatter as people write it: YAML where it is YAML, line by line where it is not (a colon in an unquoted
 * text), up to the first blank or non-key line where it is not closed. Never throws.
 */
export function splitFrontmatter(text: string): Frontmatter {
  const opening = /^(?:[ \t]*\n){0,20}---[ \t]*(?:\n|$)/.exec(text);
  if (!opening) return { ...NOTHING, body: text, bodyLine: 1 };
  const start = opening[0].length;
  const firstLine = countLines(opening[0]);
  const end = closingAt(text, start);
  if (end === undefined) return unclosed(text, start, firstLine);
  const source = text.slice(start, end.from);
  const body = text.slice(end.to);
  const bodyLine = 1 + firstLine + countLines(text.slice(start, end.to));
  // A rule between two paragraphs is no frontmatter: without a single key the text is all body.
  if (source.trim() !== '' && !/^[ \t]*["']?[\p{L}\p{N}_$.-]+["']?[ \t]*[:：]/mu.test(source))
    return { ...NOTHING, body: text, bodyLine: 1 };
  return { ...readFields(source, firstLine), body, bodyLine };
}

const NOTHING = { form: 'none', fields: new Map(), lines: new Map(), duplicates: [] } as const;

function closingAt(text: string, start: number): { readonly from: number; readonly to: number } | undefined {
  const closing = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/gm;
  closing.lastIndex = start;
  const match = closing.exec(text);
  return match && match[0] !== '' ? { from: match.index, to: match.index + match[0].length } : undefined;
}

function unclosed(text: string, start: number, firstLine: number): Frontmatter {
  let to = start;
  while (to < text.length) {
    const newline = text.indexOf('\n', to);
    const next = newline < 0 ? text.length : newline + 1;
    const line = text.slice(to, next);
    if (!/^(?:["']?[\w$.-]{1,100}["']?[ \t]*[:：]|[ \t]+\S|[ \t]*-[ \t])/.test(line)) break;
    to = next;
  }
  // Nothing that reads as a key: the line was a rule and the text is all body.
  if (to === start) return { ...NOTHING, body: text, bodyLine: 1 };
  const source = text.slice(start, to);
  return {
    ...readFields(source, firstLine),
    form: 'unclosed',
    body: text.slice(to),
    bodyLine: 1 + firstLine + countLines(source),
  };
}

type Fields = Omit<Frontmatter, 'body' | 'bodyLine'>;

function readFields(source: string, firstLine: number): Fields {
  if (source.length > LIMITS.frontmatterBytes)
    return { ...readLines(source, firstLine), problem: `more than ${LIMITS.frontmatterBytes} characters` };
  try {
    const counter = new LineCounter();
    const document = parseDocument(source, { uniqueKeys: false, lineCounter: counter, logLevel: 'silent' });
    const [error] = document.errors;
    if (error) return { ...readLines(source, firstLine), problem: error.message.split('\n')[0] ?? error.code };
    if (document.contents === null) return { ...NOTHING, form: 'yaml' };
    if (!isMap(document.contents)) return { ...readLines(source, firstLine), problem: 'not a list of keys' };
    const fields = new Map<string, unknown>();
    const lines = new Map<string, number>();
    const duplicates: string[] = [];
    for (const pair of document.contents.items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
      if (fields.has(key)) duplicates.push(key);
      const value: unknown = pair.value;
      fields.set(key, isNode(value) ? value.toJS(document, { maxAliasCount: 20 }) : value);
      const offset = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
      if (offset !== undefined) lines.set(key, counter.linePos(offset).line + firstLine);
    }
    return { form: 'yaml', fields, lines, duplicates };
  } catch (error) {
    return { ...readLines(source, firstLine), problem: error instanceof Error ? error.name : 'unreadable' };
  }
}

interface PlainNode {
  toJS(document: unknown, options: { readonly maxAliasCount: number }): unknown;
}

function isNode(value: unknown): value is PlainNode {
  return typeof value === 'object' && value !== null && 'toJS' in value;
}

/** The fallback: `key: rest of the line`, with indented lines as its continuation. */
function readLines(source: string, firstLine: number): Fields {
  const fields = new Map<string, string>();
  const lines = new Map<string, number>();
  const duplicates: string[] = [];
  let key: string | undefined;
  let parts: string[] = [];
  const close = () => {
    if (key !== undefined) fields.set(key, unquote(parts.filter((part) => part !== '').join(' ')));
  };
  for (const [index, line] of source.split('\n').entries()) {
    const match = /^["']?([\p{L}\p{N}_$.-]{1,100})["']?[ \t]*[:：][ \t]?(.*)$/u.exec(line);
    if (match?.[1] !== undefined) {
      close();
      key = match[1];
      parts = [/^[|>][-+]?\d?$/.test(match[2]?.trim() ?? '') ? '' : (match[2]?.trim() ?? '')];
      if (fields.has(key)) duplicates.push(key);
      lines.set(key, firstLine + index + 1);
    } else if (!/^\s*#/.test(line)) parts.push(line.trim());
  }
  close();
  return { form: 'lines', fields, lines, duplicates };
}

function unquote(text: string): string {
  const quoted = /^(["'])([\s\S]*)\1$/.exec(text.trim());
  return quoted?.[2] ?? text.trim();
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
