import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readApiToken } from './api-token.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rolecall-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('the first start makes a token that only its owner can read, and later ones find it', async () => {
  const first = await readApiToken(dir, {});
  expect(first.token).toMatch(/^[\w-]{43}$/);
  expect(statSync(join(dir, '.rolecall/api-token')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dir, '.rolecall/api-token'), 'utf8').trim()).toBe(first.token);
  expect(await readApiToken(dir, {})).toEqual(first);
});

test('starts at the same moment agree on one token', async () => {
  const tokens = await Promise.all(Array.from({ length: 8 }, () => readApiToken(dir, {})));
  const kept = readFileSync(join(dir, '.rolecall/api-token'), 'utf8').trim();
  expect(new Set(tokens.map(({ token }) => token))).toEqual(new Set([kept]));
});

test('a given token is used and neither stored nor shown', async () => {
  const token = await readApiToken(dir, { ROLECALL_API_TOKEN: 'given-token-of-the-operator' });
  expect(token).toMatchObject({ token: 'given-token-of-the-operator', isGiven: true });
  expect(() => statSync(join(dir, '.rolecall'))).toThrow();
});
