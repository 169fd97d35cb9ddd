import { generateKeyPairSync } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPackFrom } from '../load/load-pack.ts';
import { createReporter } from '../report/reporter.ts';
import { bytesOf, manifest, packOf } from '../testing/pack-files.ts';
import { archiveSource, readArchive } from './read-archive.ts';
import { signatureProblem, signPack } from './signature.ts';
import { writeArchive } from './write-archive.ts';

interface Forged {
  readonly name: string;
  readonly data?: string;
  readonly mode?: number;
  readonly flags?: number;
  readonly size?: number;
  readonly localName?: string;
}

/** An archive as an attacker would write it. */
function forge(entries: readonly Forged[]): Uint8Array {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.data ?? 'x');
    const packed = deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const localName = Buffer.from(entry.localName ?? entry.name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.flags ?? 0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(entry.size ?? content.length, 18);
    fields.writeUInt16LE(localName.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, localName, packed]);
    const head = Buffer.alloc(46);
    head.write('PK\x01\x02', 0, 'latin1');
    head.writeUInt16LE(0x0314, 4);
    fields.copy(head, 6, 0, 24);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
    head.writeUInt32LE(offset, 42);
    central.push(head, name);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}

function codeOf(bytes: Uint8Array): string | undefined {
  const report = createReporter();
  const content = readArchive(bytes, 'x.zip', report);
  expect(content === undefined).toBe(report.isRefused());
  return report.entries[0]?.code;
}

describe('readArchive', () => {
  it.each([
    ['traversal', [{ name: '../x' }], 'ARCHIVE_UNSAFE_PATH'],
    ['traversal inside', [{ name: 'a/../../x' }], 'ARCHIVE_UNSAFE_PATH'],
    ['an absolute path', [{ name: '/etc/x' }], 'ARCHIVE_UNSAFE_PATH'],
    ['a drive', [{ name: 'C:x' }], 'ARCHIVE_UNSAFE_PATH'],
    ['a backslash', [{ name: 'a\\..\\x' }], 'ARCHIVE_UNSAFE_PATH'],
    ['a device name', [{ name: 'a/nul.md' }], 'ARCHIVE_UNSAFE_PATH'],
    ['a stream name', [{ name: 'a:b' }], 'ARCHIVE_UNSAFE_PATH'],
    ['a bidirectional mark', [{ name: 'a\u202emd' }], 'ARCHIVE_UNSAFE_PATH'],
    ['a closing dot', [{ name: 'a.' }], 'ARCHIVE_UNSAFE_PATH'],
    ['a link', [{ name: 'a', mode: 0o120777 }], 'ARCHIVE_LINK'],
    ['a device', [{ name: 'a', mode: 0o020666 }], 'ARCHIVE_LINK'],
    ['a duplicate', [{ name: 'a' }, { name: 'a' }], 'ARCHIVE_COLLISION'],
    ['a collision by case', [{ name: 'a' }, { name: 'A' }], 'ARCHIVE_COLLISION'],
    ['a collision by Unicode form', [{ name: 'é' }, { name: 'e\u0301' }], 'ARCHIVE_COLLISION'],
    ['folders that differ in case', [{ name: 'a/x' }, { name: 'A/y' }], 'ARCHIVE_COLLISION'],
    ['a file that is a folder too', [{ name: 'a' }, { name: 'a/b' }], 'ARCHIVE_COLLISION'],
    ['a folder that is a file too', [{ name: 'a/b' }, { name: 'a' }], 'ARCHIVE_COLLISION'],
    ['a size too small', [{ name: 'a', data: 'x'.repeat(50), size: 10 }], 'ARCHIVE_SIZE_LIE'],
    ['a size too large', [{ name: 'a', data: 'x', size: 10 }], 'ARCHIVE_SIZE_LIE'],
    ['a bomb by its own word', [{ name: 'a', size: 0x7fffffff }], 'ARCHIVE_BOMB'],
    ['encryption', [{ name: 'a', flags: 0x801 }], 'ARCHIVE_ENCRYPTED'],
    ['two names', [{ name: 'a', localName: 'b' }], 'ARCHIVE_DAMAGED'],
    ['too many entries', Array.from({ length: 2001 }, (_, index) => ({ name: `f${index}` })), 'ARCHIVE_TOO_MANY_FILES'],
  ])('refuses %s', (_, entries: readonly Forged[], code) => {
    expect(codeOf(forge(entries))).toBe(code);
  });

  it('refuses a bomb that lies about its size, without inflating it', () => {
    expect(codeOf(forge([{ name: 'a', data: '0'.repeat(30_000_000), size: 1000 }]))).toBe('ARCHIVE_SIZE_LIE');
  });

  it('refuses data before, between headers or cut off', () => {
    const good = writeArchive(new Map([['manifest.json', bytesOf(manifest())]]));
    expect(codeOf(good)).toBeUndefined();
    expect(codeOf(new Uint8Array([1, 2, 3, ...good]))).toBe('ARCHIVE_DAMAGED');
    expect(codeOf(good.subarray(0, good.length - 5))).toBe('ARCHIVE_DAMAGED');
    expect(codeOf(new Uint8Array())).toBe('ARCHIVE_DAMAGED');
  });

  it('never throws and never hands on an unsafe path', () => {
    const good = writeArchive(
      new Map([
        ['manifest.json', bytesOf(manifest())],
        ['skills/写.md', bytesOf('x'.repeat(300))],
      ]),
    );
    const edit = fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(edit, (edits) => {
        const bytes = good.slice();
        for (const [at, value] of edits) bytes[at] = value;
        const content = readArchive(bytes, 'x.zip', createReporter());
        for (const path of content?.files.keys() ?? []) expect(path).not.toMatch(/^\/|\.\.|\\|:/);
      }),
      { numRuns: 1500 },
    );
  });
});

describe('writeArchive', () => {
  it('is the same for any order of files and reads back as it was', async () => {
    const files = {
      'manifest.json': manifest(),
      'persona.md': 'You.'.repeat(100),
      'skills/写.md': '---\nname: 写\ndescription: d\n---\nx',
    };
    const entries = Object.entries(files).map(([path, content]) => [path, bytesOf(content)] as const);
    const one = writeArchive(new Map(entries));
    const other = writeArchive(new Map([...entries].reverse()));
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
    const source = archiveSource(one, 'x.zip', createReporter());
    if (!source) throw new Error('unreadable');
    const loaded = await loadPackFrom(source);
    expect(loaded.pack?.digest).toBe((await loadPackFrom(packOf(files))).pack?.digest);
  });

  it('finds the pack in the one top folder', () => {
    const zip = writeArchive(
      new Map([
        ['writer/manifest.json', bytesOf(manifest())],
        ['__MACOSX/x', bytesOf('x')],
      ]),
    );
    const content = readArchive(zip, 'x.zip', createReporter());
    expect([...(content?.files.keys() ?? [])]).toEqual(['manifest.json']);
    expect(content?.ignored).toEqual(['__MACOSX/x']);
  });
});

describe('signatures', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const pack = { name: 'writer', version: '1.0.0', digest: `sha256:${'0'.repeat(64)}` };

  it('hold for the content and key they were made with, and for nothing else', () => {
    const signature = signPack(pack, pem);
    const trusted = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const stranger = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(signatureProblem(signature, pack.digest, trusted)).toBeUndefined();
    expect(signatureProblem(signature, pack.digest, stranger)).toContain('another key');
    expect(signatureProblem(signature, `sha256:${'1'.repeat(64)}`)).toContain('other content');
    expect(signatureProblem({ ...signature, name: 'else' }, pack.digest)).toContain('does not match');
    expect(signatureProblem({}, pack.digest)).toContain('not a role pack signature');
  });
});
