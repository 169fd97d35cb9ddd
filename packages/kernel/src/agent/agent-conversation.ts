import { newId, RolecallError } from '@rolecall/base';
import { estimateTokens } from '../estimate-tokens.ts';
import { agentEntry, type InputData, type RoundEndedData } from './agent-entries.ts';
import type { AgentEvent, AgentReply } from './agent-events.ts';
import type { AgentKit } from './agent-kit.ts';
import type { AgentMemory } from './agent-memory.ts';
import { overLimit, replyOf, waitingText } from './agent-reply.ts';
import { type AgentRoundOutcome, agentRound } from './agent-round.ts';
import type { ConversationJournal } from './conversation-journal.ts';
import { ConversationLog } from './conversation-log.ts';
import { type ConversationState, checkpointOf, type EndedRound, foldEntry, noteLoaded } from './conversation-state.ts';
import type { KeptConversations } from './kept-conversations.ts';
import { KeptResults } from './kept-results.ts';
import { newTakeovers } from './new-takeovers.ts';
import { readConversation, trimRounds } from './read-conversation.ts';
import { type Waiter, waiterOf } from './reply-waiter.ts';
import type { SendOptions } from './send-options.ts';
import { UnderWay } from './under-way.ts';

const DEFAULT_INPUT_CHARACTERS = 20_000;

/** What a conversation lives in. */
export interface ConversationWorld {
  readonly kit: () => Promise<AgentKit>;
  readonly journal: ConversationJournal;
  readonly memory: AgentMemory | undefined;
  readonly conversations: KeptConversations;
}

interface Opened {
  readonly state: ConversationState;
  readonly log: ConversationLog;
}

/**
 * One conversation with an agent. Messages are answered one after the other, in the order in which they were accepted.
 * What was accepted is on record; after a failed write or a crash the conversation goes on from its journal.
 */
export class AgentConversation {
  readonly #id: string;
  readonly #world: ConversationWorld;
  readonly #results: KeptResults;
  readonly #listeners = new Set<(event: AgentEvent) => void>();
  readonly #waiters = new Map<string, Waiter>();
  #opened: Promise<Opened> | undefined;
  /** What `#opened` has come to, once it has. */
  #ready: Opened | undefined;
  #isWorking = false;
  #working: Promise<void> | undefined;
  #steering: { readonly text: string; readonly waiter: Waiter }[] = [];
  #running: { readonly controller: AbortController; readonly steered: Waiter[] } | undefined;

  /** What the work under way was read from. */
  #workedOn: Promise<Opened> | undefined;
  /** What was sent and has no answer yet. */
  readonly #coming = new UnderWay();
  #isAbortDue = false;
  #isKnown = false;

  constructor(id: string, world: ConversationWorld) {
    this.#id = id;
    this.#world = world;
    this.#results = new KeptResults(id, world.journal);
  }

  get id(): string {
    this.becomeKnown();
    return this.#id;
  }

  /** Somebody may ask the agent for it by its id from now on. */
  becomeKnown(): void {
    if (this.#isKnown) return;
    this.#isKnown = true;
    this.#world.conversations.know(this.#id, this);
  }

  /** Told what happens as it happens; answers how to stop that. */
  subscribe(listener: (event: AgentEvent) => void): () => void {
    this.becomeKnown();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Accepts a message and answers once its round has ended. Rejects when it could not be put on record. */
  send(text: string, options: SendOptions = {}): Promise<AgentReply> {
    return this.#comingIn(() => this.#send(text, options));
  }

  async #send(text: string, options: SendOptions): Promise<AgentReply> {
    const kit = await this.#world.kit();
    const most = kit.options.limits?.inputCharacters ?? DEFAULT_INPUT_CHARACTERS;
    if (text.length > most) return overLimit(most, kit);
    if (options.whileRunning === 'steer' && this.#running) {
      const waiter = waiterOf(undefined);
      this.#steering.push({ text, waiter });
      return waiter.promise;
    }
    return this.#accept({ id: options.id ?? newId('input'), text, answers: options.answers }, options.signal);
  }

  /** A person's decision on a call that waits for approval; its round runs the call and goes on. */
  decide(
    approval: string,
    verdict: 'approve' | 'deny',
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<AgentReply> {
    return this.#comingIn(() =>
      this.#accept({ id: newId('input'), text: '', decision: { approval, verdict } }, options.signal),
    );
  }

  /** Goes on with what a crash or a failed write has left: the interrupted round, then what was accepted. */
  resume(): Promise<readonly AgentReply[]> {
    return this.#comingIn(async () => {
      const { state } = await this.#openAnew();
      const waiting = [...(state.open ? [state.open.input] : []), ...state.queue].map(({ id }) =>
        this.#waiterFor(id, undefined),
      );
      this.#work();
      return Promise.all(waiting.map(({ promise }) => promise));
    });
  }

  /** Aborts the running round, or the one that is about to begin; it keeps what was said so far. */
  abort(): void {
    if (this.#running) this.#running.controller.abort();
    else this.#isAbortDue = this.#coming.isAny;
  }

  /** The question and the calls that wait for the person, and the task table. */
  async pending(): Promise<Pick<ConversationState, 'question' | 'approvals' | 'tasks'>> {
    const { question, approvals, tasks } = (await this.#open()).state;
    return { question, approvals, tasks };
  }

  /** Lets go of what is in memory, once nothing is under way; the next message reads it again. */
  async park(): Promise<void> {
    await this.#quiet();
    if (this.#coming.isAny) return this.park();
    this.#opened = undefined;
    this.#ready = undefined;
    this.#world.memory?.park();
  }

  /** Answers once nothing is under way any more and what was remembered is written. */
  async settled(): Promise<void> {
    await this.#quiet();
    await this.#world.memory?.settled();
  }

  /** An abort before the round of what comes in has begun is an abort of it. */
  async #comingIn<Result>(sending: () => Promise<Result>): Promise<Result> {
    if (this.#coming.begin()) this.#world.conversations.note(this, true);
    try {
      return await sending();
    } finally {
      if (this.#coming.end()) {
        this.#isAbortDue = false;
        this.#world.conversations.note(this, false);
      }
    }
  }

  async #quiet(): Promise<void> {
    await this.#coming.ended();
    await this.#working;
  }

  async #accept(input: InputData, signal: AbortSignal | undefined): Promise<AgentReply> {
    const { state, log } = await this.#openAnew();
    const known = this.#waiters.get(input.id);
    if (known) return known.promise;
    const ended = state.ended.get(input.id);
    if (ended) return replyOf(ended, state);
    const waiter = this.#waiterFor(input.id, signal);
    const isWaiting = state.open?.input.id === input.id || state.queue.some(({ id }) => id === input.id);
    try {
      if (!isWaiting) await log.append([agentEntry('agent.input', input)]);
    } catch (error) {
      this.#fail(error);
      return waiter.promise;
    }
    this.#tell({ type: 'input_accepted', id: input.id, position: state.queue.length }, log);
    this.#work();
    return waiter.promise;
  }

  /** For those that come in after a failed write: what was under way then has failed by now, and with it all that waited. */
  async #openAnew(): Promise<Opened> {
    const opened = await this.#open();
    if (!this.#isWorking || this.#opened === this.#workedOn) return opened;
    await this.#working;
    return this.#openAnew();
  }

  /** What is there without reading. */
  #present(): Opened | undefined {
    return this.#ready?.log.hasFailed ? undefined : this.#ready;
  }

  /** Reads once for all that ask at the same time; again after a failed write, and after a failed reading. */
  #open(): Promise<Opened> {
    this.#opened ??= this.#read();
    const opening = this.#opened;
    const forget = () => {
      if (this.#opened !== opening) return;
      this.#opened = undefined;
      this.#ready = undefined;
    };
    return opening.then(
      (opened) => {
        if (opened.log.hasFailed) {
          forget();
          return this.#open();
        }
        if (this.#opened === opening) this.#ready = opened;
        return opened;
      },
      (error: unknown) => {
        forget();
        throw error;
      },
    );
  }

  async #read(): Promise<Opened> {
    const { options, roundOptions } = await this.#world.kit();
    const { state, sequence } = await readConversation(this.#world.journal, this.#id, {
      windowTokens: roundOptions.windowTokens,
      hasSummaries: this.#world.memory !== undefined,
      pack: options.rolePack?.digest,
      counter: options.counter ?? estimateTokens,
    });
    const world = { journal: this.#world.journal, clock: options.clock ?? { now: Date.now } };
    const log = new ConversationLog(this.#id, sequence, world, (entries) => {
      for (const entry of entries) foldEntry(state, entry);
    });
    return { state, log };
  }

  #waiterFor(id: string, signal: AbortSignal | undefined): Waiter {
    const waiter = this.#waiters.get(id) ?? waiterOf(signal);
    this.#waiters.set(id, waiter);
    return waiter;
  }

  /** Works off what waits, unless it is being done already. */
  #work(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#workedOn = this.#opened;
    this.#working = this.#workOff().catch((error: unknown) => this.#fail(error));
  }

  async #workOff(): Promise<void> {
    try {
      const kit = await this.#world.kit();
      for (;;) {
        const { state, log } = this.#present() ?? (await this.#open());
        this.#workedOn = this.#opened;
        const input = state.open?.input ?? state.queue[0];
        if (!input) return;
        await this.#runRound(kit, state, log, input);
      }
    } finally {
      this.#isWorking = false;
      this.#workedOn = undefined;
    }
  }

  async #runRound(kit: AgentKit, state: ConversationState, log: ConversationLog, input: InputData): Promise<void> {
    const { question } = state;
    const isResumed = state.open !== undefined;
    const round = state.open?.round ?? newId('round');
    const waiter = this.#waiters.get(input.id);
    const running = { controller: new AbortController(), steered: [] as Waiter[] };
    this.#running = running;
    const onAbort = () => running.controller.abort();
    waiter?.signal?.addEventListener('abort', onAbort, { once: true });
    if (waiter?.signal?.aborted || this.#isAbortDue) onAbort();
    this.#isAbortDue = false;
    try {
      if (!isResumed) {
        const takeovers = newTakeovers(kit.takeovers, state).map((one) => agentEntry('agent.takeover', { ...one }));
        await log.append([agentEntry('agent.round_started', { input: input.id }), ...takeovers], round);
      }
      this.#tell({ type: 'round_started', round, input: input.id }, log);
      const open = state.open;
      if (!open)
        throw new RolecallError({
          code: 'round_not_open',
          message: { en: `The round ${round} did not open.`, zh: `轮次 ${round} 没有打开。` },
        });
      const summaries = await this.#world.memory?.summariesFor(state);
      const tools = kit.toolsFor({
        asked: () => state.asked,
        tasks: () => state.tasks,
        findResult: (reference) => this.#results.find(reference),
        memory: this.#world.memory?.toolsFor(kit.language),
      });
      const outcome = await agentRound({
        kit,
        state,
        open,
        question: isResumed ? undefined : question,
        tools,
        summaries,
        signal: running.controller.signal,
        ports: {
          counter: kit.options.counter,
          redact: kit.options.redact,
          sleep: kit.options.sleep,
          clock: kit.options.clock,
          onToolThrew: kit.options.onProblem,
          keepResult: (text) => this.#results.keep(text),
          onContext: (rounds) => this.#world.memory?.noteContext([...rounds, round]),
          takeSteering: () => this.#takeSteering(running.steered),
        },
        onEvent: this.#listeners.size === 0 ? undefined : (event) => this.#tell({ ...event, round }, log),
        record: log.recorderOf(round),
      });
      const ended = await this.#end(kit, state, log, round, outcome);
      // Whoever asked for this input again meanwhile waits for the same answer.
      const waiting = this.#waiters.get(input.id);
      for (const one of [...(waiting ? [waiting] : []), ...running.steered]) one.resolve(replyOf(ended, state));
      this.#waiters.delete(input.id);
    } catch (error) {
      for (const one of running.steered) one.reject(error);
      throw error;
    } finally {
      waiter?.signal?.removeEventListener('abort', onAbort);
      this.#running = undefined;
    }
    // What came to join and was not taken any more is answered in a round of its own.
    for (const { text, waiter: late } of this.#steering.splice(0)) {
      this.#accept({ id: newId('input'), text }, undefined).then(late.resolve, late.reject);
    }
  }

  #takeSteering(steered: Waiter[]): readonly string[] {
    return this.#steering.splice(0).map(({ text, waiter }) => {
      steered.push(waiter);
      return text;
    });
  }

  async #end(
    kit: AgentKit,
    state: ConversationState,
    log: ConversationLog,
    round: string,
    { end, text: said, result }: AgentRoundOutcome,
  ): Promise<EndedRound> {
    if (result) {
      state.countCorrection = result.learned.countCorrection;
      state.windowTokens = result.learned.windowTokens ?? state.windowTokens;
      if (result.rounds.length > 0) noteLoaded(state, result.rounds[1]);
    }
    if (end === 'natural') state.asked = 0;
    const text = end === 'ended_by_tool' ? waitingText(state, kit) : said;
    const data: RoundEndedData = {
      end,
      text,
      problem: result?.problem,
      checkpoint: checkpointOf(state, state.rounds.length + state.gap + 1, kit.options.rolePack?.digest),
    };
    const [entry] = await log.append([agentEntry('agent.round_ended', data)], round);
    const ended: EndedRound = {
      end,
      text,
      problem: result?.problem,
      round,
      at: entry?.at ?? '',
      question: state.question,
    };
    this.#results.forget();
    this.#world.memory?.remember(ended, state);
    const { windowTokens } = kit.roundOptions;
    trimRounds(state, { windowTokens, hasSummaries: this.#world.memory !== undefined });
    this.#tell({ type: 'round_ended', round, end }, log);
    return ended;
  }

  #tell(event: DistributiveOmit<AgentEvent, 'conversation' | 'sequence'>, log: ConversationLog): void {
    for (const listener of this.#listeners) {
      listener({ ...event, conversation: this.#id, sequence: log.sequence } as AgentEvent);
    }
  }

  /** What could not be written fails all that wait for it: what was accepted is still there and goes on with the next call. */
  #fail(error: unknown): void {
    const waiters = [...this.#waiters.values(), ...this.#steering.splice(0).map(({ waiter }) => waiter)];
    this.#waiters.clear();
    for (const waiter of waiters) waiter.reject(error);
  }
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
