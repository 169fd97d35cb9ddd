import { hash } from 'node:crypto';

const ALGORITHM = 'sha256:';

/**
 * The one text form of a JSON value: keys sorted by code unit, no white space, `undefined` keys left out.
 *
 * Two values are the same to Rolecall exactly when this text is the same. Throws a `TypeError` on what JSON cannot carry
 * (functions, symbols, big integers, numbers that are not finite), so that nothing is hashed that cannot be recorded.
 * Source: RFC 8785, section 3.2 "Generation of Canonical JSON Data".
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return canonicalText(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`JSON cannot carry the number ${value}`);
      return String(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? canonicalList(value) : canonicalObject(value);
    default:
      throw new TypeError(`JSON cannot carry a value of type ${typeof value}`);
  }
}

function canonicalText(text: string): string {
  return isItsOwnForm(text) ? `"${text}"` : JSON.stringify(text);
}

/** So long a text is looked through in less time than its form is asked for. */
const SHORT = 64;

/** A text without a character that JSON writes otherwise. */
function isItsOwnForm(text: string): boolean {
  if (text.length > SHORT) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80 ? ESCAPED[code] === 1 : code >= 0xd800 && code <= 0xdfff) return false;
  }
  return true;
}

/** By code unit: control characters, the quote and the backslash. */
const ESCAPED = Uint8Array.from({ length: 0x80 }, (_, code) => (code < 0x20 || code === 0x22 || code === 0x5c ? 1 : 0));

function canonicalList(list: readonly unknown[]): string {
  let items = '';
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    items += `${index === 0 ? '' : ','}${canonicalJson(item === undefined ? null : item)}`;
  }
  return `[${items}]`;
}

function canonicalObject(object: object): string {
  const source = object as Record<string, unknown>;
  let members = '';
  for (const key of sorted(Object.keys(source))) {
    const value = source[key];
    if (value === undefined) continue;
    members += `${members === '' ? '' : ','}${canonicalText(key)}:${canonicalJson(value)}`;
  }
  return `{${members}}`;
}

/**
 * Writes the canonical text of an object of which only these members count, whatever else it has; their order and names are
 * prepared once. A member that it lacks is left out, or null.
 */
export function canonicalMembers(
  names: readonly string[],
  lacking: 'left out' | 'null' = 'left out',
): (source: Readonly<Record<string, unknown>>) => string {
  const missing = lacking === 'null' ? null : undefined;
  // As names of properties they are found sooner than as other texts of the same characters.
  const properties = Object.keys(Object.fromEntries(names.map((name) => [name, true])));
  const members = properties.sort().map((name) => ({ name, text: `${canonicalText(name)}:` }));
  return (source) => {
    let written = '{';
    for (const { name, text } of members) {
      const own = Object.hasOwn(source, name) ? source[name] : undefined;
      const value = own === undefined ? missing : own;
      if (value === undefined) continue;
      if (written !== '{') written += ',';
      written += text + canonicalJson(value);
    }
    return `${written}}`;
  };
}

const FEW = 16;

/** By code unit. A few names are in order sooner by insertion. */
function sorted(names: string[]): readonly string[] {
  if (names.length > FEW) return names.sort();
  for (let place = 1; place < names.length; place++) {
    const name = names[place] as string;
    let before = place - 1;
    for (; before >= 0 && (names[before] as string) > name; before--) names[before + 1] = names[before] as string;
    names[before + 1] = name;
  }
  return names;
}

/** The content hash of a JSON value: `sha256:` and 64 hex digits over its canonical text. */
export function contentHash(value: unknown): string {
  return textHash(canonicalJson(value));
}

/** The hash of a text: `sha256:` and 64 hex digits over its UTF-8 bytes. */
export function textHash(text: string): string {
  return ALGORITHM + hash('sha256', text, 'hex');
}

/** Whether a hash is the one of a text. */
export function isHashOf(hashed: string, text: string): boolean {
  const digits = hash('sha256', text, 'hex');
  return hashed.length === ALGORITHM.length + digits.length && hashed.startsWith(ALGORITHM) && hashed.endsWith(digits);
}
