import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import { type DomainMutations, type OtherValue, recordAt, withArgument } from './mutations.ts';
import type { TauData } from './tau-data.ts';

/** What is wrong for the retail tools. */
export const retailMutations: DomainMutations = {
  wrongStatus: ({ arguments: args }) =>
    typeof args.order_id === 'string' ? [{ path: ['orders', args.order_id, 'status'], value: 'processed' }] : undefined,
  otherwise: ({ name, arguments: args }, customer, data, listed) => {
    switch (name) {
      case 'cancel_pending_order': {
        const other = listed('reason').find((reason) => reason !== args.reason);
        return other === undefined ? undefined : withArgument(args, 'reason', other);
      }
      case 'modify_pending_order_address':
      case 'modify_user_address':
        return withArgument(args, 'address1', '4711 Elsewhere Avenue');
      case 'modify_pending_order_payment':
        return otherPayment(name, args, customer, data);
      case 'return_delivered_order_items':
        return otherPayment(name, args, customer, data) ?? otherItem(args, data);
      default:
        return otherVariant(args, data);
    }
  },
};

/** Another method of the customer's own that could pay or be refunded; undefined where there is none. */
function otherPayment(tool: string, args: JsonObject, customer: string, data: TauData): OtherValue | undefined {
  const order = recordAt(data, 'orders', String(args.order_id));
  const [paid] = Array.isArray(order.payment_history) ? (order.payment_history as readonly JsonValue[]) : [];
  const original = isJsonObject(paid) ? String(paid.payment_method_id) : '';
  const methods = Object.keys(recordAt(data, 'users', customer, 'payment_methods')).filter(
    (id) => id !== args.payment_method_id,
  );
  const fits =
    tool === 'modify_pending_order_payment'
      ? (id: string) => id !== original && !id.startsWith('gift_card')
      : (id: string) => id === original || id.startsWith('gift_card');
  const other = methods.find(fits);
  return other === undefined ? undefined : withArgument(args, 'payment_method_id', other);
}

/** Another item of the order in the place of the last one; undefined where there is none. */
function otherItem(args: JsonObject, data: TauData): OtherValue | undefined {
  const { items } = recordAt(data, 'orders', String(args.order_id));
  const chosen = (args.item_ids ?? []) as readonly string[];
  const own = (Array.isArray(items) ? (items as readonly JsonValue[]) : []).flatMap((item) =>
    isJsonObject(item) ? [String(item.item_id)] : [],
  );
  const other = own.find((id) => !chosen.includes(id));
  return other === undefined ? undefined : withArgument(args, 'item_ids', [...chosen.slice(0, -1), other]);
}

/** Another available variant in the place of the last new item; no dearer than that where a gift card has to cover it. */
function otherVariant(args: JsonObject, data: TauData): OtherValue | undefined {
  const wanted = (args.new_item_ids ?? []) as readonly string[];
  const last = wanted.at(-1);
  for (const product of Object.values(recordAt(data, 'products'))) {
    const variants = isJsonObject(product) && isJsonObject(product.variants) ? product.variants : {};
    const own = last === undefined ? undefined : variants[last];
    if (!isJsonObject(own)) continue;
    const other = Object.entries(variants).find(([id, variant]) => fitsInstead(id, variant, own, args));
    return other && withArgument(args, 'new_item_ids', [...wanted.slice(0, -1), other[0]]);
  }
  return undefined;
}

function fitsInstead(id: string, variant: JsonValue | undefined, own: JsonObject, args: JsonObject): boolean {
  if (!isJsonObject(variant) || variant.available !== true || id === own.item_id) return false;
  const items = (args.item_ids ?? []) as readonly string[];
  const isCovered =
    !String(args.payment_method_id).startsWith('gift_card') || Number(variant.price) <= Number(own.price);
  return !items.includes(id) && isCovered;
}
