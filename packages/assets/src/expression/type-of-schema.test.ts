import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typeOfSchema } from './type-of-schema.ts';
import { ANY, describeType, INT, NUMBER, type ValueType } from './value-type.ts';

function fieldsOf(type: ValueType): readonly string[] {
  return type.kind === 'object' ? [...type.fields.keys()] : [];
}

test('integers, numbers and times are told apart', () => {
  expect(typeOfSchema({ type: 'integer' })).toEqual(INT);
  expect(typeOfSchema({ type: 'number' })).toEqual(NUMBER);
  expect(typeOfSchema({ type: 'string', format: 'date-time' })).toEqual({ kind: 'timestamp' });
  expect(typeOfSchema({ type: 'string', format: 'email' })).toEqual({ kind: 'text' });
});

test('an object that declares properties has no others unless it says so', () => {
  expect(typeOfSchema({ properties: { a: {} } })).toMatchObject({ rest: undefined });
  expect(typeOfSchema({ properties: { a: {} }, additionalProperties: true })).toMatchObject({ rest: ANY });
  expect(typeOfSchema({ type: 'object', additionalProperties: { type: 'integer' } })).toMatchObject({ rest: INT });
  expect(typeOfSchema({ type: 'object' })).toMatchObject({ rest: ANY });
});

test('a key is optional unless it is required', () => {
  const type = typeOfSchema({ properties: { a: {}, b: {} }, required: ['a'] });
  expect(type.kind === 'object' && [...type.fields].map(([name, { optional }]) => [name, optional])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

test('listed values are kept', () => {
  expect(typeOfSchema({ enum: ['a', 'b'] })).toEqual({ kind: 'text', values: ['a', 'b'] });
  expect(typeOfSchema({ const: 3 })).toEqual(INT);
  expect(describeType(typeOfSchema({ enum: ['a', 1, null] })).en).toBe('the text "a" or an integer or null');
});

test('choices are united and parts added up', () => {
  expect(describeType(typeOfSchema({ type: ['string', 'null'] })).en).toBe('a text or null');
  expect(describeType(typeOfSchema({ anyOf: [{ type: 'integer' }, { type: 'boolean' }] })).en).toBe(
    'an integer or true or false',
  );
  expect(fieldsOf(typeOfSchema({ allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }))).toEqual(['a', 'b']);
});

test('references reach inside the schema, and a circle ends', () => {
  const schema = {
    $ref: '#/$defs/node',
    $defs: { node: { properties: { next: { $ref: '#/$defs/node' }, value: { type: 'integer' } } } },
  };
  expect(fieldsOf(typeOfSchema(schema))).toEqual(['next', 'value']);
  expect(typeOfSchema({ $ref: '#' })).toEqual(ANY);
  expect(typeOfSchema({ $ref: '#/$defs/%' })).toEqual(ANY);
  expect(typeOfSchema({ $ref: 'https://schemas.example/x' })).toEqual(ANY);
});

test('never throws for what is no schema', () => {
  const part = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom('type', 'properties', 'items', 'enum', 'anyOf', 'allOf', '$ref', 'required', 'prefixItems'),
      fc.jsonValue(),
    ),
  );
  fc.assert(
    fc.property(part, (schema) => {
      expect(typeof typeOfSchema(schema).kind).toBe('string');
    }),
    { numRuns: 2_000 },
  );
});
