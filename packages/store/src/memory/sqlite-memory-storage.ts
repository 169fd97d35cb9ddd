import { newContactKey } from '@rolecall/journal';
import type { MemoryRevision, MemoryScope, MemoryStorage, StoredMemory } from '@rolecall/kernel';
import { supersessionOf } from '@rolecall/kernel';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { refuseClosed } from './closed-scope.ts';
import { type MemoryRow, memoryOf, rowOf, scopeKey, vectorText } from './memory-row.ts';
import { contactOfScope, type MemorySeal, memorySeal } from './memory-seal.ts';
import {
  deleteByIds,
  insertContactKey,
  insertMemory,
  markAccessed,
  markDeleted,
  markRestored,
  markSuperseded,
  putScope,
  selectByIds,
  selectByRounds,
  selectChanged,
  selectContactKey,
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

  /** Read before what it opens: of a contact that is deleted in between nothing is left that needs its key. */
  function sealOf({ scope }: Whose): MemorySeal {
    const contact = contactOfScope(scope);
    const found = contact === undefined ? undefined : connection.get(selectContactKey, { organisation, contact });
    return memorySeal(scope, found?.key);
  }

  /** The same inside a change, where a key is made if there is none. */
  function sealFor(of: Whose): MemorySeal {
    const contact = contactOfScope(of.scope);
    if (contact !== undefined) connection.run(insertContactKey, { organisation, contact, key: newContactKey() });
    return sealOf(of);
  }

  function opened(of: Whose, rows: () => readonly MemoryRow[]): StoredMemory[] {
    const seal = sealOf(of);
    return rows().map((row) => memoryOf(row, seal));
  }

  function insert(scope: MemoryScope, memory: StoredMemory) {
    return changing(scope, (of, next) => {
      const { round, subject } = memory.summary;
      const seal = sealFor(of);
      const same = connection.get(selectByRounds, { ...of, rounds: JSON.stringify([round]) });
      if (same) return { isNew: false, memory: memoryOf(same, seal) };
      const subjects = subject === undefined ? [] : [seal.subject(subject), subject];
      const others = connection.all(selectOpenBySubject, { ...of, subjects: JSON.stringify(subjects) });
      const marks = supersessionOf(
        memory.summary,
        others.map((row) => memoryOf(row, seal).summary),
      );
      const added: StoredMemory = { ...memory, summary: { ...memory.summary, ...marks } };
      connection.run(insertMemory, { ...of, ...rowOf(added, next(), seal) });
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
      opened(whose(scope), () => connection.all(selectByRounds, { ...whose(scope), rounds: JSON.stringify(rounds) })),
    byIds: async (scope, ids) =>
      opened(whose(scope), () => connection.all(selectByIds, { ...whose(scope), ids: JSON.stringify(ids) })),
    sessions: async (scope, limit) =>
      connection
        .all(selectSessions, { ...whose(scope), limit })
        .map(({ session, rounds, first, last }) => ({ session, rounds, from: first, to: last })),
    changes: async (scope, since) =>
      connection.snapshot(() => {
        const of = whose(scope);
        const revision = revisionOf(of);
        const isWhole = since === undefined || since.purged !== revision.purged;
        const after = isWhole ? 0 : since.written;
        return { revision, isWhole, memories: opened(of, () => connection.all(selectChanged, { ...of, after })) };
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
        connection.run(setVector, { ...of, id, vector: vectorText(id, vector, sealFor(of)), written: next() }),
      );
    },
    purge: async (scope, which) => purge(scope, which),
  };
}
