import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { Client, SdkError, SdkErrorCode, type Tool } from '@modelcontextprotocol/client';
import type { JsonObject } from '@rolecall/base';
import type { ResourceAnswer } from '@rolecall/gate';
import { answerOfError, answerOfResult } from './call-answer.ts';
import type { ChildTransport } from './child-transport.ts';
import { readLines } from './stderr-lines.ts';

/** What a connection is made with. */
export interface ConnectionOptions {
  /** A fresh transport for every attempt. */
  readonly openTransport: () => ChildTransport;
  /** Lines that the server or the protocol has to say; not yet redacted. */
  readonly onLine: (line: string) => void;
  readonly limits: ConnectionLimits;
}

/** How long and how large; all have defaults in `createResourcePort`. */
export interface ConnectionLimits {
  readonly startTimeoutMs: number;
  /** How long a starting server may take to say which protocol revision it speaks; a silent one is taken for older. */
  readonly probeTimeoutMs: number;
  readonly listTimeoutMs: number;
  readonly answerLimitBytes: number;
}

/** One call of a tool, mapped and ready to leave. */
export interface ToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Asked in the same turn in which the bytes leave: a reason why they must not, or undefined. */
  readonly refusal: () => string | undefined;
}

/**
 * One server process and the conversation with it, from the handshake until either ends. It is not opened again: after
 * its end a new one is made.
 */
export class ServerConnection {
  readonly #client: Client;
  readonly #transport: ChildTransport;
  readonly #limits: ConnectionLimits;
  #isOpen = true;
  #inFlight = 0;
  #isSuspect = false;
  #tools: Promise<readonly Tool[]> | undefined;
  #listedAt = 0;

  private constructor(client: Client, transport: ChildTransport, limits: ConnectionLimits) {
    this.#client = client;
    this.#transport = transport;
    this.#limits = limits;
  }

  /**
   * Starts the process and agrees on a protocol revision. Servers of before 2026-07-28 may end at the question for it;
   * those are started a second time and greeted as they expect.
   */
  static async open(options: ConnectionOptions, signal: AbortSignal): Promise<ServerConnection> {
    try {
      return await ServerConnection.#attempt(options, 'auto', signal);
    } catch (error) {
      const mayBeOlder = error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
      if (!mayBeOlder || signal.aborted) throw error;
      return await ServerConnection.#attempt(options, 'legacy', signal);
    }
  }

  static async #attempt(
    { openTransport, onLine, limits }: ConnectionOptions,
    mode: 'auto' | 'legacy',
    signal: AbortSignal,
  ): Promise<ServerConnection> {
    signal.throwIfAborted();
    const transport = openTransport();
    if (transport.stderr !== null) readLines(transport.stderr as Readable, onLine);
    const client = new Client(CLIENT, {
      versionNegotiation: { mode, probe: { timeoutMs: limits.probeTimeoutMs } },
      // A server that asks back is not answered: the SDK would send the call again, and nobody decided that.
      inputRequired: { autoFulfill: false },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => connection.#forgetTools() } },
    });
    const connection = new ServerConnection(client, transport, limits);
    client.onerror = (error) => onLine(withoutAnswer(error.message));
    client.onclose = () => connection.#end();
    const giveUp = () => void transport.close();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await client.connect(transport, { timeout: limits.startTimeoutMs });
      signal.throwIfAborted();
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isIdle(): boolean {
    return this.#inFlight === 0;
  }

  /** True after it left a request without an answer for too long, and until the server has answered anything again. */
  get isSuspect(): boolean {
    return this.#isSuspect;
  }

  /**
   * The tools as the server declares them now. A server that promises to say when they change is asked again after it
   * did, and after a minute; any other every time.
   */
  tools(): Promise<readonly Tool[]> {
    const trustMs = this.#client.getServerCapabilities()?.tools?.listChanged ? TRUST_LIST_MS : 0;
    if (this.#tools !== undefined && performance.now() - this.#listedAt < trustMs) return this.#tools;
    const listing = this.#list();
    this.#tools = listing;
    this.#listedAt = performance.now();
    listing.catch(() => this.#forgetTools());
    return listing;
  }

  /** Asks anything at all, to see whether the server still answers. */
  async probe(): Promise<boolean> {
    this.#forgetTools();
    return await this.tools().then(
      () => true,
      () => false,
    );
  }

  /**
   * Sends one call and waits for what becomes of it.
   *
   * The SDK's `callTool` would check the result against the tool's own schema and throw the answer away; which answers
   * count is for the contract to say, so the request is made without it.
   */
  async call({ tool, arguments: values, timeoutMs, signal, refusal }: ToolCall): Promise<ResourceAnswer> {
    const reason = this.#isOpen ? refusal() : 'The server ended before the call was sent.';
    if (reason !== undefined) return { status: 'not_sent', reason };
    this.#inFlight++;
    try {
      const result = await this.#client.request(
        { method: 'tools/call', params: { name: tool, arguments: values } },
        { timeout: timeoutMs, maxTotalTimeout: timeoutMs, ...(signal === undefined ? {} : { signal }) },
      );
      this.#isSuspect = false;
      return answerOfResult(result, this.#limits.answerLimitBytes);
    } catch (error) {
      const answer = answerOfError(error, signal?.aborted === true);
      if (answer.status === 'no_answer' && answer.reason === 'timed_out') this.#isSuspect = true;
      return answer;
    } finally {
      this.#inFlight--;
    }
  }

  /** Ends the process; one that no longer answers is not asked to. */
  async close(): Promise<void> {
    this.#isOpen = false;
    if (this.#isSuspect) this.#transport.kill();
    await this.#client.close();
    await this.#transport.close();
  }

  async #list(): Promise<readonly Tool[]> {
    // Asking a server that has no tools would make the SDK print to our standard output.
    if (this.#client.getServerCapabilities()?.tools === undefined) return [];
    try {
      const options = { timeout: this.#limits.listTimeoutMs, cacheMode: 'refresh' } as const;
      const { tools } = await this.#client.listTools(undefined, options);
      this.#isSuspect = false;
      return tools;
    } catch (error) {
      if (isTimeout(error)) this.#isSuspect = true;
      throw error;
    }
  }

  #forgetTools(): void {
    this.#tools = undefined;
  }

  #end(): void {
    this.#isOpen = false;
    void this.#transport.close();
  }
}

/** The SDK quotes an answer that nobody waits for any more. What it holds may be personal and is no matter for a log. */
function withoutAnswer(message: string): string {
  return message.replace(/^(Received a response for an unknown message ID|Unknown message type): .*/s, '$1.');
}

function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/** How long a server's word that its tools are unchanged is taken for it. */
const TRUST_LIST_MS = 60_000;

const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const CLIENT = { name: 'rolecall', version: (manifest as { readonly version: string }).version };
