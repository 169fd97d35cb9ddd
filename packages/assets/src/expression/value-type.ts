import { type Bilingual, inAnyLanguage, quotedList } from '@rolecall/base';

/** What is known of a value before it is there. The types of expressions come from JSON Schemas. */
export type ValueType =
  /** Nothing is known: every use is let through and decided when it is evaluated. */
  | { readonly kind: 'any' }
  | { readonly kind: 'null' | 'bool' | 'int' | 'number' | 'timestamp' | 'duration' }
  /** `values` when the schema lists them. */
  | { readonly kind: 'text'; readonly values?: readonly string[] | undefined }
  | { readonly kind: 'list'; readonly item: ValueType }
  /** `rest` is the type of undeclared keys; without one there are none. */
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, FieldType>; readonly rest?: ValueType | undefined }
  /** No option at all: the item of an empty list. */
  | { readonly kind: 'one_of'; readonly options: readonly ValueType[] };

/** A declared key of an object. */
export interface FieldType {
  readonly type: ValueType;
  readonly optional: boolean;
}

export const ANY: ValueType = { kind: 'any' };
export const NULL: ValueType = { kind: 'null' };
export const BOOL: ValueType = { kind: 'bool' };
export const INT: ValueType = { kind: 'int' };
export const NUMBER: ValueType = { kind: 'number' };
export const TEXT: ValueType = { kind: 'text' };
export const TIMESTAMP: ValueType = { kind: 'timestamp' };
export const DURATION: ValueType = { kind: 'duration' };
export const NOTHING: ValueType = { kind: 'one_of', options: [] };
/** An object of which nothing is known. */
export const OPEN_OBJECT: ValueType = { kind: 'object', fields: new Map(), rest: ANY };

/** A closed object; names that end in `?` are optional. */
export function objectOf(fields: Readonly<Record<string, ValueType>>): ValueType {
  return {
    kind: 'object',
    fields: new Map(
      Object.entries(fields).map(([name, type]) => {
        const optional = name.endsWith('?');
        return [optional ? name.slice(0, -1) : name, { type, optional }];
      }),
    ),
  };
}

/** A list of one item type. */
export function listOf(item: ValueType): ValueType {
  return { kind: 'list', item };
}

/** The single types that a value may turn out to have. */
export function alternatives(type: ValueType): readonly ValueType[] {
  return type.kind === 'one_of' ? type.options.flatMap(alternatives) : [type];
}

/** The type of a value that is of one type or of another. */
export function unionOf(types: readonly ValueType[]): ValueType {
  const options: ValueType[] = [];
  for (const type of types.flatMap(alternatives)) {
    if (type.kind === 'any') return ANY;
    const at = options.findIndex((option) => option.kind === type.kind);
    const same = options[at];
    if (same === undefined) options.push(type);
    else options[at] = merged(same, type);
  }
  return options.length === 1 && options[0] ? options[0] : { kind: 'one_of', options };
}

function merged(left: ValueType, right: ValueType): ValueType {
  if (left.kind === 'text' && right.kind === 'text') {
    return left.values && right.values
      ? { kind: 'text', values: [...new Set([...left.values, ...right.values])] }
      : TEXT;
  }
  if (left.kind === 'list' && right.kind === 'list') return listOf(unionOf([left.item, right.item]));
  if (left.kind === 'object' && right.kind === 'object') {
    const fields = new Map<string, FieldType>();
    for (const name of new Set([...left.fields.keys(), ...right.fields.keys()])) {
      const [one, other] = [left.fields.get(name), right.fields.get(name)];
      const types = [one?.type ?? left.rest, other?.type ?? right.rest].filter((type) => type !== undefined);
      fields.set(name, { type: unionOf(types), optional: !one || !other || one.optional || other.optional });
    }
    const rest = [left.rest, right.rest].filter((type) => type !== undefined);
    return { kind: 'object', fields, rest: rest.length === 0 ? undefined : unionOf(rest) };
  }
  return left;
}

/** A type in the words of a message. */
export function describeType(type: ValueType): Bilingual {
  switch (type.kind) {
    case 'any':
      return { en: 'a value of unknown type', zh: '类型未知的值' };
    case 'null':
      return inAnyLanguage('null');
    case 'bool':
      return { en: 'true or false', zh: '真或假' };
    case 'int':
      return { en: 'an integer', zh: '整数' };
    case 'number':
      return { en: 'a number', zh: '数字' };
    case 'text':
      return type.values ? describeValues(type.values) : { en: 'a text', zh: '文字' };
    case 'timestamp':
      return { en: 'a time', zh: '时间' };
    case 'duration':
      return { en: 'a duration', zh: '时长' };
    case 'list':
      return { en: 'a list', zh: '列表' };
    case 'object':
      return { en: 'an object', zh: '对象' };
    case 'one_of':
      if (type.options.length === 0) return { en: 'nothing', zh: '空' };
      return {
        en: alternatives(type)
          .map((option) => describeType(option).en)
          .join(' or '),
        zh: alternatives(type)
          .map((option) => describeType(option).zh)
          .join('或'),
      };
  }
}

function describeValues(values: readonly string[]): Bilingual {
  if (values.length > 8) return { en: 'a text', zh: '文字' };
  const quoted = quotedList(values);
  return values.length === 1
    ? { en: `the text ${quoted.en}`, zh: `文字${quoted.zh}` }
    : { en: `one of ${quoted.en}`, zh: `${quoted.zh}之一` };
}
