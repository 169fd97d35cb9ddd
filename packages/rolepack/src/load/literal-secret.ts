import type { McpOffer } from './mcp-offers.ts';

const SECRET_NAME =
  /(?:api[-_]?key|access[-_]?key|private[-_]?key|token|secret|passw(?:or)?d|passphrase|pwd|credential|authorization|auth[-_]?key|cookie)/i;
const REFERENCE =
  /^(?:(?:bearer|basic|token)\s+)?(?:\$\{[^}]+\}|\$[A-Za-z_]\w*|%[A-Za-z_]\w*%|\{\{[^}]+\}\}|<[^>]+>|\[[^\]]+\])$/i;
const PLACEHOLDER =
  /^(?:|your[-_ ].*|.*[-_ ]here|x{3,}|\*{3,}|\.{3}|…|changeme|change[-_]me|replace[-_ ]?me|placeholder|todo|example|none|null|true|false|\d{1,4})$/i;

/** Shapes of real keys of well-known services: enough to know them anywhere. */
const KEY_SHAPE =
  /(?:\bsk-[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_\w{30,}|\bglpat-[\w-]{18,}|\bxox[abprs]-[\w-]{10,}|\bAKIA[0-9A-Z]{16}\b|\bAIza[\w-]{30,}|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}|-----BEGIN [A-Z ]*PRIVATE KEY)/;

/** The place of the first secret that is written out in an offer (`env.API_KEY`), or undefined. */
export function holdsLiteralSecret(offer: McpOffer): string | undefined {
  for (const [group, values] of [
    ['env', offer.env],
    ['headers', offer.headers],
  ] as const)
    for (const [key, value] of Object.entries(values)) if (isLiteralSecret(key, value)) return `${group}.${key}`;
  for (const [index, argument] of offer.args.entries()) {
    const option = /^--?([\w-]+)(?:=(.*))?$/s.exec(argument);
    const value = option?.[2] ?? offer.args[index + 1] ?? '';
    if (option?.[1] !== undefined && !value.startsWith('-') && isLiteralSecret(option[1], value))
      return `args[${index}]`;
    if (KEY_SHAPE.test(argument) || hasPasswordInAddress(argument)) return `args[${index}]`;
  }
  if (offer.url === undefined) return undefined;
  if (KEY_SHAPE.test(offer.url) || hasPasswordInAddress(offer.url)) return 'url';
  const query = /[?&]([\w-]+)=([^&#]+)/g;
  for (const match of offer.url.matchAll(query)) if (isLiteralSecret(match[1] ?? '', match[2] ?? '')) return 'url';
  return undefined;
}

/** True when a value under this name is the secret itself and neither a reference nor a placeholder. */
export function isLiteralSecret(name: string, value: string): boolean {
  const text = value.trim();
  if (KEY_SHAPE.test(text)) return true;
  if (!SECRET_NAME.test(name) || REFERENCE.test(text) || PLACEHOLDER.test(text)) return false;
  // A path to a file that holds the secret, or text around a reference, is no secret.
  return !/^(?:[.~]?\/|[A-Za-z]:\\)/.test(text) && !/\$\{[^}]+\}/.test(text) && text.length >= 6;
}

function hasPasswordInAddress(text: string): boolean {
  const match = /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:([^/\s@]+)@/i.exec(text);
  return match?.[1] !== undefined && !REFERENCE.test(match[1]) && !PLACEHOLDER.test(match[1]);
}
