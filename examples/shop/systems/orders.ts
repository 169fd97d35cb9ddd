/**
 * The shop's order system: an MCP server over stdio with a database of its own.
 *
 *     node systems/orders.ts [--database <file>] [--reset]
 *
 * It answers whoever starts it with the `ORDERS_TOKEN` that was set when the database was made. `--reset` makes the
 * database new with the token that is set now, and ends. `ORDERS_DATABASE` names another file, `ORDERS_FAULT_FILE` the
 * switch described in `fault-switch.ts`.
 */
import { parseArgs } from 'node:util';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { cancellation, cancelOrder, cancelRequest } from './cancel-order.ts';
import { die, LATE_MS, takeFault } from './fault-switch.ts';
import { OrderDatabase } from './order-database.ts';
import { listOrders, orderDetails, orderOf, orderSummary } from './order-queries.ts';
import { Refusal, refuse } from './refusal.ts';

const options = parseArgs({ options: { database: { type: 'string' }, reset: { type: 'boolean' } } }).values;
const file = options.database ?? process.env.ORDERS_DATABASE ?? '.rolecall/systems/orders.sqlite';
const token = process.env.ORDERS_TOKEN ?? '';

if (options.reset) reset();
else serve();

function reset(): void {
  if (token === '') {
    console.error('ORDERS_TOKEN is not set: the database would be open to nobody.');
    process.exitCode = 1;
    return;
  }
  OrderDatabase.reset(file, token);
  console.log(`The orders are as they were in the beginning (${file}).`);
}

function serve(): void {
  // Without a token nothing can be asked, so nothing is made either.
  const database = token === '' ? undefined : OrderDatabase.open(file, token);
  serveStdio(() => createServer(database));
}

function createServer(database: OrderDatabase | undefined): McpServer {
  const server = new McpServer({ name: 'orders', version: '1.0.0' });

  server.registerTool(
    'list_orders',
    {
      description: 'All orders of one customer, with status, total and what was bought.',
      inputSchema: z.strictObject({ user_id: z.string() }),
      outputSchema: z.object({ orders: z.array(orderSummary) }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ user_id }) => answer(() => ({ orders: listOrders(admitted(database), user_id) })),
  );

  server.registerTool(
    'get_order_details',
    {
      description: 'One order: whose it is, status, items, total, payments, parcels and address.',
      inputSchema: z.strictObject({ order_id: z.string().describe('Such as #W0000000.') }),
      outputSchema: orderDetails,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ order_id }) => answer(() => orderOf(admitted(database), order_id)),
  );

  server.registerTool(
    'cancel_pending_order',
    {
      description: 'Cancels an order that is still pending and refunds it the way it was paid. Cannot be undone.',
      inputSchema: cancelRequest,
      outputSchema: cancellation,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    async (request) => {
      const fault = takeFault(process.env.ORDERS_FAULT_FILE);
      if (fault === 'die_before_write') die();
      const result = answer(() => cancelOrder(admitted(database), request, new Date().toISOString()));
      if (fault === 'die_after_write') die();
      if (fault === 'hang_after_write') await new Promise(() => {});
      if (fault === 'answer_late') await new Promise((resolve) => setTimeout(resolve, LATE_MS));
      return result;
    },
  );
  return server;
}

function admitted(database: OrderDatabase | undefined): OrderDatabase {
  if (database?.admits(token)) return database;
  return refuse('unauthorized', 'ORDERS_TOKEN is not the token of this database.');
}

/** A refusal is a result that says so; anything else that is thrown is a fault of this server. */
function answer(work: () => Record<string, unknown>): CallToolResult {
  try {
    const result = work();
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const refusal = { error: error.code, message: error.message };
    return { content: [{ type: 'text', text: JSON.stringify(refusal) }], isError: true };
  }
}
