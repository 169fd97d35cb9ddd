import type { EndState, PolicyCall } from './play-policy-calls.ts';

export type Cabin = 'basic_economy' | 'economy' | 'business';
type ByCabin = Readonly<Record<Cabin, number>>;

export interface Day {
  readonly status: string;
  readonly available_seats?: ByCabin;
  readonly prices?: ByCabin;
}

export interface Flight {
  readonly flight_number: string;
  readonly origin: string;
  readonly destination: string;
  readonly dates: Readonly<Record<string, Day>>;
}

export interface Segment {
  readonly flight_number: string;
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
  readonly price: number;
}

export interface Reservation {
  readonly reservation_id: string;
  readonly user_id: string;
  readonly origin: string;
  readonly destination: string;
  readonly flight_type: 'one_way' | 'round_trip';
  readonly cabin: Cabin;
  readonly flights: readonly Segment[];
  readonly passengers: readonly Passenger[];
  readonly payment_history: readonly { readonly payment_id: string; readonly amount: number }[];
  readonly created_at: string;
  readonly total_baggages: number;
  readonly nonfree_baggages: number;
  readonly insurance: 'yes' | 'no';
}

export type Passenger = { readonly first_name: string; readonly last_name: string; readonly dob: string };
export type Method = { readonly id: string; readonly source: string; readonly amount?: number };

export interface User {
  readonly user_id: string;
  readonly membership: 'regular' | 'silver' | 'gold';
  readonly payment_methods: Readonly<Record<string, Method>>;
}

export interface Database {
  readonly flights: Readonly<Record<string, Flight>>;
  readonly reservations: Readonly<Record<string, Reservation>>;
  readonly users: Readonly<Record<string, User>>;
}

/** A reservation with what the policy looks at beside it. */
export interface Scene {
  readonly database: Database;
  readonly reservation: Reservation;
  readonly user: User;
  readonly stranger: string;
  /** Of each flight, as of now. */
  readonly days: readonly Day[];
  readonly isFlown: boolean;
  readonly card: Method | undefined;
  readonly certificate: Method | undefined;
  readonly giftCards: readonly Method[];
}

export function sceneOf(database: Database, reservation: Reservation): Scene {
  const user = database.users[reservation.user_id] as User;
  const days = reservation.flights.map(({ flight_number, date }) => dayOf(database, flight_number, date));
  return {
    database,
    reservation,
    user,
    stranger: strangerTo(database, user.user_id),
    days,
    isFlown: days.some(({ status }) => status === 'landed' || status === 'flying'),
    ...purseOf(user),
  };
}

export function purseOf({ payment_methods }: User): Pick<Scene, 'card' | 'certificate' | 'giftCards'> {
  const methods = Object.values(payment_methods);
  return {
    card: methods.find(({ source }) => source === 'credit_card'),
    certificate: methods.find(({ source }) => source === 'certificate'),
    giftCards: methods.filter(({ source }) => source === 'gift_card'),
  };
}

export function dayOf({ flights }: Database, flight: string, date: string): Day {
  return flights[flight]?.dates[date] ?? { status: 'none' };
}

export function strangerTo({ users }: Database, user: string): string {
  return Object.keys(users).find((id) => id !== user) ?? 'nobody_else_0000';
}

export function hasRoom(day: Day, cabin: Cabin, count: number): boolean {
  return day.status === 'available' && (day.available_seats?.[cabin] ?? 0) >= count;
}

/** The days on which flights can be booked. */
export const DAYS = Array.from({ length: 15 }, (_, index) => `2024-05-${16 + index}`);
const FREE_BY_MEMBERSHIP = { regular: 0, silver: 1, gold: 2 };
const FREE_BY_CABIN = { basic_economy: 0, economy: 1, business: 2 };

export function at(reservation: string, field: string, value: EndState['value']): EndState {
  return { path: ['reservations', reservation, field], value };
}

export function legs(flights: readonly { readonly flight_number: string; readonly date: string }[]) {
  return flights.map(({ flight_number, date }) => ({ flight_number, date }));
}

export function sumOf(flights: readonly { readonly price: number }[]): number {
  return flights.reduce((sum, { price }) => sum + price, 0);
}

export function paid(history: Reservation['payment_history'], payment_id: string, amount: number) {
  return amount === 0 ? [...history] : [...history, { payment_id, amount }];
}

export function freeBags({ membership }: User, cabin: Cabin, people: number): number {
  return (FREE_BY_MEMBERSHIP[membership] + FREE_BY_CABIN[cabin]) * people;
}

export interface Payable {
  readonly kind: string;
  readonly call: Omit<PolicyCall, 'kind'>;
  readonly certificate: Method | undefined;
  readonly giftCards: readonly Method[];
  readonly cost: number;
}

/** A change with a certificate, somebody else's card, and a gift card that holds enough or does not. */
export function* paidOtherwise({ kind, call, certificate, giftCards, cost }: Payable): Generator<PolicyCall> {
  const by = (payment_id: string) => ({ ...call, arguments: { ...call.arguments, payment_id } });
  if (certificate) yield { ...by(certificate.id), kind: `${kind}: by certificate`, reason: 'certificate_not_accepted' };
  yield { ...by('credit_card_1'), kind: `${kind}: by a card of nobody`, reason: 'payment_method_unknown' };
  for (const { id, amount = 0 } of giftCards) {
    if (amount < cost) yield { ...by(id), kind: `${kind}: gift card too low`, reason: 'gift_card_too_low' };
    else {
      const end = [{ path: ['users', call.customer, 'payment_methods', id, 'amount'], value: amount - cost }];
      yield { ...by(id), kind: `${kind}: allowed by gift card`, end };
    }
  }
}
