import { crc32 } from 'node:zlib';
import { deflateSync } from 'fflate';
import { byPath } from '../load/pack-source.ts';

/**
 * Packs files into a zip archive that is the same byte for byte on every system: ordered by path, one fixed date, one
 * fixed mode, names composed and in UTF-8, compressed by one implementation at one level.
 */
export function writeArchive(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  const sorted = [...files].map(([path, content]) => ({ path: path.normalize('NFC'), content })).sort(byPath);
  for (const { path, content } of sorted) {
    const name = new TextEncoder().encode(path);
    const deflated = deflateSync(content, { level: 9 });
    const isDeflated = deflated.length < content.length;
    const data = isDeflated ? deflated : content;
    const common = commonFields(isDeflated, crc32(content), data.length, content.length, name.length);
    parts.push(record(0x04034b50, [[2, 20]], common, []), name, data);
    directory.push(
      record(
        0x02014b50,
        [
          [2, 0x0314],
          [2, 20],
        ],
        common,
        [
          [2, 0],
          [2, 0],
          [2, 0],
          [4, (0o100644 << 16) >>> 0],
          [4, offset],
        ],
      ),
      name,
    );
    offset += 30 + name.length + data.length;
  }
  const directoryLength = directory.reduce((sum, part) => sum + part.length, 0);
  const end = record(
    0x06054b50,
    [],
    [
      [2, 0],
      [2, 0],
      [2, sorted.length],
      [2, sorted.length],
      [4, directoryLength],
      [4, offset],
      [2, 0],
    ],
    [],
  );
  return concat([...parts, ...directory, end]);
}

type Field = readonly [bytes: 2 | 4, value: number];

/** From the flags on, local and central headers agree. 33 is 1980-01-01, the first date there is. */
function commonFields(
  isDeflated: boolean,
  crc: number,
  packed: number,
  size: number,
  nameLength: number,
): readonly Field[] {
  return [
    [2, 0x0800],
    [2, isDeflated ? 8 : 0],
    [2, 0],
    [2, 33],
    [4, crc],
    [4, packed],
    [4, size],
    [2, nameLength],
    [2, 0],
  ];
}

function record(
  signature: number,
  before: readonly Field[],
  common: readonly Field[],
  after: readonly Field[],
): Uint8Array {
  const fields: readonly Field[] = [[4, signature], ...before, ...common, ...after];
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
