import { describe, expect, it } from 'vitest';
import { calculate } from './calculate.ts';
import { userByEmail, userByNameAndZip } from './look-ups.ts';
import { cancelOrder, changeItems, changePayment, exchangeItems, returnItems } from './order-changes.ts';
import { Refusal } from './refusal.ts';
import { RetailStore } from './retail-store.ts';

const open = () => RetailStore.open({ database: new URL('fixture/retail.json', import.meta.url).pathname });
const CARD = 'credit_card_9513926';

describe('an order of the store', () => {
  it('is cancelled with every payment given back, and only while it is pending', () => {
    const store = open();
    const order = cancelOrder(store, { order_id: '#W4776164', reason: 'no longer needed' });
    expect(order.status).toBe('cancelled');
    expect(order.payment_history.at(-1)).toEqual({
      transaction_type: 'refund',
      amount: 2772.44,
      payment_method_id: CARD,
    });
    expect(() => cancelOrder(store, { order_id: '#W4776164', reason: 'no longer needed' })).toThrow(Refusal);
    expect(() => cancelOrder(store, { order_id: '#W2378156', reason: 'no longer needed' })).toThrow(Refusal);
  });

  it('has items changed for variants of the same product, once', () => {
    const store = open();
    const swap = {
      order_id: '#W4776164',
      item_ids: ['8349118980'],
      new_item_ids: ['9647292434'],
      payment_method_id: CARD,
    };
    const order = changeItems(store, swap);
    expect(order.items[0]).toMatchObject({ item_id: '9647292434', price: 53.48 });
    expect(order.status).toBe('pending (item modified)');
    expect(() => changeItems(store, swap)).toThrow(Refusal);
  });

  it('is exchanged or returned once it was delivered', () => {
    const request = { order_id: '#W2378156', item_ids: ['4983901480'], payment_method_id: CARD };
    expect(returnItems(open(), request)).toMatchObject({ status: 'return requested', return_items: ['4983901480'] });
    const exchanged = exchangeItems(open(), { ...request, new_item_ids: ['7747408585'] });
    expect(exchanged).toMatchObject({ status: 'exchange requested', exchange_price_difference: -13.46 });
  });

  it.each([
    ['an item that is not in it', { item_ids: ['0000000000'], new_item_ids: ['7747408585'] }],
    ['an item of another product', { item_ids: ['4983901480'], new_item_ids: ['9647292434'] }],
    ['fewer new items than old ones', { item_ids: ['4983901480'], new_item_ids: [] }],
    ['a payment method of somebody else', { payment_method_id: 'paypal_0000000' }],
  ])('is left as it was when an exchange names %s', (_, wrong) => {
    const store = open();
    const before = JSON.stringify(store.records);
    const right = {
      order_id: '#W2378156',
      item_ids: ['4983901480'],
      new_item_ids: ['7747408585'],
      payment_method_id: CARD,
    };
    expect(() => exchangeItems(store, { ...right, ...wrong })).toThrow(Refusal);
    expect(JSON.stringify(store.records)).toBe(before);
  });

  it('keeps its payment method when the new one is the old one', () => {
    expect(() => changePayment(open(), { order_id: '#W4776164', payment_method_id: CARD })).toThrow(Refusal);
  });
});

describe('the store', () => {
  it('finds a customer by e-mail, or by name and zip code', () => {
    expect(userByEmail(open(), { email: 'Yusuf.Rossi7301@example.com' })).toEqual({ user_id: 'yusuf_rossi_9620' });
    const named = { first_name: 'yusuf', last_name: 'Rossi', zip: '19122' };
    expect(userByNameAndZip(open(), named)).toEqual({ user_id: 'yusuf_rossi_9620' });
    expect(() => userByNameAndZip(open(), { ...named, zip: '00000' })).toThrow(Refusal);
  });

  it('forgets every change', () => {
    const store = open();
    const before = JSON.stringify(store.records);
    cancelOrder(store, { order_id: '#W4776164', reason: 'no longer needed' });
    store.setValueAt(['orders', '#W2378156', 'status'], 'processed');
    store.restore();
    expect(JSON.stringify(store.records)).toBe(before);
  });

  it.each([
    ['2 + 2 * 3', 8],
    ['(10 - 4) / 4', 1.5],
    ['-3 * -(1 + 1)', 6],
    ['1055.08 + 100', 1155.08],
  ])('calculates %s', (expression, value) => {
    expect(calculate({ expression })).toEqual({ value });
  });

  it.each(['2 +', '(1', 'process.exit()', '1 / 0', ''])('refuses to calculate %s', (expression) => {
    expect(() => calculate({ expression })).toThrow(Refusal);
  });
});
