import { z } from 'zod';

const address = z.strictObject({
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  country: z.string(),
  state: z.string(),
  zip: z.string(),
});

const paymentMethod = z.strictObject({
  source: z.enum(['gift_card', 'paypal', 'credit_card']),
  id: z.string(),
  balance: z.number().optional(),
  brand: z.string().optional(),
  last_four: z.string().optional(),
});

const user = z.strictObject({
  user_id: z.string(),
  name: z.strictObject({ first_name: z.string(), last_name: z.string() }),
  address,
  email: z.string(),
  payment_methods: z.record(z.string(), paymentMethod),
  orders: z.array(z.string()),
});

const variant = z.strictObject({
  item_id: z.string(),
  options: z.record(z.string(), z.string()),
  available: z.boolean(),
  price: z.number(),
});

const product = z.strictObject({ name: z.string(), product_id: z.string(), variants: z.record(z.string(), variant) });

const item = z.strictObject({
  name: z.string(),
  product_id: z.string(),
  item_id: z.string(),
  price: z.number(),
  options: z.record(z.string(), z.string()),
});

const payment = z.strictObject({
  transaction_type: z.enum(['payment', 'refund']),
  amount: z.number(),
  payment_method_id: z.string(),
});

const order = z.strictObject({
  order_id: z.string(),
  user_id: z.string(),
  address,
  items: z.array(item),
  status: z.string(),
  fulfillments: z.array(z.strictObject({ tracking_id: z.array(z.string()), item_ids: z.array(z.string()) })),
  payment_history: z.array(payment),
  cancel_reason: z.string().nullable(),
  exchange_items: z.array(z.string()).nullable(),
  exchange_new_items: z.array(z.string()).nullable(),
  exchange_payment_method_id: z.string().nullable(),
  exchange_price_difference: z.number().nullable(),
  return_items: z.array(z.string()).nullable(),
  return_payment_method_id: z.string().nullable(),
});

/** Everything that the store keeps, by id. */
export const retailRecords = z.strictObject({
  products: z.record(z.string(), product),
  users: z.record(z.string(), user),
  orders: z.record(z.string(), order),
});

export type RetailRecords = z.infer<typeof retailRecords>;
export type Address = z.infer<typeof address>;
export type Order = z.infer<typeof order>;
export type Product = z.infer<typeof product>;
export type User = z.infer<typeof user>;
export type Variant = z.infer<typeof variant>;
