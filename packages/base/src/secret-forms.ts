/** A line of a secret that is as long as this is taken for a secret of its own: a key file comes back in pieces. */
const SHORTEST_LINE = 16;

/**
 * What a secret reads like where others write it down: as it is, inside JSON (once and twice, with slashes or signs beyond
 * ASCII escaped), URL-encoded in four ways, in HTML, as hexadecimal and as base64, by itself or in the middle of
 * something longer, as `user:secret` is in a header of HTTP. A secret of several lines also line by line.
 */
export function secretForms(secret: string): ReadonlySet<string> {
  const lines = secret.split(/\r?\n/);
  const pieces = lines.length === 1 ? [] : lines.filter((line) => line.length >= SHORTEST_LINE);
  return new Set([secret, ...pieces].flatMap(formsOf));
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const json = insideJson(secret);
  const hex = bytes.toString('hex');
  // As Node shows a text: in quotes of a kind that it does not hold, or in single ones, of which its own are then escaped.
  const inCode = json.replaceAll('\\"', '"');
  return [
    secret,
    json,
    insideJson(json),
    json.replaceAll('/', '\\/'),
    json.replaceAll(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    inCode,
    inCode.replaceAll("'", "\\'"),
    ...urlForms(secret),
    inHtml(secret),
    hex,
    hex.toUpperCase(),
    ...base64Forms(bytes),
  ];
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A half of a character alone cannot be URL-encoded; it stands as the sign that everybody puts in its place. */
function urlForms(secret: string): readonly string[] {
  const text = secret.toWellFormed();
  const component = encodeURIComponent(text);
  const form = new URLSearchParams([['', text]]).toString().slice(1);
  const lower = (encoded: string) => encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return [component, lower(component), encodeURI(text), form, lower(form)];
}

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function inHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => HTML[sign] ?? sign);
}

/**
 * By itself with its padding; and, for each place it may have among others' bytes, the signs that none of those changes.
 */
function base64Forms(bytes: Buffer): readonly string[] {
  const whole = bytes.toString('base64');
  const pieces = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [whole, ...pieces].flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')]);
}
