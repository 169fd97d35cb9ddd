import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import type { TauCall, TauData } from './tau-data.ts';
import { foreignPayment } from './tau-party.ts';

/** Another state of the system in which a call is no longer right. */
export interface StateChange {
  readonly path: readonly string[];
  readonly value: JsonValue;
}

/** What a domain's tools take, as far as a mutation has to know it. */
export interface DomainMutations {
  /** Undefined where no status speaks about the call. */
  wrongStatus(call: TauCall, data: TauData): readonly StateChange[] | undefined;
  /** Another value for an argument that the policy would allow, had the customer asked for it. */
  otherwise(call: TauCall, customer: string, data: TauData, listed: ListedValues): OtherValue | undefined;
}

/** The closed list that the contract gives for an argument; empty where there is none. */
export type ListedValues = (argument: string) => readonly string[];

/** The argument that is changed, and the whole arguments afterwards. */
export interface OtherValue {
  readonly argument: string;
  readonly arguments: JsonObject;
}

/** A copy with one argument replaced. */
export function withArgument(args: JsonObject, argument: string, value: JsonValue): OtherValue {
  return { argument, arguments: { ...args, [argument]: value } };
}

/** The same call paid by somebody else; undefined where nothing is paid. */
export function paidBySomeoneElse(
  { arguments: args }: TauCall,
  customer: string,
  data: TauData,
): JsonObject | undefined {
  const foreign = foreignPayment(customer, data);
  if (foreign === undefined) return undefined;
  for (const name of ['payment_method_id', 'payment_id']) {
    if (typeof args[name] === 'string') return { ...args, [name]: foreign };
  }
  const [first, ...others] = Array.isArray(args.payment_methods) ? (args.payment_methods as readonly JsonValue[]) : [];
  return isJsonObject(first) ? { ...args, payment_methods: [{ ...first, payment_id: foreign }, ...others] } : undefined;
}

/** The first argument as something that no schema of these tools takes. */
export function ofWrongType({ arguments: args }: TauCall): JsonObject {
  const [name = 'user_id'] = Object.keys(args);
  return { ...args, [name]: { x: 1 } };
}

/** A record of the data, or an empty one. */
export function recordAt(data: TauData, ...path: readonly string[]): JsonObject {
  const found = path.reduce<JsonValue | undefined>(
    (value, key) => (isJsonObject(value) ? value[key] : undefined),
    data.records,
  );
  return isJsonObject(found) ? found : {};
}
