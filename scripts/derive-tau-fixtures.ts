/**
 * Derives the databases of `examples/tau-retail` and `examples/tau-airline` from τ²-bench: a few customers with all that is
 * theirs, as in the source. Same input, same bytes.
 *
 *     node scripts/derive-tau-fixtures.ts            (reads $ROLECALL_DATA, or ../shared/data beside the repository)
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inAnyLanguage, RolecallError } from '@rolecall/base';

type Table = Readonly<Record<string, unknown>>;

const REPOSITORY = resolve(import.meta.dirname, '..');
const DATA = process.env.ROLECALL_DATA ?? resolve(REPOSITORY, '../shared/data');

/** Between them they have orders of every status and every way to pay. */
const SHOPPERS = ['aarav_santos_2259', 'mei_kovacs_8020', 'noah_brown_6181', 'sofia_rossi_8776', 'yusuf_rossi_9620'];
/** Members of every level, with reservations in every cabin. */
const TRAVELLERS = ['daiki_muller_1116', 'mia_li_3668', 'mohamed_silva_9265', 'noah_muller_9847', 'raj_brown_5782'];

/** Flights that nobody of them has booked: two ways from New York to Seattle. */
const ALSO_FLYING = ['HAT069', 'HAT083', 'HAT136', 'HAT039'];

deriveRetail();
deriveAirline();

function deriveRetail(): void {
  const source = read<{
    users: Record<string, { orders: readonly string[] }>;
    orders: Record<string, { items: readonly { product_id: string }[] }>;
    products: Table;
  }>('retail');
  const users = only(source.users, SHOPPERS);
  const orders = only(
    source.orders,
    Object.values(users).flatMap((user) => user.orders),
  );
  const sold = Object.values(orders).flatMap((order) => order.items.map(({ product_id }) => product_id));
  write('retail', { products: only(source.products, [...new Set(sold)].sort()), users, orders });
}

function deriveAirline(): void {
  const source = read<{
    users: Record<string, { reservations: readonly string[] }>;
    reservations: Record<string, { flights: readonly { flight_number: string }[] }>;
    flights: Table;
  }>('airline');
  const users = only(source.users, TRAVELLERS);
  const reservations = only(
    source.reservations,
    Object.values(users).flatMap((user) => user.reservations),
  );
  const flown = Object.values(reservations).flatMap(({ flights }) => flights.map(({ flight_number }) => flight_number));
  const flights = only(source.flights, [...new Set([...flown, ...ALSO_FLYING])].sort());
  write('airline', { flights, users, reservations });
}

function read<Database>(domain: string): Database {
  const file = join(DATA, 'tau', domain, 'db.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Database;
  } catch (cause) {
    throw new RolecallError({
      code: 'fixture_source_missing',
      at: { file },
      message: inAnyLanguage(`The source cannot be read: ${file}`),
      hint: inAnyLanguage('Name the folder that holds tau/<domain>/db.json in ROLECALL_DATA.'),
      cause,
    });
  }
}

function only<Item>(table: Readonly<Record<string, Item>>, ids: readonly string[]): Record<string, Item> {
  return Object.fromEntries(
    ids.map((id) => {
      const item = table[id];
      if (item === undefined)
        throw new RolecallError({ code: 'fixture_source_changed', message: inAnyLanguage(`The source has no ${id}.`) });
      return [id, item];
    }),
  );
}

/** One record a line, so that a difference shows what changed. */
function write(domain: string, tables: Readonly<Record<string, Table>>): void {
  const text = Object.entries(tables).map(([name, table]) => {
    const lines = Object.entries(table).map(([id, record]) => `    ${JSON.stringify(id)}: ${JSON.stringify(record)}`);
    return `  ${JSON.stringify(name)}: {\n${lines.join(',\n')}\n  }`;
  });
  const target = join(REPOSITORY, `examples/tau-${domain}/systems/fixture/${domain}.json`);
  writeFileSync(target, `{\n${text.join(',\n')}\n}\n`);
  const counts = Object.entries(tables).map(([name, table]) => `${Object.keys(table).length} ${name}`);
  console.log(`${counts.join(', ')} → ${target}`);
}
