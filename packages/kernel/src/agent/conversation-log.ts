import { type Bilingual, type Clock, timestampOf } from '@rolecall/base';
import type { CommitAnswer, Durability, EntryDraft, JournalEntry } from '@rolecall/journal';
import { NotRecorded, type Recorder } from '../recorder.ts';
import type { AppendOutcome, ConversationJournal } from './conversation-journal.ts';

const ENGINE = 'kernel@1';

/** Writes to one conversation, entry after entry, in the order in which it was asked to. */
export class ConversationLog {
  readonly conversation: string;
  readonly #journal: ConversationJournal;
  readonly #clock: Clock;
  readonly #onAppended: (entries: readonly JournalEntry[]) => void;
  #sequence: number;
  /** The append under way, for the next one to wait for. */
  #last: Promise<unknown> | undefined;
  #failure: NotRecorded | undefined;

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

  /**
   * Appends entries and answers them complete, at once where the journal does. After one failed append all further ones
   * fail the same way.
   */
  append(
    drafts: readonly EntryDraft[],
    round?: string,
    durability: Durability = 'process',
  ): readonly JournalEntry[] | Promise<readonly JournalEntry[]> {
    const appended = this.#last
      ? this.#last.then(() => this.#append(drafts, round, durability))
      : this.#append(drafts, round, durability);
    if (appended instanceof Promise) this.#waitFor(appended);
    return appended;
  }

  /** Records what a round writes. */
  recorderOf(round: string): Recorder {
    return ({ entries: drafts, durability }) => {
      const appended = this.append(drafts, round, durability);
      return appended instanceof Promise
        ? appended.then((entries) => this.#committed(entries))
        : this.#committed(appended);
    };
  }

  #committed(entries: readonly JournalEntry[]): CommitAnswer {
    return { status: 'committed', entries, sequence: this.#sequence };
  }

  #waitFor(appended: Promise<unknown>): void {
    const leave = () => {
      if (this.#last === last) this.#last = undefined;
    };
    const last = appended.then(leave, leave);
    this.#last = last;
  }

  #append(
    drafts: readonly EntryDraft[],
    round: string | undefined,
    durability: Durability,
  ): readonly JournalEntry[] | Promise<readonly JournalEntry[]> {
    if (this.#failure) throw this.#failure;
    if (drafts.length === 0) return [];
    const at = timestampOf(this.#clock);
    const entries = drafts.map((draft, index) => this.#complete(draft, this.#sequence + 1 + index, at, round));
    let outcome: AppendOutcome | Promise<AppendOutcome>;
    try {
      outcome = this.#journal.append(this.conversation, this.#sequence, entries, durability);
    } catch (cause) {
      throw this.#failed(cause);
    }
    if (typeof outcome === 'string') return this.#take(outcome, entries);
    // A journal's promise may be of another realm, and what is not known for one would pass for entries.
    return Promise.resolve(outcome).then(
      (settled) => this.#take(settled, entries),
      (cause: unknown) => {
        throw this.#failed(cause);
      },
    );
  }

  /** Named one by one: a copy of the draft would cost several times as much, and one is made for every step. */
  #complete(draft: EntryDraft, sequence: number, at: string, round: string | undefined): JournalEntry {
    const { step, kind, kindVersion, causedBy, data } = draft;
    const { conversation } = this;
    return { conversation, sequence, at, round, step, kind, kindVersion, causedBy, engine: ENGINE, data };
  }

  #take(outcome: AppendOutcome, entries: readonly JournalEntry[]): readonly JournalEntry[] {
    if (outcome === 'moved')
      throw this.#fail('journal_moved', {
        en: 'Another writer has written to the conversation.',
        zh: '另一个写入方写入了这个会话。',
      });
    this.#sequence += entries.length;
    this.#onAppended(entries);
    return entries;
  }

  #failed(cause: unknown): NotRecorded {
    return this.#fail('journal_failed', { en: 'The conversation could not be written.', zh: '会话没能写入。' }, cause);
  }

  #fail(code: string, message: Bilingual, cause?: unknown): NotRecorded {
    this.#failure = new NotRecorded({
      code,
      message: {
        en: `${message.en} (${this.conversation})`,
        zh: `${message.zh}（${this.conversation}）`,
      },
      hint: {
        en: 'What was accepted before is kept. The next call reads the conversation again and goes on from there.',
        zh: '之前接收的内容都保留着。下一次调用会重新读取会话，从那里继续。',
      },
      cause,
    });
    return this.#failure;
  }
}
