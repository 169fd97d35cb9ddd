import type { JsonValue } from '@rolecall/base';
import {
  type JournalEntry,
  jsonOf,
  jsonText,
  type ProjectedRow,
  type ProjectionIndex,
  projectEntry,
} from '@rolecall/journal';
import type { Scope } from './organisation.ts';
import { tables } from './query.ts';

interface Row {
  readonly table: string;
  readonly key: string;
  readonly scope: string | null;
  readonly value: string;
  readonly conversation: string;
}

type Name = Pick<Row, 'table' | 'key'>;

interface Change {
  readonly name: Name;
  readonly row: Row | undefined;
}

interface Tried {
  readonly missing: ReadonlyMap<string, Name>;
  readonly changes: ReadonlyMap<string, Change>;
  readonly failure: unknown;
}

/**
 * The rows that one transaction folds entries into. A projection reads at once and the database answers later: so an
 * entry is folded with the rows that are known, and what it asked for in vain is fetched and the entry folded anew. That
 * is no second effect, because a projection is a pure function.
 *
 * A row that was read or is to be written stays locked until the transaction ends, and entries are numbered only once all
 * their rows are locked: so the order of numbers is the order in which rows were changed, and a rebuild gives the same.
 */
export class FoldedRows {
  readonly #scope: Scope;
  readonly #projections: ProjectionIndex;
  /** What a row holds now; undefined when there is none. */
  readonly #rows = new Map<string, Row | undefined>();
  readonly #changed = new Map<string, Name>();
  readonly #locked = new Set<string>();

  constructor(scope: Scope, projections: ProjectionIndex) {
    this.#scope = scope;
    this.#projections = projections;
  }

  async fold(entry: JournalEntry): Promise<void> {
    if (!this.#projections.has(entry.kind)) return;
    for (;;) {
      const { missing, changes, failure } = this.#try(entry);
      if (missing.size > 0) {
        await this.#load(missing);
        continue;
      }
      if (failure !== undefined) throw failure;
      return this.#take(changes);
    }
  }

  /** One fold over the rows that are known: what it changes, and what it asked for in vain. */
  #try(entry: JournalEntry): Tried {
    const missing = new Map<string, Name>();
    const changes = new Map<string, Change>();
    let failure: unknown;
    try {
      projectEntry(entry, this.#projections, {
        read: (table, key) => {
          const id = idOf({ table, key });
          const change = changes.get(id);
          if (!change && !this.#rows.has(id)) missing.set(id, { table, key });
          const row = change ? change.row : this.#rows.get(id);
          return row && jsonOf<JsonValue>(row.value);
        },
        write: (change) => {
          const { table, key } = change;
          changes.set(idOf(change), {
            name: { table, key },
            row: change.op === 'put' ? rowOf(change, entry.conversation) : undefined,
          });
        },
      });
    } catch (error) {
      failure = error;
    }
    return { missing, changes, failure };
  }

  /** Waits for the rows that were written without being read. */
  lock(): void {
    const { organisation, transaction } = this.#scope;
    const unlocked = [...this.#changed].filter(([id]) => !this.#locked.has(id));
    transaction.lock(unlocked.map(([, name]) => lockName(organisation, name)));
  }

  write(): void {
    const { organisation, transaction } = this.#scope;
    const changed = [...this.#changed].map(([id, name]) => ({ name, row: this.#rows.get(id) }));
    const put = changed.flatMap(({ row }) => (row ? [row] : []));
    const deleted = changed.flatMap(({ name, row }) => (row ? [] : [name]));
    this.#changed.clear();
    if (put.length > 0) {
      const rows = put.map(({ table, ...row }) => ({ ...row, organisation, table_name: table }));
      transaction.send(
        tables
          .insertInto('projected_rows')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['organisation', 'table_name', 'key']).doUpdateSet((row) => ({
              scope: row.ref('excluded.scope'),
              value: row.ref('excluded.value'),
              conversation: row.ref('excluded.conversation'),
            })),
          ),
      );
    }
    if (deleted.length > 0) {
      transaction.sendRaw(
        `delete from projected_rows using unnest($2::text[], $3::text[]) as gone (name, row_key)
           where organisation = $1 and table_name = gone.name and key = gone.row_key`,
        [organisation, deleted.map((name) => name.table), deleted.map((name) => name.key)],
      );
    }
  }

  #take(changes: Tried['changes']): void {
    for (const [id, { name, row }] of changes) {
      this.#rows.set(id, row);
      this.#changed.set(id, name);
    }
  }

  async #load(missing: ReadonlyMap<string, Name>): Promise<void> {
    const { organisation, transaction } = this.#scope;
    const names = [...missing.values()];
    transaction.lock(names.map((name) => lockName(organisation, name)));
    const rows = await transaction.raw<Row>(
      `select table_name as table, key, scope, value, conversation from projected_rows
       join unnest($2::text[], $3::text[]) as wanted (name, row_key) on table_name = wanted.name and key = wanted.row_key
       where organisation = $1`,
      [organisation, names.map((name) => name.table), names.map((name) => name.key)],
    );
    for (const id of missing.keys()) {
      this.#rows.set(id, undefined);
      this.#locked.add(id);
    }
    for (const row of rows) this.#rows.set(idOf(row), row);
  }
}

function idOf({ table, key }: Name): string {
  return JSON.stringify([table, key]);
}

function lockName(organisation: string, { table, key }: Name): string {
  return JSON.stringify(['row', organisation, table, key]);
}

function rowOf(
  change: {
    readonly table: string;
    readonly key: string;
    readonly scope?: string | undefined;
    readonly value: JsonValue;
  },
  conversation: string,
): Row {
  const { table, key, scope, value } = change;
  return { table, key, scope: scope ?? null, value: jsonText(value, `${table}[${key}]`), conversation };
}

export async function readRow(
  { organisation, transaction }: Scope,
  table: string,
  key: string,
): Promise<JsonValue | undefined> {
  const row = await transaction.get(
    tables
      .selectFrom('projected_rows')
      .select('value')
      .where('organisation', '=', organisation)
      .where('table_name', '=', table)
      .where('key', '=', key),
  );
  return row && jsonOf<JsonValue>(row.value);
}

export async function readRows(
  { organisation, transaction }: Scope,
  table: string,
  scope: string,
): Promise<ProjectedRow[]> {
  const rows = await transaction.all(
    tables
      .selectFrom('projected_rows')
      .select(['key', 'value'])
      .where('organisation', '=', organisation)
      .where('table_name', '=', table)
      .where('scope', '=', scope)
      .orderBy('key'),
  );
  return rows.map(({ key, value }) => ({ table, key, scope, value: jsonOf<JsonValue>(value) }));
}
