import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedText, unifiedDiff } from './change-text.ts';
import type { DecodedText } from './decode-text.ts';
import { decodeText } from './decode-text.ts';

const file = (text: string): DecodedText => decodeText(Buffer.from(text));
const edit = (text: string, old: string, next: string) =>
  changedText(file(text), { path: 'a', edits: [{ old, new: next }] });
const whole = (text: string, content: string) => changedText(file(text), { path: 'a', content });
const hunks = (before: string, after: string) => unifiedDiff('a', before, after).split('\n').slice(2).join('\n');

describe('an edit', () => {
  it('leaves the ends of all other lines as they were, in a file of both kinds too', () => {
    const mixed = 'one\r\ntwo\nthree\r\nfour\n';
    expect(edit(mixed, 'two', '2')).toBe('one\r\n2\nthree\r\nfour\n');
    expect(edit('a\r\nb\r\nc\n', 'b', 'x\ny')).toBe('a\r\nx\r\ny\r\nc\n');
    expect(hunks(mixed, edit(mixed, 'two', '2'))).toMatch(/^@@ -1,4 \+1,4 @@\n one\n-two\n\+2\n three\n four\n$/);
  });

  it('is found over line ends of either kind, as it is, and once', () => {
    expect(edit('a\r\nb\r\nc\n', 'a\nb\nc', 'x')).toBe('x\n');
    expect(edit('a\nb\n', 'a\r\nb', 'x\r\ny')).toBe('x\ny\n');
    expect(edit('f(a.b*) [x] $& {1} ^|\\ /', 'f(a.b*) [x] $& {1} ^|\\ /', '$& $1')).toBe('$& $1');
    expect(edit('x\r\ny', '\ny', '\nz')).toBe('x\r\nz');
    expect(() => edit('aXb', 'a.b', '')).toThrow(expect.objectContaining({ code: 'edit_not_found' }));
    expect(() => edit('aba', 'a', '')).toThrow(expect.objectContaining({ code: 'edit_ambiguous' }));
    expect(() => edit('aaa', 'aa', '')).toThrow(expect.objectContaining({ code: 'edit_ambiguous' }));
  });

  it('changes what it names and nothing else, whatever the file and the edit hold', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', '字', '\n', '\r\n', '.', '$', '\\', '('), maxLength: 8 });
    fc.assert(
      fc.property(piece, piece, piece, (start, end, next) => {
        const before = `${start}«was»${end}`;
        const after = edit(before, '«was»', `«${next}»`);
        expect(after.startsWith(`${start}«`) && after.endsWith(`»${end}`)).toBe(true);
      }),
    );
  });
});

describe('a diff', () => {
  it('tells of a file of both kinds of line ends that all of them come to be one', () => {
    const before = 'one\r\ntwo\nthree\n';
    const after = whole(before, 'one\ntwo\n3\n');
    expect(after).toBe('one\ntwo\n3\n');
    expect(hunks(before, after)).toContain('-one\r\n+one\n');
  });

  it('is of the words where the line ends stay', () => {
    const before = 'one\r\ntwo\r\n';
    const after = whole(before, 'one\n2\n');
    expect(after).toBe('one\r\n2\r\n');
    expect(hunks(before, after)).toBe('@@ -1,2 +1,2 @@\n one\n-two\n+2\n');
  });

  it('tells where a file ends without a line end, before or after', () => {
    expect(hunks('one', 'one\n')).toBe('@@ -1,1 +1,1 @@\n-one\n\\ No newline at end of file\n+one\n');
    expect(hunks('one\n', 'one')).toBe('@@ -1,1 +1,1 @@\n-one\n+one\n\\ No newline at end of file\n');
    expect(unifiedDiff('a', undefined, 'x')).toBe(
      '--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n',
    );
  });
});
