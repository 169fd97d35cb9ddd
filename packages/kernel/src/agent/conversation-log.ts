import { type Clock, RolecallError, timestampOf } from '@rolecall/base';
import type { CommitAnswer, Durability, EntryDraft, JournalEntry, Writing } from '@rolecall/journal';
import type { ConversationJournal } from './conversation-journal.ts';

const ENGINE = 'kernel@1';

/** Writes to one conversation, entry after entry, in the order in which it was asked to. */
export class ConversationLog {
  readonly conversation: string;
  readonly #journal: ConversationJournal;
  readonly #clock: Clock;
  readonly #onAppended: (entries: readonly JournalEntry[]) => void;
  #sequence: number;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;
  #failure: RolecallError | undefined;
  #nowMs = Number.NaN;
  #nowText = '';

  constructor(
    conversation: string,
    sequence: number,
    world: { readonly journal: ConversationJournal; readonly clock: Clock },
    onAppended: (entries: readonly JournalEntry[]) => void,
  ) {
    this.conversation = conversation;
    this.#sequence = sequence;
    this.#journal = world.journal;
    this.#clock = world.clock;
    this.#onAppended = onAppended;
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** True once a write has failed: what was written is only known by reading again. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Appends entries and answers them complete. After one failed append all further ones fail the same way. */
  append(
    drafts: readonly EntryDraft[],
    round?: string,
    durability: Durability = 'process',
  ): Promise<readonly JournalEntry[]> {
    const isIdle = this.#waiting === 0;
    this.#waiting += 1;
    const done = isIdle
      ? this.#append(drafts, round, durability)
      : this.#last.then(() => this.#append(drafts, round, durability));
    this.#last = done.then(this.#leave, this.#leave);
    return done;
  }

  /** Performs what a writing yields. */
  async drive<Result>(writing: Writing<Result>, round: string): Promise<Result> {
    let step = await writing.next();
    while (!step.done) {
      let answer: CommitAnswer;
      try {
        const entries = await this.append(step.value.entries, round, step.value.durability);
        answer = { status: 'committed', entries, sequence: this.#sequence };
      } catch (error) {
        // The round's own `finally` blocks still run; why it ended is what is told.
        await writing.return(undefined as never).catch(() => undefined);
        throw error;
      }
      step = await writing.next(answer);
    }
    return step.value;
  }

  async #append(
    drafts: readonly EntryDraft[],
    round: string | undefined,
    durability: Durability,
  ): Promise<readonly JournalEntry[]> {
    if (this.#failure) throw this.#failure;
    if (drafts.length === 0) return [];
    const at = this.#now();
    const entries = drafts.map(
      ({ personal: _, ...draft }, index): JournalEntry => ({
        ...draft,
        conversation: this.conversation,
        sequence: this.#sequence + 1 + index,
        at,
        round,
        engine: ENGINE,
      }),
    );
    let outcome: 'appended' | 'moved';
    try {
      outcome = await this.#journal.append(this.conversation, this.#sequence, entries, durability);
    } catch (cause) {
      throw this.#fail('journal_failed', 'The conversation could not be written.', cause);
    }
    if (outcome === 'moved') throw this.#fail('journal_moved', 'Another writer has written to the conversation.');
    this.#sequence += entries.length;
    this.#onAppended(entries);
    return entries;
  }

  readonly #leave = (): void => {
    this.#waiting -= 1;
  };

  /** Several writes in one millisecond share its text. */
  #now(): string {
    const ms = this.#clock.now();
    if (ms !== this.#nowMs) {
      this.#nowMs = ms;
      this.#nowText = timestampOf({ now: () => ms });
    }
    return this.#nowText;
  }

  #fail(code: string, message: string, cause?: unknown): RolecallError {
    this.#failure = new RolecallError({
      code,
      message: `${message} (${this.conversation})`,
      hint: 'What was accepted before is kept. The next call reads the conversation again and goes on from there.',
      cause,
    });
    return this.#failure;
  }
}
