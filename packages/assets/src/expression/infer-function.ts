import { isNumber } from './can-be-equal.ts';
import { didYouMean } from './expression-problem.ts';
import { type Call, expectKind, type Kind } from './inference.ts';
import { compilePattern } from './linear-pattern.ts';
import {
  ANY,
  alternatives,
  BOOL,
  DURATION,
  describeType,
  INT,
  listOf,
  NUMBER,
  TEXT,
  TIMESTAMP,
  type ValueType,
} from './value-type.ts';

/** The type of a function applied to its arguments. */
export function inferFunction(call: Call): ValueType {
  const [first = ANY, second = ANY] = call.types;
  switch (call.name) {
    case 'size':
      expectKind(call, 0, first, ['text', 'list', 'object'], 'a text, a list or an object');
      return INT;
    case 'contains':
    case 'startsWith':
    case 'endsWith':
    case 'matches':
      for (const at of [0, 1]) expectKind(call, at, call.types[at] ?? ANY, ['text'], 'a text');
      if (call.name === 'matches') checkPattern(call, second);
      return BOOL;
    case 'int':
      expectKind(call, 0, first, ['int', 'number', 'text', 'timestamp', 'duration'], 'a number, a text or a time');
      return INT;
    case 'double':
      expectKind(call, 0, first, ['int', 'number', 'text'], 'a number or a text');
      return NUMBER;
    case 'string':
      expectKind(call, 0, first, ['int', 'number', 'text', 'bool', 'timestamp', 'duration'], 'a single value');
      return TEXT;
    case 'timestamp':
      expectKind(call, 0, first, ['text', 'timestamp'], 'a text');
      return TIMESTAMP;
    case 'duration':
      expectKind(call, 0, first, ['text', 'duration'], 'a text');
      return DURATION;
    case 'sum':
      return inferSum(call, first);
    case 'distinct':
      expectKind(call, 0, first, ['list'], 'a list');
      return first.kind === 'list' ? first : listOf(ANY);
    case 'local_time':
      expectKind(call, 0, first, ['timestamp', 'text'], 'a time');
      expectKind(call, 1, second, ['text'], 'the name of a time zone');
      return TEXT;
    case 'label':
      return inferLabel(call, first);
    default:
      return inferCalendarPart(call, first, second);
  }
}

function checkPattern(call: Call, type: ValueType): void {
  if (type.kind !== 'text') return;
  for (const source of type.values ?? []) {
    const compiled = compilePattern(source);
    if (compiled.ok) continue;
    call.inference.report(call.nodes[1] ?? call.node, {
      code: 'expression_pattern_invalid',
      message: `The pattern cannot be tested in linear time or is malformed: ${compiled.message}.`,
    });
  }
}

function inferSum(call: Call, list: ValueType): ValueType {
  expectKind(call, 0, list, ['list'], 'a list of numbers');
  const items = alternatives(list).flatMap((option) => (option.kind === 'list' ? alternatives(option.item) : []));
  if (items.length === 0 || items.some((item) => item.kind === 'any')) return ANY;
  if (items.every((item) => item.kind === 'int')) return INT;
  if (items.some(isNumber)) return NUMBER;
  call.inference.report(call.node, {
    code: 'expression_type_mismatch',
    message: `sum takes a list of numbers; this one holds ${items.map(describeType).join(' or ')}.`,
  });
  return ANY;
}

function inferLabel(call: Call, argument: ValueType): ValueType {
  const { labelled } = call.inference.environment;
  const name = argument.kind === 'text' && argument.values?.length === 1 ? argument.values[0] : undefined;
  if (labelled && name !== undefined && labelled.includes(name)) return TEXT;
  const message = !labelled
    ? 'label() exists only where a call has arguments.'
    : name === undefined
      ? "label() takes the name of an argument as a fixed text, as in label('reason')."
      : `There is no argument "${name}" to label.`;
  call.inference.report(call.node, {
    code: 'expression_label_unknown',
    message,
    fix: labelled && name !== undefined ? didYouMean(name, labelled) : undefined,
  });
  return TEXT;
}

const CALENDAR_OF_DURATION: ReadonlySet<string> = new Set(['getHours', 'getMinutes', 'getSeconds']);

function inferCalendarPart(call: Call, first: ValueType, zone: ValueType): ValueType {
  const kinds: readonly Kind[] = CALENDAR_OF_DURATION.has(call.name) ? ['timestamp', 'duration'] : ['timestamp'];
  expectKind(call, 0, first, kinds, kinds.length > 1 ? 'a time or a duration' : 'a time');
  if (call.nodes.length > 1) expectKind(call, 1, zone, ['text'], 'the name of a time zone');
  return INT;
}
