import { describe, expect, it } from 'vitest';
import { AirlineStore } from './airline-store.ts';
import { directFlights, flightStatus } from './flight-search.ts';
import { Refusal } from './refusal.ts';
import {
  book,
  cancel,
  changeBaggage,
  changeFlights,
  changePassengers,
  sendCertificate,
} from './reservation-changes.ts';

const open = () => AirlineStore.open({ database: new URL('fixture/airline.json', import.meta.url).pathname });

const BOOKING = {
  user_id: 'mia_li_3668',
  origin: 'JFK',
  destination: 'SEA',
  flight_type: 'one_way',
  cabin: 'economy',
  flights: [
    { flight_number: 'HAT136', date: '2024-05-20' },
    { flight_number: 'HAT039', date: '2024-05-20' },
  ],
  passengers: [{ first_name: 'Mia', last_name: 'Li', dob: '1990-04-05' }],
  payment_methods: [
    { payment_id: 'certificate_7504069', amount: 250 },
    { payment_id: 'credit_card_4421486', amount: 5 },
  ],
  total_baggages: 3,
  nonfree_baggages: 0,
  insurance: 'no',
} as const;

describe('a reservation of the airline', () => {
  it('takes seats, a certificate as a whole, and stands in the profile', () => {
    const store = open();
    const before = store.day('HAT136', '2024-05-20').available_seats?.economy ?? 0;
    const { reservation_id, flights } = book(store, BOOKING);
    expect(flights.map(({ price }) => price)).toEqual([152, 103]);
    expect(store.day('HAT136', '2024-05-20').available_seats?.economy).toBe(before - 1);
    expect(store.user('mia_li_3668').payment_methods.certificate_7504069).toBeUndefined();
    expect(store.user('mia_li_3668').reservations).toContain(reservation_id);
  });

  it.each([
    ['payments that do not add up', { payment_methods: [{ payment_id: 'credit_card_4421486', amount: 5 }] }],
    ['a payment method of somebody else', { payment_methods: [{ payment_id: 'credit_card_0000000', amount: 255 }] }],
    ['a flight that is not there', { flights: [{ flight_number: 'HAT136', date: '2023-01-01' }] }],
  ])('is not made with %s, and nothing is changed', (_, wrong) => {
    const store = open();
    const before = JSON.stringify(store.records);
    expect(() => book(store, { ...BOOKING, ...wrong })).toThrow(Refusal);
    expect(JSON.stringify(store.records)).toBe(before);
  });

  it('changes cabin for what it costs now, and is cancelled with every payment given back', () => {
    const store = open();
    const flights = store.reservation('XEHM4B').flights.map(({ flight_number, date }) => ({ flight_number, date }));
    const request = {
      reservation_id: 'XEHM4B',
      cabin: 'business',
      flights,
      payment_id: 'credit_card_2408938',
    } as const;
    expect(changeFlights(store, request).payment_history.map(({ amount }) => amount)).toEqual([296, 1072]);
    const cancelled = cancel(store, { reservation_id: 'XEHM4B' });
    expect(cancelled.payment_history.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(cancelled.status).toBe('cancelled');
  });

  it('keeps the number of its passengers, and pays for bags beyond the free ones', () => {
    const store = open();
    const id = 'XEHM4B';
    expect(() => changePassengers(store, { reservation_id: id, passengers: [] })).toThrow(Refusal);
    const bags = { reservation_id: id, total_baggages: 3, nonfree_baggages: 1, payment_id: 'credit_card_2408938' };
    expect(changeBaggage(store, bags).payment_history.at(-1)?.amount).toBe(50);
  });
});

describe('the airline', () => {
  it('gives a certificate to a customer', () => {
    const store = open();
    const { certificate_id } = sendCertificate(store, { user_id: 'mia_li_3668', amount: 100 });
    expect(store.user('mia_li_3668').payment_methods[certificate_id]).toMatchObject({ amount: 100 });
  });

  it('finds only flights that can be booked, and tells route and status of every other', () => {
    const found = directFlights(open(), { origin: 'JFK', destination: 'SEA', date: '2024-05-20' });
    expect(found.map(({ flight_number }) => flight_number)).toEqual(['HAT069', 'HAT083']);
    const past = flightStatus(open(), { flight_number: 'HAT069', date: '2024-05-01' });
    expect(past).toMatchObject({ origin: 'JFK', destination: 'SEA', prices: undefined });
  });
});
