import { RolecallError } from '@rolecall/base';
import type { TimerRecord } from '@rolecall/journal';
import { Logger, runMigrations } from 'graphile-worker';
import { Client, escapeIdentifier, Pool } from 'pg';

/**
 * The two kinds of job: a conversation has something; a timer is due. They are named for their organisation, so that
 * nobody takes a job of another one.
 */
function tasksOf(organisation: string): { readonly conversation: string; readonly timer: string } {
  return { conversation: `rolecall:conversation:${organisation}`, timer: `rolecall:timer:${organisation}` };
}

/** How often the same job is tried; the waits between grow up to six hours, in all about a day and a half. */
const MAX_ATTEMPTS = 15;

/** The queue keeps silent: what goes wrong is told once, by the dispatcher. */
export const silent = new Logger(() => () => {});

/** Where the queue's own tables are: beside those of the store. */
export function queueSchema(schema = 'rolecall'): string {
  return `${schema}_queue`;
}

/** A conversation whose item has failed as often as it may be tried. Nothing of it is lost: the item still waits. */
export interface DeadLetter {
  readonly conversation: string;
  readonly attempts: number;
  /** The message of the last failure, without a stack. */
  readonly lastError: string;
  /** When it failed for the last time. */
  readonly at: string;
}

/** Makes the queue's tables, or brings them up. */
export async function migrateQueue(url: string, schema?: string): Promise<void> {
  await runMigrations({ connectionString: url, schema: queueSchema(schema), logger: silent });
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Which processes live stands among the queue's tables and not the store's: it says nothing of an organisation.
    await client.query(
      `create table if not exists ${escapeIdentifier(queueSchema(schema))}.rolecall_processes (
         id text primary key, workers text[] not null, seen_at timestamptz not null)`,
    );
  } finally {
    await client.end();
  }
}

/** Where the queue is and whose jobs are meant. */
export interface QueuePlace {
  readonly url: string;
  readonly schema?: string | undefined;
  readonly organisation: string;
  readonly connections: number;
}

/** Jobs by the conversations that they wake, in the database that the workers share. */
export class ConversationQueue {
  readonly pool: Pool;
  readonly schema: string;
  readonly tasks: { readonly conversation: string; readonly timer: string };
  readonly #tables: string;

  constructor({ url, schema, organisation, connections }: QueuePlace) {
    this.tasks = tasksOf(organisation);
    this.schema = queueSchema(schema);
    this.#tables = escapeIdentifier(this.schema);
    this.pool = new Pool({ connectionString: url, max: connections, connectionTimeoutMillis: 5_000 });
    // A connection that breaks while it is idle is replaced.
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Has a conversation tried as soon as possible, also one that was put off after failures. */
  async wake(conversation: string, inMs = 0): Promise<void> {
    await this.#query(
      `select ${this.#tables}.add_job($1, $2, run_at := now() + $3 * interval '1 ms', max_attempts := $4, job_key := $5)`,
      [this.tasks.conversation, JSON.stringify({ conversation }), inMs, MAX_ATTEMPTS, this.#key(conversation)],
    );
  }

  /** Wakes those conversations for which no job stands: neither one that waits, nor one at work, nor one given up. */
  async wakeForgotten(conversations: readonly string[]): Promise<void> {
    if (conversations.length === 0) return;
    await this.#query(
      `select ${this.#tables}.add_job($1, json_build_object('conversation', conversation), max_attempts := $2, job_key := key)
       from unnest($3::text[], $4::text[]) with ordinality as forgotten (conversation, key, place)
       where not exists (
         select from ${this.#tables}.jobs where jobs.key = forgotten.key
           and (jobs.locked_by is null or jobs.locked_by = any (select unnest(workers) from ${this.#tables}.rolecall_processes)))
       order by place`,
      [
        this.tasks.conversation,
        MAX_ATTEMPTS,
        conversations,
        conversations.map((conversation) => this.#key(conversation)),
      ],
    );
  }

  /** Has a timer told when it is due; one that the queue has already stays as it is. */
  async remind(timer: TimerRecord): Promise<void> {
    await this.#query(
      `select ${this.#tables}.add_job($1, $2, run_at := $3, max_attempts := $4, job_key := $5)
       where not exists (select from ${this.#tables}.jobs where key = $5)`,
      [
        this.tasks.timer,
        JSON.stringify({ timer }),
        timer.dueAt,
        MAX_ATTEMPTS,
        `${this.tasks.timer} ${timer.conversation} ${timer.id} ${timer.dueAt}`,
      ],
    );
  }

  /** Says that this process lives, and frees what a process that no longer says so had taken. */
  async beat(process: string, workers: readonly string[], deadAfterMs: number): Promise<readonly string[]> {
    await this.#query(
      `insert into ${this.#tables}.rolecall_processes (id, workers, seen_at) values ($1, $2, now())
       on conflict (id) do update set workers = excluded.workers, seen_at = now()`,
      [process, workers],
    );
    const gone = await this.#query<{ readonly id: string; readonly workers: string[] }>(
      `delete from ${this.#tables}.rolecall_processes where seen_at < now() - $1 * interval '1 ms' returning id, workers`,
      [deadAfterMs],
    );
    if (gone.length > 0) {
      await this.#query(`select ${this.#tables}.force_unlock_workers($1)`, [gone.flatMap((row) => row.workers)]);
    }
    // A job that another one has taken the place of while it ran has no key, and nothing to do any more.
    await this.#query(
      `select ${this.#tables}.complete_jobs(array(
         select id from ${this.#tables}.jobs where key is null and locked_at is null and attempts >= max_attempts))`,
    );
    return gone.map((row) => row.id);
  }

  /** Says that this process ends by itself: nothing of it needs to be freed. */
  async leave(process: string): Promise<void> {
    await this.#query(`delete from ${this.#tables}.rolecall_processes where id = $1`, [process]);
  }

  /** How many jobs could be taken now, or have been taken by these workers, but for those of some conversations. */
  async pending(workers: readonly string[], but: readonly string[]): Promise<number> {
    const [row] = await this.#query<{ readonly count: string }>(
      `select count(*) from ${this.#tables}.jobs
       where run_at <= now() and task_identifier = $1 and not coalesce(key, '') = any($2)
         and (locked_by = any($3) or locked_at is null and attempts < max_attempts)`,
      [this.tasks.conversation, but.map((conversation) => this.#key(conversation)), workers],
    );
    return Number(row?.count ?? 0);
  }

  /** What has been given up. */
  async deadLetters(): Promise<DeadLetter[]> {
    const rows = await this.#query<{
      readonly payload: { readonly conversation: string };
      readonly attempts: number;
      readonly last_error: string | null;
      readonly updated_at: Date;
    }>(
      `select private.payload, jobs.attempts, jobs.last_error, jobs.updated_at
       from ${this.#tables}.jobs join ${this.#tables}._private_jobs as private using (id)
       where jobs.task_identifier = $1 and jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
         and jobs.key is not null order by jobs.updated_at`,
      [this.tasks.conversation],
    );
    return rows.map(({ payload, attempts, last_error, updated_at }) => ({
      conversation: payload.conversation,
      attempts,
      lastError: (last_error ?? '').split('\n')[0] ?? '',
      at: updated_at.toISOString(),
    }));
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  async #query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.pool.query(text, [...values])).rows as Row[];
    } catch (cause) {
      throw new RolecallError({
        code: 'queue_failed',
        message: { en: 'The queue could not be read or written.', zh: '队列无法读写。' },
        hint: {
          en: 'Run `rolecall db migrate`, and check that PostgreSQL runs. Nothing is lost: what was accepted is in the store.',
          zh: '运行 `rolecall db migrate`，并检查 PostgreSQL 是否在运行。没有丢失任何内容：接收的都在存储里。',
        },
        cause,
      });
    }
  }

  #key(conversation: string): string {
    return `${this.tasks.conversation} ${conversation}`;
  }
}
