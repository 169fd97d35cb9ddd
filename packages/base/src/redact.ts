import { isJsonObject } from './json.ts';

/** Takes known secrets out of whatever passes. */
export interface Redactor {
  /** Makes a secret known from now on. Values under 6 characters are not taken: they would shred ordinary text. */
  add(name: string, secret: string): void;
  /** A copy in which each known secret reads `[redacted:<name>]`, in texts, keys and nested values. */
  redact<T>(value: T): T;
}

const SHORTEST_SECRET = 6;

/**
 * A redactor over a growing set of secrets. A secret is found as it is, and as base64 and URL-encoded text; one of
 * digits also as a number.
 *
 * It stands at every entrance: tool results, errors, customer messages, log lines and entries about to be written.
 */
export function createRedactor(secrets: Readonly<Record<string, string>> = {}): Redactor {
  const replacements = new Map<string, string>();
  const redactor: Redactor = {
    add(name, secret) {
      if (secret.length < SHORTEST_SECRET) return;
      const label = `[redacted:${name}]`;
      replacements.set(secret, label);
      replacements.set(encodeURIComponent(secret), label);
      replacements.set(Buffer.from(secret, 'utf8').toString('base64'), label);
    },
    redact: (value) => (replacements.size === 0 ? value : (redactValue(value, replacements) as typeof value)),
  };
  for (const [name, secret] of Object.entries(secrets)) redactor.add(name, secret);
  return redactor;
}

function redactValue(value: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return redactText(value, replacements);
  if (typeof value === 'number') return replacements.get(String(value)) ?? value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, replacements));
  if (!isJsonObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value))
    copy[redactText(key, replacements)] = redactValue(item, replacements);
  return copy;
}

function redactText(text: string, replacements: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [secret, label] of replacements) {
    if (result.includes(secret)) result = result.replaceAll(secret, label);
  }
  return result;
}
