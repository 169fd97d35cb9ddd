/** One entry as the archive's directory declares it and as its own header confirms. */
export interface ArchiveEntry {
  /** With `/`, composed, without a closing `/`. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly isLink: boolean;
  readonly method: 0 | 8;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly dataStart: number;
}

export type ArchiveDirectory =
  | { readonly ok: true; readonly entries: readonly ArchiveEntry[] }
  | {
      readonly ok: false;
      readonly code: 'ARCHIVE_DAMAGED' | 'ARCHIVE_UNSUPPORTED' | 'ARCHIVE_ENCRYPTED';
      readonly reason: string;
    };

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

class Unsound extends Error {
  readonly code: 'ARCHIVE_DAMAGED' | 'ARCHIVE_UNSUPPORTED' | 'ARCHIVE_ENCRYPTED';
  constructor(code: 'ARCHIVE_DAMAGED' | 'ARCHIVE_UNSUPPORTED' | 'ARCHIVE_ENCRYPTED', reason: string) {
    super(reason);
    this.code = code;
  }
}

/**
 * Reads the directory of a zip archive and checks it against each entry's own header. Source: .ZIP File Format
 * Specification (APPNOTE), sections 4.3 and 4.4. Anything around, between or overlapping the entries' data is unsound.
 */
export function readDirectory(bytes: Uint8Array): ArchiveDirectory {
  try {
    return { ok: true, entries: entriesOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes) };
  } catch (error) {
    if (error instanceof Unsound) return { ok: false, code: error.code, reason: error.message };
    // Reading past the end is the one thing left that a view throws for.
    return { ok: false, code: 'ARCHIVE_DAMAGED', reason: 'it ends too early' };
  }
}

function entriesOf(view: DataView, bytes: Uint8Array): ArchiveEntry[] {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  const length = view.getUint32(end + 12, true);
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw new Unsound('ARCHIVE_UNSUPPORTED', 'several volumes');
  if (count === 0xffff || start === 0xffffffff || length === 0xffffffff)
    throw new Unsound('ARCHIVE_UNSUPPORTED', 'the 64-bit form');
  if (start + length !== end) throw new Unsound('ARCHIVE_DAMAGED', 'data before or inside its directory');
  const entries: ArchiveEntry[] = [];
  const ranges: { readonly from: number; readonly to: number }[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    const central = readCentral(view, bytes, at);
    const { dataStart, headerStart } = checkLocal(view, bytes, central, start);
    ranges.push({ from: headerStart, to: dataStart + central.packedSize });
    entries.push({ ...central, dataStart });
    at = central.next;
  }
  if (at !== end) throw new Unsound('ARCHIVE_DAMAGED', 'its directory has another length');
  ranges.sort((left, right) => left.from - right.from);
  if (ranges[0] && ranges[0].from !== 0) throw new Unsound('ARCHIVE_DAMAGED', 'data before the first entry');
  for (const [index, range] of ranges.entries()) {
    const next = ranges[index + 1];
    if (next && range.to > next.from) throw new Unsound('ARCHIVE_DAMAGED', 'entries that overlap');
  }
  return entries;
}

function findEnd(view: DataView): number {
  const last = view.byteLength - 22;
  for (let at = last; at >= 0 && at >= last - 0xffff; at--) {
    if (view.getUint32(at, true) !== END) continue;
    if (at + 22 + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  throw new Unsound('ARCHIVE_DAMAGED', 'no directory');
}

interface Central extends Omit<ArchiveEntry, 'dataStart'> {
  readonly next: number;
  readonly local: number;
  readonly rawName: Uint8Array;
  readonly flags: number;
}

function readCentral(view: DataView, bytes: Uint8Array, at: number): Central {
  if (view.getUint32(at, true) !== CENTRAL) throw new Unsound('ARCHIVE_DAMAGED', 'a broken directory entry');
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  if (flags & 0x2041) throw new Unsound('ARCHIVE_ENCRYPTED', 'encryption');
  if (method !== 0 && method !== 8) throw new Unsound('ARCHIVE_UNSUPPORTED', `compression method ${method}`);
  const nameLength = view.getUint16(at + 28, true);
  const rawName = bytes.subarray(at + 46, at + 46 + nameLength);
  if (rawName.length !== nameLength) throw new Unsound('ARCHIVE_DAMAGED', 'it ends too early');
  const name = decodeName(rawName);
  const mode = view.getUint32(at + 38, true) >>> 16;
  const type = mode & 0xf000;
  const size = view.getUint32(at + 24, true);
  const packedSize = view.getUint32(at + 20, true);
  const isFolder = name.endsWith('/');
  if (isFolder && size !== 0) throw new Unsound('ARCHIVE_DAMAGED', 'a folder with content');
  return {
    path: (isFolder ? name.slice(0, -1) : name).normalize('NFC'),
    isFolder,
    isLink: type !== 0 && type !== 0x8000 && type !== 0x4000,
    method,
    crc: view.getUint32(at + 16, true),
    packedSize,
    size,
    local: view.getUint32(at + 42, true),
    rawName,
    flags,
    next: at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true),
  };
}

function checkLocal(
  view: DataView,
  bytes: Uint8Array,
  central: Central,
  directoryStart: number,
): { readonly dataStart: number; readonly headerStart: number } {
  const at = central.local;
  if (view.getUint32(at, true) !== LOCAL) throw new Unsound('ARCHIVE_DAMAGED', 'a broken entry');
  const nameLength = view.getUint16(at + 26, true);
  const name = bytes.subarray(at + 30, at + 30 + nameLength);
  const isSame = name.length === central.rawName.length && name.every((byte, index) => byte === central.rawName[index]);
  if (!isSame || view.getUint16(at + 8, true) !== central.method)
    throw new Unsound('ARCHIVE_DAMAGED', 'an entry that calls itself otherwise than the directory does');
  if (view.getUint16(at + 6, true) & 0x2041) throw new Unsound('ARCHIVE_ENCRYPTED', 'encryption');
  const hasDescriptor = (central.flags & 8) !== 0;
  if (
    !hasDescriptor &&
    (view.getUint32(at + 18, true) !== central.packedSize || view.getUint32(at + 22, true) !== central.size)
  )
    throw new Unsound('ARCHIVE_DAMAGED', 'an entry with two sizes');
  const dataStart = at + 30 + nameLength + view.getUint16(at + 28, true);
  if (dataStart + central.packedSize > directoryStart)
    throw new Unsound('ARCHIVE_DAMAGED', 'an entry that runs into the directory');
  if (central.method === 0 && central.packedSize !== central.size)
    throw new Unsound('ARCHIVE_DAMAGED', 'a stored entry with two sizes');
  return { dataStart, headerStart: at };
}

function decodeName(raw: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    throw new Unsound('ARCHIVE_UNSUPPORTED', 'names that are not UTF-8');
  }
}
