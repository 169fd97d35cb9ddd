import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteJournal } from '../sqlite-journal.ts';
import { open as openIn } from './rolecall.ts';

export const does = 'streams; every step and its results committed to SQLite (WAL) before what follows';

export const open = () =>
  openIn({ journal: sqliteJournal(join(mkdtempSync(join(tmpdir(), 'rolecall-bench-')), 'c.db')) });
