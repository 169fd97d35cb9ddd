import type { Cabin, Passenger, Reservation, Segment, User } from './airline-records.ts';
import type { AirlineStore } from './airline-store.ts';
import { bookableDay } from './flight-search.ts';
import { refuse } from './refusal.ts';

/** In dollars; stands in the airline's terms. */
const INSURANCE = 30;
const EXTRA_BAG = 50;
/** The benchmark's day: a new reservation is made then. */
const TODAY = '2024-05-15T15:00:00';
const NEW_RESERVATIONS = ['HATHAT', 'HATHAU', 'HATHAV'];
const NEW_CERTIFICATES = ['certificate_3221322', 'certificate_3221323', 'certificate_3221324'];

export interface FlightDate {
  readonly flight_number: string;
  readonly date: string;
}

export interface Booking {
  readonly user_id: string;
  readonly origin: string;
  readonly destination: string;
  readonly flight_type: Reservation['flight_type'];
  readonly cabin: Cabin;
  readonly flights: readonly FlightDate[];
  readonly passengers: readonly Passenger[];
  readonly payment_methods: readonly { readonly payment_id: string; readonly amount: number }[];
  readonly total_baggages: number;
  readonly nonfree_baggages: number;
  readonly insurance: Reservation['insurance'];
}

/** Books seats on flights that can be booked, and takes the payments, which must add up to the price. */
export function book(store: AirlineStore, booking: Booking): Reservation {
  const { user_id, cabin, flights, passengers, payment_methods } = booking;
  store.user(user_id);
  const reservation_id =
    NEW_RESERVATIONS.find((id) => !store.records.reservations[id]) ?? refuse('Too many reservations');
  const touched = { users: [user_id], flights: flights.map(({ flight_number }) => flight_number) };
  return store.change((draft) => {
    const user = draft.user(user_id);
    const segments = flights.map((each) => seated(draft, each, cabin, passengers.length));
    const fares = segments.reduce((sum, { price }) => sum + price, 0) * passengers.length;
    const insurance = booking.insurance === 'yes' ? INSURANCE * passengers.length : 0;
    takePayments(user, payment_methods, fares + insurance + EXTRA_BAG * booking.nonfree_baggages);
    for (const { flight_number, date } of flights) {
      bookableDay(draft, flight_number, date).available_seats[cabin] -= passengers.length;
    }
    const { origin, destination, flight_type, total_baggages, nonfree_baggages } = booking;
    const reservation: Reservation = {
      reservation_id,
      user_id,
      origin,
      destination,
      flight_type,
      cabin,
      flights: segments,
      passengers: [...passengers],
      payment_history: payment_methods.map(({ payment_id, amount }) => ({ payment_id, amount })),
      created_at: TODAY,
      total_baggages,
      nonfree_baggages,
      insurance: booking.insurance,
      status: null,
    };
    draft.records.reservations[reservation_id] = reservation;
    user.reservations.push(reservation_id);
    return reservation;
  }, touched);
}

/** Cancels a whole reservation and gives every payment back the way it came. */
export function cancel(store: AirlineStore, { reservation_id }: { reservation_id: string }): Reservation {
  return changed(store, reservation_id, (reservation) => {
    const back = reservation.payment_history.map(({ payment_id, amount }) => ({ payment_id, amount: -amount }));
    reservation.payment_history.push(...back);
    reservation.status = 'cancelled';
  });
}

/** Puts these flights, all of the new journey, in the place of the old ones; the difference is paid or given back. */
export function changeFlights(
  store: AirlineStore,
  request: { reservation_id: string; cabin: Cabin; flights: readonly FlightDate[]; payment_id: string },
): Reservation {
  return changed(store, request.reservation_id, (reservation, user) => {
    const count = reservation.passengers.length;
    const segments = request.flights.map((each) => {
      const kept = reservation.flights.find(
        (own) => own.flight_number === each.flight_number && own.date === each.date,
      );
      return kept && reservation.cabin === request.cabin ? kept : seated(store, each, request.cabin, count);
    });
    const fare = (flights: readonly Segment[]) => flights.reduce((sum, { price }) => sum + price, 0) * count;
    settle(reservation, user, request.payment_id, fare(segments) - fare(reservation.flights));
    reservation.flights = segments;
    reservation.cabin = request.cabin;
  });
}

/** Sets the number of bags; new ones that are not free are paid. */
export function changeBaggage(
  store: AirlineStore,
  request: { reservation_id: string; total_baggages: number; nonfree_baggages: number; payment_id: string },
): Reservation {
  return changed(store, request.reservation_id, (reservation, user) => {
    const extra = Math.max(0, request.nonfree_baggages - reservation.nonfree_baggages);
    settle(reservation, user, request.payment_id, EXTRA_BAG * extra);
    reservation.total_baggages = request.total_baggages;
    reservation.nonfree_baggages = request.nonfree_baggages;
  });
}

/** Names other passengers, as many as there were. */
export function changePassengers(
  store: AirlineStore,
  request: { reservation_id: string; passengers: readonly Passenger[] },
): Reservation {
  return changed(store, request.reservation_id, (reservation) => {
    if (request.passengers.length !== reservation.passengers.length) refuse('Number of passengers does not match');
    reservation.passengers = [...request.passengers];
  });
}

/** Gives a customer a certificate. */
export function sendCertificate(
  store: AirlineStore,
  { user_id, amount }: { user_id: string; amount: number },
): { certificate_id: string; user_id: string; amount: number } {
  store.user(user_id);
  return store.change(
    (draft) => {
      const methods = draft.user(user_id).payment_methods;
      const id = NEW_CERTIFICATES.find((each) => !methods[each]) ?? refuse('Too many certificates');
      methods[id] = { id, amount, source: 'certificate' };
      return { certificate_id: id, user_id, amount };
    },
    { users: [user_id] },
  );
}

function changed(store: AirlineStore, id: string, work: (reservation: Reservation, user: User) => void): Reservation {
  const { user_id } = store.reservation(id);
  return store.change(
    (draft) => {
      const reservation = draft.reservation(id);
      work(reservation, draft.user(user_id));
      return reservation;
    },
    { reservations: [id], users: [user_id] },
  );
}

function seated(store: AirlineStore, { flight_number, date }: FlightDate, cabin: Cabin, count: number): Segment {
  const { origin, destination } = store.flight(flight_number);
  const { available_seats, prices } = bookableDay(store, flight_number, date);
  if (available_seats[cabin] < count) refuse(`Not enough seats on flight ${flight_number}`);
  return { flight_number, origin, destination, date, price: prices[cabin] };
}

function takePayments(user: User, payments: Booking['payment_methods'], total: number): void {
  for (const { payment_id, amount } of payments) {
    const method = user.payment_methods[payment_id] ?? refuse(`Payment method ${payment_id} not found`);
    if (method.source !== 'credit_card' && (method.amount ?? 0) < amount) refuse(`Not enough balance in ${payment_id}`);
  }
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  if (paid !== total) refuse(`Payment amount does not add up, total price is ${total}, but paid ${paid}`);
  for (const { payment_id, amount } of payments) {
    const method = user.payment_methods[payment_id];
    if (method?.source === 'certificate') delete user.payment_methods[payment_id];
    else if (method?.source === 'gift_card') method.amount = (method.amount ?? 0) - amount;
  }
}

/** Takes what a change costs from one payment method, or gives back what it saves. */
function settle(reservation: Reservation, user: User, paymentId: string, amount: number): void {
  const method = user.payment_methods[paymentId] ?? refuse('Payment method not found');
  if (method.source === 'certificate') refuse('Certificate cannot be used to update reservation');
  if (method.source === 'gift_card') {
    if ((method.amount ?? 0) < amount) refuse('Gift card balance is not enough');
    method.amount = (method.amount ?? 0) - amount;
  }
  if (amount !== 0) reservation.payment_history.push({ payment_id: paymentId, amount });
}
