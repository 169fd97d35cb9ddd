import { z } from 'zod';

const cabin = z.enum(['business', 'economy', 'basic_economy']);
const byCabin = z.strictObject({ basic_economy: z.number(), economy: z.number(), business: z.number() });

const flightDay = z.looseObject({
  status: z.string(),
  available_seats: byCabin.optional(),
  prices: byCabin.optional(),
});

const flight = z.looseObject({
  flight_number: z.string(),
  origin: z.string(),
  destination: z.string(),
  scheduled_departure_time_est: z.string(),
  scheduled_arrival_time_est: z.string(),
  dates: z.record(z.string(), flightDay),
});

const passenger = z.strictObject({ first_name: z.string(), last_name: z.string(), dob: z.string() });

const paymentMethod = z.looseObject({
  source: z.enum(['credit_card', 'gift_card', 'certificate']),
  id: z.string(),
  amount: z.number().optional(),
});

const user = z.looseObject({
  user_id: z.string(),
  payment_methods: z.record(z.string(), paymentMethod),
  membership: z.enum(['regular', 'silver', 'gold']),
  reservations: z.array(z.string()),
});

const segment = z.strictObject({
  flight_number: z.string(),
  origin: z.string(),
  destination: z.string(),
  date: z.string(),
  price: z.number(),
});

const reservation = z.strictObject({
  reservation_id: z.string(),
  user_id: z.string(),
  origin: z.string(),
  destination: z.string(),
  flight_type: z.enum(['round_trip', 'one_way']),
  cabin,
  flights: z.array(segment),
  passengers: z.array(passenger),
  payment_history: z.array(z.strictObject({ payment_id: z.string(), amount: z.number() })),
  created_at: z.string(),
  total_baggages: z.number(),
  nonfree_baggages: z.number(),
  insurance: z.enum(['yes', 'no']),
  status: z.string().nullable(),
});

/** Everything that the airline keeps, by id. */
export const airlineRecords = z.strictObject({
  flights: z.record(z.string(), flight),
  users: z.record(z.string(), user),
  reservations: z.record(z.string(), reservation),
});

export type AirlineRecords = z.infer<typeof airlineRecords>;
export type Cabin = z.infer<typeof cabin>;
export type Flight = z.infer<typeof flight>;
export type SeatsOrPrices = z.infer<typeof byCabin>;
export type FlightDay = z.infer<typeof flightDay>;
export type Passenger = z.infer<typeof passenger>;
export type Reservation = z.infer<typeof reservation>;
export type Segment = z.infer<typeof segment>;
export type User = z.infer<typeof user>;
