import type { EndState, PolicyCall } from './play-policy-calls.ts';
import { at, type Item, type Method, methodAt, type Scene, type Variant } from './retail-scene.ts';

const TOOLS = [
  { kind: 'modify', name: 'modify_pending_order_items', status: 'pending', reason: 'not_pending' },
  { kind: 'exchange', name: 'exchange_delivered_order_items', status: 'delivered', reason: 'not_delivered' },
] as const;

interface Swap {
  readonly items: readonly Item[];
  readonly fresh: readonly Variant[];
  readonly method: Method;
}

/** Items of an order for other variants of the same products: one, all, and what the policy forbids. */
export function* itemSwaps(scene: Scene): Generator<PolicyCall> {
  const { order, methods } = scene;
  for (const tool of TOOLS) {
    for (const items of [order.items.slice(0, 1), order.items]) {
      const fresh = items.flatMap((item) => variantsOf(scene, item, true)[0] ?? []);
      if (fresh.length < items.length) continue;
      for (const method of methods) yield* swap(scene, tool, { items, fresh, method });
    }
  }
}

function variantsOf({ database }: Scene, { product_id, item_id }: Item, isAvailable: boolean): readonly Variant[] {
  const variants = Object.values(database.products[product_id]?.variants ?? {});
  return variants.filter((variant) => variant.available === isAvailable && variant.item_id !== item_id);
}

function* swap(scene: Scene, tool: (typeof TOOLS)[number], swapped: Swap): Generator<PolicyCall> {
  const { order, user, stranger, database, methods } = scene;
  const { kind, name, status } = tool;
  const { items, fresh, method } = swapped;
  const ids = items.map(({ item_id }) => item_id);
  const newIds = fresh.map(({ item_id }) => item_id);
  const of = (item_ids: readonly string[], new_item_ids: readonly string[], payment = method.id) => ({
    name,
    arguments: {
      order_id: order.order_id,
      item_ids: [...item_ids],
      new_item_ids: [...new_item_ids],
      payment_method_id: payment,
    },
    customer: user.user_id,
  });
  const right = of(ids, newIds);
  if (order.status !== status) {
    yield { ...right, kind: `${kind}: ${order.status}`, reason: tool.reason };
    return;
  }
  if (method.source === 'gift_card' && (method.balance ?? 0) < differenceOf(swapped)) {
    yield { ...right, kind: `${kind}: gift card too low`, reason: 'gift_card_too_low' };
    return;
  }
  yield { ...right, kind: `${kind}: allowed by ${method.source}`, end: swappedState(scene, kind, swapped) };
  yield { ...right, kind: `${kind}: somebody else’s`, customer: stranger.user_id, reason: 'precondition_failed' };
  const foreign = methodAt(stranger, 0);
  if (foreign)
    yield { ...of(ids, newIds, foreign.id), kind: `${kind}: paid by somebody else`, reason: 'payment_method_unknown' };
  yield { ...of([], []), kind: `${kind}: nothing`, reason: 'argument_invalid' };
  yield { ...of(ids, [...newIds, newIds[0] ?? '']), kind: `${kind}: one new item more`, reason: 'items_not_paired' };
  const [item] = items;
  if (!item) return;
  if (ids.length > 1 && new Set(items.map(({ product_id }) => product_id)).size === ids.length)
    yield { ...of(ids, [...newIds].reverse()), kind: `${kind}: crossed over`, reason: 'other_product' };
  // A card pays whatever it costs, so that nothing but the rule in question stands in the way.
  const card = methods.find(({ source }) => source !== 'gift_card')?.id ?? method.id;
  const [soldOut] = variantsOf(scene, item, false);
  if (soldOut)
    yield { ...of([item.item_id], [soldOut.item_id], card), kind: `${kind}: sold out`, reason: 'not_available' };
  const alien = Object.values(database.products).find(
    ({ product_id }) => !order.items.some((own) => own.product_id === product_id),
  );
  const other = Object.values(alien?.variants ?? {}).find(({ available }) => available)?.item_id;
  if (other) {
    yield { ...of([item.item_id], [other], card), kind: `${kind}: another product`, reason: 'other_product' };
    yield {
      ...of([item.item_id, other], [newIds[0] ?? '', newIds[0] ?? ''], card),
      kind: `${kind}: not in the order`,
      reason: 'item_not_in_order',
    };
  }
  const count = order.items.filter(({ item_id }) => item_id === item.item_id).length + 1;
  const times = (id: string) => Array.from({ length: count }, () => id);
  yield {
    ...of(times(item.item_id), times(newIds[0] ?? ''), card),
    kind: `${kind}: more than there are`,
    reason: 'item_not_in_order',
  };
  const [, next] = variantsOf(scene, item, true);
  if (next)
    yield {
      ...of([item.item_id], [next.item_id], card),
      kind: `${kind}: a second time`,
      before: [right],
      reason: tool.reason,
    };
  yield* afterwards(scene, kind, right);
  const isOnSale = database.products[item.product_id]?.variants[item.item_id]?.available;
  if (kind === 'modify' && isOnSale)
    yield { ...of([item.item_id], [item.item_id], card), kind: 'modify: the same item', reason: 'same_item' };
}

/** Nothing can be done to an order afterwards. */
function* afterwards(
  { order, user, payment }: Scene,
  kind: 'modify' | 'exchange',
  right: Omit<PolicyCall, 'kind'>,
): Generator<PolicyCall> {
  const { order_id, items } = order;
  const customer = user.user_id;
  const before = [right];
  if (kind === 'modify') {
    const cancel = { name: 'cancel_pending_order', arguments: { order_id, reason: 'no longer needed' }, customer };
    yield { ...cancel, kind: 'modify: cancelled afterwards', before, reason: 'not_pending' };
    const address = { address1: '1 Elm', address2: '', city: 'Rome', state: 'GA', country: 'USA', zip: '30161' };
    const move = { name: 'modify_pending_order_address', arguments: { order_id, ...address }, customer };
    yield { ...move, kind: 'modify: sent elsewhere afterwards', before, reason: 'not_pending' };
  } else {
    const args = {
      order_id,
      item_ids: items.slice(-1).map(({ item_id }) => item_id),
      payment_method_id: payment.payment_method_id,
    };
    const back = { name: 'return_delivered_order_items', arguments: args, customer };
    yield { ...back, kind: 'exchange: returned afterwards', before, reason: 'not_delivered' };
  }
}

function differenceOf({ items, fresh }: Swap): number {
  const sum = (list: readonly { readonly price: number }[]) => list.reduce((total, { price }) => total + price, 0);
  return sum(fresh) - sum(items);
}

function swappedState(
  { order, payment, user }: Scene,
  kind: 'modify' | 'exchange',
  swapped: Swap,
): readonly EndState[] {
  const { order_id } = order;
  const { items, fresh, method } = swapped;
  const difference = differenceOf(swapped);
  if (kind === 'exchange') {
    return [
      at(order_id, 'status', 'exchange requested'),
      at(order_id, 'exchange_items', items.map(({ item_id }) => item_id).sort()),
      at(order_id, 'exchange_new_items', fresh.map(({ item_id }) => item_id).sort()),
      at(order_id, 'exchange_price_difference', difference),
      at(order_id, 'exchange_payment_method_id', method.id),
    ];
  }
  const transaction_type = difference > 0 ? 'payment' : 'refund';
  const settled = { transaction_type, amount: Math.abs(difference), payment_method_id: method.id };
  const path = ['users', user.user_id, 'payment_methods', method.id, 'balance'];
  return [
    at(order_id, 'status', 'pending (item modified)'),
    at(order_id, 'payment_history', [{ ...payment }, settled]),
    ...(method.source === 'gift_card' ? [{ path, value: (method.balance ?? 0) - difference }] : []),
  ];
}
