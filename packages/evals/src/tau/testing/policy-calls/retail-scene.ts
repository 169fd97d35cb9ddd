import type { EndState } from './play-policy-calls.ts';

export type Address = Readonly<Record<'address1' | 'address2' | 'city' | 'state' | 'country' | 'zip', string>>;

export interface Item {
  readonly item_id: string;
  readonly product_id: string;
  readonly price: number;
}

export interface Order {
  readonly order_id: string;
  readonly user_id: string;
  readonly status: string;
  readonly address: Address;
  readonly items: readonly Item[];
  readonly payment_history: readonly Payment[];
}

export type Payment = {
  readonly transaction_type: string;
  readonly amount: number;
  readonly payment_method_id: string;
};
export type Method = { readonly id: string; readonly source: string; readonly balance?: number };

export interface User {
  readonly user_id: string;
  readonly payment_methods: Readonly<Record<string, Method>>;
}

export interface Variant {
  readonly item_id: string;
  readonly available: boolean;
  readonly price: number;
}

export interface Database {
  readonly orders: Readonly<Record<string, Order>>;
  readonly users: Readonly<Record<string, User>>;
  readonly products: Readonly<
    Record<string, { readonly product_id: string; readonly variants: Readonly<Record<string, Variant>> }>
  >;
}

/** An order with what the policy looks at beside it. */
export interface Scene {
  readonly database: Database;
  readonly order: Order;
  /** How it was paid first. */
  readonly payment: Payment;
  readonly user: User;
  readonly methods: readonly Method[];
  readonly stranger: User;
}

export function sceneOf(database: Database, order: Order): Scene {
  const user = database.users[order.user_id] as User;
  return {
    database,
    order,
    user,
    payment: order.payment_history[0] as Payment,
    methods: Object.values(user.payment_methods),
    stranger: Object.values(database.users).find(({ user_id }) => user_id !== user.user_id) as User,
  };
}

export function methodAt({ payment_methods }: User, index: number): Method | undefined {
  return Object.values(payment_methods)[index];
}

export function at(order: string, field: string, value: EndState['value']): EndState {
  return { path: ['orders', order, field], value };
}
