import type { Bilingual } from '@rolecall/base';

/** Why an expression cannot be used, or what went wrong when it was evaluated. Always a value, never thrown. */
export interface ExpressionError {
  readonly code: ExpressionErrorCode;
  readonly message: Bilingual;
  /** Characters from the start of the expression (of the text, for a template). */
  readonly offset?: number | undefined;
}

export type ExpressionErrorCode =
  | 'expression_syntax'
  | 'expression_too_long'
  | 'expression_too_deep'
  /** Legal CEL that is not part of our subset. */
  | 'expression_not_allowed'
  | 'expression_function_unknown'
  /** A missing key, a wrong type, a division by zero … */
  | 'expression_failed'
  | 'expression_too_costly'
  /** The result is nothing that JSON, or the slot, can take. */
  | 'expression_result'
  | 'template_syntax';
