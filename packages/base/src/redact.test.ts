import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const secret = fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 40 });

const WRITINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'URL-encoded': encodeURIComponent,
  'URL-encoded in small letters': (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  'in an address': encodeURI,
  'in a form': (text) => new URLSearchParams({ text }).toString(),
  'in JSON': JSON.stringify,
  'in JSON within JSON': (text) => JSON.stringify(JSON.stringify({ text })),
  'in JSON with slashes escaped': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'in JSON with all but ASCII escaped': (text) =>
    JSON.stringify(text).replaceAll(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'as Node shows it': (text) => inspect({ text }),
  'in HTML': (text) =>
    text.replaceAll(/[&<>"']/g, (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign] ?? '#39'};`),
  'as base64': (text) => Buffer.from(text).toString('base64'),
  'as base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'as the password of a header': (text) => `Basic ${Buffer.from(`user:${text}`).toString('base64')}`,
  'after one other byte, as base64': (text) => Buffer.from(`:${text}:`).toString('base64'),
  'after two other bytes, as base64': (text) => Buffer.from(`u:${text}:`).toString('base64url'),
  'as hexadecimal': (text) => Buffer.from(text).toString('hex'),
};

describe.each(Object.entries(WRITINGS))('a secret written %s', (_, write) => {
  const words = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 }).map((text) => text.toWellFormed());

  test('is found in texts, keys and nested values', () => {
    fc.assert(
      fc.property(fc.oneof(secret, words), (text) => {
        const redactor = createRedactor({ token: text });
        const written = write(text);
        const clean = JSON.stringify(redactor.redact({ list: [{ [`«${written}»`]: `前${written}后` }] }));
        expect(clean).not.toContain(JSON.stringify(written).slice(1, -1));
        expect(clean.split('[redacted:token]')).toHaveLength(3);
      }),
    );
  });
});

test.each(['it`s "a" key', "it's `a` key", 'it\'s "a" key', 'it\'s "a" `key`'])(
  '%s is found as Node shows it',
  (key) => {
    expect(createRedactor({ key }).redact(inspect([key]))).toMatch(/^\[ (['"`])\[redacted:key\]\1 \]$/);
  },
);

test('a secret of several lines is found line by line', () => {
  const redactor = createRedactor({ key: 'begin\nMIIEvQIBADANBgkqhkiG9w0\nend' });
  expect(redactor.redact('MIIEvQIBADANBgkqhkiG9w0')).toBe('[redacted:key]');
});

describe('what nobody has made known', () => {
  const redactor = createRedactor();

  test.each([
    ['sk-proj-a1B2c3D4e5F6g7H8i9', '[redacted:token]'],
    ['ghp_0123456789abcdefghijABCDEFGHIJklmn', '[redacted:token]'],
    ['xoxb-1234567890-abcdef', '[redacted:token]'],
    ['AKIAIOSFODNN7EXAMPLE', '[redacted:access_key]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJlLW9mLWl0', '[redacted:signed_token]'],
    ['Authorization: Bearer a1b2c3d4e5f6g7h8i9j0', 'Authorization: Bearer [redacted:authorization]'],
    [
      'postgres://rolecall:hunter22@db.example/shop',
      'postgres://rolecall:[redacted:password_in_address]@db.example/shop',
    ],
    ['-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4\n\nMIIE\n-----END RSA PRIVATE KEY-----', '[redacted:private_key]'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE and what follows', '[redacted:private_key]'],
  ])('is found by its shape: %s', (text, clean) => {
    expect(redactor.redact([`前 ${text}`])).toEqual([`前 ${clean}`]);
  });

  test.each([
    'Please keep the bearer of good news and basic authentication in mind.',
    'sk-learn-pipelines-and-transformers',
    'https://shop.example:8080/orders?by=a@b.example',
    'order:query-status #W9911714 2026-07-28T10:00:00.000Z',
    'sha256:2955a2bafb4e7de576be8a0449ed43d0543ce6042d2247638fc7a661c51477c9',
  ])('is no secret: %s', (text) => {
    expect(redactor.redact(text)).toBe(text);
  });

  test('is looked for once: what a label reads is left alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'sk-_://@Bearer eyJ.a1[]redact') }), (text) => {
        const once = redactor.redact(text);
        expect(redactor.redact(once)).toBe(once);
      }),
    );
  });
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
