import type { McpServerDeclaration } from '@rolecall/assets';
import { childEnvironment } from './child-environment.ts';
import { ChildTransport } from './child-transport.ts';
import type { CredentialSource } from './credential-source.ts';
import { type ConnectionLimits, ServerConnection } from './server-connection.ts';

/** Whether a server can be spoken to now, and if not, why. */
export type Readiness =
  | { readonly status: 'up'; readonly connection: ServerConnection }
  | { readonly status: 'credential_missing'; readonly credential: string; readonly reason: string }
  | { readonly status: 'down'; readonly reason: string };

/** What a declared server is run with. */
export interface ManagedServerOptions {
  readonly declaration: McpServerDeclaration;
  readonly workspaceDir: string;
  readonly credentials: CredentialSource;
  readonly limits: ConnectionLimits;
  readonly onLine: (line: string) => void;
}

/**
 * One declared server: started when it is first needed, one child at a time, started again when it is needed after its
 * end.
 */
export class ManagedServer {
  readonly #options: ManagedServerOptions;
  readonly #closing = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();
  #connection: ServerConnection | undefined;
  #environment: string | undefined;
  #complaint: string | undefined;
  #lineCount = 0;

  constructor(options: ManagedServerOptions) {
    this.#options = options;
  }

  /** Starts the server if need be. Callers wait for each other, so that there is never a second child. */
  ready(): Promise<Readiness> {
    const readiness = this.#turn.then(() => this.#ready());
    this.#turn = readiness.catch(() => undefined);
    return readiness;
  }

  /** Stops the child; nothing starts it again. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The systems were closed.'));
    await this.#turn;
    await this.#connection?.close();
  }

  async #ready(): Promise<Readiness> {
    const { declaration, credentials } = this.#options;
    const environment = await childEnvironment(declaration.env, credentials);
    if (environment.status === 'credential_missing') return environment;
    if (this.#closing.signal.aborted) return { status: 'down', reason: 'The systems were closed.' };
    const kept = await this.#keep(environment.hash);
    if (kept !== undefined) return kept;
    return await this.#start(environment.variables, environment.hash);
  }

  /**
   * The connection there is, if it is still good: open, answering, and started with today's secrets. One with calls in
   * flight is never ended, because that would make their outcome unknown.
   */
  async #keep(environment: string): Promise<Readiness | undefined> {
    const connection = this.#connection;
    if (connection === undefined || !connection.isOpen) return undefined;
    if (connection.isSuspect && !(await connection.probe())) {
      if (!connection.isIdle) return { status: 'down', reason: 'The server does not answer.' };
      this.#options.onLine('The server no longer answers and is started again.');
      await connection.close();
      return undefined;
    }
    if (this.#environment !== environment && connection.isIdle) {
      await connection.close();
      return undefined;
    }
    return connection.isOpen ? { status: 'up', connection } : undefined;
  }

  async #start(variables: Readonly<Record<string, string>>, environment: string): Promise<Readiness> {
    const { declaration, workspaceDir, limits } = this.#options;
    this.#complaint = undefined;
    this.#lineCount = 0;
    try {
      this.#connection = await ServerConnection.open(
        {
          openTransport: () => new ChildTransport(declaration, variables, workspaceDir),
          onLine: (line) => this.#hear(line),
          limits,
        },
        this.#closing.signal,
      );
      this.#environment = environment;
      return { status: 'up', connection: this.#connection };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const said = this.#complaint === undefined ? '' : ` It said: ${this.#complaint}`;
      return { status: 'down', reason: `The server could not be started: ${message}.${said}` };
    }
  }

  /** A child that never stops talking is cut off, and that is said. */
  #hear(line: string): void {
    if (this.#complaint === undefined || (!COMPLAINT.test(this.#complaint) && COMPLAINT.test(line))) {
      this.#complaint = line;
    }
    this.#lineCount++;
    if (this.#lineCount <= LINES_PER_CHILD) this.#options.onLine(line);
    if (this.#lineCount === LINES_PER_CHILD) this.#options.onLine('What it says from here on is left out.');
  }
}

const LINES_PER_CHILD = 500;

/** Of all that a child says before it fails to start, the first such line tells why; else the first line at all. */
const COMPLAINT = /error/i;
