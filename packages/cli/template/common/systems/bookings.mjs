/**
 * The example's booking system: a small MCP server over stdio that keeps its bookings in one file and needs nothing but
 * Node. A system of your own would rather use an MCP SDK; to the employee there is no difference.
 *
 *     node systems/bookings.mjs            # speaks MCP on standard input and output
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

const FILE = process.env.BOOKINGS_FILE ?? '.rolecall/systems/bookings.json';
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];

const BOOKING = {
  type: 'object',
  required: ['booking_id', 'guest_id', 'room', 'date'],
  properties: {
    booking_id: { type: 'string' },
    guest_id: { type: 'string' },
    room: { type: 'string' },
    date: { type: 'string' },
  },
};

const TOOLS = [
  {
    name: 'get_booking',
    description: 'One booking: whose it is, which room, which day.',
    inputSchema: { type: 'object', required: ['booking_id'], properties: { booking_id: { type: 'string' } } },
    outputSchema: BOOKING,
    annotations: { readOnlyHint: true },
  },
  {
    name: 'move_booking',
    description: 'Moves a booking to another day. The same request_id again changes nothing and answers the same.',
    inputSchema: {
      type: 'object',
      required: ['booking_id', 'date', 'request_id'],
      properties: {
        booking_id: { type: 'string' },
        date: { type: 'string', description: 'YYYY-MM-DD' },
        guest_id: { type: 'string', description: 'When given, the booking must be theirs.' },
        request_id: { type: 'string' },
      },
    },
    outputSchema: BOOKING,
    annotations: { readOnlyHint: false, idempotentHint: true },
  },
];

const WORK = {
  get_booking: ({ booking_id }) => find(load(), booking_id),
  move_booking({ booking_id, date, guest_id, request_id }) {
    const state = load();
    const wish = JSON.stringify([booking_id, date, guest_id]);
    const earlier = state.requests[request_id];
    if (earlier !== undefined) {
      if (earlier.wish !== wish) throw new Refusal('request_id_reused');
      return earlier.answer;
    }
    const booking = find(state, booking_id);
    if (guest_id !== undefined && guest_id !== booking.guest_id) throw new Refusal('not_owner');
    if (!isDay(date)) throw new Refusal('date_invalid');
    if (!isOpen(date)) throw new Refusal('closed_on_sundays');
    booking.date = date;
    state.requests[request_id] = { wish, answer: booking };
    save(state);
    return booking;
  },
};

/** What the business refuses; to the caller it is an answer, not a fault. */
class Refusal extends Error {}

function find(state, id) {
  const booking = state.bookings.find(({ booking_id }) => booking_id === id);
  if (booking === undefined) throw new Refusal('not_found');
  return booking;
}

function isDay(text) {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

function load() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    const state = { bookings: firstBookings(), requests: {} };
    save(state);
    return state;
  }
}

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
function save(state) {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(`${FILE}.new`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${FILE}.new`, FILE);
}

/** Some weeks away, whenever the system is started for the first time. */
function firstBookings() {
  return [
    { booking_id: 'B1001', guest_id: 'guest-1', room: 'A3', date: openDayIn(21) },
    { booking_id: 'B1002', guest_id: 'guest-1', room: 'C1', date: openDayIn(28) },
    { booking_id: 'B2001', guest_id: 'guest-2', room: 'A3', date: openDayIn(24) },
  ];
}

function openDayIn(days) {
  const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return isOpen(date) ? date : openDayIn(days + 1);
}

/** The house is closed on Sundays. Only this system knows. */
function isOpen(date) {
  return new Date(`${date}T00:00:00Z`).getUTCDay() !== 0;
}

function answer(method, params) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: VERSIONS.includes(params.protocolVersion) ? params.protocolVersion : VERSIONS[0],
        capabilities: { tools: {} },
        serverInfo: { name: 'bookings', version: '1.0.0' },
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: TOOLS };
    case 'tools/call':
      return call(params.name, params.arguments ?? {});
    default:
      throw Object.assign(new Error(`There is no method ${method}.`), { code: -32601 });
  }
}

function call(name, given) {
  if (!Object.hasOwn(WORK, name)) throw Object.assign(new Error(`There is no tool ${name}.`), { code: -32602 });
  try {
    const result = WORK[name](given);
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { content: [{ type: 'text', text: JSON.stringify({ error: error.message }) }], isError: true };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  // Notifications are not answered.
  if (id === undefined || method === undefined) continue;
  let reply;
  try {
    reply = { result: answer(method, params) };
  } catch (error) {
    reply = { error: { code: error.code ?? -32603, message: error.message } };
  }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
}
