import { scriptedModel } from '@rolecall/kernel/testing';
import { describe, expect, it } from 'vitest';
import { deskRelease, openBench, replaceIn } from './testing/index.ts';

const CHOSEN = deskRelease((files) =>
  replaceIn(
    files,
    'assets/capabilities/note-leave.yaml',
    'origin: [open]',
    'origin: [open, { choice_of: { capability: book:find, path: books } }]',
  ),
);

/** What a model of some provider was handed with the second of two messages; the first one looks for books. */
async function handedTo(provider: string) {
  const bench = await openBench({ release: CHOSEN });
  const model = scriptedModel([{ calls: [{ name: 'book__find', input: { words: '三体' } }] }, '找到了。', '请讲。']);
  bench.use(Object.assign(model, { provider }));
  await bench.say('帮我找一本书：三体');
  await bench.say('好');
  return model.calls.at(-1)?.providerOptions?.rolecall;
}

describe('the planner of the engine', () => {
  it('knows the day at the business, and what proven reads offer for a choice', async () => {
    const handed = await handedTo('builtin');
    expect(handed).toMatchObject({ today: '2026-03-02', choices: [{ capability: 'book:find', path: 'books' }] });
    const [choice] = (handed as unknown as { choices: { values: string[] }[] }).choices;
    expect(choice?.values.length).toBeGreaterThan(0);
  });

  it('alone is told: no provider gets results beside their calls', async () => {
    const handed = await handedTo('somebody');
    expect(handed).not.toHaveProperty('choices');
  });
});
