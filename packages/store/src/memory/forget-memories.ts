import type { PostgresDatabase } from '../postgres/database.ts';
import type { SqliteConnection } from '../sqlite/connection.ts';
import { statement } from '../sqlite/query.ts';

const OLD = 'organisation = $1 and at < $2';

/** For both databases: parameters are `$1`, `$2` … */
const STATEMENTS = {
  count: `select count(*) as count from memories where ${OLD}`,
  /** What a forgotten summary had superseded is not brought back by it: it goes with it, for it is older. */
  unmark: `update memories set superseded_by = null where organisation = $1 and at >= $2 and superseded_by in (
    select id from memories as old where old.organisation = $1 and old.at < $2)`,
  /** An open index sees that something is gone. */
  mark: `update memory_scopes set purged = purged + 1 where organisation = $1 and scope in (
    select scope from memories where ${OLD})`,
  remove: `delete from memories where ${OLD}`,
} as const;

/** Forgets what of an organisation was remembered before a time; answers how many memories. A dry run only counts. */
export function forgetSqliteMemories(
  connection: SqliteConnection,
  organisation: string,
  before: string,
  dryRun: boolean,
): number {
  return connection.transaction('process', () => {
    const args = [organisation, before];
    const count = connection.get(statement<{ readonly count: number }>(STATEMENTS.count), args)?.count ?? 0;
    if (dryRun || count === 0) return count;
    for (const text of [STATEMENTS.unmark, STATEMENTS.mark, STATEMENTS.remove]) connection.run(statement(text), args);
    return count;
  });
}

/** The same on PostgreSQL. */
export function forgetPostgresMemories(
  database: PostgresDatabase,
  organisation: string,
  before: string,
  dryRun: boolean,
): Promise<number> {
  return database.transaction(organisation, 'process', async (transaction) => {
    const args = [organisation, before];
    const [row] = await transaction.raw<{ readonly count: number }>(STATEMENTS.count, args);
    const count = row?.count ?? 0;
    if (dryRun || count === 0) return count;
    for (const text of [STATEMENTS.unmark, STATEMENTS.mark, STATEMENTS.remove]) transaction.sendRaw(text, args);
    return count;
  });
}
