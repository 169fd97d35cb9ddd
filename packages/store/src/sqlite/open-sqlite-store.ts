import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RolecallError } from '@rolecall/base';
import { indexProjections, type Store, type StoreOptions, type StorePorts } from '@rolecall/journal';
import { SqliteConnection } from './connection.ts';
import { rebuildIfPending, rebuildRows } from './entries.ts';
import { migrate, refuseForeignFile, refuseOnceNewer } from './migrate.ts';
import { sqlitePorts } from './ports.ts';
import { query, tables } from './query.ts';

/** A store in one file. */
export interface SqliteStoreOptions extends StoreOptions {
  /** Its folder is made if need be; SQLite keeps `-wal` and `-shm` files beside it while it is open. */
  readonly file: string;
  /** Nobody else may be in the file: an embedded workspace holds one organisation. Any without it. */
  readonly organisation?: string | undefined;
}

/**
 * Opens the store in a file, or makes it. Several processes may have the same file open at once; the file must be on a
 * local disk. Throws `store_not_writable`, `store_corrupt`, `store_foreign_file` or `store_schema_too_new` and changes
 * nothing then.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const file = resolve(options.file);
  const projections = indexProjections(options.projections);
  await makeFile(file);
  const connection = new SqliteConnection(file);
  try {
    await prepareFile(connection, options.engine);
    rebuildIfPending(connection, projections);
    if (options.organisation !== undefined) refuseOtherOrganisation(connection, options.organisation);
  } catch (error) {
    connection.close();
    throw error;
  }
  const organisations = new Map<string, StorePorts>();
  return {
    for(organisation) {
      const present = organisations.get(organisation);
      if (present) return present;
      const ports = sqlitePorts({
        id: organisation,
        connection,
        projections,
        redact: options.redact,
        keepsContact: options.keepsContact,
      });
      organisations.set(organisation, ports);
      return ports;
    },
    rebuildProjections: async () => rebuildRows(connection, projections),
    close: async () => connection.close(),
  };
}

/** What customers wrote is in it: only its owner may read it. SQLite gives the files beside it the same rights. */
async function makeFile(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await (await open(file, 'a', 0o600)).close();
  } catch (cause) {
    throw new RolecallError({
      code: 'store_not_writable',
      at: { file },
      message: {
        en: 'The store cannot be written: the file cannot be made or opened for writing.',
        zh: '存储无法写入：文件无法建立，或无法打开写入。',
      },
      hint: {
        en: 'Check that its folder can be made and that this user may write in it.',
        zh: '检查它的文件夹能否建立，以及这个用户能否在其中写入。',
      },
      cause,
    });
  }
}

async function prepareFile(connection: SqliteConnection, engine: string): Promise<void> {
  refuseForeignFile(connection);
  await useWriteAheadLog(connection);
  // Without it macOS answers before the drive has written; elsewhere it changes nothing.
  connection.execute('pragma fullfsync = 1; pragma checkpoint_fullfsync = 1');
  // What is deleted is overwritten: a contact that is gone is not in the file's free pages either.
  connection.execute('pragma secure_delete = on');
  migrate(connection, engine);
  refuseOnceNewer(connection);
}

const selectOther = query((args: { organisation: string }) =>
  tables.selectFrom('contacts').select('organisation').where('organisation', '!=', args.organisation).limit(1),
);

function refuseOtherOrganisation(connection: SqliteConnection, organisation: string): void {
  const other = connection.get(selectOther, { organisation })?.organisation;
  if (other === undefined) return;
  throw new RolecallError({
    code: 'store_second_organisation',
    at: { file: connection.file },
    message: {
      en: `The file holds the organisation "${other}", and "${organisation}" would be a second one.`,
      zh: `文件里存放着组织“${other}”，再加“${organisation}”就有两个了。`,
    },
    hint: {
      en: 'Keep several organisations in PostgreSQL (`database` in rolecall.yaml), or each in a workspace of its own.',
      zh: '几个组织放在 PostgreSQL 里（rolecall.yaml 的 `database`），或各用一个工作区。',
    },
  });
}

/** Two processes that make the same file get in each other's way here, and SQLite does not wait for us. */
async function useWriteAheadLog(connection: SqliteConnection): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const mode = connection.pragma('journal_mode = wal');
      if (mode === 'wal') return;
      throw new RolecallError({
        code: 'store_not_local',
        at: { file: connection.file },
        message: {
          en: `The file system does not support SQLite's write-ahead log (journal mode "${mode}").`,
          zh: `文件系统不支持 SQLite 的预写日志（journal mode 是“${mode}”）。`,
        },
        hint: {
          en: 'Put the store on a local disk, or use PostgreSQL.',
          zh: '把存储放在本地磁盘上，或使用 PostgreSQL。',
        },
      });
    } catch (error) {
      if (attempt === 100 || !RolecallError.is(error) || error.code !== 'store_busy') throw error;
      await sleep(20);
    }
  }
}
