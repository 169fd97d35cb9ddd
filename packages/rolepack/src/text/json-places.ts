/** Where each member of a JSON text stands. */
export interface JsonPlaces {
  /** 1-based line by path: `strategy.act.temperature`, `skills[2].file`. */
  lineOf(path: string): number | undefined;
  /** Paths of keys that stand twice in one object. */
  readonly duplicates: readonly string[];
}

interface Level {
  readonly prefix: string;
  readonly keys: Set<string> | undefined;
  index: number;
}

/**
 * Walks a JSON text that `JSON.parse` has accepted and notes the line of each member. One pass, no recursion, so that
 * neither size nor depth of a hostile manifest matters.
 */
export function locateJson(text: string): JsonPlaces {
  const lines = new Map<string, number>();
  const duplicates: string[] = [];
  const stack: Level[] = [];
  let line = 1;
  let path = '';
  let expectsKey = false;
  for (let at = 0; at < text.length; at++) {
    const level = stack[stack.length - 1];
    const character = text[at];
    if (character === '\n') line++;
    else if (character === '{' || character === '[') {
      // Deeper or longer than any path that a finding names: from here all share one short name, so that a hostile text
      // cannot make paths longer than itself.
      const prefix = stack.length > DEEPEST || path.length > LONGEST_PATH ? '…' : path;
      stack.push({ prefix, keys: character === '{' ? new Set() : undefined, index: 0 });
      expectsKey = character === '{';
      if (character === '[') path = `${prefix}[0]`;
      if (character === '[' && !lines.has(path)) lines.set(path, line);
    } else if (character === '}' || character === ']') {
      stack.pop();
      expectsKey = false;
    } else if (character === ',' && level) {
      if (level.keys) expectsKey = true;
      else {
        level.index++;
        path = `${level.prefix}[${level.index}]`;
        lines.set(path, lineAfter(text, at + 1, line));
      }
    } else if (character === '"') {
      const end = endOfString(text, at);
      if (expectsKey && level?.keys) {
        const key = readKey(text.slice(at, end));
        path = level.prefix === '' ? key : `${level.prefix}.${key}`;
        if (level.keys.has(key)) duplicates.push(path);
        level.keys.add(key);
        lines.set(path, line);
        expectsKey = false;
      }
      at = end - 1;
    }
  }
  return { lineOf: (wanted) => lines.get(wanted), duplicates };
}

const DEEPEST = 40;
const LONGEST_PATH = 500;

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function readKey(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function lineAfter(text: string, from: number, line: number): number {
  let result = line;
  for (let at = from; at < text.length && /\s/.test(text[at] ?? ''); at++) if (text[at] === '\n') result++;
  return result;
}
