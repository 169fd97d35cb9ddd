/**
 * The engine's own regular expression for a pattern that means the same to it and to RE2 and is tested in linear time by both:
 * from the beginning to the end of the text, one ASCII character or class after the other, each so often; at most one of them
 * an open number of times. Undefined for any other pattern. It is there because identifiers are most of what schemas describe.
 */
export function simplePattern(source: string): RegExp | undefined {
  const body = ANCHORED.exec(source)?.[1];
  if (body === undefined) return undefined;
  let at = 0;
  let open = 0;
  while (at < body.length) {
    PART.lastIndex = at;
    const part = PART.exec(body);
    if (!part) return undefined;
    if (part[1] !== undefined && !isFixed(part[1])) open += 1;
    if (open > 1 || !isSmall(part[1])) return undefined;
    at += part[0].length;
  }
  return compiled(source);
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    // A range or a count that ends before it begins; RE2 says so.
    return undefined;
  }
}

const ANCHORED = /^\^([^$]*)\$$/;

/** A character that stands for itself, `\d`, `\w`, an escaped sign or a class of such; then how often. */
const PART =
  /(?:[A-Za-z0-9 _#@:;,<>=!%&~"'/-]|\\[dw]|\\[.\-+*?()[\]{}|^$/\\]|\[(?:[A-Za-z0-9](?:-[A-Za-z0-9])?|[_#@.:/ ]|\\[dw.-])+\])(\{\d+(?:,\d*)?\}|[?*+])?/y;

function isFixed(count: string): boolean {
  return /^\{\d+\}$/.test(count);
}

/** RE2 refuses to repeat more often. */
const MOST = 1000;

function isSmall(count: string | undefined): boolean {
  return (count?.match(/\d+/g) ?? []).every((number) => Number(number) <= MOST);
}
