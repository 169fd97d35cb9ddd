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
  const labels = new Map<string, string>();
  let known: KnownSecrets | undefined;
  const redactor: Redactor = {
    add(name, secret) {
      if (secret.length < SHORTEST_SECRET) return;
      const label = `[redacted:${name}]`;
      for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret, 'utf8').toString('base64')]) {
        labels.set(form, label);
      }
      known = { labels, pattern: patternOf(labels.keys()) };
    },
    redact: (value) => (known ? (redactValue(value, known) as typeof value) : value),
  };
  for (const [name, secret] of Object.entries(secrets)) redactor.add(name, secret);
  return redactor;
}

interface KnownSecrets {
  readonly labels: ReadonlyMap<string, string>;
  /** Any of them, the longest first: a secret that begins with another one leaves no rest. */
  readonly pattern: RegExp;
}

function patternOf(forms: Iterable<string>): RegExp {
  const longestFirst = [...forms].sort((left, right) => right.length - left.length);
  return new RegExp(longestFirst.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
}

function redactValue(value: unknown, known: KnownSecrets): unknown {
  if (typeof value === 'string') return redactText(value, known);
  if (typeof value === 'number') return known.labels.get(String(value)) ?? value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, known));
  if (!isJsonObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) copy[redactText(key, known)] = redactValue(item, known);
  return copy;
}

/** In one pass, so that a label is never looked through again. */
function redactText(text: string, { labels, pattern }: KnownSecrets): string {
  return text.replace(pattern, (form) => labels.get(form) ?? form);
}
