import type { CapabilityContract, RecordSchema } from '@rolecall/assets';
import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';

/**
 * What conditions see of a read that the gate makes for itself: the fields that its record schema declares, and those that
 * its contract projects. Such a read is not shown to the model, so that a condition may look at what must not be told.
 */
export function declaredFields(
  contract: CapabilityContract,
  result: JsonValue | undefined,
  projected: JsonObject,
  records: Readonly<Record<string, RecordSchema>>,
): JsonValue {
  const { schema } = contract.result;
  const record = schema !== undefined && Object.hasOwn(records, schema) ? records[schema] : undefined;
  if (!record || result === undefined) return projected;
  if (!isJsonObject(result)) return Object.keys(projected).length > 0 ? projected : result;
  return { ...declaredOf(record.schema, result), ...projected };
}

/** Without what the schema does not name; a schema without `properties` names everything. */
function declaredOf(schema: Readonly<Record<string, unknown>>, result: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties)) return result;
  return Object.fromEntries(Object.entries(result).filter(([name]) => Object.hasOwn(properties, name)));
}
