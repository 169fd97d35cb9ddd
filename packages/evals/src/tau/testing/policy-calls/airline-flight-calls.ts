import {
  at,
  type Cabin,
  type Day,
  dayOf,
  hasRoom,
  legs,
  type Method,
  paid,
  paidOtherwise,
  type Scene,
  type Segment,
  sumOf,
} from './airline-scene.ts';
import type { PolicyCall } from './play-policy-calls.ts';

const CABINS: readonly Cabin[] = ['basic_economy', 'economy', 'business'];

/** Another cabin for the flights as they are. */
export function* cabins(
  { reservation, days, isFlown, user, certificate, giftCards }: Scene,
  card: Method,
): Generator<PolicyCall> {
  const { reservation_id, passengers: people, flights, payment_history } = reservation;
  for (const cabin of CABINS.filter((each) => each !== reservation.cabin)) {
    const args = { reservation_id, cabin, flights: legs(flights), payment_id: card.id };
    const call = { name: 'update_reservation_flights', arguments: args, customer: user.user_id };
    if (isFlown) yield { ...call, kind: 'cabin: partly flown', reason: 'cabin_after_flight' };
    else if (!days.every((day) => hasRoom(day, cabin, people.length)))
      yield { ...call, kind: 'cabin: no room', reason: 'flight_not_available' };
    else {
      const priced = flights.map((flight, index) => ({ ...flight, price: days[index]?.prices?.[cabin] ?? 0 }));
      const difference = (sumOf(priced) - sumOf(flights)) * people.length;
      yield {
        ...call,
        kind: `cabin: allowed from ${reservation.cabin}`,
        end: [
          at(reservation_id, 'cabin', cabin),
          at(reservation_id, 'flights', priced),
          at(reservation_id, 'payment_history', paid(payment_history, card.id, difference)),
        ],
      };
      yield* paidOtherwise({ kind: 'cabin', call, certificate, giftCards, cost: difference });
      const some = { ...args, flights: legs(flights.slice(0, -1)) };
      if (flights.length > 1) {
        const reason = reservation.cabin === 'basic_economy' ? 'basic_economy_flights' : 'other_route';
        yield { ...call, arguments: some, kind: `cabin: a flight fewer, ${reservation.cabin}`, reason };
      }
    }
  }
}

/** One flight in the place of another between the same airports, and what must stay as it is. */
export function* otherFlights(scene: Scene, card: Method): Generator<PolicyCall> {
  const { database, reservation, user, stranger, certificate, giftCards, isFlown } = scene;
  const { reservation_id, cabin, flights, passengers: people, payment_history } = reservation;
  const index = flights.length - 1;
  const last = flights[index];
  if (!last) return;
  const with_ = (changed: readonly Pick<Segment, 'flight_number' | 'date'>[]): Omit<PolicyCall, 'kind'> => ({
    name: 'update_reservation_flights',
    arguments: { reservation_id, cabin, flights: legs(changed), payment_id: card.id },
    customer: user.user_id,
  });
  const between = Object.values(database.flights).filter(
    ({ origin, destination }) => origin === last.origin && destination === last.destination,
  );
  const onDays = (wanted: (day: Day, date: string) => boolean) =>
    between.flatMap((flight) =>
      Object.entries(flight.dates)
        .filter(
          ([date, day]) => wanted(day, date) && !(flight.flight_number === last.flight_number && date === last.date),
        )
        .map(([date, day]) => ({
          ...last,
          flight_number: flight.flight_number,
          date,
          price: day.prices?.[cabin] ?? 0,
        })),
    )[0];
  const instead = (flight: Segment) => [...flights.slice(0, -1), flight];
  const earliest = flights[index - 1]?.date ?? '';
  const other = onDays((day, date) => hasRoom(day, cabin, people.length) && date >= earliest);
  if (other && cabin === 'basic_economy')
    yield { ...with_(instead(other)), kind: 'flights: basic economy', reason: 'basic_economy_flights' };
  if (cabin === 'basic_economy') return;
  if (other) {
    const call = with_(instead(other));
    const cost = (other.price - last.price) * people.length;
    yield {
      ...call,
      kind: `flights: allowed ${isFlown ? 'partly flown' : reservation.flight_type}`,
      end: [
        at(
          reservation_id,
          'flights',
          instead(other).map((flight) => ({ ...flight })),
        ),
        at(reservation_id, 'payment_history', paid(payment_history, card.id, cost)),
      ],
    };
    yield { ...call, kind: 'flights: somebody else’s', customer: stranger, reason: 'precondition_failed' };
    yield* paidOtherwise({ kind: 'flights', call, certificate, giftCards, cost });
  }
  const few = onDays(
    (day, date) => day.status === 'available' && !hasRoom(day, cabin, people.length) && date >= earliest,
  );
  if (few) yield { ...with_(instead(few)), kind: 'flights: no room', reason: 'flight_not_available' };
  const gone = onDays(({ status }) => status === 'landed' || status === 'cancelled');
  if (gone) yield { ...with_(instead(gone)), kind: 'flights: gone', reason: 'flight_not_available' };
  const before = onDays((day, date) => hasRoom(day, cabin, people.length) && date < earliest);
  if (before)
    yield { ...with_(instead(before)), kind: 'flights: before the one before', reason: 'flights_not_connected' };
  const elsewhere = Object.values(database.flights).find(
    (flight) =>
      flight.origin === last.origin &&
      flight.destination !== last.destination &&
      hasRoom(dayOf(database, flight.flight_number, '2024-05-30'), cabin, people.length),
  );
  if (elsewhere) {
    const away = { ...last, flight_number: elsewhere.flight_number, date: '2024-05-30' };
    yield { ...with_(instead(away)), kind: 'flights: to another place', reason: 'other_route' };
  }
  const turn = flights.findIndex(({ destination }) => destination === reservation.destination);
  if (reservation.flight_type === 'round_trip' && reservation.origin !== reservation.destination && turn < index)
    yield { ...with_(flights.slice(0, turn + 1)), kind: 'flights: no way back', reason: 'other_route' };
}
