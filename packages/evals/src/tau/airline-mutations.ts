import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import { type DomainMutations, recordAt, type StateChange, withArgument } from './mutations.ts';
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
  otherwise: ({ name, arguments: args }, customer, data) => {
    switch (name) {
      case 'book_reservation':
      case 'update_reservation_passengers':
        return withArgument(args, 'passengers', renamed(args.passengers));
      case 'update_reservation_baggages':
      case 'update_reservation_flights':
        return otherPayment(args, customer, data);
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
  const list = Array.isArray(flights) ? (flights as readonly JsonValue[]) : [];
  return list.flatMap((flight) =>
    isJsonObject(flight)
      ? [{ path: ['flights', String(flight.flight_number), 'dates', String(flight.date), 'status'], value: status }]
      : [],
  );
}

function renamed(passengers: JsonValue | undefined): JsonValue {
  const list = Array.isArray(passengers) ? (passengers as readonly JsonValue[]) : [];
  return list.map((passenger, index) =>
    index === 0 && isJsonObject(passenger) ? { ...passenger, last_name: 'Elsewhere' } : passenger,
  );
}

/** Another credit or gift card of the customer's own; undefined where there is none. */
function otherPayment(args: JsonObject, customer: string, data: TauData) {
  const methods = Object.keys(recordAt(data, 'users', customer, 'payment_methods'));
  const cards = methods.filter((id) => !id.startsWith('certificate') && id !== args.payment_id);
  const other = cards.find((id) => id.startsWith('credit_card')) ?? cards[0];
  return other === undefined ? undefined : withArgument(args, 'payment_id', other);
}
