import { type CelInput, celList, celMap } from '@bufbuild/cel';
import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import { charge } from './running-expression.ts';
import { timestampOfText } from './time.ts';
import { ANY, alternatives, type ValueType } from './value-type.ts';

/**
 * A JSON value as CEL sees it, by its declared type.
 *
 * An integer number is an integer unless it is declared a `number`; a text is a time only when it is declared a
 * date-time, and then one that is none is an error. Objects are converted key by key, when an expression asks for one.
 */
export function toCelInput(value: JsonValue, type: ValueType): CelInput {
  switch (typeof value) {
    case 'string':
      return textInput(value, type);
    case 'number':
      return numberInput(value, type);
    case 'boolean':
      return value;
    default:
      if (value === null) return null;
      if (isJsonObject(value)) return celMap(new LazyObject(value, alternatives(type)));
      return listInput(value as readonly JsonValue[], type);
  }
}

function textInput(value: string, type: ValueType): CelInput {
  if (type.kind === 'text' || type.kind === 'any') return value;
  const options = alternatives(type);
  if (!options.some((option) => option.kind === 'timestamp') || options.some((option) => option.kind === 'text')) {
    return value;
  }
  const timestamp = timestampOfText(value);
  if (!timestamp) throw new Error('a value that is declared a date-time is none');
  return timestamp;
}

function numberInput(value: number, type: ValueType): CelInput {
  const isDeclaredNumber = alternatives(type).some((option) => option.kind === 'number');
  return Number.isSafeInteger(value) && !isDeclaredNumber ? BigInt(value) : value;
}

function listInput(value: readonly JsonValue[], type: ValueType): CelInput {
  charge(value.length);
  const list = alternatives(type).find((option) => option.kind === 'list');
  const item = list?.kind === 'list' ? list.item : ANY;
  return celList(value.map((each) => toCelInput(each, item)));
}

/** A JSON object as the map that CEL reads from: own keys only, values converted when they are asked for. */
class LazyObject implements ReadonlyMap<string, CelInput> {
  readonly #object: JsonObject;
  readonly #types: readonly ValueType[];
  readonly #converted = new Map<string, CelInput>();
  #names: readonly string[] | undefined;

  constructor(object: JsonObject, types: readonly ValueType[]) {
    this.#object = object;
    this.#types = types;
  }

  get size(): number {
    return this.#keys().length;
  }

  get(key: unknown): CelInput | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.#object, key)) return undefined;
    const known = this.#converted.get(key);
    if (known !== undefined) return known;
    const value = this.#object[key];
    if (value === undefined) return undefined;
    const input = toCelInput(value, this.#typeOf(key));
    this.#converted.set(key, input);
    return input;
  }

  has(key: unknown): boolean {
    return this.get(key) !== undefined;
  }

  *entries(): MapIterator<[string, CelInput]> {
    for (const key of this.#keys()) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }

  *keys(): MapIterator<string> {
    yield* this.#keys();
  }

  *values(): MapIterator<CelInput> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[string, CelInput]> {
    return this.entries();
  }

  forEach(visit: (value: CelInput, key: string, map: ReadonlyMap<string, CelInput>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }

  #keys(): readonly string[] {
    this.#names ??= Object.keys(this.#object).filter((key) => this.#object[key] !== undefined);
    return this.#names;
  }

  #typeOf(key: string): ValueType {
    for (const type of this.#types) {
      if (type.kind !== 'object') continue;
      const declared = type.fields.get(key)?.type ?? type.rest;
      if (declared) return declared;
    }
    return ANY;
  }
}
