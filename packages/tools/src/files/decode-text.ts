import type { FileEncoding, FileText } from '@rolecall/kernel';
import { FileRefused } from './file-refused.ts';

/** A file's text and what it was. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: FileEncoding;
  readonly lineEnding: FileText['lineEnding'];
}

const BOMS: readonly { readonly bytes: readonly number[]; readonly encoding: FileEncoding; readonly label: string }[] =
  [
    { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8-bom', label: 'utf-8' },
    { bytes: [0xff, 0xfe], encoding: 'utf-16le', label: 'utf-16le' },
    { bytes: [0xfe, 0xff], encoding: 'utf-16be', label: 'utf-16be' },
  ];

/** Of what is not ASCII so much must be Chinese text for bytes to count as GB18030: it takes nearly anything. */
const LEAST_CHINESE = 0.7;
const CHINESE = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF\u2010-\u2027\u00B7]/u;

/** Decodes a text file: by its byte order mark, as UTF-8, as GB18030. Throws `binary` for what is none of them. */
export function decodeText(bytes: Uint8Array): DecodedText {
  for (const { bytes: mark, encoding, label } of BOMS) {
    if (!mark.every((byte, index) => bytes[index] === byte)) continue;
    const text = decode(bytes.subarray(mark.length), label);
    if (text === undefined) throw new FileRefused('binary', encoding.toUpperCase());
    return { text, encoding, lineEnding: lineEndingOf(text) };
  }
  if (bytes.includes(0)) throw new FileRefused('binary');
  const utf8 = decode(bytes, 'utf-8');
  if (utf8 !== undefined) return { text: utf8, encoding: 'utf-8', lineEnding: lineEndingOf(utf8) };
  const chinese = decode(bytes, 'gb18030');
  if (chinese === undefined || !isMostlyChinese(chinese)) throw new FileRefused('binary', '?');
  return { text: chinese, encoding: 'gb18030', lineEnding: lineEndingOf(chinese) };
}

function decode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether what is not ASCII in a text is mostly Chinese: GB18030 takes nearly any bytes. */
export function isMostlyChinese(text: string): boolean {
  let [other, chinese] = [0, 0];
  for (const character of text) {
    if (character.charCodeAt(0) < 0x80) continue;
    other += 1;
    if (CHINESE.test(character)) chinese += 1;
  }
  return other > 0 && chinese / other >= LEAST_CHINESE;
}

function lineEndingOf(text: string): FileText['lineEnding'] {
  const all = text.split('\n').length - 1;
  const windows = text.split('\r\n').length - 1;
  return windows * 2 > all ? 'crlf' : 'lf';
}

/** Lines without their ends; a line end at the very end begins no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
