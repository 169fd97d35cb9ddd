import { refuse } from './refusal.ts';
import type { User } from './retail-records.ts';

type PaymentMethod = User['payment_methods'][string];

/** One of the customer's own payment methods. */
export function paymentMethodOf(user: User, id: string): PaymentMethod {
  return user.payment_methods[id] ?? refuse('Payment method not found');
}

/** A gift card must hold what it is to pay. */
export function mustCover(method: PaymentMethod, amount: number): void {
  if (method.source === 'gift_card' && (method.balance ?? 0) < amount) refuse('The gift card balance is not enough');
}

/** Moves money onto a gift card, or off it with a negative amount; other methods settle elsewhere. */
export function settle(method: PaymentMethod, amount: number): void {
  if (method.source === 'gift_card') method.balance = toCents((method.balance ?? 0) + amount);
}

export function toCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
