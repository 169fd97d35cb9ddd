import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCalls } from './parse-call.ts';
import { echo } from './testing/builders.ts';

const tools = new Map([['echo', echo]]);
const parse = (name: string, text: string) => parseCalls([{ id: 'c1', name, arguments: text }], tools, new Set())[0]!;

describe('parseCalls', () => {
  it('reads an object and finds its tool', () => {
    expect(parse('echo', '{"b":1,"a":2}')).toMatchObject({
      input: { a: 2, b: 1 },
      signature: '{"a":2,"b":1}',
      plan: { kind: 'run', tool: echo },
    });
  });

  it.each(['', '  \n'])('takes empty arguments %j as an empty object', (text) => {
    expect(parse('echo', text)).toMatchObject({ input: {}, plan: { kind: 'run' } });
  });

  it.each(['{"a": ', 'undefined', '{a: 1}', '{"a":1}}', '```json\n{}\n```'])(
    'sends back %j, which is not JSON',
    (text) => {
      expect(parse('echo', text)).toMatchObject({
        input: {},
        malformed: text,
        plan: { kind: 'answer', problem: { code: 'arguments_not_json', received: text } },
      });
    },
  );

  it.each(['[1]', '"x"', '5', 'null', 'true'])('sends back %s, which is no object', (text) => {
    expect(parse('echo', text).plan).toMatchObject({ kind: 'answer', problem: { code: 'arguments_not_object' } });
  });

  it('sends back a name that is not known, with the one that may have been meant', () => {
    expect(parse('ecko', '{}').plan).toEqual({
      kind: 'answer',
      problem: { code: 'tool_unknown', name: 'ecko', nearest: 'echo' },
    });
    expect(parse('constructor', '{"a":').plan).toMatchObject({ problem: { code: 'tool_unknown' } });
  });

  it('answers every text there is, and gives every call an id of its own', () => {
    const calls = fc.array(
      fc.record({
        id: fc.constantFrom('', 'a', 'b', 'a~2'),
        name: fc.constantFrom('echo', 'x'),
        arguments: fc.string(),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(calls, (raw) => {
        const used = new Set<string>();
        const parsed = [...parseCalls(raw, tools, used), ...parseCalls(raw, tools, used)];
        expect(new Set(parsed.map(({ id }) => id)).size).toBe(raw.length * 2);
        for (const { input } of parsed) expect(input).toBeTypeOf('object');
      }),
    );
  });
});
