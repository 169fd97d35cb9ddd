import { DatabaseSync } from 'node:sqlite';
import type { Durability, JournalEntry } from '@rolecall/journal';
import type { ConversationJournal } from '@rolecall/kernel';

/** As bytes, which cost half of what the same text does on its way out of SQLite. */
const BODY = 'CAST(body AS BLOB) AS body';

/** Conversations in one SQLite file: what a host needs to write for an agent that survives a restart. */
export function sqliteJournal(file: string): ConversationJournal & { close(): void } {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  db.exec(
    'CREATE TABLE IF NOT EXISTS entry (conversation TEXT, sequence INTEGER, body TEXT, PRIMARY KEY (conversation, sequence)) WITHOUT ROWID',
  );
  const last = db.prepare('SELECT max(sequence) AS sequence FROM entry WHERE conversation = ?');
  const insert = db.prepare('INSERT INTO entry VALUES (?, ?, ?)');
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const back = db.prepare(
    `SELECT ${BODY} FROM entry WHERE conversation = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
  );
  const start = db.prepare(`SELECT ${BODY} FROM entry WHERE conversation = ? ORDER BY sequence LIMIT ?`);
  const decoder = new TextDecoder();
  const parsed = (rows: readonly Record<string, unknown>[]) =>
    rows.map(({ body }) => JSON.parse(decoder.decode(body as Uint8Array)) as JournalEntry);
  let present: Durability = 'process';
  return {
    append(conversation, after, entries, durability) {
      if (durability !== present) db.exec(`PRAGMA synchronous = ${durability === 'power' ? 'FULL' : 'NORMAL'}`);
      present = durability;
      begin.run();
      try {
        if (Number(last.get(conversation)?.sequence ?? 0) !== after) {
          db.exec('ROLLBACK');
          return 'moved';
        }
        for (const entry of entries) insert.run(conversation, entry.sequence, JSON.stringify(entry));
        commit.run();
        return 'appended';
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    readBack: async (conversation, limit, before) =>
      parsed(back.all(conversation, before ?? Number.MAX_SAFE_INTEGER, limit)).reverse(),
    readStart: async (conversation, limit) => parsed(start.all(conversation, limit)),
    close: () => db.close(),
  };
}
