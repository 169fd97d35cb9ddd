import { describe, expect, it } from 'vitest';
import { arrangeAgent } from '../testing/arrange-agent.ts';
import { chineseText } from '../testing/real-tokens.ts';
import { memoryJournal } from './conversation-journal.ts';

const ROUNDS = 60;

/** The last request of a long conversation, and how many entries were read for it. */
async function lastRequest(isParked: boolean, lengthOf: (round: number) => number) {
  const journal = memoryJournal();
  const read: number[] = [];
  const counting: typeof journal = {
    ...journal,
    append: (...call) => journal.append(...call),
    readStart: (...call) => journal.readStart(...call),
    readBack: async (...call) => {
      const page = await journal.readBack(...call);
      read.push(page.length);
      return page;
    },
  };
  const { agent, model } = arrangeAgent((_, number) => chineseText(80, number), {
    journal: counting,
    limits: { windowTokens: 6_000 },
  });
  const conversation = agent.conversation('c');
  for (let round = 0; round < ROUNDS; round++) await conversation.send(chineseText(lengthOf(round), round));
  if (isParked) await conversation.park();
  read.length = 0;
  await conversation.send('最后一问');
  return { prompt: JSON.stringify(model.calls.at(-1)?.prompt), entries: read.reduce((sum, each) => sum + each, 0) };
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

  it('is read no further than that', async () => {
    const { entries, prompt } = await lastRequest(true, () => 150);
    const roundsInRequest = prompt.split('"role":"assistant"').length - 1;
    expect(entries).toBeLessThan(ROUNDS * 5 * 0.75);
    // Five entries a round, and a page at most that brings more than is needed.
    expect(entries).toBeLessThanOrEqual(roundsInRequest * 5 * 1.6 + 16);
  });
});
