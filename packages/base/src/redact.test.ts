import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const secret = fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 40 });

test('a secret is found as it is, as base64 and URL-encoded, in texts, keys and nested values', () => {
  const label = '[redacted:token]';
  fc.assert(
    fc.property(secret, (text) => {
      const redactor = createRedactor({ token: text });
      const encoded = [text, encodeURIComponent(text), Buffer.from(text).toString('base64')];
      for (const shape of encoded) {
        const clean = redactor.redact({ list: [{ [`«${shape}»`]: `前${shape}后` }] });
        expect(clean).toEqual({ list: [{ [`«${label}»`]: `前${label}后` }] });
      }
    }),
  );
});

test('a secret of digits is also found as a number', () => {
  const redactor = createRedactor({ pin: '20260731' });
  expect(redactor.redact({ pin: 20_260_731, total: 671.66 })).toEqual({ pin: '[redacted:pin]', total: 671.66 });
});

test('a secret that becomes known later is found from then on', () => {
  const redactor = createRedactor();
  expect(redactor.redact('a-long-secret')).toBe('a-long-secret');
  redactor.add('late', 'a-long-secret');
  expect(redactor.redact('a-long-secret')).toBe('[redacted:late]');
});

test('what is too short would shred ordinary text and is not taken', () => {
  expect(createRedactor({ pin: '12345' }).redact('12345 Elm Street')).toBe('12345 Elm Street');
});

test.each(["'0'0A%", 'a(b[c)*.$^|\\/-{}', 'redacted', '[redacted:token]'])(
  'a secret such as %j leaves nothing behind',
  (text) => {
    const redactor = createRedactor({ token: text });
    for (const shape of [text, encodeURIComponent(text), Buffer.from(text).toString('base64')]) {
      expect(redactor.redact(`«${shape}»`)).toBe('«[redacted:token]»');
    }
  },
);

test('of two secrets the longer is found whole where it begins with the shorter', () => {
  const redactor = createRedactor({ short: 'secret-1', long: 'secret-123' });
  expect(redactor.redact('secret-123 secret-1')).toBe('[redacted:long] [redacted:short]');
});
