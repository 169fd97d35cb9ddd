import { newContactKey } from '@rolecall/journal';
import type { MemoryRevision, MemoryScope, MemoryStorage, StoredMemory } from '@rolecall/kernel';
import { supersessionOf } from '@rolecall/kernel';
import type { PostgresDatabase, Transaction } from '../postgres/database.ts';
import { tables } from '../postgres/query.ts';
import { refuseClosed } from './closed-scope.ts';
import { MEMORY_COLUMNS, type MemoryRow, memoryOf, rowOf, scopeKey, vectorText } from './memory-row.ts';
import { contactOfScope, type MemorySeal, memorySeal } from './memory-seal.ts';

/** The memories of one organisation. Each method is one transaction. */
export function postgresMemoryStorage(database: PostgresDatabase, organisation: string): MemoryStorage {
  const whose = (scope: string) => ({ organisation, scope });

  const ownMemories = (scope: string) =>
    tables
      .selectFrom('memories')
      .select(MEMORY_COLUMNS)
      .where('organisation', '=', organisation)
      .where('scope', '=', scope);

  const changed = (scope: string) =>
    tables.updateTable('memories').where('organisation', '=', organisation).where('scope', '=', scope);

  const reading = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
    database.snapshot(organisation, work);

  async function revisionOf(transaction: Transaction, scope: string): Promise<MemoryRevision> {
    const row = await transaction.get(
      tables
        .selectFrom('memory_scopes')
        .select(['written', 'purged'])
        .where('organisation', '=', organisation)
        .where('scope', '=', scope),
    );
    return row ?? { written: 0, purged: 0 };
  }

  /** Runs the work with a way to number its changes; the writers of a scope come one after the other. */
  function changing<Result>(
    of: MemoryScope,
    work: (transaction: Transaction, scope: string, next: () => number) => Promise<Result>,
  ): Promise<Result> {
    const scope = scopeKey(of);
    return database.transaction(organisation, 'process', async (transaction) => {
      transaction.lock([JSON.stringify(['memory', organisation, scope])]);
      const { written: before, purged } = await revisionOf(transaction, scope);
      refuseClosed({ written: before, purged }, scope);
      let written = before;
      const result = await work(transaction, scope, () => ++written);
      if (written > before) await putScope(transaction, scope, { written, purged });
      return result;
    });
  }

  async function putScope(transaction: Transaction, scope: string, revision: MemoryRevision): Promise<void> {
    await transaction.run(
      tables
        .insertInto('memory_scopes')
        .values({ ...whose(scope), ...revision })
        .onConflict((conflict) => conflict.columns(['organisation', 'scope']).doUpdateSet(revision)),
    );
  }

  async function sealOf(transaction: Transaction, scope: string): Promise<MemorySeal> {
    const contact = contactOfScope(scope);
    if (contact === undefined) return memorySeal(scope, undefined);
    const found = await transaction.get(
      tables
        .selectFrom('contact_keys')
        .select('key')
        .where('organisation', '=', organisation)
        .where('contact', '=', contact),
    );
    return memorySeal(scope, found?.key);
  }

  /** The same inside a change: what is remembered before the contact is known to the store has its key made. */
  async function sealFor(transaction: Transaction, scope: string): Promise<MemorySeal> {
    const contact = contactOfScope(scope);
    if (contact !== undefined) {
      const values = { organisation, contact, key: newContactKey() };
      await transaction.run(
        tables
          .insertInto('contact_keys')
          .values(values)
          .onConflict((conflict) => conflict.columns(['organisation', 'contact']).doNothing()),
      );
    }
    return sealOf(transaction, scope);
  }

  /** The key is read before what it opens: of a contact that is deleted in between nothing is left that needs it. */
  function opened(scope: string, rows: (transaction: Transaction) => Promise<readonly MemoryRow[]>) {
    return reading(async (transaction) => {
      const seal = await sealOf(transaction, scope);
      return (await rows(transaction)).map((row) => memoryOf(row, seal));
    });
  }

  function insert(of: MemoryScope, memory: StoredMemory) {
    return changing(of, async (transaction, scope, next) => {
      const { round, subject } = memory.summary;
      const seal = await sealFor(transaction, scope);
      const same = await transaction.get(ownMemories(scope).where('round', '=', round));
      if (same) return { isNew: false, memory: memoryOf(same, seal) };
      const others =
        subject === undefined
          ? []
          : await transaction.all(
              ownMemories(scope)
                .where('subject', 'in', [seal.subject(subject), subject])
                .where('deleted_at', 'is', null)
                .where('superseded_by', 'is', null)
                .orderBy('at'),
            );
      const marks = supersessionOf(
        memory.summary,
        others.map((row) => memoryOf(row, seal).summary),
      );
      const added: StoredMemory = { ...memory, summary: { ...memory.summary, ...marks } };
      await transaction.run(tables.insertInto('memories').values({ ...whose(scope), ...rowOf(added, next(), seal) }));
      for (const id of marks.supersedes) {
        const mark = { superseded_by: added.summary.id, written: next() };
        await transaction.run(changed(scope).set(mark).where('id', '=', id));
      }
      return { isNew: true, memory: added };
    });
  }

  function purge(of: MemoryScope, which: readonly string[] | 'deleted' | 'all'): Promise<number> {
    const scope = scopeKey(of);
    return database.transaction(organisation, 'power', async (transaction) => {
      transaction.lock([JSON.stringify(['memory', organisation, scope])]);
      let select = ownMemories(scope);
      if (which === 'deleted') select = select.where('deleted_at', 'is not', null);
      if (typeof which !== 'string') select = select.where('id', 'in', listOf(which));
      const ids = (await transaction.all(select)).map(({ id }) => id);
      if (ids.length === 0) return 0;
      await transaction.run(
        tables
          .deleteFrom('memories')
          .where('organisation', '=', organisation)
          .where('scope', '=', scope)
          .where('id', 'in', ids),
      );
      await transaction.run(changed(scope).set({ superseded_by: null }).where('superseded_by', 'in', ids));
      const { written, purged } = await revisionOf(transaction, scope);
      await putScope(transaction, scope, { written, purged: purged + 1 });
      return ids.length;
    });
  }

  return {
    insert,
    byRounds: async (of, rounds) => {
      const select = ownMemories(scopeKey(of)).where('round', 'in', listOf(rounds));
      return opened(scopeKey(of), (transaction) => transaction.all(select));
    },
    byIds: async (of, ids) => {
      const select = ownMemories(scopeKey(of)).where('id', 'in', listOf(ids));
      return opened(scopeKey(of), (transaction) => transaction.all(select));
    },
    async sessions(of, limit) {
      const select = tables
        .selectFrom('memories')
        .select(({ fn }) => [
          'session',
          fn.countAll<number>().as('rounds'),
          fn.min<string>('at').as('first'),
          fn.max<string>('at').as('last'),
        ])
        .where('organisation', '=', organisation)
        .where('scope', '=', scopeKey(of))
        .where('deleted_at', 'is', null)
        .groupBy('session')
        .orderBy('last', 'desc')
        .limit(limit);
      const rows = await reading((transaction) => transaction.all(select));
      return rows.map(({ session, rounds, first, last }) => ({ session, rounds, from: first, to: last }));
    },
    changes: (of, since) =>
      reading(async (transaction) => {
        const scope = scopeKey(of);
        const revision = await revisionOf(transaction, scope);
        const isWhole = since === undefined || since.purged !== revision.purged;
        const after = isWhole ? 0 : since.written;
        const seal = await sealOf(transaction, scope);
        const rows = await transaction.all(ownMemories(scope).where('written', '>', after).orderBy('written'));
        return { revision, isWhole, memories: rows.map((row) => memoryOf(row, seal)) };
      }),
    setDeleted: (of, ids, deletedAt) =>
      changing(of, async (transaction, scope, next) => {
        let count = 0;
        for (const id of ids) {
          const change = changed(scope)
            .set({ deleted_at: deletedAt ?? null, written: next() })
            .where('id', '=', id)
            .where('deleted_at', deletedAt === undefined ? 'is not' : 'is', null);
          count += await transaction.run(change);
        }
        return count;
      }),
    async touch(of, ids, accessedAt) {
      const change = changed(scopeKey(of)).set({ accessed_at: accessedAt }).where('id', 'in', listOf(ids));
      await database.transaction(organisation, 'process', (transaction) => transaction.run(change));
    },
    putVector: (of, id, vector) =>
      changing(of, async (transaction, scope, next) => {
        const seal = await sealFor(transaction, scope);
        const change = { vector: vectorText(id, vector, seal), written: next() };
        await transaction.run(changed(scope).set(change).where('id', '=', id));
      }),
    purge,
  };
}

/** An empty list is no SQL; nothing has the empty text for an id. */
function listOf(values: readonly string[]): readonly string[] {
  return values.length === 0 ? [''] : values;
}
