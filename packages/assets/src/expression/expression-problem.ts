import type { Bilingual, Severity } from '@rolecall/base';
import type { ExpressionErrorCode } from './expression-error.ts';
import type { ValueType } from './value-type.ts';

/** What a slot offers to its expression and wants from it. */
export interface ExpressionEnvironment {
  /** Declared names and their types. */
  readonly names: ReadonlyMap<string, ValueType>;
  /** Arguments that `label('…')` may name; without them there is no label here. */
  readonly labelled?: readonly string[] | undefined;
  /** What the result must be; any value without it. A condition wants true or false. */
  readonly wants?: ValueType | undefined;
}

/** One thing that is wrong with an expression before it ever runs. */
export interface ExpressionProblem {
  readonly severity: Severity;
  readonly code: ExpressionErrorCode | ExpressionProblemCode;
  readonly message: Bilingual;
  readonly fix?: Bilingual | undefined;
  /** Characters from the start of the source. */
  readonly offset: number;
}

export type ExpressionProblemCode =
  | 'expression_name_undeclared'
  | 'expression_field_unknown'
  | 'expression_type_mismatch'
  | 'expression_never_equal'
  | 'expression_key_missing'
  | 'expression_not_boolean'
  | 'expression_result_mismatch'
  | 'expression_label_unknown'
  | 'expression_pattern_invalid'
  | 'expression_untyped_division'
  | 'expression_value_may_be_absent';
