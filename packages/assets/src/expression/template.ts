import {
  type Bilingual,
  inAnyLanguage,
  type JsonValue,
  type Language,
  type LocalizedText,
  textIn,
} from '@rolecall/base';
import { type Bindings, type EvaluationOptions, evaluate } from './evaluate.ts';
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
  const source = textIn(template, language);
  const parsed = parseTemplate(source);
  if (!parsed.ok) return parsed;
  let text = '';
  const inLanguage = { language, ...options };
  for (const part of parsed.parts) {
    if (part.kind === 'text') {
      text += part.text;
      continue;
    }
    const evaluation = evaluate(part.source, bindings, inLanguage);
    if (!evaluation.ok) return { ok: false, error: shifted(evaluation.error, part.offset) };
    const shown = textOfValue(evaluation.value, language);
    if (shown === undefined) return { ok: false, error: noText(part, evaluation.value) };
    text += shown;
  }
  return { ok: true, text };
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
