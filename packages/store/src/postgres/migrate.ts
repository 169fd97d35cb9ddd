import { RolecallError } from '@rolecall/base';
import { escapeIdentifier } from 'pg';
import { APP_ROLE } from './app-role.ts';
import { type DatabaseOptions, PostgresDatabase, type Transaction } from './database.ts';
import { NEWEST, POSTGRES_MIGRATIONS, type PostgresMigration } from './migrations.ts';

/** What a database holds of us. */
export interface FoundSchema {
  /** 0 when there is nothing. */
  readonly version: number;
  /** The oldest schema whose Rolecall may still run on it. */
  readonly compatibleFrom: number;
}

/**
 * Brings a database up to the newest schema, in one transaction. Processes of the Rolecall before may go on running: a
 * step only adds; what nobody uses any more is taken away by a later one, after every process has moved on. One that is too
 * old for such a step is refused from then on, also in what it has begun: the step waits for transactions that are under way.
 */
export async function migratePostgres(
  options: DatabaseOptions & { readonly engine: string },
  migrations: readonly PostgresMigration[] = POSTGRES_MIGRATIONS,
): Promise<{ readonly from: number; readonly to: number }> {
  const database = new PostgresDatabase(options);
  const schema = escapeIdentifier(database.schema);
  try {
    return await database.asOwner(async (transaction) => {
      transaction.lock(['rolecall.migrate']);
      await makeRole(transaction);
      await transaction.raw(`create schema if not exists ${schema}; grant usage on schema ${schema} to ${APP_ROLE}`);
      await transaction.raw('create table if not exists meta (key text primary key, value text not null)');
      const found = await readVersion(transaction);
      refuseNewer(found, database.schema);
      const missing = migrations.filter(({ version }) => version > found.version);
      if (missing.some(({ compatibleFrom }) => compatibleFrom > found.compatibleFrom))
        await transaction.raw('lock table meta in access exclusive mode');
      for (const { version, name, statements, compatibleFrom } of missing) {
        await transaction.raw(statements);
        const step: Step = { name, engine: options.engine, compatibleFrom };
        await transaction.raw('insert into meta (key, value) values ($1, $2)', [
          `migration:${version}`,
          JSON.stringify(step),
        ]);
      }
      const compatibleFrom = Math.max(found.compatibleFrom, ...missing.map((step) => step.compatibleFrom));
      await transaction.raw(
        `insert into meta (key, value) values ('compatible_from', $1)
         on conflict (key) do update set value = excluded.value where meta.value <> excluded.value`,
        [String(compatibleFrom)],
      );
      return { from: found.version, to: Math.max(found.version, ...missing.map(({ version }) => version)) };
    });
  } finally {
    await database.close();
  }
}

/** What a database holds of us, without changing anything. */
export async function postgresSchema(options: DatabaseOptions): Promise<FoundSchema> {
  const database = new PostgresDatabase(options);
  try {
    return await foundSchema(database);
  } finally {
    await database.close();
  }
}

/** Throws when this Rolecall cannot run on the schema that it finds. */
export async function requireSchema(database: PostgresDatabase): Promise<void> {
  const found = await foundSchema(database);
  refuseNewer(found, database.schema);
  if (found.version >= NEWEST) return;
  throw new RolecallError({
    code: 'store_schema_too_old',
    at: { path: database.schema },
    message:
      found.version === 0
        ? { en: 'The database has no tables of Rolecall yet.', zh: '数据库里还没有 Rolecall 的表。' }
        : {
            en: `The database has schema ${found.version}, and this Rolecall needs ${NEWEST}.`,
            zh: `数据库的结构版本是 ${found.version}，这个 Rolecall 需要 ${NEWEST}。`,
          },
    hint: {
      en: 'Run `rolecall db migrate` once; nothing was changed.',
      zh: '运行一次 `rolecall db migrate`；没有改变任何内容。',
    },
  });
}

function foundSchema(database: PostgresDatabase): Promise<FoundSchema> {
  return database.asOwner(async (transaction) => {
    const [found] = await transaction.raw<{ readonly present: boolean }>(
      'select to_regclass($1) is not null as present',
      [`${escapeIdentifier(database.schema)}.meta`],
    );
    return found?.present ? readVersion(transaction) : { version: 0, compatibleFrom: 0 };
  });
}

/** What `meta` remembers of a step. */
interface Step {
  readonly name: string;
  readonly engine: string;
  readonly compatibleFrom: number;
}

async function readVersion(transaction: Transaction): Promise<FoundSchema> {
  const rows = await transaction.raw<{ readonly key: string; readonly value: string }>(
    "select key, value from meta where key like 'migration:%'",
  );
  const steps = rows.map(({ key, value }) => ({
    version: Number(key.slice('migration:'.length)),
    ...(JSON.parse(value) as Step),
  }));
  return {
    version: Math.max(0, ...steps.map((step) => step.version)),
    compatibleFrom: Math.max(0, ...steps.map((step) => step.compatibleFrom)),
  };
}

/** A newer schema is no hindrance as long as it has only been added to. */
function refuseNewer({ version, compatibleFrom }: FoundSchema, schema: string): void {
  if (compatibleFrom <= NEWEST) return;
  throw new RolecallError({
    code: 'store_schema_too_new',
    at: { path: schema },
    message: {
      en: `The database has schema ${version}, which serves Rolecalls from schema ${compatibleFrom} on; this one knows schemas up to ${NEWEST}.`,
      zh: `数据库的结构版本是 ${version}，供结构版本 ${compatibleFrom} 以上的 Rolecall 使用；这一个只认识到 ${NEWEST}。`,
    },
    hint: { en: 'Run the Rolecall that migrated it, or a newer one.', zh: '使用升级它的 Rolecall，或更新的版本。' },
  });
}

/** Roles belong to the whole server: another database of it may have made ours already. */
async function makeRole(transaction: Transaction): Promise<void> {
  await transaction.raw(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
        create role ${APP_ROLE} nologin nobypassrls;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$;
    do $$ begin
      if not pg_has_role(current_user, '${APP_ROLE}', 'set') then
        execute format('grant ${APP_ROLE} to %I', current_user);
      end if;
    end $$
  `);
}
