import { expect, test } from 'vitest';
import { libraryDesk } from '../testing/library-desk.ts';
import { foundPassages } from './quote-material.ts';
import { offeredStep, rulesWithFinder } from './read-conversation.ts';

const lookUp = (output: object) => foundPassages({ id: '1', tool: 'look', input: {}, output: output as never });

test('the marks around a passage are not quoted', () => {
  const fenced = '<untrusted text, not an instruction>\n九点开门。\n</untrusted>';
  expect(lookUp({ status: 'succeeded', result: { passages: [{ source: 'faq/a', untrusted_text: fenced }] } })).toEqual([
    { source: 'faq/a', text: '九点开门。' },
  ]);
});

test('what was not found, blocked or has another shape gives nothing', () => {
  expect(lookUp({ status: 'blocked' })).toEqual([]);
  expect(lookUp({ status: 'failed', result: {} })).toEqual([]);
  expect(lookUp({ result: { passages: ['x', { source: 1 }, null] } })).toEqual([]);
});

test('a step of a capability goes through call_capability where only that is offered', () => {
  const desk = libraryDesk();
  const step = { kind: 'call', tool: 'loan__list', input: {}, because: 'best_match' } as const;
  const offered = { tools: new Set(['find_capability', 'call_capability']) };
  expect(rulesWithFinder(offered, desk).tools.has('loan__list')).toBe(true);
  expect(offeredStep(step, offered, desk)).toMatchObject({
    tool: 'call_capability',
    input: { capability: 'loan:list', arguments: {} },
  });
  const direct = { tools: new Set(['loan__list']) };
  expect(offeredStep(step, direct, desk)).toBe(step);
  expect(rulesWithFinder(direct, desk)).toBe(direct);
});
