import { readFileSync } from 'node:fs';
import {
  type CallToolResult,
  Client,
  type InputRequiredResult,
  SdkError,
  SdkErrorCode,
  SseError,
  type Tool,
} from '@modelcontextprotocol/client';
import { type Bilingual, inAnyLanguage, type JsonObject } from '@rolecall/base';
import type { ResourceAnswer } from '@rolecall/gate';
import { awaitAnswer, type Patience, type RequestHandle } from './await-answer.ts';
import { answerOfError, answerOfResult, isGone, isStaleSession } from './call-answer.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { type ConnectionLimits, messageLimitOf } from './connection-limits.ts';
import { ENDED_BECAUSE } from './connection-words.ts';
import { type Departure, departures } from './departure.ts';
import { isTimeout, watchHealth } from './health-watch.ts';
import { MessageTooLarge } from './message-too-large.ts';
import type { OpenedTransport } from './open-transport.ts';
import { answerRequests, answersTo, capabilitiesFor, type ServerRequests } from './server-requests.ts';
import { readLines } from './stderr-lines.ts';
import type { CallOutcome, ToolCall } from './tool-call.ts';

/** What a connection is made with. */
export interface ConnectionOptions {
  /** A fresh transport for every attempt. */
  readonly openTransport: () => OpenedTransport;
  /** Lines that the server or the protocol has to say; not yet redacted. */
  readonly onLine: (line: Bilingual) => void;
  readonly limits: ConnectionLimits;
  readonly requests: ServerRequests;
}

/**
 * One server and the conversation with it, from the handshake until either ends. It is not opened again: after its end a
 * new one is made.
 */
export class ServerConnection {
  readonly #client: Client;
  readonly #opened: OpenedTransport;
  readonly #options: ConnectionOptions;
  #isOpen = true;
  #isGreeted = false;
  #isSuspect = false;
  #isClosing = false;
  #hasServed = false;
  #isFlooded = false;
  #tools: Promise<readonly Tool[]> | undefined;
  #known: readonly Tool[] = [];
  #listedAt = 0;
  #heardAt = performance.now();
  #endWatch: (() => void) | undefined;
  readonly #inFlight = new CallsInFlight();
  #awaitedLate = 0;

  private constructor(client: Client, opened: OpenedTransport, options: ConnectionOptions) {
    this.#client = client;
    this.#opened = opened;
    this.#options = options;
  }

  /**
   * Reaches the server and agrees on a protocol revision. Servers of before 2026-07-28 may end at the question for it;
   * those are started a second time and greeted as they expect.
   */
  static async open(options: ConnectionOptions, signal: AbortSignal): Promise<ServerConnection> {
    try {
      return await ServerConnection.#attempt(options, 'auto', signal);
    } catch (error) {
      const mayBeOlder = error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed;
      if (!mayBeOlder || signal.aborted || isGone(error)) throw error;
      return await ServerConnection.#attempt(options, 'legacy', signal);
    }
  }

  static async #attempt(
    options: ConnectionOptions,
    mode: 'auto' | 'legacy',
    signal: AbortSignal,
  ): Promise<ServerConnection> {
    const { openTransport, onLine, limits, requests } = options;
    signal.throwIfAborted();
    const opened = openTransport();
    const { transport, stderr } = opened;
    if (stderr !== undefined) readLines(stderr, (line) => onLine(inAnyLanguage(line)));
    const client = new Client(CLIENT, {
      versionNegotiation: { mode, probe: { timeoutMs: limits.probeTimeoutMs } },
      capabilities: capabilitiesFor(requests),
      // A server that asks back is not answered by the SDK: it would send the call again, and nobody decided that.
      inputRequired: { autoFulfill: false },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => connection.#forgetTools() } },
    });
    const connection = new ServerConnection(client, opened, options);
    client.onerror = (error) => {
      const isStream = error instanceof SseError;
      // Of several that were waited for, nobody knows whose answer it was.
      connection.#isFlooded ||=
        (isStream || !opened.isRemote) && FLOOD.test(error.message) && connection.#inFlight.isAlone;
      onLine(inAnyLanguage(withoutAnswer(error.message)));
      if (isStream) connection.#loseStream();
    };
    client.onclose = () => connection.#end();
    answerRequests(client, requests, connection.#inFlight, (text) => connection.#refuse(text));
    const giveUp = () => void transport.close();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await client.connect(transport, { timeout: limits.startTimeoutMs });
      signal.throwIfAborted();
      connection.#isGreeted = true;
      if (opened.isRemote) connection.#watch();
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

  /** True when nobody waits for an answer of it. */
  get isIdle(): boolean {
    return this.#inFlight.isIdle;
  }

  /** True once a call has been answered, whatever the answer. */
  get hasServed(): boolean {
    return this.#hasServed;
  }

  /** True while the answer to a write that timed out may still come. */
  get awaitsLateAnswer(): boolean {
    return this.#awaitedLate > 0;
  }

  /** True after it left a request without an answer for too long, and until the server has answered anything again. */
  get isSuspect(): boolean {
    return this.#isSuspect;
  }

  /** The protocol revision both speak. */
  get revision(): string | undefined {
    return this.#client.getNegotiatedProtocolVersion();
  }

  /**
   * The tools as the server declares them now, all pages of them. A server that promises to say when they change is asked
   * again after it did, and after a minute; any other every time.
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

  /** Sends one call and waits for what becomes of it. */
  async call(call: ToolCall): Promise<CallOutcome> {
    const reason = this.#isOpen ? call.refusal() : 'The server ended before the call was sent.';
    if (reason !== undefined) return { status: 'not_sent', reason };
    const flood = Promise.withResolvers<never>();
    flood.promise.catch(() => undefined);
    const departure: Departure = { refusal: call.refusal, hasLeft: false, onFlood: flood.reject };
    this.#inFlight.begin(call, departure);
    const patience: Patience = {
      timeoutMs: call.timeoutMs,
      totalTimeoutMs: call.totalTimeoutMs,
      lateMs: call.onLate === undefined ? 0 : this.#options.limits.lateAnswerMs,
      signal: call.signal,
    };
    try {
      const awaited = await awaitAnswer(
        (handle) => Promise.race([departures.run(departure, () => this.#request(call, handle)), flood.promise]),
        patience,
      );
      switch (awaited.status) {
        case 'answered':
          this.#hasServed = true;
          return this.#inFlight.noted(awaited.answer, call);
        case 'failed':
          return this.#inFlight.noted(this.#failure(awaited.error, departure.hasLeft), call);
        case 'timed_out':
          this.#isSuspect = true;
          if (awaited.late !== undefined) this.#listen(awaited.late, call);
          return this.#inFlight.noted({ status: 'no_answer', reason: 'timed_out' }, call);
        case 'cancelled':
          return this.#inFlight.noted({ status: 'no_answer', reason: 'cancelled' }, call);
        default:
          return awaited satisfies never;
      }
    } finally {
      this.#inFlight.end(call);
    }
  }

  /** Ends the conversation; a child that no longer answers is not asked to. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#isClosing = true;
    this.#endWatch?.();
    if (this.#isSuspect) this.#opened.kill();
    else if (this.#opened.farewell) await withinMs(this.#opened.farewell(), FAREWELL_MS);
    await this.#client.close();
    await this.#opened.transport.close();
  }

  /**
   * The SDK would check the result against the tool's own schema and throw the answer away; which answers count is for the
   * contract to say, so the schema is kept from it here and looked at afterwards.
   */
  async #request(call: ToolCall, { signal, onProgress }: RequestHandle): Promise<ResourceAnswer> {
    const { outputSchema, ...tool } = this.#known.find(({ name }) => name === call.tool) ?? bareTool(call.tool);
    const options = {
      signal,
      onprogress: onProgress,
      timeout: LONGEST_TIMER_MS,
      toolDefinition: tool as Tool,
      allowInputRequired: true,
    };
    const params = { name: call.tool, arguments: call.arguments, _meta: call.meta };
    call.sampling?.begin(onProgress);
    let result = (await this.#client.callTool(params, options)) as CallToolResult | InputRequiredResult;
    for (let round = 0; isAsking(result); round++) {
      const mayAsk = round < MOST_ROUNDS;
      const answers = mayAsk ? await answersTo(result.inputRequests ?? {}, this.#options.requests, call, signal) : NONE;
      if (answers.status === 'refused') return this.#refusedInput(result, answers.reason);
      const { requestState } = result;
      const inputResponses = Object.keys(answers.values).length === 0 ? {} : { inputResponses: answers.values };
      const again = { ...params, ...inputResponses, ...(requestState === undefined ? {} : { requestState }) };
      result = (await this.#client.callTool(again as typeof params, options)) as CallToolResult | InputRequiredResult;
    }
    this.#heardFrom();
    return answerOfResult(result, {
      limitBytes: this.#options.limits.answerLimitBytes,
      largeBytes: this.#options.limits.largeAnswerBytes,
      outputSchema: outputSchema as JsonObject | undefined,
    });
  }

  /** What the server did before it asked is not known. */
  #refusedInput({ inputRequests = {} }: InputRequiredResult, reason: string | undefined): ResourceAnswer {
    this.#heardFrom();
    const asked = Object.values(inputRequests).map(({ method }) => method);
    const what = asked.join(', ') || 'another round';
    const why = reason ?? '';
    const text = {
      en: `The server asked for ${what} instead of answering, and was refused. ${why}`.trim(),
      zh: `服务器没有回答，反而要 ${what}，已被拒绝。${why}`,
    };
    this.#refuse(text);
    return { status: 'answered', text: text.en, isError: false };
  }

  #failure(error: unknown, hasLeft: boolean): CallOutcome {
    if (isStaleSession(error)) {
      this.#lose(ENDED_BECAUSE.sessionUnknown);
      return { status: 'stale_session', reason: ENDED_BECAUSE.sessionUnknown.en };
    }
    if (isGone(error)) this.#lose(ENDED_BECAUSE.unreachable);
    return answerOfError(this.#isFlooded ? new MessageTooLarge(messageLimitOf(this.#options.limits)) : error, hasLeft);
  }

  #listen(late: Promise<ResourceAnswer>, { onLate }: ToolCall): void {
    this.#awaitedLate++;
    void late
      .catch((error: unknown) => answerOfError(error, true))
      .then((answer) => {
        this.#awaitedLate--;
        if (answer.status === 'answered') onLate?.(answer);
      });
  }

  async #list(): Promise<readonly Tool[]> {
    // Asking a server that has no tools would make the SDK print to our standard output.
    if (this.#client.getServerCapabilities()?.tools === undefined) return [];
    try {
      const options = { timeout: this.#options.limits.listTimeoutMs, cacheMode: 'refresh' } as const;
      const { tools } = await this.#client.listTools(undefined, options);
      this.#heardFrom();
      this.#known = tools;
      return tools;
    } catch (error) {
      if (isTimeout(error)) this.#isSuspect = true;
      if (isGone(error)) this.#lose(ENDED_BECAUSE.unreachableOrUnknown);
      throw error;
    }
  }

  #watch(): void {
    const { pingIntervalMs, listTimeoutMs } = this.#options.limits;
    this.#endWatch = watchHealth({
      client: this.#client,
      intervalMs: pingIntervalMs,
      timeoutMs: listTimeoutMs,
      heardAt: () => this.#heardAt,
      onAnswer: () => this.#heardFrom(),
      onSilence: () => this.#lose(ENDED_BECAUSE.silent),
    });
  }

  /** It is not there any more: whoever waits for an answer is told, and the next who needs it finds a new one. */
  #lose(why: Bilingual): void {
    if (!this.#isOpen || this.#isClosing) return;
    this.#options.onLine(why);
    this.#isOpen = false;
    this.#isSuspect = true;
    void this.close();
  }

  /** Another stream would be another session, of which the server has heard no greeting; what is asked for came on this one. */
  #loseStream(): void {
    if (this.#isGreeted) this.#lose(ENDED_BECAUSE.streamEnded);
  }

  #heardFrom(): void {
    this.#heardAt = performance.now();
    this.#isSuspect = false;
  }

  /** The record is in English; the log in the operator's language. */
  #refuse(text: Bilingual): void {
    this.#options.onLine(text);
    this.#inFlight.refuse(text.en);
  }

  #forgetTools(): void {
    this.#tools = undefined;
  }

  /** A child that closed its output is not left running; whoever is closing a connection does so already. */
  #end(): void {
    this.#isOpen = false;
    this.#endWatch?.();
    if (this.#isClosing) return;
    this.#isClosing = true;
    void this.#opened.transport.close();
  }
}

function isAsking(result: CallToolResult | InputRequiredResult): result is InputRequiredResult {
  return (result as { readonly resultType?: unknown }).resultType === 'input_required';
}

function bareTool(name: string): Tool {
  return { name, inputSchema: { type: 'object' } };
}

/** The SDK quotes an answer that nobody waits for any more. What it holds may be personal and is no matter for a log. */
function withoutAnswer(message: string): string {
  return message.replace(/^(Received a response for an unknown message ID|Unknown message type): .*/s, '$1.');
}

async function withinMs(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise: passed, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work.catch(() => undefined), passed]);
  clearTimeout(timer);
}

/** How long a server's word that its tools are unchanged is taken for it. */
const TRUST_LIST_MS = 60_000;

/** The wait for an answer is ended by us and not by the SDK. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** What the SDK says before it ends a child whose message is too long, and what we say of one on a stream of events. */
const FLOOD = /exceeded maximum size|message is over \d+ bytes/;

const FAREWELL_MS = 1_000;

/** A server that asks back more often than this in one call is not meant to get an answer. */
const MOST_ROUNDS = 5;
const NONE = { status: 'refused', reason: undefined } as const;

const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const CLIENT = { name: 'rolecall', version: (manifest as { readonly version: string }).version };
