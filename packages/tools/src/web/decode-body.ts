import { isMostlyChinese } from '../files/decode-text.ts';
import { WebRefused } from './web-refused.ts';

const SNIFFED_BYTES = 4_096;
const MARKS: readonly { readonly bytes: readonly number[]; readonly label: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { bytes: [0xff, 0xfe], label: 'utf-16le' },
  { bytes: [0xfe, 0xff], label: 'utf-16be' },
];

/**
 * The text of a body: by its byte order mark, by the charset of its header, by what it says of itself, else by what it can
 * be. A charset that the bytes contradict is not believed: UTF-8 or GB18030 are tried in its place.
 */
export function decodeBody(body: Uint8Array, charset: string | undefined): string {
  const mark = MARKS.find(({ bytes }) => bytes.every((byte, index) => body[index] === byte));
  const declared = mark?.label ?? charset ?? selfDeclared(body);
  if (declared !== undefined) {
    const text = strictly(body, declared);
    if (text !== undefined) return text;
  }
  const utf8 = strictly(body, 'utf-8');
  if (utf8 !== undefined) return utf8;
  const chinese = strictly(body, 'gb18030');
  if (chinese !== undefined && isMostlyChinese(chinese)) return chinese;
  // A page with a broken sign here and there is still a page; what cannot be read shows as such.
  return loosely(body, declared);
}

/** In a `<meta>` or an XML declaration. UTF-16 cannot say so of itself in ASCII. */
function selfDeclared(body: Uint8Array): string | undefined {
  const head = Buffer.from(body.subarray(0, SNIFFED_BYTES)).toString('latin1');
  const label =
    /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([a-z0-9_:.-]{1,40})/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([a-z0-9_:.-]{1,40})/i.exec(head)?.[1];
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function strictly(body: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(decoderOf(label), { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function loosely(body: Uint8Array, label: string | undefined): string {
  try {
    return new TextDecoder(decoderOf(label ?? 'utf-8')).decode(body);
  } catch {
    throw new WebRefused('encoding_refused', label?.slice(0, 40));
  }
}

/** GB18030 holds all that is called GB2312 or GBK, and more that pages under those names use. */
function decoderOf(label: string): string {
  return /^(gb2312|gbk|gb_2312.*|cp936|x-gbk|hz-gb-2312)$/i.test(label) ? 'gb18030' : label;
}
