import { z } from 'zod';
import type { OrderDatabase } from './order-database.ts';
import { refuse } from './refusal.ts';

const item = z.object({
  item_id: z.string(),
  name: z.string(),
  price: z.number(),
  options: z.record(z.string(), z.string()),
});

const payment = z.object({
  transaction_type: z.string(),
  amount: z.number(),
  payment_method_id: z.string(),
});

/** One order, with everything that the system knows of it. */
export const orderDetails = z.object({
  order_id: z.string(),
  user_id: z.string(),
  customer_name: z.string(),
  status: z.enum(['pending', 'processed', 'delivered', 'cancelled']),
  items: z.array(item),
  total: z.number(),
  payment_history: z.array(payment),
  tracking: z.array(z.string()).describe('Parcel numbers; empty until something was sent.'),
  address: z.string(),
  note: z.string().optional().describe('Free text by the carrier or the customer.'),
  cancel_reason: z.string().optional(),
});

/** One line of a customer's list of orders. */
export const orderSummary = orderDetails
  .pick({ order_id: true, status: true, total: true })
  .extend({ items: z.array(item.pick({ item_id: true, name: true })) });

type OrderDetails = z.infer<typeof orderDetails>;
type OrderSummary = z.infer<typeof orderSummary>;

interface OrderRow {
  readonly order_id: string;
  readonly user_id: string;
  readonly customer_name: string;
  readonly status: OrderDetails['status'];
  readonly address: string;
  readonly note: string | null;
  readonly cancel_reason: string | null;
}

/** All orders of one customer, by number. Refuses a customer that does not exist. */
export function listOrders(database: OrderDatabase, userId: string): OrderSummary[] {
  if (database.row('SELECT 1 FROM customers WHERE user_id = ?', userId) === undefined) {
    return refuse('user_not_found', `There is no customer ${userId}.`);
  }
  const ids = database.rows<{ order_id: string }>(
    'SELECT order_id FROM orders WHERE user_id = ? ORDER BY order_id',
    userId,
  );
  return ids.map(({ order_id }) => {
    const { status, total, items } = orderOf(database, order_id);
    return { order_id, status, total, items: items.map(({ item_id, name }) => ({ item_id, name })) };
  });
}

/** One order. Refuses one that does not exist. */
export function orderOf(database: OrderDatabase, orderId: string): OrderDetails {
  const row = database.row<OrderRow>(
    `SELECT o.order_id, o.user_id, c.name AS customer_name, o.status, o.address, o.note, o.cancel_reason
       FROM orders o JOIN customers c USING (user_id) WHERE o.order_id = ?`,
    orderId,
  );
  if (row === undefined) return refuse('order_not_found', `There is no order ${orderId}.`);
  const items = itemsOf(database, orderId);
  const { note, cancel_reason, ...order } = row;
  return {
    ...order,
    items,
    total: items.reduce((sum, { price }) => sum + Math.round(price * 100), 0) / 100,
    payment_history: paymentsOf(database, orderId),
    tracking: database
      .rows<{ tracking_id: string }>('SELECT tracking_id FROM parcels WHERE order_id = ? ORDER BY 1', orderId)
      .map(({ tracking_id }) => tracking_id),
    ...(note === null ? {} : { note }),
    ...(cancel_reason === null ? {} : { cancel_reason }),
  };
}

function itemsOf(database: OrderDatabase, orderId: string): OrderDetails['items'] {
  return database
    .rows<{ item_id: string; name: string; price_cents: number; options: string }>(
      'SELECT item_id, name, price_cents, options FROM items WHERE order_id = ? ORDER BY position',
      orderId,
    )
    .map(({ item_id, name, price_cents, options }) => ({
      item_id,
      name,
      price: price_cents / 100,
      options: JSON.parse(options) as Record<string, string>,
    }));
}

function paymentsOf(database: OrderDatabase, orderId: string): OrderDetails['payment_history'] {
  return database
    .rows<{ transaction_type: string; amount_cents: number; payment_method_id: string }>(
      'SELECT transaction_type, amount_cents, payment_method_id FROM payments WHERE order_id = ? ORDER BY position',
      orderId,
    )
    .map(({ amount_cents, ...rest }) => ({ ...rest, amount: amount_cents / 100 }));
}
