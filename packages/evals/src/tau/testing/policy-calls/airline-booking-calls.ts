import type { JsonObject } from '@rolecall/base';
import {
  DAYS,
  type Database,
  dayOf,
  type Flight,
  freeBags,
  hasRoom,
  type Method,
  purseOf,
  strangerTo,
  type User,
} from './airline-scene.ts';
import type { EndState, PolicyCall } from './play-policy-calls.ts';

const NAMES = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'];
const TOO_MANY_BAGS = 9;

/** Trips for a customer by what stands in their profile: there, and there and back, in each cabin. */
export function* bookings(database: Database, user: User): Generator<PolicyCall> {
  const { card, certificate, giftCards } = purseOf(user);
  if (!card) return;
  for (const cabin of ['basic_economy', 'economy', 'business'] as const) {
    for (const isReturn of [false, true]) {
      const flights = tripFor(database, user, isReturn);
      if (!flights) continue;
      const count = isReturn ? 1 : 2;
      const trip = { database, user, flights, cabin, count, card };
      const priced = pricedTrip(trip);
      if (priced) yield* ofTrip(trip, priced, { certificate, giftCards });
    }
  }
}

interface Leg {
  readonly flight: Flight;
  readonly date: string;
}

interface Trip {
  readonly database: Database;
  readonly user: User;
  readonly flights: readonly Leg[];
  readonly cabin: 'basic_economy' | 'economy' | 'business';
  readonly count: number;
  readonly card: Method;
}

/** A trip from one of the flights, which one depending on the customer. */
function tripFor({ flights }: Database, { user_id }: User, isReturn: boolean): readonly Leg[] | undefined {
  const all = Object.values(flights);
  const flight = all[[...user_id].reduce((sum, character) => sum + character.charCodeAt(0), 0) % all.length];
  const back = all.find((each) => each.origin === flight?.destination && each.destination === flight.origin);
  if (!flight || (isReturn && !back)) return undefined;
  const there = { flight, date: DAYS[2] ?? '' };
  return isReturn && back ? [there, { flight: back, date: DAYS[9] ?? '' }] : [there];
}

interface Priced {
  readonly arguments: JsonObject;
  readonly price: number;
  /** Of one passenger. */
  readonly fare: number;
  readonly nonfree: number;
}

/** The arguments of the booking, paid with the card; undefined where it has no room. */
function pricedTrip({ database, user, flights, cabin, count, card }: Trip): Priced | undefined {
  const days = flights.map(({ flight, date }) => dayOf(database, flight.flight_number, date));
  const [first] = flights;
  if (!first || !days.every((day) => hasRoom(day, cabin, count))) return undefined;
  const fare = days.reduce((sum, { prices }) => sum + (prices?.[cabin] ?? 0), 0);
  const free = freeBags(user, cabin, count);
  const nonfree = 1;
  const price = count * (fare + 30) + 50 * nonfree;
  return {
    fare,
    price,
    nonfree,
    arguments: {
      user_id: user.user_id,
      origin: first.flight.origin,
      destination: first.flight.destination,
      flight_type: flights.length > 1 ? 'round_trip' : 'one_way',
      cabin,
      flights: flights.map(({ flight, date }) => ({ flight_number: flight.flight_number, date })),
      passengers: peopleOf(count),
      payment_methods: [{ payment_id: card.id, amount: price }],
      total_baggages: free + nonfree,
      nonfree_baggages: nonfree,
      insurance: 'yes',
    },
  };
}

function peopleOf(count: number) {
  return NAMES.slice(0, count).map((first_name, index) => ({
    first_name,
    last_name: 'Quill',
    dob: `199${index}-02-03`,
  }));
}

type Payments = readonly { readonly payment_id: string; readonly amount: number }[];

function* ofTrip(
  trip: Trip,
  { arguments: args, price, fare, nonfree }: Priced,
  purse: { readonly certificate: Method | undefined; readonly giftCards: readonly Method[] },
): Generator<PolicyCall> {
  const { user, card, database, cabin } = trip;
  const customer = user.user_id;
  const stranger = strangerTo(database, customer);
  const call = { name: 'book_reservation', arguments: args, customer };
  const but = (other: JsonObject) => ({ ...call, arguments: { ...args, ...other } });
  const by = (payment_methods: Payments, other: JsonObject = {}) =>
    but({ ...other, payment_methods: payment_methods.map((payment) => ({ ...payment })) });
  const byCard = (amount: number, other: JsonObject = {}) => by([{ payment_id: card.id, amount }], other);

  yield { ...call, kind: `book: allowed, ${String(args.flight_type)}`, end: booked(trip, args) };
  yield { ...call, kind: 'book: for somebody else', customer: stranger, reason: 'not_in_own_profile' };
  yield { ...byCard(price - 1), kind: 'book: paid too little', reason: 'payment_does_not_add_up' };
  yield { ...byCard(price + 1), kind: 'book: paid too much', reason: 'payment_does_not_add_up' };
  yield {
    ...by([{ payment_id: 'credit_card_1', amount: price }]),
    kind: 'book: by a card of nobody',
    reason: 'not_in_own_profile',
  };
  yield {
    ...byCard(price - 50 * nonfree, { nonfree_baggages: 0 }),
    kind: 'book: bags not paid',
    reason: 'bags_miscounted',
  };
  const extra = { total_baggages: TOO_MANY_BAGS, nonfree_baggages: TOO_MANY_BAGS };
  const isMore = TOO_MANY_BAGS > freeBags(user, cabin, trip.count) && freeBags(user, cabin, trip.count) > 0;
  if (isMore)
    yield {
      ...byCard(price + 50 * (TOO_MANY_BAGS - nonfree), extra),
      kind: 'book: free bags paid',
      reason: 'bags_miscounted',
    };
  yield { ...but({ destination: 'XXX' }), kind: 'book: another destination', reason: 'other_route' };
  const type = args.flight_type === 'one_way' ? 'round_trip' : 'one_way';
  yield { ...but({ flight_type: type }), kind: `book: not ${type}`, reason: 'other_route' };
  const [leg, ...rest] = trip.flights.map(({ flight, date }) => ({ flight_number: flight.flight_number, date }));
  for (const date of ['2024-05-10', '2024-05-15'])
    yield { ...but({ flights: [{ ...leg, date }, ...rest] }), kind: 'book: not ahead', reason: 'flight_not_available' };
  const late = [...DAYS]
    .reverse()
    .find((date) => hasRoom(dayOf(database, leg?.flight_number ?? '', date), cabin, trip.count));
  if (late !== undefined && late > (rest[0]?.date ?? late))
    yield {
      ...but({ flights: [{ ...leg, date: late }, ...rest] }),
      kind: 'book: back before there',
      reason: 'flights_not_connected',
    };
  if (trip.flights.every(({ flight, date }) => hasRoom(dayOf(database, flight.flight_number, date), cabin, 6))) {
    const six = { passengers: peopleOf(6), total_baggages: 0, nonfree_baggages: 0 };
    yield { ...byCard(6 * (fare + 30), six), kind: 'book: six passengers', reason: 'too_many_passengers' };
  }
  const seats = Math.min(
    ...trip.flights.map(
      ({ flight, date }) => dayOf(database, flight.flight_number, date).available_seats?.[cabin] ?? 0,
    ),
  );
  if (seats < 5)
    yield { ...but({ passengers: peopleOf(seats + 1) }), kind: 'book: no room', reason: 'flight_not_available' };
  const halves = [1, price - 1].map((amount) => ({ payment_id: card.id, amount }));
  yield { ...by(halves), kind: 'book: two credit cards', reason: 'too_many_payments' };
  yield* withBalances(trip, price, purse, by);
}

/** Certificates and gift cards: what they hold, and how many. */
function* withBalances(
  { user, card }: Trip,
  price: number,
  { certificate, giftCards }: { readonly certificate: Method | undefined; readonly giftCards: readonly Method[] },
  by: (payments: Payments) => Omit<PolicyCall, 'kind'>,
): Generator<PolicyCall> {
  const methods = Object.values(user.payment_methods);
  const path = (id: string) => ['users', user.user_id, 'payment_methods', id];
  const rest = (paid: number): Payments => (paid < price ? [{ payment_id: card.id, amount: price - paid }] : []);
  if (certificate) {
    const amount = Math.min(price, certificate.amount ?? 0);
    const payments = [{ payment_id: certificate.id, amount }, ...rest(amount)];
    // What is left of a certificate is gone.
    yield { ...by(payments), kind: 'book: allowed by certificate', end: [{ path: path(certificate.id), value: null }] };
    if (amount < price)
      yield {
        ...by([{ payment_id: certificate.id, amount: price }]),
        kind: 'book: certificate too low',
        reason: 'balance_too_low',
      };
  }
  const two = methods.filter(({ source }) => source === 'certificate').slice(0, 2);
  if (two.length === 2) {
    const payments = [...two.map(({ id }) => ({ payment_id: id, amount: 1 })), ...rest(2)];
    yield { ...by(payments), kind: 'book: two certificates', reason: 'too_many_payments' };
  }
  const four = giftCards.slice(0, 4);
  if (four.length === 4) {
    const payments = [...four.map(({ id }) => ({ payment_id: id, amount: 1 })), ...rest(4)];
    yield { ...by(payments), kind: 'book: four gift cards', reason: 'too_many_payments' };
  }
  for (const { id, amount: held = 0 } of giftCards) {
    const amount = Math.min(price, held);
    const payments = [{ payment_id: id, amount }, ...rest(amount)];
    yield {
      ...by(payments),
      kind: 'book: allowed by gift card',
      end: [{ path: [...path(id), 'amount'], value: held - amount }],
    };
    if (held >= price) continue;
    yield { ...by([{ payment_id: id, amount: price }]), kind: 'book: gift card too low', reason: 'balance_too_low' };
    const twice = [
      { payment_id: id, amount: held },
      { payment_id: id, amount: Math.min(held, price - held) },
    ];
    yield {
      ...by([...twice, ...rest(held + Math.min(held, price - held))]),
      kind: 'book: one gift card twice',
      reason: 'balance_too_low',
    };
  }
}

function booked({ user, flights, cabin, database }: Trip, args: JsonObject): readonly EndState[] {
  const { payment_methods, ...asked } = args;
  const segments = flights.map(({ flight, date }) => ({
    flight_number: flight.flight_number,
    origin: flight.origin,
    destination: flight.destination,
    date,
    price: dayOf(database, flight.flight_number, date).prices?.[cabin] ?? 0,
  }));
  const value = {
    ...asked,
    reservation_id: 'HATHAT',
    user_id: user.user_id,
    flights: segments,
    payment_history: payment_methods,
    created_at: '2024-05-15T15:00:00',
    status: null,
  };
  return [{ path: ['reservations', 'HATHAT'], value }];
}
