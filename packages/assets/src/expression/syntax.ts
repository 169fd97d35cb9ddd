import { parse } from '@bufbuild/cel';
import { type Bilingual, inAnyLanguage, nearestName } from '@rolecall/base';
import type { ExpressionError } from './expression-error.ts';
import { functionNames, functionShape, isOperator, MACROS } from './function-list.ts';

/** A node of CEL's syntax tree. */
export type Expr = ReturnType<typeof parse>['expr'];

/** An expression of our subset, read and not yet planned. */
export interface Syntax {
  readonly source: string;
  readonly root: Expr;
  /** Names that it takes from outside, `args`, `facts` … */
  readonly names: ReadonlySet<string>;
  /** Characters from the start of the source. */
  offsetOf(node: Pick<Expr, 'id'>): number;
}

export type ParsedSyntax =
  | { readonly ok: true; readonly syntax: Syntax }
  | { readonly ok: false; readonly error: ExpressionError };

const LONGEST_SOURCE = 4_000;
const DEEPEST_BRACKETS = 40;
const DEEPEST_TREE = 120;

/** Reads an expression and refuses what is not of the subset. Never throws. */
export function parseSyntax(source: string): ParsedSyntax {
  if (source.length > LONGEST_SOURCE) {
    return refuse('expression_too_long', {
      en: `The expression is longer than ${LONGEST_SOURCE} characters.`,
      zh: `表达式超过 ${LONGEST_SOURCE} 个字符。`,
    });
  }
  // The parser recurses: a deep source is refused before it gets there.
  if (bracketDepth(source) > DEEPEST_BRACKETS) return tooDeep();
  try {
    const parsed = parse(source);
    const offsetOf = (node: Pick<Expr, 'id'>): number => parsed.sourceInfo?.positions[String(node.id)] ?? 0;
    const names = new Set<string>();
    const error = checkNode(parsed.expr, { offsetOf, names, bound: [], depth: 0 });
    return error ? { ok: false, error } : { ok: true, syntax: { source, root: parsed.expr, names, offsetOf } };
  } catch (error) {
    if (error instanceof RangeError) return tooDeep();
    return { ok: false, error: syntaxError(source, error) };
  }
}

function refuse(code: ExpressionError['code'], message: Bilingual, offset?: number): ParsedSyntax {
  return { ok: false, error: { code, message, offset } };
}

function tooDeep(): ParsedSyntax {
  return refuse('expression_too_deep', { en: 'The expression is nested too deeply.', zh: '表达式嵌套太深。' });
}

/** Counts brackets also inside texts: an upper bound is all that is needed. */
function bracketDepth(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of source) {
    if (character === '(' || character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ')' || character === ']' || character === '}') depth = Math.max(0, depth - 1);
  }
  return deepest;
}

function syntaxError(source: string, error: unknown): ExpressionError {
  const location = (error as { location?: { start?: { offset?: number } } } | undefined)?.location;
  const offset = location?.start?.offset;
  if (offset === undefined)
    return {
      code: 'expression_syntax',
      message: { en: `Not an expression: ${messageOf(error)}.`, zh: `这不是表达式：${messageOf(error)}。` },
    };
  const rest = source.slice(offset, offset + 12);
  const found: Bilingual = rest === '' ? { en: 'its end', zh: '末尾' } : { en: `"${rest}"`, zh: `“${rest}”` };
  const message = /reserved identifier/.test(messageOf(error))
    ? { en: `Not an expression: ${found.en} is a reserved word.`, zh: `这不是表达式：${found.zh}是保留字。` }
    : {
        en: `Not an expression: it cannot be read on from ${found.en} (character ${offset + 1}).`,
        zh: `这不是表达式：从${found.zh}（第 ${offset + 1} 个字符）起读不下去。`,
      };
  return { code: 'expression_syntax', message, offset };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Walk {
  readonly offsetOf: (node: Pick<Expr, 'id'>) => number;
  /** Grows while walking. */
  readonly names: Set<string>;
  /** Variables of the macros around. */
  readonly bound: readonly string[];
  readonly depth: number;
}

function checkNode(node: Expr, walk: Walk): ExpressionError | undefined {
  const inner: Walk = { ...walk, depth: walk.depth + 1 };
  if (inner.depth > DEEPEST_TREE) {
    return {
      code: 'expression_too_deep',
      message: { en: 'The expression is nested too deeply.', zh: '表达式嵌套太深。' },
      offset: walk.offsetOf(node),
    };
  }
  const kind = node.exprKind;
  switch (kind.case) {
    case 'identExpr':
      if (!walk.bound.includes(kind.value.name) && kind.value.name !== '@result') walk.names.add(kind.value.name);
      return undefined;
    case 'constExpr':
      return checkConstant(node, walk);
    case 'selectExpr':
      return kind.value.operand ? checkNode(kind.value.operand, inner) : undefined;
    case 'listExpr':
      return checkAll(kind.value.elements, inner);
    case 'structExpr':
      return checkStruct(node, inner);
    case 'callExpr':
      return checkCall(node, inner);
    case 'comprehensionExpr': {
      const { iterVar, accuInit, iterRange, loopCondition, loopStep, result } = kind.value;
      const error = checkAll([accuInit, iterRange], inner);
      return error ?? checkAll([loopCondition, loopStep, result], { ...inner, bound: [...inner.bound, iterVar] });
    }
    default:
      return notAllowed(
        { en: 'This form is not part of the expression language.', zh: '表达式语言不支持这种写法。' },
        node,
        walk,
      );
  }
}

function checkAll(nodes: readonly (Expr | undefined)[], walk: Walk): ExpressionError | undefined {
  for (const node of nodes) {
    const error = node && checkNode(node, walk);
    if (error) return error;
  }
  return undefined;
}

const LARGEST_INTEGER = 2n ** 63n - 1n;

function checkConstant(node: Expr, walk: Walk): ExpressionError | undefined {
  if (node.exprKind.case !== 'constExpr') return undefined;
  const constant = node.exprKind.value.constantKind;
  switch (constant.case) {
    case 'uint64Value':
      return notAllowed(
        {
          en: 'Unsigned integers (1u) are not part of the expression language.',
          zh: '表达式语言不支持无符号整数（1u）。',
        },
        node,
        walk,
      );
    case 'bytesValue':
      return notAllowed(
        { en: 'Bytes (b"…") are not part of the expression language.', zh: '表达式语言不支持字节串（b"…"）。' },
        node,
        walk,
      );
    case 'int64Value':
      if (constant.value <= LARGEST_INTEGER && constant.value >= -LARGEST_INTEGER) return undefined;
      return notAllowed({ en: 'The integer is too large.', zh: '整数太大。' }, node, walk);
    default:
      return undefined;
  }
}

function checkStruct(node: Expr, walk: Walk): ExpressionError | undefined {
  if (node.exprKind.case !== 'structExpr') return undefined;
  const { messageName, entries } = node.exprKind.value;
  if (messageName !== '')
    return notAllowed(
      { en: `There is no type ${messageName} to build.`, zh: `没有可以构造的类型 ${messageName}。` },
      node,
      walk,
    );
  return checkAll(
    entries.flatMap((entry) => [entry.keyKind.case === 'mapKey' ? entry.keyKind.value : undefined, entry.value]),
    walk,
  );
}

function checkCall(node: Expr, walk: Walk): ExpressionError | undefined {
  if (node.exprKind.case !== 'callExpr') return undefined;
  const { function: name, target, args } = node.exprKind.value;
  if (!isOperator(name)) {
    const error = checkFunction(name, target ? 'method' : 'function', args.length, walk.offsetOf(node));
    if (error) return error;
  }
  return checkAll([target, ...args], walk);
}

function checkFunction(
  name: string,
  style: 'function' | 'method',
  count: number,
  offset: number,
): ExpressionError | undefined {
  const shape = functionShape(name, style);
  if (shape?.arguments.includes(count)) return undefined;
  const code = 'expression_function_unknown';
  if (name === 'has')
    return {
      code,
      message: { en: 'has() takes one key, as in has(result.error).', zh: 'has() 只取一个键，如 has(result.error)。' },
      offset,
    };
  if (MACROS.includes(name)) {
    return {
      code,
      message: {
        en: `${name} is written list.${name}(item, …) with a name for the item.`,
        zh: `${name} 写作 list.${name}(item, …)，其中给列表项起一个名字。`,
      },
      offset,
    };
  }
  if (shape)
    return {
      code,
      message: { en: `${name} does not take ${count} argument(s).`, zh: `${name} 不接受 ${count} 个参数。` },
      offset,
    };
  const otherStyle = functionShape(name, style === 'method' ? 'function' : 'method');
  if (otherStyle) {
    const written = otherStyle.style === 'method' ? `x.${name}(…)` : `${name}(…)`;
    return { code, message: { en: `${name} is written ${written}.`, zh: `${name} 写作 ${written}。` }, offset };
  }
  const near = nearestName(name, functionNames());
  const hint = near === undefined ? inAnyLanguage('') : { en: ` Did you mean ${near}?`, zh: `是不是想写 ${near}？` };
  const message = { en: `There is no function ${name}.${hint.en}`, zh: `没有函数 ${name}。${hint.zh}` };
  return { code, message, offset };
}

function notAllowed(message: Bilingual, node: Expr, walk: Walk): ExpressionError {
  return { code: 'expression_not_allowed', message, offset: walk.offsetOf(node) };
}
