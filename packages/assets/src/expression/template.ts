import {
  type Bilingual,
  inAnyLanguage,
  type JsonValue,
  type Language,
  type LocalizedText,
  textIn,
} from '@rolecall/base';
import { type Compiled, compileExpression } from './compile-expression.ts';
import { type Bindings, type EvaluationOptions, evaluateCompiled } from './evaluate.ts';
import type { ExpressionError } from './expression-error.ts';

/** A piece of a template: fixed text, or an expression and where it begins. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly source: string; readonly offset: number };

export type ParsedTemplate =
  | { readonly ok: true; readonly parts: readonly TemplatePart[] }
  | { readonly ok: false; readonly error: ExpressionError };

export type Rendering =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: ExpressionError };

const MOST_CACHED = 10_000;
const parsed = new Map<string, ParsedTemplate>();

/**
 * Writes out a template in one language (the other one's text when there is only that).
 *
 * Never throws. One expression that cannot be evaluated, or whose value has no text (null, an object), and the whole is
 * `ok: false`: half a sentence is no answer.
 */
export function renderTemplate(
  template: LocalizedText,
  bindings: Bindings,
  language: Language,
  options: EvaluationOptions = {},
): Rendering {
  return prepareTemplate(textIn(template, language)).render(bindings, { language, ...options });
}

/** A template in one language, ready to be written out again and again. */
export interface PreparedTemplate {
  readonly source: string;
  /** The names that its expressions use. */
  readonly names: ReadonlySet<string>;
  /** As `renderTemplate`; the language of the options counts. */
  render(bindings: Bindings, options: EvaluationOptions): Rendering;
}

/** Reads a template and compiles its expressions, once for each text. Never throws. */
export function prepareTemplate(source: string): PreparedTemplate {
  const known = prepared.get(source);
  if (known) return known;
  const result = preparedOf(source, parseTemplate(source));
  if (prepared.size >= MOST_CACHED) prepared.clear();
  prepared.set(source, result);
  return result;
}

const prepared = new Map<string, PreparedTemplate>();

/** A piece of a prepared template: an expression, and the fixed text before it. */
interface PreparedPart {
  readonly before: string;
  readonly source: string;
  readonly offset: number;
  readonly compiled: Compiled;
}

function preparedOf(source: string, template: ParsedTemplate): PreparedTemplate {
  if (!template.ok) return { source, names: new Set(), render: () => template };
  const parts: PreparedPart[] = [];
  let before = '';
  for (const part of template.parts) {
    if (part.kind === 'text') before += part.text;
    else {
      parts.push({ before, source: part.source, offset: part.offset, compiled: compileExpression(part.source) });
      before = '';
    }
  }
  const names = parts.flatMap(({ compiled }) => (compiled.ok ? [...compiled.expression.syntax.names] : []));
  return { source, names: new Set(names), render: (bindings, options) => rendered(parts, before, bindings, options) };
}

function rendered(
  parts: readonly PreparedPart[],
  end: string,
  bindings: Bindings,
  options: EvaluationOptions,
): Rendering {
  let text = '';
  for (const part of parts) {
    const evaluation = evaluateCompiled(part.compiled, bindings, options);
    if (!evaluation.ok) return { ok: false, error: shifted(evaluation.error, part.offset) };
    const shown = textOfValue(evaluation.value, options.language ?? 'zh');
    if (shown === undefined) return { ok: false, error: noText(part, evaluation.value) };
    text += part.before + shown;
  }
  return { ok: true, text: text + end };
}

function shifted(error: ExpressionError, offset: number): ExpressionError {
  return { ...error, offset: offset + (error.offset ?? 0) };
}

function noText(part: { readonly source: string; readonly offset: number }, value: JsonValue): ExpressionError {
  const what = value === null ? inAnyLanguage('null') : { en: 'an object', zh: '对象' };
  const message = {
    en: `{{ ${part.source} }} is ${what.en}, which has no text.`,
    zh: `{{ ${part.source} }} 是${what.zh}，没有可写的文字。`,
  };
  return { code: 'expression_result', message, offset: part.offset };
}

function textOfValue(value: JsonValue, language: Language): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      // 15 digits are what a number surely carries: 0.1 + 0.2 is shown as 0.3.
      return String(Number(value.toPrecision(15)));
    case 'boolean':
      return String(value);
    default: {
      if (!Array.isArray(value)) return undefined;
      const parts = value.map((item) => textOfValue(item, language));
      return parts.every((part) => part !== undefined) ? parts.join(language === 'zh' ? '、' : ', ') : undefined;
    }
  }
}

/** Splits a text at its `{{ … }}`. Braces inside an expression's own texts and objects do not end it. */
export function parseTemplate(source: string): ParsedTemplate {
  const known = parsed.get(source);
  if (known) return known;
  const result = split(source);
  if (parsed.size >= MOST_CACHED) parsed.clear();
  parsed.set(source, result);
  return result;
}

function split(source: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('{{', at);
    const text = open < 0 ? source.slice(at) : source.slice(at, open);
    if (text !== '') parts.push({ kind: 'text', text });
    if (open < 0) break;
    const close = endOfExpression(source, open + 2);
    if (close === undefined) return malformed({ en: 'A {{ has no matching }}.', zh: '{{ 没有对应的 }}。' }, open);
    const inner = source.slice(open + 2, close);
    if (inner.trim() === '')
      return malformed({ en: 'There is no expression between {{ and }}.', zh: '{{ 与 }} 之间没有表达式。' }, open);
    const lead = inner.length - inner.trimStart().length;
    parts.push({ kind: 'expression', source: inner.trim(), offset: open + 2 + lead });
    at = close + 2;
  }
  return { ok: true, parts };
}

function malformed(message: Bilingual, offset: number): ParsedTemplate {
  return { ok: false, error: { code: 'template_syntax', message, offset } };
}

/** Where the `}}` stands that ends the expression beginning at `start`. */
function endOfExpression(source: string, start: number): number | undefined {
  let depth = 0;
  let at = start;
  while (at < source.length) {
    const character = source[at];
    if (character === '"' || character === "'") {
      at = endOfText(source, at);
      continue;
    }
    if (character === '}' && depth === 0) return source[at + 1] === '}' ? at : undefined;
    if (character === '{' || character === '[' || character === '(') depth += 1;
    else if (character === '}' || character === ']' || character === ')') depth -= 1;
    at += 1;
  }
  return undefined;
}

/** The first character after the text literal that begins at `start`. */
function endOfText(source: string, start: number): number {
  const quote = source.charAt(start);
  const fence = source.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  const isRaw = /[rR]/.test(source.charAt(start - 1)) && !/\w/.test(source.charAt(start - 2));
  let at = start + fence.length;
  while (at < source.length) {
    if (!isRaw && source[at] === '\\') at += 2;
    else if (source.startsWith(fence, at)) return at + fence.length;
    else at += 1;
  }
  return source.length;
}
