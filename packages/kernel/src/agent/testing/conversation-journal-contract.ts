import type { JournalEntry } from '@rolecall/journal';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConversationJournal } from '../conversation-journal.ts';

/** A journal under test, and a conversation in it that has no entry yet. */
export interface JournalUnderTest {
  readonly journal: ConversationJournal;
  readonly conversation: string;
  close(): Promise<void>;
}

/** What every adapter of an agent's journal promises, as tests. */
export function conversationJournalContract(name: string, open: () => Promise<JournalUnderTest>): void {
  async function arrange() {
    const opened = await open();
    onTestFinished(() => opened.close());
    const { journal, conversation } = opened;
    const entry = (sequence: number): JournalEntry => ({
      conversation,
      sequence,
      at: '2026-05-01T08:00:00.000Z',
      round: 'round_1',
      kind: 'agent.input',
      kindVersion: 1,
      engine: 'test@1',
      data: { id: `i${sequence}`, text: `第${sequence}条𠮷` },
    });
    const sequencesOf = (entries: readonly JournalEntry[]) => entries.map(({ sequence }) => sequence);
    return { journal, conversation, entry, sequencesOf };
  }

  describe(`${name} keeps the contract of an agent's journal`, () => {
    it('gives back what was appended, as it was', async () => {
      const { journal, conversation, entry } = await arrange();
      expect(await journal.append(conversation, 0, [entry(1), entry(2)], 'power')).toBe('appended');
      expect(await journal.readStart(conversation, 10)).toEqual([entry(1), entry(2)]);
    });

    it('reads from either end, oldest first', async () => {
      const { journal, conversation, entry, sequencesOf } = await arrange();
      await journal.append(conversation, 0, [1, 2, 3, 4, 5].map(entry), 'process');
      expect(sequencesOf(await journal.readBack(conversation, 2))).toEqual([4, 5]);
      expect(sequencesOf(await journal.readBack(conversation, 2, 4))).toEqual([2, 3]);
      expect(sequencesOf(await journal.readBack(conversation, 9, 2))).toEqual([1]);
      expect(await journal.readBack(conversation, 9, 1)).toEqual([]);
      expect(sequencesOf(await journal.readStart(conversation, 2))).toEqual([1, 2]);
    });

    it('leaves out of a page only what its reader does not need', async () => {
      const { journal, conversation, entry, sequencesOf } = await arrange();
      const kindOf = (sequence: number) => (sequence % 3 === 0 ? 'agent.input' : 'kernel.context');
      const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((sequence) => ({ ...entry(sequence), kind: kindOf(sequence) }));
      await journal.append(conversation, 0, all, 'process');
      for (const [before, below, needed] of [
        [undefined, 0, [3, 6, 9]],
        [undefined, 4, [6, 9]],
        [9, 0, [3, 6]],
        [9, 6, [6]],
        [9, 7, []],
      ] as const) {
        for (const limit of [1, 2, 9]) {
          const page = await journal.readBack(conversation, limit, before, { kinds: ['kernel.context'], below });
          const useful = page.filter(({ kind, sequence }) => kind === 'agent.input' && sequence >= below);
          const oldest = page[0]?.sequence ?? below;
          expect(page.length).toBeLessThanOrEqual(limit);
          expect(sequencesOf(useful)).toEqual(needed.filter((sequence) => sequence >= oldest));
        }
      }
    });

    it('takes nothing from a writer who does not know the last entry', async () => {
      const { journal, conversation, entry } = await arrange();
      await journal.append(conversation, 0, [entry(1)], 'process');
      expect(await journal.append(conversation, 0, [entry(1)], 'process')).toBe('moved');
      expect(await journal.append(conversation, 2, [entry(3)], 'process')).toBe('moved');
      expect(await journal.readBack(conversation, 9)).toEqual([entry(1)]);
    });

    it('knows nothing of a conversation that nobody has written to', async () => {
      const { journal } = await arrange();
      expect(await journal.readBack('conv_none', 5)).toEqual([]);
      expect(await journal.readStart('conv_none', 5)).toEqual([]);
    });
  });
}
