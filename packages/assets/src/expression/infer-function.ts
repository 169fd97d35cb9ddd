import { didYouMean } from '@rolecall/base';
import { isNumber } from './can-be-equal.ts';
import { type Call, expectKind, type Kind } from './inference.ts';
import { compilePattern, unusablePattern } from './linear-pattern.ts';
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
      expectKind(call, 0, first, ['text', 'list', 'object'], {
        en: 'a text, a list or an object',
        zh: '文字、列表或对象',
      });
      return INT;
    case 'contains':
    case 'startsWith':
    case 'endsWith':
    case 'matches':
      for (const at of [0, 1]) expectKind(call, at, call.types[at] ?? ANY, ['text'], { en: 'a text', zh: '文字' });
      if (call.name === 'matches') checkPattern(call, second);
      return BOOL;
    case 'int':
      expectKind(call, 0, first, ['int', 'number', 'text', 'timestamp', 'duration'], {
        en: 'a number, a text or a time',
        zh: '数字、文字或时间',
      });
      return INT;
    case 'double':
      expectKind(call, 0, first, ['int', 'number', 'text'], { en: 'a number or a text', zh: '数字或文字' });
      return NUMBER;
    case 'string':
      expectKind(call, 0, first, ['int', 'number', 'text', 'bool', 'timestamp', 'duration'], {
        en: 'a single value',
        zh: '单个值',
      });
      return TEXT;
    case 'timestamp':
      expectKind(call, 0, first, ['text', 'timestamp'], { en: 'a text', zh: '文字' });
      return TIMESTAMP;
    case 'duration':
      expectKind(call, 0, first, ['text', 'duration'], { en: 'a text', zh: '文字' });
      return DURATION;
    case 'sum':
      return inferSum(call, first);
    case 'distinct':
      expectKind(call, 0, first, ['list'], { en: 'a list', zh: '列表' });
      return first.kind === 'list' ? first : listOf(ANY);
    case 'local_time':
      expectKind(call, 0, first, ['timestamp', 'text'], { en: 'a time', zh: '时间' });
      expectKind(call, 1, second, ['text'], { en: 'the name of a time zone', zh: '时区的名字' });
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
      message: unusablePattern(compiled.message),
    });
  }
}

function inferSum(call: Call, list: ValueType): ValueType {
  expectKind(call, 0, list, ['list'], { en: 'a list of numbers', zh: '数字列表' });
  const items = alternatives(list).flatMap((option) => (option.kind === 'list' ? alternatives(option.item) : []));
  if (items.length === 0 || items.some((item) => item.kind === 'any')) return ANY;
  if (items.every((item) => item.kind === 'int')) return INT;
  if (items.some(isNumber)) return NUMBER;
  call.inference.report(call.node, {
    code: 'expression_type_mismatch',
    message: {
      en: `sum takes a list of numbers; this one holds ${items.map((item) => describeType(item).en).join(' or ')}.`,
      zh: `sum 需要数字列表；这个列表里是${items.map((item) => describeType(item).zh).join('或')}。`,
    },
  });
  return ANY;
}

function inferLabel(call: Call, argument: ValueType): ValueType {
  const { labelled } = call.inference.environment;
  const name = argument.kind === 'text' && argument.values?.length === 1 ? argument.values[0] : undefined;
  if (labelled && name !== undefined && labelled.includes(name)) return TEXT;
  const message = !labelled
    ? { en: 'label() exists only where a call has arguments.', zh: 'label() 只能用在调用有参数的地方。' }
    : name === undefined
      ? {
          en: "label() takes the name of an argument as a fixed text, as in label('reason').",
          zh: `label() 的参数名要写成固定的文字，如 label('reason')。`,
        }
      : { en: `There is no argument "${name}" to label.`, zh: `没有可以用于 label 的参数“${name}”。` };
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
  expectKind(
    call,
    0,
    first,
    kinds,
    kinds.length > 1 ? { en: 'a time or a duration', zh: '时间或时长' } : { en: 'a time', zh: '时间' },
  );
  if (call.nodes.length > 1) expectKind(call, 1, zone, ['text'], { en: 'the name of a time zone', zh: '时区的名字' });
  return INT;
}
