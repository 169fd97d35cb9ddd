import { newId } from '@rolecall/base';
import type { LargeResultData } from '../entries.ts';
import type { ConversationJournal } from './conversation-journal.ts';

const PAGE = 100;

/** The tool results of a conversation that were too large for its context: whole in the journal, found by reference. */
export class KeptResults {
  readonly #conversation: string;
  readonly #journal: ConversationJournal;
  /** Of the running round: they may not be written yet. */
  readonly #present = new Map<string, string>();

  constructor(conversation: string, journal: ConversationJournal) {
    this.#conversation = conversation;
    this.#journal = journal;
  }

  /** Names a result under which it is found. */
  keep(text: string): string {
    const reference = newId('result');
    this.#present.set(reference, text);
    return reference;
  }

  /** Lets go of the running round's: the journal has them. */
  forget(): void {
    this.#present.clear();
  }

  async find(reference: string): Promise<string | undefined> {
    const present = this.#present.get(reference);
    if (present !== undefined) return present;
    for (let before: number | undefined; before !== 1; ) {
      const page = await this.#journal.readBack(this.#conversation, PAGE, before);
      if (page.length === 0) return undefined;
      for (const { kind, data } of page) {
        if (kind !== 'kernel.large_result') continue;
        const kept = data as LargeResultData;
        if (kept.reference === reference) return kept.text;
      }
      before = page[0]?.sequence ?? 1;
    }
    return undefined;
  }
}
