import { isJsonObject } from './json.ts';
import { secretForms } from './secret-forms.ts';
import { SECRET_SHAPES, type SecretShape, SIGN_OF_A_SHAPE } from './secret-shapes.ts';

/** Takes secrets out of whatever passes. */
export interface Redactor {
  /** Makes a secret known from now on. Values under 6 characters are not taken: they would shred ordinary text. */
  add(name: string, secret: string): void;
  /**
   * A copy in which each known secret reads `[redacted:<name>]` and what has the shape of one `[redacted:<shape>]`, in
   * texts, keys and nested values.
   */
  redact<T>(value: T): T;
}

const SHORTEST_SECRET = 6;

/**
 * A redactor over a growing set of secrets. A secret is found as it is and in every form of `secretForms`, one of digits
 * also as a number; what nobody has made known is found by its shape (`SECRET_SHAPES`).
 *
 * It stands at every entrance: tool results, errors, customer messages, log lines and entries about to be written.
 */
export function createRedactor(secrets: Readonly<Record<string, string>> = {}): Redactor {
  const labels = new Map<string, string>();
  let known: KnownSecrets | undefined;
  const redactor: Redactor = {
    add(name, secret) {
      const label = `[redacted:${name}]`;
      if (secret.length < SHORTEST_SECRET || labels.get(secret) === label) return;
      for (const form of secretForms(secret)) if (form.length >= SHORTEST_SECRET) labels.set(form, label);
      known = { labels, pattern: patternOf(labels.keys()) };
    },
    redact: (value) => redactValue(value, known) as typeof value,
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

function redactValue(value: unknown, known: KnownSecrets | undefined): unknown {
  if (typeof value === 'string') return redactText(value, known);
  if (typeof value === 'number') return known?.labels.get(String(value)) ?? value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, known));
  if (!isJsonObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) copy[redactText(key, known)] = redactValue(item, known);
  return copy;
}

/** What is known goes first: its label says whose it was. Neither kind of label has the shape of a secret. */
function redactText(text: string, known: KnownSecrets | undefined): string {
  if (text.length < SHORTEST_SECRET) return text;
  const named = known === undefined ? text : text.replace(known.pattern, (form) => known.labels.get(form) ?? form);
  return SIGN_OF_A_SHAPE.test(named) ? SECRET_SHAPES.reduce(withoutShape, named) : named;
}

function withoutShape(text: string, { name, pattern }: SecretShape): string {
  return text.replace(pattern, (_, before: unknown) => `${typeof before === 'string' ? before : ''}[redacted:${name}]`);
}
