import type { JsonObject } from '@rolecall/base';
import type { EndState, PolicyCall } from './play-policy-calls.ts';
import { type Address, at, type Database, methodAt, type Scene, sceneOf } from './retail-scene.ts';
import { itemSwaps } from './retail-swap-calls.ts';

const REASONS = ['no longer needed', 'ordered by mistake'];

/**
 * Writes for every order of a database: those that the store's policy allows, with what its tools then leave, and those
 * that it forbids, rule by rule.
 */
export function* retailPolicyCalls(records: JsonObject): Generator<PolicyCall> {
  const database = records as unknown as Database;
  for (const order of Object.values(database.orders)) {
    const scene = sceneOf(database, order);
    yield* cancellations(scene);
    yield* addresses(scene);
    yield* payments(scene);
    yield* returns(scene);
    yield* itemSwaps(scene);
  }
}

function* cancellations({ order, payment, user, stranger }: Scene): Generator<PolicyCall> {
  const { order_id, status } = order;
  for (const reason of REASONS) {
    const call = { name: 'cancel_pending_order', arguments: { order_id, reason }, customer: user.user_id };
    if (status !== 'pending') yield { ...call, kind: `cancel: ${status}`, reason: 'not_pending' };
    else {
      const refund = { ...payment, transaction_type: 'refund' };
      yield {
        ...call,
        kind: 'cancel: allowed',
        end: [
          at(order_id, 'status', 'cancelled'),
          at(order_id, 'cancel_reason', reason),
          at(order_id, 'payment_history', [{ ...payment }, refund]),
          ...onGiftCard(user, payment.payment_method_id, payment.amount),
        ],
      };
      yield { ...call, kind: 'cancel: somebody else’s', customer: stranger.user_id, reason: 'precondition_failed' };
      const other = { order_id, reason: 'found it cheaper' };
      yield { ...call, kind: 'cancel: another reason', arguments: other, reason: 'argument_invalid' };
    }
  }
}

/** Gift cards are settled at once, other methods elsewhere. */
function onGiftCard({ user_id, payment_methods }: Scene['user'], id: string, amount: number): readonly EndState[] {
  const { source, balance = 0 } = payment_methods[id] ?? {};
  const path = ['users', user_id, 'payment_methods', id, 'balance'];
  return source === 'gift_card' ? [{ path, value: balance + amount }] : [];
}

function* addresses({ order, user, stranger }: Scene): Generator<PolicyCall> {
  const { order_id, status } = order;
  const place: Address = {
    address1: '12 Elm Street',
    address2: '',
    city: 'Denver',
    state: 'CO',
    country: 'USA',
    zip: '80279',
  };
  const to = (address: Address): Omit<PolicyCall, 'kind'> => ({
    name: 'modify_pending_order_address',
    arguments: { order_id, ...address },
    customer: user.user_id,
  });
  const end = [at(order_id, 'address', { ...place })];
  if (status !== 'pending') yield { ...to(place), kind: `address: ${status}`, reason: 'not_pending' };
  else {
    yield { ...to(place), kind: 'address: allowed', end };
    const before = [to(place), to(order.address)];
    yield { ...to(place), kind: 'address: allowed there and back and there', before, end };
    yield { ...to(place), kind: 'address: the same again', before: [to(place)], reason: 'duplicate_operation' };
    yield { ...to(place), kind: 'address: somebody else’s', customer: stranger.user_id, reason: 'precondition_failed' };
  }
  const own = { name: 'modify_user_address', arguments: { user_id: user.user_id, ...place }, customer: user.user_id };
  const kept = [{ path: ['users', user.user_id, 'address'], value: { ...place } }];
  yield { ...own, kind: 'default address: allowed', end: kept };
  yield { ...own, kind: 'default address: of somebody else', customer: stranger.user_id, reason: 'other_customer' };
}

function* payments({ order, payment, user, stranger, methods }: Scene): Generator<PolicyCall> {
  const { order_id, status } = order;
  const to = (payment_method_id: string): Omit<PolicyCall, 'kind'> => ({
    name: 'modify_pending_order_payment',
    arguments: { order_id, payment_method_id },
    customer: user.user_id,
  });
  const foreign = methodAt(stranger, 0);
  if (foreign && status === 'pending')
    yield { ...to(foreign.id), kind: 'payment: somebody else’s', reason: 'payment_method_unknown' };
  for (const { id, source, balance = 0 } of methods) {
    const { amount, payment_method_id: first } = payment;
    if (status !== 'pending') yield { ...to(id), kind: `payment: ${status}`, reason: 'not_pending' };
    else if (id === first) yield { ...to(id), kind: 'payment: the same', reason: 'same_method' };
    else if (source === 'gift_card' && balance < amount)
      yield { ...to(id), kind: 'payment: gift card too low', reason: 'gift_card_too_low' };
    else {
      const moved = [
        { ...payment },
        { transaction_type: 'payment', amount, payment_method_id: id },
        { transaction_type: 'refund', amount, payment_method_id: first },
      ];
      const end = [at(order_id, 'status', 'pending'), at(order_id, 'payment_history', moved)];
      const cards = [...onGiftCard(user, id, -amount), ...onGiftCard(user, first, amount)];
      yield { ...to(id), kind: `payment: allowed to ${source}`, end: [...end, ...cards] };
      const third = methods.find((each) => each.id !== id && each.source !== 'gift_card' && each.id !== first);
      if (third)
        yield { ...to(third.id), kind: 'payment: a second time', before: [to(id)], reason: 'not_a_single_payment' };
    }
  }
}

function* returns({ order, payment, user, stranger, methods }: Scene): Generator<PolicyCall> {
  const { order_id, status, items } = order;
  const original = payment.payment_method_id;
  const [first] = items;
  if (!first) return;
  const of = (item_ids: readonly string[], payment_method_id = original): Omit<PolicyCall, 'kind'> => ({
    name: 'return_delivered_order_items',
    arguments: { order_id, item_ids: [...item_ids], payment_method_id },
    customer: user.user_id,
  });
  const all = items.map(({ item_id }) => item_id);
  if (status !== 'delivered') {
    yield { ...of(all), kind: `return: ${status}`, reason: 'not_delivered' };
    return;
  }
  const end = [
    at(order_id, 'status', 'return requested'),
    at(order_id, 'return_items', [...all].sort()),
    at(order_id, 'return_payment_method_id', original),
  ];
  yield { ...of(all), kind: 'return: allowed', end };
  yield { ...of(all), kind: 'return: somebody else’s', customer: stranger.user_id, reason: 'precondition_failed' };
  yield { ...of([...all, '1234567890']), kind: 'return: not in the order', reason: 'item_not_in_order' };
  yield { ...of([...all, first.item_id]), kind: 'return: more than there are', reason: 'item_not_in_order' };
  yield {
    ...of([first.item_id]),
    kind: 'return: a second time',
    before: [of(all)],
    reason: items.length > 1 ? 'not_delivered' : 'duplicate_operation',
  };
  for (const { id, source } of methods.filter((method) => method.id !== original)) {
    if (source === 'gift_card') yield { ...of(all, id), kind: 'return: allowed to a gift card', end: end.slice(0, 2) };
    else yield { ...of(all, id), kind: 'return: to another method', reason: 'not_original_payment' };
  }
}
