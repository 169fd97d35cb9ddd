import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineReader } from './line-reader.ts';

const UP = '\u001b[A';
const paste = (...lines: readonly string[]) => `\u001b[200~${lines.join('\r')}\u001b[201~`;

function open(history: readonly string[] = []) {
  const input = new PassThrough();
  const unasked: string[] = [];
  const reader = new LineReader({
    input,
    output: new PassThrough().resume(),
    history,
    onInterrupt: () => reader.discard(),
    onUnasked: (message) => unasked.push(message),
  });
  return {
    reader,
    unasked,
    type: (keys: string) => void input.write(keys),
    /** The message that these keys make. */
    async sent(keys: string) {
      const message = reader.next();
      input.write(keys);
      return await message;
    },
  };
}

describe('a message of several lines', () => {
  it.each([
    ['pasted', `${paste('第一行', '  第二行', '', 'third')}\r`],
    ['with \\ at the ends', '第一行\\\r  第二行\\\r\\\rthird\r'],
    ['between """', '"""\r第一行\r  第二行\r\rthird\r"""\r'],
  ])('comes back whole: %s', async (_, keys) => {
    const { sent } = open();
    const whole = '第一行\n  第二行\n\nthird';
    expect(await sent(keys)).toBe(whole);
    expect(await sent('一句\r')).toBe('一句');
    expect(await sent(`${UP}${UP}\r`)).toBe(whole);
    expect(await sent(`${UP}\r`)).toBe(whole);
    expect(await sent(`${UP}${UP}\r`)).toBe('一句');
  });

  it('comes back whole from an earlier process, and may be changed and put together with more', async () => {
    const { sent } = open(['新的', '旧一\n旧二']);
    expect(await sent(`${UP}${UP}\r`)).toBe('旧一\n旧二');
    expect(await sent(`${UP}！\r`)).toBe('旧一\n旧二！');
    expect(await sent(`先说\\\r${UP}\r`)).toBe('先说\n旧一\n旧二！');
  });

  it('is let go with Ctrl-C: what is typed then is as typed', async () => {
    const { sent, type } = open(['一\n二']);
    type(`${UP}\u0003`);
    expect(await sent('键⏎\r')).toBe('键⏎');
  });

  it('comes back as it was, whatever it holds', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', '⏎', '␤', '↵', '字', ' ', '\\', '"'), maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 2, maxLength: 4 }), async (lines) => {
        const message = lines.join('\n');
        fc.pre(message.trim() !== '');
        expect(await open([message]).sent(`${UP}\r`)).toBe(message);
      }),
      { numRuns: 60 },
    );
  });
});

it('an answer to a question is no message to come back to', async () => {
  const { reader, sent, type } = open(['早先']);
  const answer = reader.ask('执行吗？');
  type('y\r');
  expect(await answer).toBe('y');
  expect(await sent(`${UP}\r`)).toBe('早先');
});

it('what is pasted while nobody waits is one message too', async () => {
  const { unasked, type, sent } = open();
  type(`${paste('一', '二')}\r`);
  expect(unasked).toEqual(['一\n二']);
  expect(await sent(`${UP}\r`)).toBe('一\n二');
});
