import type { CapabilityContract, RecordSchema, ResultCode } from '@rolecall/assets';
import type { JsonValue } from '@rolecall/base';
import { checkValue } from '../arguments/argument-schema.ts';
import { DEEPEST, isTooDeep } from '../arguments/depth.ts';
import { type Bindings, evaluateExpression } from '../expressions.ts';
import type { ResourceAnswer } from '../resource-port.ts';

/** The code of an answer, or of what is declared of it, that is too much to be taken. */
export const ANSWER_TOO_LARGE = 'answer_too_large';

/** What an answer means by the contract. */
export interface Classification {
  readonly outcome: 'succeeded' | 'failed' | 'unknown';
  /** One of the contract's codes; or `not_sent`, `timed_out`, `connection_lost`, `cancelled`, `answer_too_large`,
   * `otherwise`. */
  readonly code: string;
  /** The contract's code that holds; absent where none does. */
  readonly matched?: ResultCode | undefined;
  /** The result as expressions of the contract see it; undefined when there was no usable answer. */
  readonly result: JsonValue | undefined;
  /** Why no code applies, in one line. */
  readonly detail?: string | undefined;
}

/**
 * Says what became of a call. Exactly one result code must be true (one that errors is not); otherwise, after a time-out, a
 * lost connection or an answer that does not meet its record schema, a write is `unknown`, whatever its contract says of
 * other cases. So is a write without a record schema. Source: design, section 6, "Outcome" and "Polarity".
 */
export function classifyResult(
  contract: CapabilityContract,
  answer: ResourceAnswer,
  bindings: Bindings,
  records: Readonly<Record<string, RecordSchema>>,
): Classification {
  switch (answer.status) {
    case 'not_sent':
      return { outcome: 'failed', code: 'not_sent', result: undefined, detail: answer.reason };
    case 'no_answer':
      return {
        outcome: contract.effect === 'write' ? 'unknown' : 'failed',
        code: answer.reason,
        result: undefined,
        detail: 'no answer came',
      };
    case 'too_large':
      return {
        outcome: contract.effect === 'write' ? 'unknown' : 'failed',
        code: ANSWER_TOO_LARGE,
        result: undefined,
        detail: `the answer is larger than ${answer.limitBytes} bytes, and nothing of it was taken`,
      };
    case 'answered':
      return classifyAnswer(contract, answer, bindings, records);
    default:
      return answer satisfies never;
  }
}

function classifyAnswer(
  contract: CapabilityContract,
  answer: Extract<ResourceAnswer, { status: 'answered' }>,
  bindings: Bindings,
  records: Readonly<Record<string, RecordSchema>>,
): Classification {
  const result = answer.isError ? { error: errorText(answer) } : answer.structured;
  const problem = answer.isError ? withoutSchema(contract) : shapeProblem(contract, result, records);
  if (problem !== undefined) return otherwise(contract, undefined, problem);
  const holding = contract.result.codes.filter(({ when }) => {
    const value = evaluateExpression(when, { ...bindings, result });
    return value.ok && value.value === true;
  });
  const [matched] = holding;
  if (matched && holding.length === 1) return { outcome: matched.outcome, code: matched.code, matched, result };
  const codes = holding.map(({ code }) => code).join(', ');
  return otherwise(contract, result, matched ? `more than one result code holds: ${codes}` : 'no result code holds');
}

/** The model and the contract see a tool's error as text only. */
function errorText({ text, structured }: Extract<ResourceAnswer, { status: 'answered' }>): string {
  return text ?? (structured === undefined ? 'the tool reports an error' : JSON.stringify(structured));
}

function shapeProblem(
  contract: CapabilityContract,
  result: JsonValue | undefined,
  records: Readonly<Record<string, RecordSchema>>,
): string | undefined {
  const missing = withoutSchema(contract);
  if (missing !== undefined) return missing;
  if (result === undefined) return 'the answer has no structured content';
  if (isTooDeep(result)) return `the answer is nested deeper than ${DEEPEST}`;
  const name = contract.result.schema;
  if (name === undefined) return undefined;
  const record = Object.hasOwn(records, name) ? records[name] : undefined;
  if (!record) return `there is no record schema ${name}`;
  const { problem } = checkValue(record.schema, result);
  return problem === undefined ? undefined : `the answer does not meet ${name}: ${problem}`;
}

function withoutSchema({ effect, result }: CapabilityContract): string | undefined {
  return effect === 'write' && result.schema === undefined ? 'the contract names no record schema' : undefined;
}

function otherwise(contract: CapabilityContract, result: JsonValue | undefined, detail: string): Classification {
  const outcome = contract.effect === 'write' ? 'unknown' : contract.result.otherwise;
  return { outcome, code: 'otherwise', result, detail };
}
