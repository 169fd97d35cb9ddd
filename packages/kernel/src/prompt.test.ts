import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesOfPastRound } from './prompt.ts';
import { anyHistory } from './testing/arbitrary-history.ts';
import { orphansIn } from './testing/orphans.ts';

describe('messagesOfPastRound', () => {
  it('shows text and JSON, results and errors, each as what it is', () => {
    const calls = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: 'look', input: { id } }));
    const [assistant, results] = messagesOfPastRound({
      round: 'r',
      messages: [
        { role: 'assistant', text: 'I look.', calls },
        {
          role: 'tool',
          results: [
            { id: 'a', name: 'look', output: 'text' },
            { id: 'b', name: 'look', output: { found: 1 } },
            { id: 'c', name: 'look', output: 'broken', isError: true },
            { id: 'd', name: 'look', output: { error: 'x' }, isError: true },
          ],
        },
      ],
    });
    expect(assistant?.content).toEqual([
      { type: 'text', text: 'I look.' },
      ...calls.map(({ id, name, input }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input })),
    ]);
    expect(results?.content).toMatchObject([
      { output: { type: 'text', value: 'text' } },
      { output: { type: 'json', value: { found: 1 } } },
      { output: { type: 'error-text', value: 'broken' } },
      { output: { type: 'error-json', value: { error: 'x' } } },
    ]);
  });

  it('tells of a call without a result that its outcome is not known, and does not show a result without a call', () => {
    const messages = messagesOfPastRound({
      round: 'r',
      messages: [
        { role: 'user', text: 'go' },
        { role: 'assistant', text: '', calls: [{ id: 'a', name: 'look', input: {} }] },
        { role: 'tool', results: [{ id: 'z', name: 'look', output: 'stray' }] },
        { role: 'assistant', text: '', calls: [] },
        { role: 'tool', results: [{ id: 'a', name: 'look', output: 'late' }] },
      ],
    });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(messages[2]?.content).toEqual([
      {
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'look',
        output: { type: 'error-json', value: { error: 'no_result_recorded', message: expect.any(String) } },
      },
    ]);
  });

  it('never parts a call from its result, and gives the same messages for the same round', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        expect(orphansIn(history.flatMap(messagesOfPastRound))).toEqual([]);
        for (const round of history) expect(messagesOfPastRound(round)).toBe(messagesOfPastRound(round));
      }),
    );
  });
});
