const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** True for the first bytes of a PNG picture. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/**
 * The text of a `tEXt` chunk of a PNG picture, by keyword; the last one counts, as writers append. Undefined when there
 * is none or the file ends early. Source: PNG specification, section 11.3.4.
 */
export function pngText(bytes: Uint8Array, keyword: string): string | undefined {
  if (!isPng(bytes)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const latin1 = new TextDecoder('latin1');
  let found: string | undefined;
  let at = SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const type = latin1.decode(bytes.subarray(at + 4, at + 8));
    const end = at + 8 + length;
    if (end + 4 > bytes.length || type === 'IEND') break;
    if (type === 'tEXt') {
      const data = bytes.subarray(at + 8, end);
      const separator = data.indexOf(0);
      if (separator > 0 && latin1.decode(data.subarray(0, separator)).toLowerCase() === keyword)
        found = latin1.decode(data.subarray(separator + 1));
    }
    at = end + 4;
  }
  return found;
}

/** The JSON of a character card inside a PNG picture, the newer form first. */
export function cardInPng(bytes: Uint8Array): unknown {
  for (const keyword of ['ccv3', 'chara']) {
    const text = pngText(bytes, keyword);
    if (text === undefined) continue;
    try {
      const raw = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
    } catch {
      // A broken newer form does not hide a sound older one.
    }
  }
  return undefined;
}
