import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from '@rolecall/journal/testing';
import { afterAll } from 'vitest';
import { openSqliteStore } from './open-sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-store-'));
let files = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

storeContract('the SQLite store', (options) =>
  openSqliteStore({ ...options, file: join(folder, `${++files}`, 'store.db') }),
);
