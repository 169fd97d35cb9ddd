import { didYouMean } from '@rolecall/base';
import type { Inference } from './inference.ts';
import type { Expr } from './syntax.ts';
import { pathOf } from './syntax-walk.ts';
import { ANY, alternatives, describeType, type FieldType, unionOf, type ValueType } from './value-type.ts';

/** The type under a key, for `x.key` and `x['key']`. */
export function inferField(node: Expr, operand: ValueType, name: string, inference: Inference): FieldType {
  const options = alternatives(operand).filter((option) => option.kind !== 'null');
  if (options.length === 0 || options.some((option) => option.kind === 'any')) return { type: ANY, optional: false };
  const objects = options.filter((option) => option.kind === 'object');
  if (objects.length === 0) {
    inference.report(node, {
      code: 'expression_type_mismatch',
      message: {
        en: `"${name}" is asked of ${describeType(operand).en}, which has no keys.`,
        zh: `在${describeType(operand).zh}上取“${name}”，而它没有键。`,
      },
    });
    return { type: ANY, optional: false };
  }
  const found = objects
    .map((object) => object.fields.get(name) ?? restOf(object.rest))
    .filter((field) => field !== undefined);
  if (found.length > 0) {
    return {
      type: unionOf(found.map((field) => field.type)),
      optional: found.length < options.length || found.some((field) => field.optional),
    };
  }
  const known = objects.flatMap((object) => [...object.fields.keys()]);
  inference.report(node, {
    code: 'expression_field_unknown',
    message: {
      en: `${pathOf(node) ?? `"${name}"`} does not exist: its schema has no key "${name}".`,
      zh: `${pathOf(node) ?? `“${name}”`} 不存在：它的结构没有键“${name}”。`,
    },
    fix:
      didYouMean(name, known) ??
      (known.length > 0
        ? { en: `It has ${known.join(', ')}.`, zh: `它有 ${known.join('、')}。` }
        : { en: 'It has no keys at all.', zh: '它没有任何键。' }),
  });
  return { type: ANY, optional: false };
}

function restOf(rest: ValueType | undefined): FieldType | undefined {
  return rest && { type: rest, optional: false };
}
