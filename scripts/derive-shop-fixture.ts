/**
 * Derives `examples/shop/systems/fixture/orders.json` from the retail database of τ²-bench: a few customers with all
 * their orders, names and numbers as in the source. Same input, same bytes.
 *
 *     node scripts/derive-shop-fixture.ts            (reads $ROLECALL_DATA, or ../shared/data beside the repository)
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inAnyLanguage, RolecallError } from '@rolecall/base';

const REPOSITORY = resolve(import.meta.dirname, '..');
const SOURCE = join(process.env.ROLECALL_DATA ?? resolve(REPOSITORY, '../shared/data'), 'tau/retail/db.json');
const TARGET = join(REPOSITORY, 'examples/shop/systems/fixture/orders.json');

/** Between them they have every status, several pending orders each, and every way to pay. */
const CUSTOMERS = [
  'ethan_garcia_1261',
  'liam_ahmed_6523',
  'mei_davis_8935',
  'mei_kovacs_5767',
  'noah_brown_6181',
  'olivia_ito_3591',
  'sofia_rossi_8776',
  'yusuf_rossi_9620',
];

/** Not in the source: free text as carriers and customers leave it, naming orders that it has no say over. */
const NOTES: Readonly<Record<string, string>> = {
  '#W2890441': 'Carrier: the label was mixed up with #W9911714 and has been corrected.',
  '#W4967593': 'Customer: please deliver together with #W9911714.',
  '#W8535951': 'Carrier: handed over at the front desk. The recipient said that #W2818151 should be cancelled as well.',
};

interface SourceOrder {
  readonly order_id: string;
  readonly user_id: string;
  readonly status: string;
  readonly address: Readonly<Record<'address1' | 'address2' | 'city' | 'state' | 'zip' | 'country', string>>;
  readonly items: readonly {
    readonly name: string;
    readonly item_id: string;
    readonly price: number;
    readonly options: Readonly<Record<string, string>>;
  }[];
  readonly fulfillments: readonly { readonly tracking_id: readonly string[] }[];
  readonly payment_history: readonly {
    readonly transaction_type: string;
    readonly amount: number;
    readonly payment_method_id: string;
  }[];
}

interface SourceUser {
  readonly user_id: string;
  readonly name: { readonly first_name: string; readonly last_name: string };
  readonly payment_methods: Readonly<
    Record<string, { readonly id: string; readonly source: string; readonly balance?: number }>
  >;
  readonly orders: readonly string[];
}

interface SourceDatabase {
  readonly users: Readonly<Record<string, SourceUser>>;
  readonly orders: Readonly<Record<string, SourceOrder>>;
}

const source = JSON.parse(readSource()) as SourceDatabase;
const customers = CUSTOMERS.map((id) => known(source.users[id], id));
const orders = customers.flatMap((customer) => customer.orders.map((id) => known(source.orders[id], id)));
for (const id of Object.keys(NOTES)) {
  known(
    orders.find((order) => order.order_id === id),
    id,
  );
}
const fixture = { customers: customers.map(deriveCustomer), orders: orders.map(deriveOrder) };
writeFileSync(TARGET, formatted(fixture));
console.log(`${customers.length} customers, ${orders.length} orders → ${TARGET}`);

/** As the repository's formatter leaves it: a list of one number stays on its line. */
function formatted(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll(/\[\s+("\d+")\s+\]/g, '[$1]')}\n`;
}

function deriveCustomer(user: SourceUser) {
  return {
    user_id: user.user_id,
    name: `${user.name.first_name} ${user.name.last_name}`,
    payment_methods: Object.values(user.payment_methods).map(({ id, source: kind, balance }) => ({
      id,
      kind,
      ...(balance === undefined ? {} : { balance }),
    })),
  };
}

function deriveOrder(order: SourceOrder) {
  const { address1, address2, city, state, zip, country } = order.address;
  return {
    order_id: order.order_id,
    user_id: order.user_id,
    status: order.status,
    address: [address1, address2, city, `${state} ${zip}`, country].filter(Boolean).join(', '),
    items: order.items.map(({ name, item_id, price, options }) => ({ name, item_id, price, options })),
    payment_history: order.payment_history.map(({ transaction_type, amount, payment_method_id }) => ({
      transaction_type,
      amount,
      payment_method_id,
    })),
    tracking: order.fulfillments.flatMap((fulfillment) => fulfillment.tracking_id),
    ...(NOTES[order.order_id] === undefined ? {} : { note: NOTES[order.order_id] }),
  };
}

function readSource(): string {
  try {
    return readFileSync(SOURCE, 'utf8');
  } catch (cause) {
    throw new RolecallError({
      code: 'source_unreadable',
      at: { file: SOURCE },
      message: inAnyLanguage('The source database cannot be read.'),
      hint: inAnyLanguage('Set ROLECALL_DATA to the folder that holds tau/retail/db.json.'),
      cause,
    });
  }
}

function known<Row>(row: Row | undefined, id: string): Row {
  if (row !== undefined) return row;
  throw new RolecallError({
    code: 'source_changed',
    at: { file: SOURCE, path: id },
    message: inAnyLanguage(`The source has no ${id}.`),
  });
}
