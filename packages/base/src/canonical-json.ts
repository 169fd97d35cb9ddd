import { hash } from 'node:crypto';

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
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`JSON cannot carry the number ${value}`);
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? canonicalList(value) : canonicalObject(value);
    default:
      throw new TypeError(`JSON cannot carry a value of type ${typeof value}`);
  }
}

function canonicalList(list: readonly unknown[]): string {
  return `[${list.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`;
}

function canonicalObject(object: object): string {
  const source = object as Record<string, unknown>;
  let members = '';
  for (const key of Object.keys(source).sort()) {
    const value = source[key];
    if (value === undefined) continue;
    // A plain name is its own text form; asking for it is most of the cost of a small object.
    const name = PLAIN_NAME.test(key) ? `"${key}"` : JSON.stringify(key);
    members += `${members === '' ? '' : ','}${name}:${canonicalJson(value)}`;
  }
  return `{${members}}`;
}

const PLAIN_NAME = /^[A-Za-z0-9_]*$/;

/** The content hash of a JSON value: `sha256:` and 64 hex digits over its canonical text. */
export function contentHash(value: unknown): string {
  return textHash(canonicalJson(value));
}

/** The hash of a text: `sha256:` and 64 hex digits over its UTF-8 bytes. */
export function textHash(text: string): string {
  return `sha256:${hash('sha256', text, 'hex')}`;
}
