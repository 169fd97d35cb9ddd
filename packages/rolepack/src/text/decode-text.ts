import type { Reporter } from '../report/reporter.ts';

/**
 * The text of a file as prompts use it: without byte order mark, lines ended by LF, otherwise unchanged.
 *
 * Bytes that are no UTF-8 are read as UTF-16 (with its mark) or GB 18030, the two that editors still write, and said so.
 */
export function decodeText(bytes: Uint8Array, file: string, report: Reporter): string {
  const decoded = decode(bytes, file, report);
  const text = decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
  if (text.length < decoded.length) report.add('BYTE_ORDER_MARK', { file, line: 1 }, {}, { boundary: 'file' });
  if (!text.includes('\r')) return text;
  const withoutPairs = text.replace(/\r\n/g, '\n');
  if (!withoutPairs.includes('\r')) return withoutPairs;
  report.add('LONE_CARRIAGE_RETURN', { file }, {}, { boundary: 'file' });
  return withoutPairs.replace(/\r/g, '\n');
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array, file: string, report: Reporter): string {
  try {
    return strict.decode(bytes);
  } catch {
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : guessLegacy(bytes);
    report.add('NOT_UTF8', { file }, { encoding }, { boundary: 'file' });
    return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  }
}

function guessLegacy(bytes: Uint8Array): 'utf-16be' | 'gb18030' | 'utf-8' {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('gb18030', { fatal: true }).decode(bytes);
    return 'gb18030';
  } catch {
    return 'utf-8';
  }
}

/** True for bytes that are no text: a NUL byte without a UTF-16 mark. */
export function looksBinary(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return false;
  return bytes.subarray(0, 8192).includes(0);
}
