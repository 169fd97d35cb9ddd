import { type Bilingual, didYouMean, inAnyLanguage } from '@rolecall/base';
import type { z } from 'zod';
import { type DocumentPath, describePath } from './document-path.ts';
import { issueWords } from './issue-words.ts';
import { keysAt } from './schema-keys.ts';

type Issue = z.core.$ZodIssue;

/** A schema's complaint in the words of whoever wrote the file. */
export interface ExplainedIssue {
  readonly code: 'asset_key_unknown' | 'asset_key_missing' | 'asset_value_invalid';
  readonly path: DocumentPath;
  readonly message: Bilingual;
  readonly fix?: Bilingual | undefined;
}

/** Every complaint of a schema about one document. Unknown keys are apart, one each, with the name that was meant. */
export function explainIssues(
  issues: readonly Issue[],
  schema: z.core.$ZodType,
  document: unknown,
): readonly ExplainedIssue[] {
  return issues.flatMap((issue) => explain(issue, [], schema, document));
}

function explain(
  issue: Issue,
  above: DocumentPath,
  schema: z.core.$ZodType,
  document: unknown,
): readonly ExplainedIssue[] {
  const path = [...above, ...issue.path.filter((step) => typeof step !== 'symbol')];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(key, path, schema));
    case 'invalid_union':
      return explainUnion(issue, path, schema, document);
    case 'invalid_type':
      return [
        valueAt(document, path) === undefined ? missing(path) : wrongType(typeWords(issue.expected), path, document),
      ];
    case 'invalid_value':
      return [
        valueAt(document, path) === undefined ? missing(path) : notListed(issue.values.map(String), path, document),
      ];
    case 'invalid_key':
      return [invalid(path, issueWords(issue.issues[0] ?? issue))];
    case 'too_small':
      return [invalid(path, tooSmall(issue))];
    default:
      return [invalid(path, issueWords(issue))];
  }
}

function tooSmall(issue: Extract<Issue, { code: 'too_small' }>): Bilingual {
  const words = issueWords(issue);
  return issue.message.startsWith('Too small') ? { ...words, en: `it needs at least ${issue.minimum}` } : words;
}

function unknownKey(key: string, path: DocumentPath, schema: z.core.$ZodType): ExplainedIssue {
  const known = keysAt(schema, path);
  const list =
    known.length > 0
      ? { en: `Known here: ${known.join(', ')}.`, zh: `这里可用的有：${known.join('、')}。` }
      : undefined;
  const message =
    path.length === 0
      ? { en: `The key "${key}" is not known here.`, zh: `这里没有键“${key}”。` }
      : {
          en: `The key "${key}" is not known in ${describePath(path)}.`,
          zh: `${describePath(path)} 里没有键“${key}”。`,
        };
  return { code: 'asset_key_unknown', path: [...path, key], message, fix: didYouMean(key, known) ?? list };
}

function missing(path: DocumentPath): ExplainedIssue {
  const [name, parent] = [path.at(-1), describePath(path.slice(0, -1))];
  const message =
    parent === ''
      ? { en: `The key "${name}" is missing.`, zh: `缺少键“${name}”。` }
      : { en: `The key "${name}" is missing in ${parent}.`, zh: `${parent} 里缺少键“${name}”。` };
  return { code: 'asset_key_missing', path, message };
}

const MAPPING: Bilingual = { en: 'a mapping', zh: '映射' };
const LIST: Bilingual = { en: 'a list', zh: '列表' };
const TEXT: Bilingual = { en: 'a text', zh: '文字' };

const TYPE_WORDS: Readonly<Record<string, Bilingual>> = {
  string: TEXT,
  object: MAPPING,
  record: MAPPING,
  array: LIST,
  boolean: { en: 'true or false', zh: 'true 或 false' },
  int: { en: 'a whole number', zh: '整数' },
  number: { en: 'a number', zh: '数字' },
};

function typeWords(expected: string): Bilingual {
  return (Object.hasOwn(TYPE_WORDS, expected) ? TYPE_WORDS[expected] : undefined) ?? inAnyLanguage(expected);
}

function wrongType(wanted: Bilingual, path: DocumentPath, document: unknown): ExplainedIssue {
  const found = describeValue(valueAt(document, path));
  return invalid(path, { en: `it must be ${wanted.en}, not ${found.en}`, zh: `必须是${wanted.zh}，不能是${found.zh}` });
}

function describeValue(value: unknown): Bilingual {
  if (value === null) return { en: 'empty', zh: '空' };
  if (Array.isArray(value)) return LIST;
  if (typeof value === 'object') return MAPPING;
  if (typeof value === 'string') return TEXT;
  const type: Bilingual = { en: typeof value, zh: typeWords(typeof value).zh };
  return { en: `the ${type.en} ${String(value)}`, zh: `${type.zh} ${String(value)}` };
}

function notListed(
  values: readonly string[],
  path: DocumentPath,
  document: unknown,
  orMapping = false,
): ExplainedIssue {
  const value = valueAt(document, path);
  const wanted =
    values.length === 1
      ? { en: `it must be ${values[0]}`, zh: `必须是 ${values[0]}` }
      : { en: `it must be one of ${values.join(', ')}`, zh: `必须是 ${values.join('、')} 之一` };
  const reason = orMapping ? { en: `${wanted.en} or a mapping`, zh: `${wanted.zh}，或一个映射` } : wanted;
  const fix = typeof value === 'string' ? didYouMean(value, values) : undefined;
  return { ...invalid(path, reason), ...(fix ? { fix } : {}) };
}

/** A key such as `s.id)`: in `{ }` a comma begins the next key, also inside an expression that is not in quotes. */
const CUT_EXPRESSION = /[)\]]$|^[\w.]+\(|['"]$/;

function invalid(path: DocumentPath, reason: Bilingual): ExplainedIssue {
  const isCut = path.some((step) => typeof step === 'string' && CUT_EXPRESSION.test(step));
  const message =
    path.length === 0
      ? { en: `The document is not valid: ${reason.en}.`, zh: `文档不正确：${reason.zh}。` }
      : {
          en: `The value of "${describePath(path)}" is not valid: ${reason.en}.`,
          zh: `“${describePath(path)}”的值不正确：${reason.zh}。`,
        };
  return { code: 'asset_value_invalid', path, message, ...(isCut ? { fix: QUOTE_IT } : {}) };
}

const QUOTE_IT: Bilingual = {
  en: 'Put the expression in quotes: inside { } a comma begins the next key.',
  zh: '给表达式加上引号：在 { } 里，逗号之后就是下一个键。',
};

/**
 * Of several forms that a value may have, the one it was meant to have is the one that complains least once its outer
 * type fits. Where none fits, all forms are named.
 */
function explainUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: DocumentPath,
  schema: z.core.$ZodType,
  document: unknown,
): readonly ExplainedIssue[] {
  if (valueAt(document, path) === undefined) return [missing(path)];
  if ('discriminator' in issue && issue.errors.length === 0) {
    const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
    return [notListed(options, path, document)];
  }
  const fitting = issue.errors.filter((errors) => !errors.some(isAboutOuterType));
  const [meant] = fitting.sort((left, right) => left.length - right.length);
  if (meant) return meant.flatMap((error) => explain(error, path, schema, document));
  const literals = issue.errors
    .flat()
    .flatMap((error) => (error.code === 'invalid_value' ? error.values.map(String) : []));
  const types = issue.errors
    .flat()
    .flatMap((error) => (error.code === 'invalid_type' ? [typeWords(error.expected)] : []));
  if (literals.length > 0) return [notListed(literals, path, document, types.includes(MAPPING))];
  const forms = [...new Set(types)];
  const wanted = { en: forms.map(({ en }) => en).join(' or '), zh: forms.map(({ zh }) => zh).join('或') };
  return [wrongType(wanted, path, document)];
}

function isAboutOuterType(issue: Issue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

function valueAt(document: unknown, path: DocumentPath): unknown {
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}
