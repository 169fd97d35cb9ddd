import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type ConversationState, type RememberedWords, rememberedWords } from '@rolecall/employee';
import { type MemoryPort, summariseRound } from '@rolecall/kernel';

/** The round that has just ended, and the one before it, should its process have died before it was remembered. */
const LOOK_BACK = 2;
const KEPT = 2_000;

/** What writes the memory of one conversation's rounds. */
export interface RememberingParts {
  readonly memory: MemoryPort;
  /** Without one, summaries are extracted from the words. */
  readonly model?: LanguageModelV4 | undefined;
  /** `prepare.summaryFocus` of the role pack. */
  readonly focus?: string | undefined;
  readonly redact: <Value>(value: Value) => Value;
  readonly onProblem: (problem: unknown) => void;
}

/** Writes summaries after the reply; nobody waits for them. */
export interface RoundMemory {
  /** Remembers what of a conversation's newest rounds is not remembered yet. Answers at once. */
  remember(conversation: string, state: ConversationState, parts: RememberingParts): void;
  /** Answers once everything that is being written is. */
  settled(): Promise<void>;
  /** Ends running model calls, so that their summaries are extracted, and answers once everything is written. */
  close(): Promise<void>;
}

/** One conversation's summaries are written one after the other; those of others meanwhile. */
export function createRoundMemory(): RoundMemory {
  const closing = new AbortController();
  const writing = new Map<string, Promise<void>>();
  const done = new Set<string>();

  async function write(
    conversation: string,
    rounds: readonly RememberedWords[],
    language: 'zh' | 'en',
    parts: RememberingParts,
  ) {
    const { memory, model, focus, redact } = parts;
    const known = await memory.summariesOf(rounds.map(({ round }) => round));
    for (const { round, at, words } of rounds) {
      if (known.has(round)) continue;
      const summary = await summariseRound(words, { model, language, focus, redact, signal: closing.signal });
      await memory.remember({ session: conversation, round, at, summary, original: words });
    }
  }

  async function settled(): Promise<void> {
    await Promise.all(writing.values());
  }

  return {
    remember(conversation, state, parts) {
      const rounds = state.rounds
        .slice(-LOOK_BACK)
        .flatMap((span) => (done.has(span.round) ? [] : (rememberedWords(span, state.language) ?? [])));
      if (rounds.length === 0) return;
      const before = writing.get(conversation) ?? Promise.resolve();
      const next = before
        .then(() => write(conversation, rounds, state.language, parts))
        .catch((problem: unknown) => {
          for (const { round } of rounds) done.delete(round);
          parts.onProblem(problem);
        })
        .finally(() => {
          if (writing.get(conversation) === next) writing.delete(conversation);
        });
      for (const { round } of rounds) done.add(round);
      for (const oldest of done) {
        if (done.size <= KEPT) break;
        done.delete(oldest);
      }
      writing.set(conversation, next);
    },
    settled,
    async close() {
      closing.abort();
      await settled();
    },
  };
}
