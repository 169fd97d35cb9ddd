import { readFileSync } from 'node:fs';
import type { JsonValue } from '@rolecall/base';
import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';

const PAGE = readFileSync(new URL('../../../../docs/expressions.md', import.meta.url), 'utf8');

const bindings = {
  args: {
    amount: 7,
    price: 2.5,
    colour: 'red',
    note: null,
    sizes: [3, 1, 3],
    things: [{ name: 'a' }, { name: 'b' }],
  },
  now: '2025-03-01T01:02:03.000Z',
};

const section = PAGE.slice(PAGE.indexOf('## What may be written'), PAGE.indexOf('## Texts'));
const rows = [...section.matchAll(/^\| `(.+)` \| `(.+)` \|$/gm)].map(([, source = '', result = '']) => ({
  source: source.replaceAll('\\|', '|'),
  result: JSON.parse(result) as JsonValue,
}));

describe('the page about expressions', () => {
  test('has examples', () => {
    expect(rows.length).toBeGreaterThan(25);
  });

  test.each(rows)('$source', ({ source, result }) => {
    expect(evaluate(source, bindings)).toEqual({ ok: true, value: result });
  });
});
