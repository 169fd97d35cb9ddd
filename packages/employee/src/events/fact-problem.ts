import { compileSchema, type TaskPackage } from '@rolecall/assets';
import type { JsonObject, JsonValue } from '@rolecall/base';

/** Why a value cannot be a fact of the task, or undefined. */
export function factProblem(task: TaskPackage, fact: string, value: JsonValue): string | undefined {
  const declared = task.data_contract.facts[fact];
  if (declared === undefined) return 'the task declares no such fact';
  const compiled = compileSchema(declared.schema as JsonObject);
  if (!compiled.ok) return compiled.message.en;
  return compiled.schema.check(value).problems[0]?.message.en;
}
