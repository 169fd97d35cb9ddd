import { z } from 'zod';
import type { OrderDatabase } from './order-database.ts';
import { orderOf } from './order-queries.ts';
import { refuse } from './refusal.ts';

/** What it takes to cancel an order. */
export const cancelRequest = z.strictObject({
  order_id: z.string().describe('Such as #W0000000.'),
  reason: z.enum(['no longer needed', 'ordered by mistake']),
  user_id: z.string().optional().describe('When given, the order must belong to this customer.'),
  request_id: z.string().min(1).describe('Chosen by the caller. The same id again gives the first answer again.'),
});

/** What came of it. */
export const cancellation = z.object({
  order_id: z.string(),
  status: z.literal('cancelled'),
  reason: z.string(),
  refund_amount: z.number(),
  refunds: z.array(z.object({ payment_method_id: z.string(), amount: z.number(), arrives: z.string() })),
  cancelled_at: z.string(),
});

type CancelRequest = z.infer<typeof cancelRequest>;
type Cancellation = z.infer<typeof cancellation>;

/**
 * Cancels an order that is still pending and pays back what was paid, the way it was paid; all in one transaction.
 *
 * A request id that was used before changes nothing: it answers what it answered the first time.
 */
export function cancelOrder(database: OrderDatabase, request: CancelRequest, at: string): Cancellation {
  const { request_id, ...wish } = request;
  const wishText = JSON.stringify([wish.order_id, wish.reason, wish.user_id ?? null]);
  return database.transaction(() => {
    const earlier = database.row<{ arguments: string; result: string }>(
      'SELECT arguments, result FROM requests WHERE request_id = ?',
      request_id,
    );
    if (earlier !== undefined) {
      if (earlier.arguments === wishText) return cancellation.parse(JSON.parse(earlier.result));
      return refuse('request_id_reused', `Request ${request_id} was made before, for something else.`);
    }
    const result = cancelPending(database, request, at);
    database.run('INSERT INTO requests VALUES (?, ?, ?, ?)', request_id, wishText, JSON.stringify(result), at);
    return result;
  });
}

function cancelPending(database: OrderDatabase, request: CancelRequest, at: string): Cancellation {
  const { order_id, reason, user_id } = request;
  const order = orderOf(database, order_id);
  if (user_id !== undefined && user_id !== order.user_id) {
    return refuse('not_owner', `Order ${order_id} does not belong to ${user_id}.`);
  }
  if (order.status !== 'pending') {
    return refuse('not_pending', `Order ${order_id} is ${order.status}; only a pending order can be cancelled.`);
  }
  database.run("UPDATE orders SET status = 'cancelled', cancel_reason = ? WHERE order_id = ?", reason, order_id);
  const payments = order.payment_history.filter(({ transaction_type }) => transaction_type === 'payment');
  const refunds = payments.map(({ payment_method_id, amount }, index) => {
    const position = order.payment_history.length + index;
    return payBack(database, { order_id, position, payment_method_id, amount });
  });
  const refund_amount = payments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  return { order_id, status: 'cancelled', reason, refund_amount, refunds, cancelled_at: at };
}

interface Repayment {
  readonly order_id: string;
  readonly position: number;
  readonly payment_method_id: string;
  readonly amount: number;
}

function payBack(database: OrderDatabase, repayment: Repayment): Cancellation['refunds'][number] {
  const { order_id, position, payment_method_id, amount } = repayment;
  const cents = Math.round(amount * 100);
  database.run("INSERT INTO payments VALUES (?, ?, 'refund', ?, ?)", order_id, position, cents, payment_method_id);
  const method = database.row<{ kind: string }>('SELECT kind FROM payment_methods WHERE id = ?', payment_method_id);
  const isGiftCard = method?.kind === 'gift_card';
  if (isGiftCard) {
    const sql = 'UPDATE payment_methods SET balance_cents = balance_cents + ? WHERE id = ?';
    database.run(sql, cents, payment_method_id);
  }
  return { payment_method_id, amount, arrives: isGiftCard ? 'immediately' : 'in 5 to 7 business days' };
}
