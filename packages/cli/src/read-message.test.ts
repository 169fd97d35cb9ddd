import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readMessage } from './read-message.ts';
import { createTestIo } from './testing/test-io.ts';
import { TEXTS } from './texts.ts';

async function read(bytes: readonly number[] | Buffer, language: 'en' | 'zh' = 'zh') {
  const input = new PassThrough();
  // A character may be parted between two reads.
  for (const byte of bytes) input.write(Buffer.from([byte]));
  input.end();
  const io = createTestIo({ input });
  return { text: await readMessage({ io, language, texts: TEXTS[language] }), told: io.errLines.join() };
}

const GB18030 = [0xc7, 0xeb, 0xbf, 0xb4, 0xd2, 0xbb, 0xcf, 0xc2, 0xbf, 0xe2, 0xb4, 0xe6, 0x0d, 0x0a];

it('a message is UTF-8, with a byte order mark or without, and nothing is told', async () => {
  for (const mark of ['', '\ufeff'])
    expect(await read(Buffer.from(`${mark}请看一下库存\r\n`))).toEqual({ text: '请看一下库存', told: '' });
  expect(await read(Buffer.from(''))).toEqual({ text: '', told: '' });
});

it('what a Chinese Windows pipes is read as what it is, and told in both languages', async () => {
  expect(await read(GB18030)).toEqual({ text: '请看一下库存', told: expect.stringContaining('GB18030') });
  expect((await read(GB18030, 'en')).told).toContain('read as GB18030');
  const utf16 = Buffer.from('\ufeff请看一下库存\r\n', 'utf16le');
  expect(await read(utf16)).toEqual({ text: '请看一下库存', told: expect.stringContaining('UTF-16LE') });
});

it('anything else is refused with the way out', async () => {
  for (const bytes of [[0x63, 0x61, 0x66, 0xe9, 0x0a], [0xff, 0x00, 0x81], Buffer.from('a\u0000b')])
    await expect(read(bytes)).rejects.toMatchObject({
      code: 'input_not_text',
      hint: expect.stringContaining('iconv'),
    });
});
