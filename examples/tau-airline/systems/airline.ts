/**
 * An airline's customers, flights and reservations: an MCP server over stdio with a database of its own.
 *
 *     node systems/airline.ts [--database <file>] [--state <file> | --memory] [--rehearsal]
 *
 * Without `--database` it begins with the few customers in `fixture/`. Changes are kept in `--state` (by default
 * `.rolecall/systems/airline.json`), with `--memory` only as long as it runs. `--rehearsal` adds tools with which a test
 * may forget every change, and look at or change any value; no employee should ever be bound to them. `AIRLINE_FAULT_FILE` names the
 * switch described in `fault-switch.ts`.
 */
import { parseArgs } from 'node:util';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { AirlineStore } from './airline-store.ts';
import { calculate } from './calculate.ts';
import { die, takeFault } from './fault-switch.ts';
import { airports, directFlights, flightStatus, oneStopFlights } from './flight-search.ts';
import { addRehearsalTools } from './rehearsal.ts';
import {
  book,
  cancel,
  changeBaggage,
  changeFlights,
  changePassengers,
  sendCertificate,
} from './reservation-changes.ts';
import { answer } from './tool-answer.ts';

const options = parseArgs({
  options: {
    database: { type: 'string' },
    state: { type: 'string' },
    memory: { type: 'boolean' },
    rehearsal: { type: 'boolean' },
  },
}).values;

const store = AirlineStore.open({
  database: options.database ?? new URL('fixture/airline.json', import.meta.url).pathname,
  state: options.memory ? undefined : (options.state ?? '.rolecall/systems/airline.json'),
});

const READ = { readOnlyHint: true, openWorldHint: false };
const WRITE = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };

const userId = z.string().describe('Such as sara_doe_496.');
const reservationId = z.string().describe('Such as ZFA04Y.');
const airport = z.string().describe('The IATA code, such as SFO.');
const date = z.string().describe('YYYY-MM-DD.');
const cabin = z.enum(['business', 'economy', 'basic_economy']);
const flights = z
  .array(z.strictObject({ flight_number: z.string().describe('Such as HAT001.'), date }))
  .describe('Every flight of the whole journey, also one that does not change.');
const passengers = z.array(z.strictObject({ first_name: z.string(), last_name: z.string(), dob: date }));
const paymentId = z.string().describe('Such as credit_card_7815826.');
const bags = { total_baggages: z.int().min(0), nonfree_baggages: z.int().min(0) };

serveStdio(createServer);

function createServer(): McpServer {
  const server = new McpServer({ name: 'airline', version: '1.0.0' });
  addReads(server);
  addWrites(server);
  if (options.rehearsal) addRehearsalTools(server, store);
  return server;
}

function addReads(server: McpServer): void {
  server.registerTool(
    'get_user_details',
    {
      description: 'A user: profile, membership, payment methods and reservation ids.',
      inputSchema: z.strictObject({ user_id: userId }),
      annotations: READ,
    },
    ({ user_id }) => answer(() => store.user(user_id)),
  );
  server.registerTool(
    'get_reservation_details',
    {
      description: 'A reservation: flights, passengers, cabin, baggage, insurance and payments.',
      inputSchema: z.strictObject({ reservation_id: reservationId }),
      annotations: READ,
    },
    ({ reservation_id }) => answer(() => store.reservation(reservation_id)),
  );
  server.registerTool(
    'search_direct_flight',
    {
      description: 'Flights between two airports that can be booked on a date.',
      inputSchema: z.strictObject({ origin: airport, destination: airport, date }),
      annotations: READ,
    },
    (request) => answer(() => ({ flights: directFlights(store, request) })),
  );
  server.registerTool(
    'search_onestop_flight',
    {
      description: 'Pairs of flights with one stop that can be booked on a date.',
      inputSchema: z.strictObject({ origin: airport, destination: airport, date }),
      annotations: READ,
    },
    (request) => answer(() => ({ journeys: oneStopFlights(store, request) })),
  );
  server.registerTool(
    'get_flight_status',
    {
      description: 'Route and status of a flight on a date; seats and prices where it can be booked.',
      inputSchema: z.strictObject({ flight_number: z.string(), date }),
      annotations: READ,
    },
    (request) => answer(() => flightStatus(store, request)),
  );
  server.registerTool(
    'list_all_airports',
    { description: 'Every airport of the airline.', inputSchema: z.strictObject({}), annotations: READ },
    () => answer(() => airports(store)),
  );
  server.registerTool(
    'calculate',
    {
      description: 'The value of an arithmetic expression.',
      inputSchema: z.strictObject({ expression: z.string() }),
      annotations: READ,
    },
    (request) => answer(() => calculate(request)),
  );
}

function addWrites(server: McpServer): void {
  server.registerTool(
    'book_reservation',
    {
      description: 'Books a reservation.',
      inputSchema: z.strictObject({
        user_id: userId,
        origin: airport,
        destination: airport,
        flight_type: z.enum(['round_trip', 'one_way']),
        cabin,
        flights,
        passengers,
        payment_methods: z.array(z.strictObject({ payment_id: paymentId, amount: z.number() })),
        ...bags,
        insurance: z.enum(['yes', 'no']),
      }),
      annotations: WRITE,
    },
    (request) => performed(() => book(store, request)),
  );
  server.registerTool(
    'cancel_reservation',
    {
      description: 'Cancels a whole reservation.',
      inputSchema: z.strictObject({ reservation_id: reservationId }),
      annotations: WRITE,
    },
    (request) => performed(() => cancel(store, request)),
  );
  server.registerTool(
    'update_reservation_flights',
    {
      description: 'Changes flights or cabin of a reservation.',
      inputSchema: z.strictObject({ reservation_id: reservationId, cabin, flights, payment_id: paymentId }),
      annotations: WRITE,
    },
    (request) => performed(() => changeFlights(store, request)),
  );
  server.registerTool(
    'update_reservation_baggages',
    {
      description: 'Changes the number of bags of a reservation.',
      inputSchema: z.strictObject({ reservation_id: reservationId, ...bags, payment_id: paymentId }),
      annotations: WRITE,
    },
    (request) => performed(() => changeBaggage(store, request)),
  );
  server.registerTool(
    'update_reservation_passengers',
    {
      description: 'Changes the passengers of a reservation, not their number.',
      inputSchema: z.strictObject({ reservation_id: reservationId, passengers }),
      annotations: WRITE,
    },
    (request) => performed(() => changePassengers(store, request)),
  );
  server.registerTool(
    'send_certificate',
    {
      description: 'Gives a user a travel certificate.',
      inputSchema: z.strictObject({ user_id: userId, amount: z.int().positive() }),
      annotations: WRITE,
    },
    (request) => performed(() => sendCertificate(store, request)),
  );
  server.registerTool(
    'transfer_to_human_agents',
    {
      description: 'Hands the user over to a human agent, with a summary.',
      inputSchema: z.strictObject({ summary: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    () => performed(() => ({ message: 'Transfer successful' })),
  );
}

/** A write, with the fault that a test may have asked for: it happens once. */
async function performed(work: () => object): Promise<CallToolResult> {
  const fault = takeFault(process.env.AIRLINE_FAULT_FILE);
  if (fault === 'die_before_write') die();
  const result = answer(work);
  if (fault === 'die_after_write') die();
  if (fault === 'hang_after_write') await new Promise(() => {});
  return result;
}
