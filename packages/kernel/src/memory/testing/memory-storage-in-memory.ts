import type { MemoryScope } from '../memory-port.ts';
import type { MemoryRevision, MemoryStorage, StoredMemory } from '../memory-storage.ts';
import { supersessionOf } from '../supersession.ts';
import { sessionsOf } from './sessions-of.ts';

interface Row {
  memory: StoredMemory;
  written: number;
}

interface Scope {
  rows: Map<string, Row>;
  written: number;
  purged: number;
}

/** Memories of one organisation that live as long as the process. */
export function createMemoryStorage(): MemoryStorage {
  const scopes = new Map<string, Scope>();

  function of({ kind, id }: MemoryScope): Scope {
    const key = `${kind}:${id}`;
    const present = scopes.get(key) ?? { rows: new Map(), written: 0, purged: 0 };
    scopes.set(key, present);
    return present;
  }

  function change(scope: Scope, id: string, of: (memory: StoredMemory) => StoredMemory): void {
    const row = scope.rows.get(id);
    if (!row) return;
    scope.written += 1;
    row.memory = of(row.memory);
    row.written = scope.written;
  }

  const memoriesOf = (scope: Scope) => [...scope.rows.values()].map(({ memory }) => memory);

  return {
    async insert(key, memory) {
      const scope = of(key);
      const same = memoriesOf(scope).find(({ summary }) => summary.round === memory.summary.round);
      if (same) return { isNew: false, memory: same };
      const { subject } = memory.summary;
      const others = memoriesOf(scope)
        .map(({ summary }) => summary)
        .filter(
          (other) =>
            subject !== undefined &&
            other.subject === subject &&
            other.deletedAt === undefined &&
            other.supersededBy === undefined,
        );
      const added: StoredMemory = {
        ...memory,
        summary: { ...memory.summary, ...supersessionOf(memory.summary, others) },
      };
      scope.written += 1;
      scope.rows.set(added.summary.id, { memory: added, written: scope.written });
      for (const id of added.summary.supersedes) {
        change(scope, id, (old) => ({ ...old, summary: { ...old.summary, supersededBy: added.summary.id } }));
      }
      return { isNew: true, memory: added };
    },
    async byRounds(key, rounds) {
      return memoriesOf(of(key)).filter(({ summary }) => rounds.includes(summary.round));
    },
    async byIds(key, ids) {
      return memoriesOf(of(key)).filter(({ summary }) => ids.includes(summary.id));
    },
    async sessions(key, limit) {
      return sessionsOf(memoriesOf(of(key))).slice(0, limit);
    },
    async changes(key, since) {
      const scope = of(key);
      const isWhole = since === undefined || since.purged !== scope.purged;
      const revision: MemoryRevision = { written: scope.written, purged: scope.purged };
      const after = isWhole ? 0 : since.written;
      const rows = [...scope.rows.values()].filter(({ written }) => written > after);
      const memories = rows.sort((left, right) => left.written - right.written).map(({ memory }) => memory);
      return { revision, isWhole, memories };
    },
    async setDeleted(key, ids, deletedAt) {
      const scope = of(key);
      const changing = ids.filter((id) => {
        const row = scope.rows.get(id);
        return row && (row.memory.summary.deletedAt === undefined) !== (deletedAt === undefined);
      });
      for (const id of changing) {
        change(scope, id, (old) => ({ ...old, summary: { ...old.summary, deletedAt } }));
      }
      return changing.length;
    },
    async touch(key, ids, accessedAt) {
      for (const id of ids) {
        const row = of(key).rows.get(id);
        if (row) row.memory = { ...row.memory, summary: { ...row.memory.summary, accessedAt } };
      }
    },
    async putVector(key, id, vector) {
      change(of(key), id, (old) => ({ ...old, vector }));
    },
    async purge(key, which) {
      const scope = of(key);
      const gone = memoriesOf(scope).filter(
        ({ summary }) =>
          which === 'all' || (which === 'deleted' ? summary.deletedAt !== undefined : which.includes(summary.id)),
      );
      for (const { summary } of gone) scope.rows.delete(summary.id);
      const ids = new Set(gone.map(({ summary }) => summary.id));
      for (const row of scope.rows.values()) {
        const { supersededBy } = row.memory.summary;
        if (supersededBy === undefined || !ids.has(supersededBy)) continue;
        row.memory = { ...row.memory, summary: { ...row.memory.summary, supersededBy: undefined } };
      }
      if (gone.length > 0) scope.purged += 1;
      return gone.length;
    },
  };
}
