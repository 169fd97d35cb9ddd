import { join, resolve } from 'node:path';
import { type Redactor, RolecallError, systemClock } from '@rolecall/base';
import {
  type ExportSummary,
  exportStore,
  importStore,
  migrateStore,
  type OnSealed,
  openMemoryAt,
  openStoreAt,
  type SealedRows,
  type StoreLocation,
  type StoreStatus,
  sealStore,
  storeStatus,
} from '@rolecall/store';
import { ENGINE } from './engine.ts';
import { loadDefinition } from './load-definition.ts';
import { type RetentionReport, retain } from './retention/retain.ts';
import { retentionTimes } from './retention/retention-times.ts';
import { readWorkspaceConfig, type WorkspaceConfig } from './workspace-config.ts';
import { workspaceProjections } from './workspace-projections.ts';

export type { SealedRows } from '@rolecall/store';

type Environment = Readonly<Record<string, string | undefined>>;

/** The database of a workspace, for whoever looks after it. Nothing of the workspace is started. */
export interface WorkspaceDatabase {
  status(): Promise<StoreStatus>;
  /** Brings the schema up to what this Rolecall needs; running it again changes nothing. */
  migrate(): Promise<{ readonly from: number; readonly to: number }>;
  /** Forgets what is older than `retention` in `rolecall.yaml` keeps it. A dry run changes nothing. */
  retain(options?: { readonly dryRun?: boolean }): Promise<RetentionReport>;
  /** Puts what was written before texts were encrypted under its contact's key. Broken off, it goes on where it stopped. */
  seal(onSealed?: OnSealed): Promise<SealedRows>;
  /** Writes everything into one file, which holds the contacts' keys. */
  export(file: string): Promise<ExportSummary>;
  /** Reads an export into an empty, migrated database; all of it, or nothing. */
  import(file: string): Promise<ExportSummary>;
}

/** The database that `rolecall.yaml` names. Throws `workspace_not_found` and `database_url_missing`. */
export function openWorkspaceDatabase(folder: string, environment: Environment = process.env): WorkspaceDatabase {
  const dir = resolve(folder);
  const location = storeLocation(dir, readWorkspaceConfig(dir).config, environment);
  return {
    status: () => storeStatus(location),
    migrate: () => migrateStore(location, ENGINE),
    retain: (options) => retainAt(dir, location, options),
    seal: (onSealed) => sealStore(location, onSealed),
    export: (file) => exportStore(location, file),
    import: (file) => importStore(location, file),
  };
}

async function retainAt(
  dir: string,
  location: StoreLocation,
  options: { readonly dryRun?: boolean } = {},
): Promise<RetentionReport> {
  const { config, employees } = await loadDefinition(dir);
  const store = await openStoreAt(location, { projections: workspaceProjections, engine: ENGINE });
  try {
    const memories = await openMemoryAt(location, ENGINE);
    try {
      const { organisation, language } = config;
      const releases = employees.map(({ release }) => release);
      const times = retentionTimes(config, releases, systemClock.now());
      return await retain(
        { store: store.for(organisation), memories, organisation, clock: systemClock, language },
        times,
        options,
      );
    } finally {
      await memories.close();
    }
  } finally {
    await store.close();
  }
}

/** Where a workspace keeps what it comes to know: PostgreSQL if it names one, else a file of its own. */
export function storeLocation(
  dir: string,
  { database, organisation }: WorkspaceConfig,
  environment: Environment,
  redactor?: Redactor | undefined,
): StoreLocation {
  if (database === undefined) return { kind: 'sqlite', file: join(dir, '.rolecall', 'rolecall.sqlite'), organisation };
  const url = environment[database.url_env];
  if (url === undefined || url === '') {
    throw new RolecallError({
      code: 'database_url_missing',
      at: { file: 'rolecall.yaml', path: 'database.url_env' },
      message: {
        en: `The environment variable ${database.url_env} is not set.`,
        zh: `环境变量 ${database.url_env} 没有设置。`,
      },
      hint: {
        en: `Set it to the URL of the PostgreSQL database (postgres://…), or remove "database" to use a file.`,
        zh: '把它设为 PostgreSQL 数据库的 URL（postgres://…），或去掉“database”以使用文件。',
      },
    });
  }
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new RolecallError({
      code: 'database_url_malformed',
      at: { file: 'rolecall.yaml', path: 'database.url_env' },
      message: {
        en: `What ${database.url_env} holds is no URL of a PostgreSQL database.`,
        zh: `${database.url_env} 里的内容不是 PostgreSQL 数据库的 URL。`,
      },
      hint: {
        en: 'It begins with postgres:// and names user, host and database.',
        zh: '它以 postgres:// 开头，写明用户、主机和数据库。',
      },
    });
  }
  redactor?.add('database_url', url);
  const password = passwordOf(url);
  if (password !== undefined) redactor?.add('database_password', password);
  return { kind: 'postgres', url, schema: database.schema };
}

function passwordOf(url: string): string | undefined {
  try {
    const { password } = new URL(url);
    return password === '' ? undefined : decodeURIComponent(password);
  } catch {
    return undefined;
  }
}
