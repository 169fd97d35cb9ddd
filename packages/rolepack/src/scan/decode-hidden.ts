/** A text that was found encoded inside another. */
export interface DecodedText {
  readonly encoding: 'base64' | 'hex' | 'percent' | 'escapes' | 'reversed';
  readonly text: string;
  readonly line: number;
}

const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}={0,2}(?![A-Za-z0-9+/_=-])/g;
const HEX = /(?<![0-9A-Za-z])(?:[0-9a-fA-F]{2}){12,}(?![0-9A-Za-z])/g;
const ESCAPES = /(?:\\x[0-9a-fA-F]{2}|\\u00[0-9a-fA-F]{2}){8,}/g;
const PERCENT = /(?:%[0-9a-fA-F]{2}){8,}/g;
const LONGEST = 64 * 1024;

/** Every run of text in `line` that decodes to readable text. */
export function decodeHidden(text: string, line: number): DecodedText[] {
  const found: DecodedText[] = [];
  const add = (encoding: DecodedText['encoding'], decoded: string | undefined) => {
    if (decoded !== undefined && isReadable(decoded)) found.push({ encoding, text: decoded, line });
  };
  if (!/[A-Za-z0-9+/_-]{20}|(?:\\[xu]|%)[0-9a-fA-F]{2}/.test(text)) return found;
  for (const [run] of text.matchAll(HEX)) add('hex', fromHex(run.slice(0, LONGEST)));
  for (const [run] of text.matchAll(BASE64)) if (looksEncoded(run)) add('base64', fromBase64(run.slice(0, LONGEST)));
  if (text.includes('\\'))
    for (const [run] of text.matchAll(ESCAPES)) add('escapes', fromHex(run.replace(/\\x|\\u00/g, '')));
  if (text.includes('%')) for (const [run] of text.matchAll(PERCENT)) add('percent', fromHex(run.replace(/%/g, '')));
  return found;
}

/** Words and paths are made of the same letters; encoded text mixes cases and digits. */
function looksEncoded(run: string): boolean {
  if (/^[a-z]+$|^[A-Z]+$|^[a-z_-]+$|^[\d-]+$/.test(run) || /^[0-9a-fA-F]+$/.test(run)) return false;
  if (/[-_]/.test(run) && /(?:^|[-_])[a-z]{3,}(?:[-_]|$)/.test(run)) return false;
  return /[A-Z]/.test(run) && /[a-z]/.test(run) && (/\d/.test(run) || run.endsWith('=') || run.length >= 40);
}

function fromBase64(run: string): string | undefined {
  const plain = run.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  if (plain.length % 4 === 1) return undefined;
  try {
    const bytes = Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function fromHex(run: string): string | undefined {
  const bytes = new Uint8Array(run.length >> 1);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(run.slice(at * 2, at * 2 + 2), 16);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Mostly letters, digits and punctuation that people write, with at least one word. */
function isReadable(text: string): boolean {
  if (text.length < 8) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells data from text
  const odd = text.match(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd\ue000-\uf8ff]/g)?.length ?? 0;
  if (odd > 0) return false;
  const plain = text.match(/[\x20-\x7e\u4e00-\u9fff\u3000-\u303f\uff00-\uffef\s]/g)?.length ?? 0;
  return plain / text.length > 0.95 && /[A-Za-z]{3,}|[\u4e00-\u9fff]{2,}/.test(text);
}
