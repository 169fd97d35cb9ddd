import { DatabaseSync } from 'node:sqlite';
import type { Durability, JournalEntry } from '@rolecall/journal';
import type { ConversationJournal } from '@rolecall/kernel';

/** A page in one piece and as bytes, which cost half of what the same text does on its way out of SQLite. */
const PAGE = "SELECT CAST('[' || group_concat(body, ',') || ']' AS BLOB) AS page FROM";

/** Conversations in one SQLite file: what a host needs to write for an agent that survives a restart. */
export function sqliteJournal(file: string): ConversationJournal & { close(): void } {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  db.exec(
    'CREATE TABLE IF NOT EXISTS entry (conversation TEXT, sequence INTEGER, kind TEXT, body TEXT, PRIMARY KEY (conversation, sequence)) WITHOUT ROWID',
  );
  const last = db.prepare('SELECT max(sequence) AS sequence FROM entry WHERE conversation = ?');
  const insert = db.prepare('INSERT INTO entry VALUES (?, ?, ?, ?)');
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const back = db.prepare(
    `${PAGE} (SELECT body FROM entry WHERE conversation = ? AND sequence < ? AND sequence >= ? AND NOT instr(?, ' ' || kind || ' ') ORDER BY sequence DESC LIMIT ?)`,
  );
  const start = db.prepare(`${PAGE} (SELECT body FROM entry WHERE conversation = ? ORDER BY sequence LIMIT ?)`);
  const decoder = new TextDecoder();
  const entriesOf = (row: Record<string, unknown> | undefined): readonly JournalEntry[] => {
    if (!row?.page) return [];
    const entries: JournalEntry[] = JSON.parse(decoder.decode(row.page as Uint8Array));
    // In which order they are joined SQLite does not promise.
    return entries.sort((left, right) => left.sequence - right.sequence);
  };
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
        for (const entry of entries) insert.run(conversation, entry.sequence, entry.kind, JSON.stringify(entry));
        commit.run();
        return 'appended';
      } catch (error) {
        // A full disk or an interrupted write may have rolled it back already.
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
    readBack: async (conversation, limit, before = Number.MAX_SAFE_INTEGER, unneeded = { kinds: [], below: 0 }) =>
      entriesOf(back.get(conversation, before, unneeded.below, ` ${unneeded.kinds.join(' ')} `, limit)),
    readStart: async (conversation, limit) => entriesOf(start.get(conversation, limit)),
    close: () => db.close(),
  };
}
