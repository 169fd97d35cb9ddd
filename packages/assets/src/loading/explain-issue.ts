import { nearestName } from '@rolecall/base';
import type { z } from 'zod';
import { type DocumentPath, describePath } from './document-path.ts';
import { keysAt } from './schema-keys.ts';

type Issue = z.core.$ZodIssue;

/** A schema's complaint in the words of whoever wrote the file. */
export interface ExplainedIssue {
  readonly code: 'asset_key_unknown' | 'asset_key_missing' | 'asset_value_invalid';
  readonly path: DocumentPath;
  readonly message: string;
  readonly fix?: string | undefined;
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
      return [valueAt(document, path) === undefined ? missing(path) : wrongType(issue.expected, path, document)];
    case 'invalid_value':
      return [
        valueAt(document, path) === undefined ? missing(path) : notListed(issue.values.map(String), path, document),
      ];
    case 'invalid_key':
      return [invalid(path, issue.issues[0]?.message ?? issue.message)];
    case 'too_small':
      return [
        invalid(path, issue.message.startsWith('Too small') ? `it needs at least ${issue.minimum}` : issue.message),
      ];
    default:
      return [invalid(path, issue.message)];
  }
}

function unknownKey(key: string, path: DocumentPath, schema: z.core.$ZodType): ExplainedIssue {
  const known = keysAt(schema, path);
  const near = nearestName(key, known);
  const place = path.length === 0 ? 'here' : `in ${describePath(path)}`;
  return {
    code: 'asset_key_unknown',
    path: [...path, key],
    message: `The key "${key}" is not known ${place}.`,
    fix: near ? `Did you mean "${near}"?` : known.length > 0 ? `Known here: ${known.join(', ')}.` : undefined,
  };
}

function missing(path: DocumentPath): ExplainedIssue {
  const [name, parent] = [path.at(-1), describePath(path.slice(0, -1))];
  return {
    code: 'asset_key_missing',
    path,
    message: `The key "${name}" is missing${parent === '' ? '' : ` in ${parent}`}.`,
  };
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'a mapping',
  record: 'a mapping',
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
};

function wrongType(expected: string, path: DocumentPath, document: unknown): ExplainedIssue {
  return invalid(path, `it must be ${TYPE_WORDS[expected] ?? expected}, not ${describeValue(valueAt(document, path))}`);
}

function describeValue(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  return typeof value === 'string' ? 'a text' : `the ${typeof value} ${String(value)}`;
}

function notListed(values: readonly string[], path: DocumentPath, document: unknown): ExplainedIssue {
  const value = valueAt(document, path);
  const near = typeof value === 'string' ? nearestName(value, values) : undefined;
  const list = values.join(', ');
  const wanted = values.length === 1 ? `it must be ${list}` : `it must be one of ${list}`;
  return { ...invalid(path, wanted), ...(near ? { fix: `Did you mean "${near}"?` } : {}) };
}

/** A key such as `s.id)`: in `{ }` a comma begins the next key, also inside an expression that is not in quotes. */
const CUT_EXPRESSION = /[)\]]$|^[\w.]+\(|['"]$/;

function invalid(path: DocumentPath, reason: string): ExplainedIssue {
  const name = path.length === 0 ? 'The document' : `"${describePath(path)}"`;
  const isCut = path.some((step) => typeof step === 'string' && CUT_EXPRESSION.test(step));
  return {
    code: 'asset_value_invalid',
    path,
    ...(isCut ? { fix: 'Put the expression in quotes: inside { } a comma begins the next key.' } : {}),
    message:
      path.length === 0 ? `The document is not valid: ${reason}.` : `The value of ${name} is not valid: ${reason}.`,
  };
}

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
    .flatMap((error) => (error.code === 'invalid_type' ? [TYPE_WORDS[error.expected] ?? error.expected] : []));
  if (literals.length > 0) {
    const { message, fix } = notListed(literals, path, document);
    const mapping = types.includes('a mapping') ? ' or a mapping' : '';
    return [{ code: 'asset_value_invalid', path, message: message.replace(/\.$/, `${mapping}.`), fix }];
  }
  const forms = [...new Set(types)].join(' or ');
  return [invalid(path, `it must be ${forms}, not ${describeValue(valueAt(document, path))}`)];
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
