import { resolve } from 'node:path';
import type { McpServerDeclaration } from '@rolecall/assets';
import { type Bilingual, inAnyLanguage, RolecallError } from '@rolecall/base';
import type { ServerAuthorization } from './authorization/server-authorization.ts';
import { type ConnectionLimits, messageLimitOf } from './connection-limits.ts';
import { ENDED_BECAUSE } from './connection-words.ts';
import type { CredentialSource } from './credential-source.ts';
import { openTransport } from './open-transport.ts';
import { afterFailure, circuitOf, NEVER_FAILED, type RestartState } from './restart-policy.ts';
import { type ServerAccess, serverAccess } from './server-access.ts';
import { ServerConnection } from './server-connection.ts';

/** Whether a server can be spoken to now, and if not, why. */
export type Readiness =
  | { readonly status: 'up'; readonly connection: ServerConnection }
  | { readonly status: 'credential_missing'; readonly credential: string; readonly reason: Bilingual }
  | { readonly status: 'down'; readonly reason: Bilingual };

/** What an operator sees of a server. */
export interface ServerState {
  readonly status: 'idle' | 'starting' | 'up' | 'backing_off' | 'circuit_open' | 'credential_missing' | 'closed';
  /** The protocol revision, while it is up. */
  readonly revision?: string | undefined;
  /** How often it was started. */
  readonly starts: number;
  /** Failed starts and unexpected ends in a row. */
  readonly failures: number;
  /** Why it was last not to be had. */
  readonly reason?: Bilingual | undefined;
  /** How long it is not tried again, while it is backing off or its circuit is open. */
  readonly retryInMs?: number | undefined;
}

/** What a declared server is run with. */
export interface ManagedServerOptions {
  readonly declaration: McpServerDeclaration;
  readonly workspaceDir: string;
  readonly credentials: CredentialSource;
  readonly limits: ConnectionLimits;
  readonly onLine: (line: Bilingual) => void;
  /** Some binding lets the server fill forms with their defaults. */
  readonly mayElicit: boolean;
  /** Some binding lets the server have a model write something. */
  readonly maySample: boolean;
  /** Of a remote server that wants one of its own. */
  readonly authorization?: ServerAuthorization | undefined;
}

/**
 * One declared server under one set of credentials: started when it is first needed, one at a time, stopped when nobody
 * needs it, started again when it is needed after its end; one that will not stay up is left alone for longer each time.
 */
export class ManagedServer {
  readonly #options: ManagedServerOptions;
  readonly #closing = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();
  #connection: ServerConnection | undefined;
  /** Still working on calls that were sent with credentials of before. */
  readonly #leaving = new Set<ServerConnection>();
  #access: string | undefined;
  #restarts: RestartState = NEVER_FAILED;
  #starts = 0;
  #isStarting = false;
  #missing: Bilingual | undefined;
  #reason: Bilingual | undefined;
  #complaint: string | undefined;
  #lineCount = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: ManagedServerOptions) {
    this.#options = options;
  }

  /** Starts the server if need be. Callers wait for each other, so that there is never a second child. */
  ready(): Promise<Readiness> {
    const readiness = this.#turn.then(() => this.#ready());
    this.#turn = readiness.catch(() => undefined);
    this.#stopWhenIdle();
    return readiness;
  }

  get state(): ServerState {
    const { failures, notBefore } = this.#restarts;
    const now = performance.now();
    const status = this.#status(now);
    const isHeld = status === 'backing_off' || status === 'circuit_open';
    return {
      status,
      revision: status === 'up' ? this.#connection?.revision : undefined,
      starts: this.#starts,
      failures,
      reason: status === 'up' ? undefined : (this.#missing ?? this.#reason),
      retryInMs: isHeld ? Math.ceil(notBefore - now) : undefined,
    };
  }

  /** True while somebody waits for an answer of it, or may still be told a late one. */
  get isBusy(): boolean {
    const connections = [...this.#leaving, ...(this.#connection ? [this.#connection] : [])];
    return this.#isStarting || connections.some((each) => !each.isIdle || each.awaitsLateAnswer);
  }

  /** Stops the server; nothing starts it again. */
  async close(): Promise<void> {
    this.#closing.abort(new Error(CLOSED.en));
    clearTimeout(this.#idleTimer);
    await this.#turn;
    await Promise.all([this.#connection?.close(), ...[...this.#leaving].map((connection) => connection.close())]);
  }

  #status(now: number): ServerState['status'] {
    if (this.#closing.signal.aborted) return 'closed';
    if (this.#isStarting) return 'starting';
    if (this.#connection?.isOpen) return 'up';
    if (this.#missing !== undefined) return 'credential_missing';
    const circuit = circuitOf(this.#restarts, now);
    if (circuit === 'closed') return 'idle';
    return circuit === 'open' ? 'circuit_open' : 'backing_off';
  }

  async #ready(): Promise<Readiness> {
    const { declaration, credentials, authorization } = this.#options;
    const access = await serverAccess(declaration, credentials, authorization);
    this.#missing = access.status === 'credential_missing' ? access.reason : undefined;
    if (access.status === 'down') this.#reason = access.reason;
    if (access.status !== 'ready') return access;
    if (this.#closing.signal.aborted) return { status: 'down', reason: CLOSED };
    const kept = await this.#keep(access.hash);
    if (kept !== undefined) return kept;
    return this.#heldBack() ?? (await this.#start(access));
  }

  /**
   * The connection there is, if it is still good: open, answering, and made with today's secrets. One with calls in flight
   * is never ended, because that would make their outcome unknown.
   */
  async #keep(access: string): Promise<Readiness | undefined> {
    const connection = this.#connection;
    if (connection === undefined) return undefined;
    if (connection.hasServed) this.#restarts = NEVER_FAILED;
    if (!connection.isOpen) {
      this.#connection = undefined;
      this.#fail(ENDED);
      return undefined;
    }
    if (connection.isSuspect && !(await connection.probe())) {
      if (!connection.isIdle) return { status: 'down', reason: ENDED_BECAUSE.silent };
      this.#options.onLine(STARTED_AGAIN);
      this.#connection = undefined;
      this.#fail(ENDED_BECAUSE.silent);
      await connection.close();
      return undefined;
    }
    if (this.#access !== access) {
      this.#connection = undefined;
      await this.#dismiss(connection);
      return undefined;
    }
    return connection.isOpen ? { status: 'up', connection } : undefined;
  }

  async #dismiss(connection: ServerConnection): Promise<void> {
    if (connection.isIdle) return await connection.close();
    this.#leaving.add(connection);
    const look = setInterval(() => {
      if (!connection.isIdle && connection.isOpen) return;
      clearInterval(look);
      this.#leaving.delete(connection);
      void connection.close();
    }, 1_000).unref();
  }

  #heldBack(): Readiness | undefined {
    const { failures, notBefore } = this.#restarts;
    const now = performance.now();
    if (circuitOf(this.#restarts, now) === 'closed') return undefined;
    const seconds = Math.ceil((notBefore - now) / 1_000);
    const { en, zh } = this.#reason ?? { en: '', zh: '' };
    const reason = {
      en: `The server failed ${failures} times in a row and is not tried again for ${seconds} s. ${en}`.trim(),
      zh: `服务器连续失败 ${failures} 次，${seconds} 秒之内不再尝试。${zh}`,
    };
    return { status: 'down', reason };
  }

  async #start({ values, hash }: Extract<ServerAccess, { status: 'ready' }>): Promise<Readiness> {
    const { declaration, workspaceDir, limits, mayElicit, maySample, authorization } = this.#options;
    const roots = declaration.transport === 'stdio' ? (declaration.roots ?? []) : [];
    this.#complaint = undefined;
    this.#lineCount = 0;
    this.#isStarting = true;
    this.#starts++;
    try {
      this.#connection = await ServerConnection.open(
        {
          openTransport: () =>
            openTransport({
              declaration,
              values,
              workspaceDir,
              authorization,
              messageLimitBytes: messageLimitOf(limits),
            }),
          onLine: (line) => this.#hear(line),
          limits,
          requests: { roots: roots.map((root) => resolve(workspaceDir, root)), mayElicit, maySample },
        },
        this.#closing.signal,
      );
      this.#access = hash;
      this.#reason = undefined;
      return { status: 'up', connection: this.#connection };
    } catch (error) {
      const authorized = await authorization?.check();
      if (authorized && authorized.status !== 'ready') {
        this.#missing = authorized.reason;
        return authorized;
      }
      const reason = notStarted(error, declaration.transport === 'stdio', this.#complaint);
      this.#fail(reason);
      return { status: 'down', reason };
    } finally {
      this.#isStarting = false;
    }
  }

  #fail(reason: Bilingual): void {
    this.#reason = reason;
    this.#restarts = afterFailure(this.#restarts, performance.now());
  }

  #stopWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#closing.signal.aborted) return;
    this.#idleTimer = setTimeout(() => {
      const connection = this.#connection;
      if (this.isBusy) return this.#stopWhenIdle();
      if (!connection?.isOpen) return;
      this.#connection = undefined;
      this.#turn = this.#turn.then(() => connection.close()).catch(() => undefined);
    }, this.#options.limits.idleStopMs).unref();
  }

  /** A child that never stops talking is cut off, and that is said. */
  #hear(line: Bilingual): void {
    if (this.#complaint === undefined || (!COMPLAINT.test(this.#complaint) && COMPLAINT.test(line.en))) {
      this.#complaint = line.en;
    }
    this.#lineCount++;
    if (this.#lineCount <= LINES_PER_CHILD) this.#options.onLine(line);
    if (this.#lineCount === LINES_PER_CHILD) this.#options.onLine(LEFT_OUT);
  }
}

function notStarted(error: unknown, isChild: boolean, complaint: string | undefined): Bilingual {
  const why = messageOf(error);
  const said =
    complaint === undefined ? { en: '', zh: '' } : { en: ` It said: ${complaint}`, zh: `它说：${complaint}` };
  return {
    en: `The server could not be ${isChild ? 'started' : 'reached'}: ${why.en}.${said.en}`,
    zh: `${isChild ? '启动不了' : '连接不到'}服务器：${why.zh}。${said.zh}`,
  };
}

function messageOf(error: unknown): Bilingual {
  if (RolecallError.is(error)) return { en: error.message, zh: error.zh.message };
  if (!(error instanceof Error)) return inAnyLanguage(String(error));
  const { cause } = error;
  return inAnyLanguage(
    cause instanceof Error && !error.message.includes(cause.message)
      ? `${error.message} (${cause.message || cause.name})`
      : error.message,
  );
}

const CLOSED = { en: 'The systems were closed.', zh: '系统已经关闭。' };
const ENDED = { en: 'It ended by itself.', zh: '它自己结束了。' };
const STARTED_AGAIN = {
  en: 'The server no longer answers and is started again.',
  zh: '服务器不再回答，将重新启动。',
};
const LEFT_OUT = { en: 'What it says from here on is left out.', zh: '此后它说的内容不再记录。' };

const LINES_PER_CHILD = 500;

/** Of all that a child says before it fails to start, the first such line tells why; else the first line at all. */
const COMPLAINT = /error/i;
