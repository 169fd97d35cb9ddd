import type { Flight, FlightDay, SeatsOrPrices } from './airline-records.ts';
import type { AirlineStore } from './airline-store.ts';
import { refuse } from './refusal.ts';

/** A date on which a flight can be booked. */
interface Bookable {
  readonly status: string;
  readonly available_seats: SeatsOrPrices;
  readonly prices: SeatsOrPrices;
}

/** A flight on one date that can be booked. */
export type FoundFlight = Pick<
  Flight,
  'flight_number' | 'origin' | 'destination' | 'scheduled_departure_time_est' | 'scheduled_arrival_time_est'
> &
  Bookable & { readonly date: string };

interface Route {
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
}

/** The flights between two airports that can be booked on a date. */
export function directFlights({ records }: AirlineStore, { origin, destination, date }: Route): FoundFlight[] {
  return Object.values(records.flights)
    .filter((flight) => flight.origin === origin && flight.destination === destination)
    .flatMap((flight) => found(flight, date));
}

/** Pairs of flights with one stop in between, the second after the first has landed. */
export function oneStopFlights({ records }: AirlineStore, { origin, destination, date }: Route): FoundFlight[][] {
  const flights = Object.values(records.flights);
  const pairs = flights
    .filter((first) => first.origin === origin)
    .flatMap((first) =>
      flights
        .filter((second) => second.origin === first.destination && second.destination === destination)
        .map((second) => ({ first, second })),
    );
  return pairs.flatMap(({ first, second }) => {
    const lands = first.scheduled_arrival_time_est;
    const nextDate = lands.endsWith('+1') ? dayAfter(date) : date;
    if (nextDate === date && second.scheduled_departure_time_est < lands) return [];
    return found(first, date).flatMap((one) => found(second, nextDate).map((two) => [one, two]));
  });
}

/** Route and status of a flight on a date, with seats and prices where it can be booked. */
export function flightStatus(store: AirlineStore, { flight_number, date }: { flight_number: string; date: string }) {
  const { origin, destination } = store.flight(flight_number);
  const { status, available_seats, prices } = store.day(flight_number, date);
  return { flight_number, date, origin, destination, status, available_seats, prices };
}

/** Where the airline flies. */
export function airports({ records }: AirlineStore): { airports: string[] } {
  const codes = Object.values(records.flights).flatMap(({ origin, destination }) => [origin, destination]);
  return { airports: [...new Set(codes)].sort() };
}

/** A day of a flight that can be booked; refuses any other. */
export function bookableDay(store: AirlineStore, flight: string, date: string): Bookable {
  const day = store.day(flight, date);
  return bookable(day) ?? refuse(`Flight ${flight} not available on date ${date}`);
}

function bookable({ status, available_seats, prices }: FlightDay): Bookable | undefined {
  return status === 'available' && available_seats && prices ? { status, available_seats, prices } : undefined;
}

function found(flight: Flight, date: string): FoundFlight[] {
  const day = flight.dates[date];
  const open = day && bookable(day);
  if (!open) return [];
  const { flight_number, origin, destination, scheduled_departure_time_est, scheduled_arrival_time_est } = flight;
  const { status, available_seats, prices } = open;
  const route = { flight_number, origin, destination, date };
  return [{ ...route, scheduled_departure_time_est, scheduled_arrival_time_est, status, available_seats, prices }];
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
