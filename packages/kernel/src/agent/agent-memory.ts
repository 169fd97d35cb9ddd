import type { Language } from '@rolecall/base';
import { DEFAULT_REPLACE } from '../choose-rounds.ts';
import type { MemoryPort } from '../memory/memory-port.ts';
import { memoryTools } from '../memory/memory-tools.ts';
import { summariseRound } from '../memory/summary/summarise-round.ts';
import { summaryText } from '../memory/summary/summary-text.ts';
import type { PastRound, RoundTool, StoredSummary } from '../round.ts';
import type { AgentKit } from './agent-kit.ts';
import type { ConversationState, EndedRound } from './conversation-state.ts';

/** Of the rounds that have no summary yet, so many are asked about before a round. */
const MOST_ASKED = 200;

/** The memory of one conversation: what its rounds leave, and what takes their place when they have grown old. */
export class AgentMemory {
  readonly #session: string;
  readonly #port: MemoryPort;
  readonly #kit: () => Promise<AgentKit>;
  /** A summary once placed is never reworded: it is taken from here from then on. */
  #placed = new Map<string, StoredSummary>();
  #writing: Promise<void> = Promise.resolve();
  /** Rounds whose summary this process has begun to write, and not failed to. */
  readonly #tried = new Set<string>();
  #inContext: readonly string[] = [];
  #tools: readonly RoundTool[] | undefined;

  constructor(session: string, port: MemoryPort, kit: () => Promise<AgentKit>) {
    this.#session = session;
    this.#port = port;
    this.#kit = kit;
  }

  /** Remembers a round, after its reply and without delaying it. None for a round that was aborted or never ran. */
  remember({ round, end, text, at }: EndedRound, state: ConversationState): void {
    const past = state.rounds.findLast((one) => one.round === round);
    if (!past || end === 'aborted' || end === 'refused' || end === 'model_failed') return;
    this.#tried.add(round);
    this.#writing = this.#writing.then(() => this.#write(past, text, at));
  }

  async #write(past: PastRound, reply: string, at: string): Promise<void> {
    const { options, strategy, language } = await this.#kit();
    if (strategy.reflect.summary === 'off') return;
    const [first] = past.messages;
    const original = { input: first?.role === 'user' ? first.text : '', reply };
    try {
      const summary = await summariseRound(original, {
        model: options.summaryModel === false ? undefined : (options.summaryModel ?? options.model),
        language,
        focus: strategy.prepare.summaryFocus,
        redact: options.redact,
        providerOptions: options.providerOptions,
      });
      await this.#port.remember({ session: this.#session, round: past.round, at, summary, original });
    } catch (problem) {
      this.#tried.delete(past.round);
      options.onProblem?.(problem);
    }
  }

  /** The stored summaries of the rounds that have grown old. A memory that cannot be read replaces nothing. */
  async summariesFor(state: ConversationState): Promise<ReadonlyMap<string, StoredSummary>> {
    const { rounds, gap } = state;
    const { options } = await this.#kit();
    const keep = (options.limits?.replace ?? DEFAULT_REPLACE).keepRounds;
    const old = rounds.slice(0, Math.max(0, rounds.length + gap - keep));
    const unknown = old.filter(({ round }) => !this.#placed.has(round)).slice(-MOST_ASKED);
    if (unknown.length === 0) return this.#placed;
    try {
      const found = await this.#port.summariesOf(unknown.map(({ round }) => round));
      for (const [round, summary] of found) this.#placed.set(round, { id: summary.id, text: summaryText(summary) });
      this.#makeUp(unknown, state);
    } catch (problem) {
      options.onProblem?.(problem);
    }
    return this.#placed;
  }

  /** A crash or a failed write may have kept a round from being remembered: it is made up for, once. */
  #makeUp(rounds: readonly PastRound[], state: ConversationState): void {
    const missing = new Set(
      rounds.filter(({ round }) => !this.#placed.has(round) && !this.#tried.has(round)).map(({ round }) => round),
    );
    if (missing.size === 0) return;
    for (const ended of state.ended.values()) if (missing.has(ended.round)) this.remember(ended, state);
  }

  /** `memory_search` and its companions; what stands in the context just now is not among their hits. */
  toolsFor(language: Language): readonly RoundTool[] {
    this.#tools ??= memoryTools(this.#port, { language, roundsInContext: () => this.#inContext });
    return this.#tools;
  }

  /** Notes which rounds the present request holds. */
  noteContext(rounds: readonly string[]): void {
    this.#inContext = rounds;
  }

  park(): void {
    this.#placed = new Map();
  }

  settled(): Promise<void> {
    return this.#writing;
  }
}
