import type { JournalEntry } from '@rolecall/journal';
import { describe, expect, it } from 'vitest';
import { arrangeAgent } from '../testing/arrange-agent.ts';
import { chineseText } from '../testing/real-tokens.ts';
import { memoryJournal } from './conversation-journal.ts';

const ROUNDS = 60;

/** The last request of a long conversation, and how many entries were read for it. */
async function lastRequest(isParked: boolean, lengthOf: (round: number) => number, atOnce = 1) {
  const journal = memoryJournal();
  const read: JournalEntry[] = [];
  const counting: typeof journal = {
    ...journal,
    append: (...call) => journal.append(...call),
    readStart: (...call) => journal.readStart(...call),
    readBack: async (...call) => {
      const page = await journal.readBack(...call);
      read.push(...page);
      return page;
    },
  };
  const { agent, model } = arrangeAgent((_, number) => chineseText(80, number), {
    journal: counting,
    limits: { windowTokens: 6_000 },
  });
  const conversation = agent.conversation('c');
  for (let round = 0; round < ROUNDS; round += atOnce) {
    const sent = Array.from({ length: atOnce }, (_, index) =>
      conversation.send(chineseText(lengthOf(round + index), round + index)),
    );
    await Promise.all(sent);
  }
  if (isParked) await conversation.park();
  read.length = 0;
  await conversation.send('最后一问');
  return { prompt: JSON.stringify(model.calls.at(-1)?.prompt), read };
}

describe('a conversation that is read from its end', () => {
  it.each([
    ['even rounds', () => 150],
    ['short rounds after long ones', (round: number) => (round > ROUNDS / 2 ? 10 : 400)],
    ['long rounds after short ones', (round: number) => (round > ROUNDS / 2 ? 400 : 10)],
  ])('holds all that the request needs: %s', async (_, lengthOf) => {
    const [live, parked] = [await lastRequest(false, lengthOf), await lastRequest(true, lengthOf)];
    expect(parked.prompt).toBe(live.prompt);
  });

  it.each([2, 5, 12])('holds all that the request needs where messages come %s at once', async (atOnce) => {
    const [live, parked] = [await lastRequest(false, () => 150, atOnce), await lastRequest(true, () => 150, atOnce)];
    expect(parked.prompt).toBe(live.prompt);
  });

  it('is read no further than where its last request began', async () => {
    const { read, prompt } = await lastRequest(true, () => 150);
    const roundsInRequest = prompt.split('"role":"assistant"').length - 1;
    // Four entries a round, the fifth in the newest page, and a few in front of the round that it begins with.
    expect(read.length).toBeLessThanOrEqual(roundsInRequest * 4 + 16 / 5 + 4);
    expect(read.length).toBeGreaterThan(16);
  });

  it('is read without what nothing is folded of, but for the newest page', async () => {
    const { read } = await lastRequest(true, () => 150);
    const contexts = read.filter(({ kind }) => kind === 'kernel.context');
    const newest = Math.max(...read.map(({ sequence }) => sequence));
    expect(contexts.length).toBeGreaterThan(0);
    expect(contexts.filter(({ sequence }) => sequence <= newest - 16)).toEqual([]);
  });
});
