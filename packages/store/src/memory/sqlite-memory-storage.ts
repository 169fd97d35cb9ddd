import type { MemoryRevision, MemoryScope, MemoryStorage, StoredMemory } from '@rolecall/kernel';
import { supersessionOf } from '@rolecall/kernel';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { refuseClosed } from './closed-scope.ts';
import { memoryOf, rowOf, scopeKey, vectorText } from './memory-row.ts';
import {
  deleteByIds,
  insertMemory,
  markAccessed,
  markDeleted,
  markRestored,
  markSuperseded,
  putScope,
  selectByIds,
  selectByRounds,
  selectChanged,
  selectOpenBySubject,
  selectScope,
  selectSessions,
  setVector,
  unmarkSuperseded,
  type Whose,
} from './memory-statements.ts';

/** The memories of one organisation. Each method is one synchronous transaction; the promise only carries the answer. */
export function sqliteMemoryStorage(connection: SqliteConnection, organisation: string): MemoryStorage {
  const whose = (scope: MemoryScope): Whose => ({ organisation, scope: scopeKey(scope) });

  /** Runs the work with a way to number its changes; an index that follows sees them in that order. */
  function changing<Result>(scope: MemoryScope, work: (of: Whose, next: () => number) => Result): Result {
    const of = whose(scope);
    return connection.transaction('process', () => {
      const { written: before, purged } = revisionOf(of);
      refuseClosed({ written: before, purged }, of.scope);
      let written = before;
      const result = work(of, () => ++written);
      if (written > before) connection.run(putScope, { ...of, written, purged });
      return result;
    });
  }

  function revisionOf(of: Whose): MemoryRevision {
    return connection.get(selectScope, of) ?? { written: 0, purged: 0 };
  }

  function insert(scope: MemoryScope, memory: StoredMemory) {
    return changing(scope, (of, next) => {
      const { round, subject } = memory.summary;
      const same = connection.get(selectByRounds, { ...of, rounds: JSON.stringify([round]) });
      if (same) return { isNew: false, memory: memoryOf(same) };
      const others = subject === undefined ? [] : connection.all(selectOpenBySubject, { ...of, subject });
      const marks = supersessionOf(
        memory.summary,
        others.map((row) => memoryOf(row).summary),
      );
      const added: StoredMemory = { ...memory, summary: { ...memory.summary, ...marks } };
      connection.run(insertMemory, { ...of, ...rowOf(added, next()) });
      for (const id of marks.supersedes) {
        connection.run(markSuperseded, { ...of, id, supersededBy: added.summary.id, written: next() });
      }
      return { isNew: true, memory: added };
    });
  }

  function purge(scope: MemoryScope, which: readonly string[] | 'deleted' | 'all'): number {
    const of = whose(scope);
    const purged = connection.transaction('power', () => {
      const rows =
        typeof which === 'string'
          ? connection.all(selectChanged, { ...of, after: 0 })
          : connection.all(selectByIds, { ...of, ids: JSON.stringify(which) });
      const gone = which === 'deleted' ? rows.filter(({ deleted_at }) => deleted_at !== null) : rows;
      if (gone.length === 0) return 0;
      const ids = JSON.stringify(gone.map(({ id }) => id));
      connection.run(deleteByIds, { ...of, ids });
      connection.run(unmarkSuperseded, { ...of, ids });
      const { written, purged } = revisionOf(of);
      connection.run(putScope, { ...of, written, purged: purged + 1 });
      return gone.length;
    });
    if (purged > 0) connection.emptyLog();
    return purged;
  }

  return {
    insert: async (scope, memory) => insert(scope, memory),
    byRounds: async (scope, rounds) =>
      connection.all(selectByRounds, { ...whose(scope), rounds: JSON.stringify(rounds) }).map(memoryOf),
    byIds: async (scope, ids) =>
      connection.all(selectByIds, { ...whose(scope), ids: JSON.stringify(ids) }).map(memoryOf),
    sessions: async (scope, limit) =>
      connection
        .all(selectSessions, { ...whose(scope), limit })
        .map(({ session, rounds, first, last }) => ({ session, rounds, from: first, to: last })),
    changes: async (scope, since) =>
      connection.snapshot(() => {
        const of = whose(scope);
        const revision = revisionOf(of);
        const isWhole = since === undefined || since.purged !== revision.purged;
        const rows = connection.all(selectChanged, { ...of, after: isWhole ? 0 : since.written });
        return { revision, isWhole, memories: rows.map(memoryOf) };
      }),
    setDeleted: async (scope, ids, deletedAt) =>
      changing(scope, (of, next) =>
        ids
          .map((id) =>
            deletedAt === undefined
              ? connection.run(markRestored, { ...of, id, written: next() })
              : connection.run(markDeleted, { ...of, id, deletedAt, written: next() }),
          )
          .reduce((sum, changed) => sum + changed, 0),
      ),
    touch: async (scope, ids, accessedAt) => {
      const args = { ...whose(scope), ids: JSON.stringify(ids), accessedAt };
      connection.transaction('process', () => connection.run(markAccessed, args));
    },
    putVector: async (scope, id, vector) => {
      changing(scope, (of, next) =>
        connection.run(setVector, { ...of, id, vector: vectorText(vector), written: next() }),
      );
    },
    purge: async (scope, which) => purge(scope, which),
  };
}
