import { type Bilingual, type JsonObject, type JsonValue, RolecallError } from '@rolecall/base';

const DEEPEST = 500;

/**
 * The text under which an adapter stores a value; read back, it is the same value with its keys in the same order.
 *
 * Throws `not_json` with the path of the culprit on what JSON would carry differently or not at all (a date, a map, a
 * big integer, NaN, a function), so that nothing is recorded as something else than what was decided on.
 */
export function jsonText(value: JsonValue, path: string): string {
  const foreign = foreignIn(value, 0);
  if (foreign) throw notJson(`${path}${foreign.path}`, foreign.what);
  return JSON.stringify(value);
}

/** What a stored text stands for. */
export function jsonOf<Value extends JsonValue = JsonObject>(text: string): Value {
  return JSON.parse(text) as Value;
}

/** Something that JSON cannot carry, and where it stands below the value. The place is put together only where there is one. */
interface Foreign {
  readonly path: string;
  readonly what: Bilingual;
}

function foreignIn(value: unknown, depth: number): Foreign | undefined {
  if (depth > DEEPEST) return { path: '', what: TOO_DEEP };
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value)
        ? undefined
        : { path: '', what: { en: `the number ${value}`, zh: `数字 ${value}` } };
    case 'object':
      return value === null ? undefined : foreignInside(value, depth);
    default:
      return { path: '', what: { en: `a value of type ${typeof value}`, zh: `类型为 ${typeof value} 的值` } };
  }
}

const TOO_DEEP: Bilingual = {
  en: `a value nested more than ${DEEPEST} levels deep, or one that contains itself`,
  zh: `嵌套超过 ${DEEPEST} 层或包含自身的值`,
};

function foreignInside(value: object, depth: number): Foreign | undefined {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const found = value[index] === undefined ? undefined : foreignIn(value[index], depth + 1);
      if (found) return { ...found, path: `[${index}]${found.path}` };
    }
    return undefined;
  }
  // A key of that name is as good as any other unless `JSON.stringify` would call it.
  if (Object.prototype.toString.call(value) !== '[object Object]' || isConverted(value)) {
    const name = value.constructor?.name ?? 'foreign object';
    return { path: '', what: { en: `a ${name}`, zh: name } };
  }
  for (const [key, item] of Object.entries(value)) {
    const found = item === undefined ? undefined : foreignIn(item, depth + 1);
    if (found) return { ...found, path: `.${key}${found.path}` };
  }
  return undefined;
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
