import { didYouMean } from './expression-problem.ts';
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
      message: `"${name}" is asked of ${describeType(operand)}, which has no keys.`,
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
    message: `${pathOf(node) ?? `"${name}"`} does not exist: its schema has no key "${name}".`,
    fix: didYouMean(name, known) ?? (known.length > 0 ? `It has ${known.join(', ')}.` : 'It has no keys at all.'),
  });
  return { type: ANY, optional: false };
}

function restOf(rest: ValueType | undefined): FieldType | undefined {
  return rest && { type: rest, optional: false };
}
