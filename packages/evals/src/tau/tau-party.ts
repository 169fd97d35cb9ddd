import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import type { TauCall, TauData, TauTask } from './tau-data.ts';

/** The customer's words are the scenario: what they know, what they want and how they answer. */
export function wordsOf({ user }: TauTask): readonly string[] {
  return [user.known_info, user.unknown_info, user.reason_for_call, user.task_instructions].flatMap((text) =>
    text ? [text] : [],
  );
}

/**
 * Who the customer of a call is: the user it names, or whose record it names. The benchmark's tasks have one customer
 * each, whom the agent has identified before it writes.
 */
export function customerOf(call: TauCall, { records }: Pick<TauData, 'records'>): string | undefined {
  const named = call.arguments.user_id;
  if (typeof named === 'string') return named;
  for (const table of Object.values(records)) {
    if (!isJsonObject(table)) continue;
    for (const value of Object.values(call.arguments)) {
      const record: JsonValue | undefined =
        typeof value === 'string' && Object.hasOwn(table, value) ? table[value] : undefined;
      if (isJsonObject(record) && typeof record.user_id === 'string') return record.user_id;
    }
  }
  return undefined;
}

/** A customer other than this one, with something to their name: always the same one. */
export function someoneElse(customer: string, { records }: Pick<TauData, 'records'>): string {
  const users = isJsonObject(records.users) ? records.users : {};
  const other = Object.keys(users).find((id) => id !== customer && firstPaymentMethod(users, id) !== undefined);
  return other ?? 'nobody_else_0000';
}

/** A payment method of somebody else, of a kind that could pay. */
export function foreignPayment(customer: string, data: Pick<TauData, 'records'>): string | undefined {
  const users = isJsonObject(data.records.users) ? data.records.users : {};
  return firstPaymentMethod(users, someoneElse(customer, data));
}

function firstPaymentMethod(users: JsonObject, id: string): string | undefined {
  const user = users[id];
  const methods = isJsonObject(user) && isJsonObject(user.payment_methods) ? Object.keys(user.payment_methods) : [];
  return methods.find((method) => method.startsWith('credit_card')) ?? methods[0];
}
