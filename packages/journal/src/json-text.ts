import { type Bilingual, type JsonObject, type JsonValue, RolecallError } from '@rolecall/base';

const DEEPEST = 500;

/**
 * The text under which an adapter stores a value; read back, it is the same value with its keys in the same order.
 *
 * Throws `not_json` with the path of the culprit on what JSON would carry differently or not at all (a date, a map, a
 * big integer, NaN, a function), so that nothing is recorded as something else than what was decided on.
 */
export function jsonText(value: JsonValue, path: string): string {
  refuseForeign(value, path, 0);
  return JSON.stringify(value);
}

/** What a stored text stands for. */
export function jsonOf<Value extends JsonValue = JsonObject>(text: string): Value {
  return JSON.parse(text) as Value;
}

function refuseForeign(value: unknown, path: string, depth: number): void {
  if (depth > DEEPEST)
    throw notJson(path, {
      en: `a value nested more than ${DEEPEST} levels deep, or one that contains itself`,
      zh: `嵌套超过 ${DEEPEST} 层或包含自身的值`,
    });
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return;
    case 'number':
      if (!Number.isFinite(value)) throw notJson(path, { en: `the number ${value}`, zh: `数字 ${value}` });
      return;
    case 'object':
      if (value === null) return;
      if (Array.isArray(value)) {
        for (const [index, item] of value.entries()) {
          if (item !== undefined) refuseForeign(item, `${path}[${index}]`, depth + 1);
        }
        return;
      }
      // A key of that name is as good as any other unless `JSON.stringify` would call it.
      if (Object.prototype.toString.call(value) !== '[object Object]' || isConverted(value))
        throw notJson(path, {
          en: `a ${value.constructor?.name ?? 'foreign object'}`,
          zh: `${value.constructor?.name ?? 'foreign object'}`,
        });
      for (const [key, item] of Object.entries(value)) {
        if (item !== undefined) refuseForeign(item, `${path}.${key}`, depth + 1);
      }
      return;
    default:
      throw notJson(path, { en: `a value of type ${typeof value}`, zh: `类型为 ${typeof value} 的值` });
  }
}

function isConverted(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function notJson(path: string, what: Bilingual): RolecallError {
  return new RolecallError({
    code: 'not_json',
    at: { path },
    message: {
      en: `JSON cannot carry ${what.en}, so it cannot be recorded.`,
      zh: `JSON 不能表示${what.zh}，因此不能记录。`,
    },
    hint: {
      en: 'Turn it into text, a finite number, a list or a plain object before it is handed to the store.',
      zh: '交给存储之前，先变成文字、有限的数字、列表或普通对象。',
    },
  });
}
