import { expect, it } from 'vitest';
import { readPress } from './read-press.ts';

const LIST = ['op_1', 'op_2', 'op_3'];

it('presses for all, or for those with these numbers', () => {
  expect(readPress('/confirm', LIST)).toEqual({ button: 'confirm', operations: LIST });
  expect(readPress('/decline', ['op_1'])).toEqual({ button: 'decline', operations: ['op_1'] });
  expect(readPress('/confirm 2', LIST)).toEqual({ button: 'confirm', operations: ['op_2'] });
  expect(readPress('/decline 1, 3', LIST)).toEqual({ button: 'decline', operations: ['op_1', 'op_3'] });
  expect(readPress('/confirm 1 1', LIST)).toEqual({ button: 'confirm', operations: ['op_1'] });
});

it('presses nothing for a number that is not there', () => {
  for (const line of ['/confirm 4', '/confirm 0', '/confirm 1 9', '/confirm first', '/confirm -1'])
    expect(readPress(line, LIST)).toEqual({ button: 'confirm', operations: [] });
  expect(readPress('/confirm', [])).toEqual({ button: 'confirm', operations: [] });
});

it('is a message otherwise', () => {
  for (const line of ['confirm', '/confirmed', '确认', '/ confirm']) expect(readPress(line, LIST)).toBeUndefined();
});
