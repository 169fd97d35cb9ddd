import {
  type CelFunc,
  type CelInput,
  type CelList,
  CelScalar,
  type CelValue,
  celFunc,
  celList,
  celMethod,
  isCelMap,
  listType,
  mapType,
  objectType,
} from '@bufbuild/cel';
import { DurationSchema, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { isJsonObject } from '@rolecall/base';
import { compilePattern } from './linear-pattern.ts';
import { charge, chargeText, runningExpression } from './running-expression.ts';
import { isSameValue } from './same-value.ts';
import { shownValue } from './shown-value.ts';
import {
  describeLocalTime,
  durationOfText,
  type LocalTime,
  localTime,
  msOfTimestamp,
  textOfTimestamp,
  timestampOfText,
} from './time.ts';

const { BOOL, DOUBLE, DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);
const MAP = mapType(DYN, DYN);
const TIMESTAMP = objectType(TimestampSchema);
const DURATION = objectType(DurationSchema);

/**
 * What the expression language adds to CEL, and what it does otherwise.
 *
 * Otherwise: integers and other numbers mix in arithmetic; equality, membership and the joining of texts and lists are
 * charged for their size; `matches` keeps its patterns; conversions refuse what is not wholly a number; calendar parts
 * do not depend on the zone of the machine.
 */
export function expressionFunctions(): CelFunc[] {
  return [
    ...comparisons(),
    ...arithmetic(),
    ...texts(),
    ...conversions(),
    ...calendar(),
    ...ownFunctions(),
    ...folding(),
  ];
}

function comparisons(): CelFunc[] {
  return [
    celFunc('_==_', [DYN, DYN], BOOL, isSameValue),
    celFunc('_!=_', [DYN, DYN], BOOL, (left, right) => !isSameValue(left, right)),
    celFunc('@in', [DYN, LIST], BOOL, (value, list) => {
      for (const item of list) if (isSameValue(item, value)) return true;
      return false;
    }),
  ];
}

function arithmetic(): CelFunc[] {
  const mixed = (name: string, apply: (left: number, right: number) => number): CelFunc[] => [
    celFunc(name, [INT, DOUBLE], DOUBLE, (left, right) => apply(Number(left), right)),
    celFunc(name, [DOUBLE, INT], DOUBLE, (left, right) => apply(left, Number(right))),
  ];
  return [
    ...mixed('_+_', (left, right) => left + right),
    ...mixed('_-_', (left, right) => left - right),
    ...mixed('_*_', (left, right) => left * right),
    ...mixed('_/_', (left, right) => left / right),
  ];
}

function texts(): CelFunc[] {
  return [
    celFunc('_+_', [STRING, STRING], STRING, (left, right) => {
      chargeText(left.length + right.length);
      return left + right;
    }),
    celFunc('_+_', [LIST, LIST], LIST, (left, right) => {
      charge(left.size + right.size);
      return celList([...left, ...right]);
    }),
    celFunc('size', [STRING], INT, codePoints),
    celMethod('size', STRING, [], INT, function () {
      return codePoints(this);
    }),
    celMethod('contains', STRING, [STRING], BOOL, function (part) {
      chargeText(this.length);
      return this.includes(part);
    }),
    celMethod('matches', STRING, [STRING], BOOL, function (source) {
      charge(1 + this.length);
      const compiled = compilePattern(source);
      if (!compiled.ok) throw new Error(`the pattern cannot be used: ${compiled.message.en}`);
      return compiled.pattern.test(this);
    }),
  ];
}

function codePoints(text: string): bigint {
  chargeText(text.length);
  let count = 0;
  for (const _ of text) count += 1;
  return BigInt(count);
}

const INTEGER_TEXT = /^-?\d{1,18}$/;
const NUMBER_TEXT = /^-?\d{1,200}(\.\d{1,200})?([eE][+-]?\d{1,3})?$/;

function conversions(): CelFunc[] {
  return [
    celFunc('int', [STRING], INT, (text) => {
      if (!INTEGER_TEXT.test(text)) throw new Error('the text is not an integer');
      return BigInt(text);
    }),
    celFunc('double', [STRING], DOUBLE, (text) => {
      if (!NUMBER_TEXT.test(text)) throw new Error('the text is not a number');
      return Number(text);
    }),
    celFunc('string', [TIMESTAMP], STRING, (timestamp) => textOfTimestamp(timestamp.message)),
    celFunc('timestamp', [STRING], TIMESTAMP, (text) => {
      const timestamp = timestampOfText(text);
      if (!timestamp) throw new Error('the text is not a date-time with an offset, such as 2025-03-01T09:30:00+08:00');
      return timestamp;
    }),
    celFunc('duration', [STRING], DURATION, (text) => {
      const duration = durationOfText(text);
      if (!duration) throw new Error('the text is not a duration, such as 30m, 1d or 1h30m');
      return duration;
    }),
  ];
}

function calendar(): CelFunc[] {
  const part = (name: string, read: (time: LocalTime) => number): CelFunc[] => [
    celMethod(name, TIMESTAMP, [], INT, function () {
      return BigInt(read(localTime(msOfTimestamp(this.message), 'UTC')));
    }),
    celMethod(name, TIMESTAMP, [STRING], INT, function (zone) {
      return BigInt(read(localTime(msOfTimestamp(this.message), zone)));
    }),
  ];
  return [
    ...part('getFullYear', (time) => time.year),
    // As CEL has it: months from 0, `getDate` from 1.
    ...part('getMonth', (time) => time.month - 1),
    ...part('getDate', (time) => time.day),
    ...part('getDayOfWeek', (time) => time.weekday),
    ...part('getHours', (time) => time.hour),
    ...part('getMinutes', (time) => time.minute),
    ...part('getSeconds', (time) => time.second),
  ];
}

function ownFunctions(): CelFunc[] {
  return [
    celFunc('sum', [LIST], DYN, sum),
    celFunc('distinct', [LIST], LIST, distinct),
    celFunc('local_time', [TIMESTAMP, STRING], STRING, (timestamp, zone) =>
      describeLocalTime(localTime(msOfTimestamp(timestamp.message), zone)),
    ),
    celFunc('local_time', [STRING, STRING], STRING, (text, zone) => {
      const timestamp = timestampOfText(text);
      if (!timestamp) throw new Error('local_time needs a date-time with an offset');
      return describeLocalTime(localTime(msOfTimestamp(timestamp), zone));
    }),
    celFunc('label', [STRING], STRING, label),
  ];
}

function sum(list: CelList): CelInput {
  charge(list.size);
  let integers = 0n;
  let numbers: number | undefined;
  for (const item of list) {
    if (typeof item === 'bigint') integers += item;
    else if (typeof item === 'number') numbers = (numbers ?? 0) + item;
    else throw new Error('sum needs a list of numbers');
  }
  return numbers === undefined ? integers : numbers + Number(integers);
}

function distinct(list: CelList): CelInput {
  const seen = new Set<string>();
  const compound: CelValue[] = [];
  const kept: CelValue[] = [];
  for (const item of list) {
    charge(1);
    const key = scalarKey(item);
    if (key === undefined ? compound.some((other) => isSameValue(other, item)) : seen.has(key)) continue;
    if (key === undefined) compound.push(item);
    else seen.add(key);
    kept.push(item);
  }
  return celList(kept);
}

/** Equal exactly for equal texts, numbers, booleans and nulls; undefined for what has parts. */
function scalarKey(value: CelValue): string | undefined {
  switch (typeof value) {
    case 'string':
      return `t${value}`;
    case 'bigint':
    case 'number':
      return `n${value}`;
    case 'boolean':
      return `b${value}`;
    default:
      return value === null ? 'null' : undefined;
  }
}

function label(argument: string): string {
  const { argumentValues, labels, language } = runningExpression();
  const value =
    isJsonObject(argumentValues) && Object.hasOwn(argumentValues, argument) ? argumentValues[argument] : undefined;
  const shown = shownValue(labels, argument, value, language);
  if (shown === undefined) throw new Error(`the argument ${argument} has no value to show`);
  return shown;
}

/** What the macros `map`, `filter`, `all`, `exists` and `exists_one` are turned into; see `prepare-macros.ts`. */
function folding(): CelFunc[] {
  const grown = new WeakMap<CelList, CelValue[]>();
  return [
    celFunc('@each', [LIST, INT], LIST, (list, weight) => {
      charge(list.size * Number(weight) + 1);
      return list;
    }),
    celFunc('@each', [MAP, INT], LIST, (map, weight) => {
      if (!isCelMap(map)) throw new Error('only a list or an object can be walked through');
      charge(map.size * Number(weight) + 1);
      return celList([...map.keys()]);
    }),
    celFunc('@grow', [], LIST, () => {
      const items: CelValue[] = [];
      const list = celList(items);
      grown.set(list, items);
      return list;
    }),
    celFunc('@append', [LIST, DYN], LIST, (list, item) => {
      const items = grown.get(list);
      if (!items) throw new Error('only a growing list can be appended to');
      items.push(item);
      return list;
    }),
  ];
}
