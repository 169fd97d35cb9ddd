import { expect, it } from 'vitest';
import { interned } from './interned.ts';
import { onceFor } from './once-for.ts';

it('what follows from an object is made once for it, whichever others are asked for in between', () => {
  const asked: number[] = [];
  const doubled = onceFor(({ number }: { readonly number: number }) => {
    asked.push(number);
    return { doubled: 2 * number };
  });
  const [one, two] = [{ number: 1 }, { number: 2 }];
  const first = doubled(one);
  expect([first, doubled(one), doubled(two), doubled(one)]).toEqual([2, 2, 4, 2].map((each) => ({ doubled: each })));
  expect(doubled(one)).toBe(first);
  expect(doubled({ number: 1 })).not.toBe(first);
  expect(asked).toEqual([1, 2, 1]);
});

it('what follows from a piece of a contract is made once for all that are written the same, and from none of them', () => {
  const kept = interned((piece: { readonly origin: readonly string[] }) => ({ piece }));
  const [one, same] = [{ origin: ['customer'] }, { origin: ['customer'] }];
  expect(kept(one)).toBe(kept(same));
  expect(kept(one).piece).toEqual(one);
  expect(kept(one).piece).not.toBe(one);
  expect(kept({ origin: ['customer', 'enum'] })).not.toBe(kept(one));
});
