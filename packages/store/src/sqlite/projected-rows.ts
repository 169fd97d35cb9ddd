import type { JsonValue } from '@rolecall/base';
import { jsonOf, jsonText, type ProjectedRow, type ProjectedRows, type RowChange } from '@rolecall/journal';
import type { SqliteConnection } from './connection.ts';
import type { SqliteOrganisation } from './organisation.ts';
import { query, statement, tables } from './query.ts';

const selectRow = query((args: { organisation: string; table: string; key: string }) =>
  tables
    .selectFrom('projected_rows')
    .select('value')
    .where('organisation', '=', args.organisation)
    .where('table_name', '=', args.table)
    .where('key', '=', args.key),
);

const selectScope = query((args: { organisation: string; table: string; scope: string }) =>
  tables
    .selectFrom('projected_rows')
    .select(['key', 'value'])
    .where('organisation', '=', args.organisation)
    .where('table_name', '=', args.table)
    .where('scope', '=', args.scope)
    .orderBy('key'),
);

const putRow = query(
  (args: {
    organisation: string;
    table: string;
    key: string;
    scope: string | null;
    value: string;
    conversation: string;
  }) =>
    tables
      .insertInto('projected_rows')
      .values({
        organisation: args.organisation,
        table_name: args.table,
        key: args.key,
        scope: args.scope,
        value: args.value,
        conversation: args.conversation,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation', 'table_name', 'key'])
          .doUpdateSet({ scope: args.scope, value: args.value, conversation: args.conversation }),
      ),
);

const deleteRow = query((args: { organisation: string; table: string; key: string }) =>
  tables
    .deleteFrom('projected_rows')
    .where('organisation', '=', args.organisation)
    .where('table_name', '=', args.table)
    .where('key', '=', args.key),
);

const deleteAllRows = statement(
  `delete from projected_rows where conversation is null or not exists (
     select 1 from checkpoints where checkpoints.organisation = projected_rows.organisation
       and checkpoints.conversation = projected_rows.conversation and cut_entries > 0)`,
);

/** The rows of an organisation for the projections of one conversation, inside the transaction that changes them. */
export function rowsOf(organisation: SqliteOrganisation, conversation: string): ProjectedRows {
  return {
    read: (table, key) => readRow(organisation, table, key),
    write: (change) => writeRow(organisation, conversation, change),
  };
}

export function readRow({ id, connection }: SqliteOrganisation, table: string, key: string): JsonValue | undefined {
  const row = connection.get(selectRow, { organisation: id, table, key });
  return row && jsonOf<JsonValue>(row.value);
}

export function readRows({ id, connection }: SqliteOrganisation, table: string, scope: string): ProjectedRow[] {
  return connection
    .all(selectScope, { organisation: id, table, scope })
    .map(({ key, value }) => ({ table, key, scope, value: jsonOf<JsonValue>(value) }));
}

/**
 * Throws away the rows of all organisations. Of a conversation that was cut they stay as they are: what they were folded
 * from is gone.
 */
export function clearRows(connection: SqliteConnection): void {
  connection.run(deleteAllRows, []);
}

function writeRow({ id, connection }: SqliteOrganisation, conversation: string, change: RowChange): void {
  const { table, key } = change;
  if (change.op === 'delete') {
    connection.run(deleteRow, { organisation: id, table, key });
    return;
  }
  const value = jsonText(change.value, `${table}[${key}]`);
  connection.run(putRow, { organisation: id, table, key, scope: change.scope ?? null, value, conversation });
}
