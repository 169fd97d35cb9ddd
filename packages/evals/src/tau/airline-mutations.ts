import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import { type DomainMutations, type OtherValue, recordAt, type StateChange, withArgument } from './mutations.ts';
import type { TauCall, TauData } from './tau-data.ts';

/** What is wrong for the airline tools. */
export const airlineMutations: DomainMutations = {
  wrongStatus: (call, data) => {
    switch (call.name) {
      case 'book_reservation':
        return flightsWith(call.arguments.flights, 'delayed');
      case 'cancel_reservation':
        return flightsWith(reservationOf(call, data).flights, 'landed');
      case 'send_certificate':
        return flightsWith(reservationOf(call, data).flights, 'available');
      default:
        return [{ path: ['reservations', String(call.arguments.reservation_id), 'status'], value: 'cancelled' }];
    }
  },
  otherwise: (call, customer, data) => {
    const { name, arguments: args } = call;
    switch (name) {
      case 'book_reservation':
      case 'update_reservation_passengers':
        return withArgument(args, 'passengers', renamed(args.passengers));
      case 'update_reservation_baggages':
        return otherPayment(call, customer, data);
      case 'update_reservation_flights':
        return otherPayment(call, customer, data) ?? otherCabin(call, data);
      case 'cancel_reservation':
        return withArgument(args, 'reason', OTHER_REASON[String(args.reason)] ?? 'other');
      default:
        return undefined;
    }
  },
};

/** A reason that allows no more and no less. */
const OTHER_REASON: Readonly<Record<string, string>> = {
  health: 'weather',
  weather: 'health',
  other: 'change of plan',
};

function reservationOf({ arguments: args }: TauCall, data: TauData): JsonObject {
  return recordAt(data, 'reservations', String(args.reservation_id));
}

function flightsWith(flights: JsonValue | undefined, status: string): readonly StateChange[] {
  return flightsIn(flights).map(({ flight_number, date }) => ({
    path: ['flights', flight_number, 'dates', date, 'status'],
    value: status,
  }));
}

function renamed(passengers: JsonValue | undefined): JsonValue {
  const list = Array.isArray(passengers) ? (passengers as readonly JsonValue[]) : [];
  return list.map((passenger, index) =>
    index === 0 && isJsonObject(passenger) ? { ...passenger, last_name: 'Elsewhere' } : passenger,
  );
}

/** Another card of the customer's own that may pay it: a credit card, else a gift card that holds enough; undefined where there is none. */
function otherPayment(call: TauCall, customer: string, data: TauData): OtherValue | undefined {
  const methods = Object.entries(recordAt(data, 'users', customer, 'payment_methods'));
  const others = methods.filter(([id]) => id !== call.arguments.payment_id && !id.startsWith('certificate'));
  const cost = costOf(call, data);
  const fits = ([id, method]: (typeof methods)[number]) =>
    id.startsWith('gift_card') && isJsonObject(method) && Number(method.amount) >= cost;
  const other = others.find(([id]) => id.startsWith('credit_card')) ?? others.find(fits);
  return other && withArgument(call.arguments, 'payment_id', other[0]);
}

/** At most what a change costs, in dollars: flights that are kept count as if they were bought again. */
function costOf(call: TauCall, data: TauData): number {
  const { arguments: args } = call;
  if (typeof args.nonfree_baggages === 'number') return EXTRA_BAG * args.nonfree_baggages;
  const { passengers, flights } = reservationOf(call, data);
  const fares = flightsIn(args.flights).map(
    ({ flight_number, date }) => recordAt(data, 'flights', flight_number, 'dates', date, 'prices')[String(args.cabin)],
  );
  const paid = (Array.isArray(flights) ? (flights as readonly JsonValue[]) : []).map((flight) =>
    isJsonObject(flight) ? flight.price : 0,
  );
  return (sumOf(fares) - sumOf(paid)) * (Array.isArray(passengers) ? passengers.length : 1);
}

function sumOf(amounts: readonly (JsonValue | undefined)[]): number {
  return amounts.reduce((sum: number, amount) => sum + (typeof amount === 'number' ? amount : 0), 0);
}

const EXTRA_BAG = 50;
/** Those that a notice calls by their own name. */
const CABINS = ['economy', 'business'];

/** The same flights in another cabin that has room; undefined where there is none. */
function otherCabin({ arguments: args }: TauCall, data: TauData): OtherValue | undefined {
  const seats = flightsIn(args.flights).map(({ flight_number, date }) =>
    recordAt(data, 'flights', flight_number, 'dates', date, 'available_seats'),
  );
  const cabin = CABINS.find(
    (each) => each !== args.cabin && seats.every((free) => Number(free[each] ?? 0) >= MOST_PASSENGERS),
  );
  return cabin === undefined ? undefined : withArgument(args, 'cabin', cabin);
}

const MOST_PASSENGERS = 5;

function flightsIn(
  flights: JsonValue | undefined,
): readonly { readonly flight_number: string; readonly date: string }[] {
  const list = Array.isArray(flights) ? (flights as readonly JsonValue[]) : [];
  return list.flatMap((flight) =>
    isJsonObject(flight) ? [{ flight_number: String(flight.flight_number), date: String(flight.date) }] : [],
  );
}
