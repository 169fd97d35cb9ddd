import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bindingOf } from '../test/open-resources.ts';
import { toolArguments } from './tool-arguments.ts';

const name = fc.oneof(fc.stringMatching(/^[a-z]{1,3}$/), fc.constantFrom('constructor', 'toString'));

describe('the arguments of a tool', () => {
  test('without anything in the binding are those of the contract', () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.jsonValue()), (values) => {
        expect(toolArguments(bindingOf('t'), values as never, 'op')).toEqual({ status: 'ready', values });
      }),
    );
  });

  test('never hold a name that is omitted or renamed away, and always every constant', () => {
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.integer()),
        fc.array(name),
        fc.dictionary(name, name),
        fc.dictionary(name, fc.integer()),
        (values, omit, rename, constants) => {
          const binding = bindingOf('t', { omit, rename, constants, request_id_argument: 'REQUEST' });
          const mapped = toolArguments(binding, values, 'op');
          if (mapped.status === 'conflict') return;
          const expected = Object.entries(values)
            .filter(([argument]) => !omit.includes(argument))
            .map(([argument, value]) => [Object.hasOwn(rename, argument) ? rename[argument] : argument, value]);
          expect(mapped.values).toEqual({ ...Object.fromEntries(expected), ...constants, REQUEST: 'op' });
        },
      ),
    );
  });

  test('are a conflict when two values meet under one name, and then never guessed', () => {
    fc.assert(
      fc.property(name, fc.integer(), fc.integer(), (argument, said, fixed) => {
        const binding = bindingOf('t', { constants: { [argument]: fixed } });
        expect(toolArguments(binding, { [argument]: said }, 'op').status).toBe('conflict');
      }),
    );
  });

  test('leave out what has no value', () => {
    expect(toolArguments(bindingOf('t'), { a: undefined, b: null }, 'op')).toEqual({
      status: 'ready',
      values: { b: null },
    });
  });
});
