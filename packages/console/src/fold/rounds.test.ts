import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ended, journalOf, type Written } from '../testing/entries.ts';
import { foldRounds } from './rounds.ts';

const inRound = (round: string | undefined, kind: string, data: Written['data'] = {}): Written => ({
  kind,
  data,
  round,
});

test('a round is told by what set it off, how it ended and what was decided in it', () => {
  const decision = (verdict: string, code?: string) => inRound('r1', 'gate.decision', { decision: { verdict, code } });
  const [round] = foldRounds(
    journalOf(
      inRound('r1', 'employee.round_started', { item: 'in_1', cause: 'message' }),
      inRound('r1', 'employee.message_received', { text: 'hello' }),
      decision('allow'),
      decision('block', 'guard_failed'),
      decision('block', 'confirmation_required'),
      { ...ended('op_1', 'unknown'), round: 'r1' },
      inRound('r1', 'employee.round_ended', { end: 'natural' }),
    ),
  );
  expect(round).toMatchObject({
    number: 1,
    cause: { kind: 'message', text: 'hello' },
    end: 'natural',
    allowed: 1,
    asked: 1,
    blocked: 1,
    receipts: { succeeded: 0, failed: 0, unknown: 1 },
  });
  expect(round?.endedAt).toBe(round?.entries.at(-1)?.at);
});

test('a round that runs has no end yet', () => {
  expect(foldRounds(journalOf(inRound('r1', 'employee.opened')))[0]?.endedAt).toBeUndefined();
});

test('entries outside of rounds stay where they happened and take no number', () => {
  const rounds = foldRounds(
    journalOf(
      inRound('r1', 'a'),
      inRound(undefined, 'b'),
      inRound('r2', 'c'),
      inRound(undefined, 'd'),
      inRound('r2', 'e'),
    ),
  );
  expect(rounds.map(({ number, entries }) => [number, entries.map(({ kind }) => kind).join('')])).toEqual([
    [1, 'a'],
    [undefined, 'b'],
    [2, 'ce'],
    [undefined, 'd'],
  ]);
});

test('every entry stands in exactly one round, whatever its kind', () => {
  const entry = fc.record({
    kind: fc.string({ minLength: 1 }),
    round: fc.option(fc.constantFrom('r1', 'r2', 'r3'), { nil: undefined }),
    data: fc.dictionary(fc.string(), fc.jsonValue()),
  });
  fc.assert(
    fc.property(fc.array(entry), (written) => {
      const entries = journalOf(...(written as Written[]));
      const shown = foldRounds(entries).flatMap((round) => round.entries.map(({ sequence }) => sequence));
      expect([...shown].sort((left, right) => left - right)).toEqual(entries.map(({ sequence }) => sequence));
    }),
  );
});
