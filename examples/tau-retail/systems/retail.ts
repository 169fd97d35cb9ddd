/**
 * A store's customers, products and orders: an MCP server over stdio with a database of its own.
 *
 *     node systems/retail.ts [--database <file>] [--state <file> | --memory] [--rehearsal]
 *
 * Without `--database` it begins with the few customers in `fixture/`. Changes are kept in `--state` (by default
 * `.rolecall/systems/retail.json`), with `--memory` only as long as it runs. `--rehearsal` adds tools with which a test
 * may forget every change, and look at or change any value; no employee should ever be bound to them. `RETAIL_FAULT_FILE`
 * names the switch described in `fault-switch.ts`.
 */
import { parseArgs } from 'node:util';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { calculate } from './calculate.ts';
import { die, takeFault } from './fault-switch.ts';
import { itemDetails, productTypes, userByEmail, userByNameAndZip } from './look-ups.ts';
import {
  cancelOrder,
  changeItems,
  changeOrderAddress,
  changePayment,
  changeUserAddress,
  exchangeItems,
  returnItems,
} from './order-changes.ts';
import { addRehearsalTools } from './rehearsal.ts';
import { RetailStore } from './retail-store.ts';
import { answer } from './tool-answer.ts';

const options = parseArgs({
  options: {
    database: { type: 'string' },
    state: { type: 'string' },
    memory: { type: 'boolean' },
    rehearsal: { type: 'boolean' },
  },
}).values;

const store = RetailStore.open({
  database: options.database ?? new URL('fixture/retail.json', import.meta.url).pathname,
  state: options.memory ? undefined : (options.state ?? '.rolecall/systems/retail.json'),
});

const READ = { readOnlyHint: true, openWorldHint: false };
const WRITE = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };

const orderId = z.string().describe('Such as #W0000000, with the # in front.');
const itemIds = z.array(z.string()).describe('Item ids; an id may stand twice.');
const newItemIds = z.array(z.string()).describe('The new item for the item at the same place, of the same product.');
const paymentMethodId = z.string().describe('Such as gift_card_0000000 or credit_card_0000000.');
const address = {
  address1: z.string(),
  address2: z.string().describe('May be empty.'),
  city: z.string(),
  state: z.string().describe('Such as CA.'),
  country: z.string().describe('Such as USA.'),
  zip: z.string(),
};
const swap = z.strictObject({
  order_id: orderId,
  item_ids: itemIds,
  new_item_ids: newItemIds,
  payment_method_id: paymentMethodId,
});

serveStdio(createServer);

function createServer(): McpServer {
  const server = new McpServer({ name: 'retail', version: '1.0.0' });
  addReads(server);
  addWrites(server);
  if (options.rehearsal) addRehearsalTools(server, store);
  return server;
}

function addReads(server: McpServer): void {
  server.registerTool(
    'find_user_id_by_email',
    {
      description: 'The user id for an e-mail address.',
      inputSchema: z.strictObject({ email: z.string() }),
      annotations: READ,
    },
    (request) => answer(() => userByEmail(store, request)),
  );
  server.registerTool(
    'find_user_id_by_name_zip',
    {
      description: 'The user id for first name, last name and zip code.',
      inputSchema: z.strictObject({ first_name: z.string(), last_name: z.string(), zip: z.string() }),
      annotations: READ,
    },
    (request) => answer(() => userByNameAndZip(store, request)),
  );
  server.registerTool(
    'get_user_details',
    {
      description: 'A user: name, address, e-mail, payment methods and order ids.',
      inputSchema: z.strictObject({ user_id: z.string() }),
      annotations: READ,
    },
    ({ user_id }) => answer(() => store.user(user_id)),
  );
  server.registerTool(
    'get_order_details',
    {
      description: 'An order: whose it is, items, status, fulfilments and payments.',
      inputSchema: z.strictObject({ order_id: orderId }),
      annotations: READ,
    },
    ({ order_id }) => answer(() => store.order(order_id)),
  );
  server.registerTool(
    'get_product_details',
    {
      description: 'A product and its variants. A product id is no item id.',
      inputSchema: z.strictObject({ product_id: z.string() }),
      annotations: READ,
    },
    ({ product_id }) => answer(() => store.product(product_id)),
  );
  server.registerTool(
    'get_item_details',
    {
      description: 'One variant: its options, price and whether it is available.',
      inputSchema: z.strictObject({ item_id: z.string() }),
      annotations: READ,
    },
    (request) => answer(() => itemDetails(store, request)),
  );
  server.registerTool(
    'list_all_product_types',
    { description: 'Name and id of every product.', inputSchema: z.strictObject({}), annotations: READ },
    () => answer(() => productTypes(store)),
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
    'cancel_pending_order',
    {
      description: 'Cancels a pending order and refunds it.',
      inputSchema: z.strictObject({ order_id: orderId, reason: z.string() }),
      annotations: WRITE,
    },
    (request) => performed(() => cancelOrder(store, request)),
  );
  server.registerTool(
    'modify_pending_order_address',
    {
      description: 'Changes the shipping address of a pending order.',
      inputSchema: z.strictObject({ order_id: orderId, ...address }),
      annotations: WRITE,
    },
    (request) => performed(() => changeOrderAddress(store, request)),
  );
  server.registerTool(
    'modify_pending_order_payment',
    {
      description: 'Moves the payment of a pending order to another method.',
      inputSchema: z.strictObject({ order_id: orderId, payment_method_id: paymentMethodId }),
      annotations: WRITE,
    },
    (request) => performed(() => changePayment(store, request)),
  );
  server.registerTool(
    'modify_pending_order_items',
    { description: 'Replaces items of a pending order, once.', inputSchema: swap, annotations: WRITE },
    (request) => performed(() => changeItems(store, request)),
  );
  server.registerTool(
    'exchange_delivered_order_items',
    { description: 'Exchanges items of a delivered order, once.', inputSchema: swap, annotations: WRITE },
    (request) => performed(() => exchangeItems(store, request)),
  );
  server.registerTool(
    'return_delivered_order_items',
    {
      description: 'Returns items of a delivered order, once.',
      inputSchema: z.strictObject({ order_id: orderId, item_ids: itemIds, payment_method_id: paymentMethodId }),
      annotations: WRITE,
    },
    (request) => performed(() => returnItems(store, request)),
  );
  server.registerTool(
    'modify_user_address',
    {
      description: 'Changes the default address of a user.',
      inputSchema: z.strictObject({ user_id: z.string(), ...address }),
      annotations: WRITE,
    },
    (request) => performed(() => changeUserAddress(store, request)),
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
  const fault = takeFault(process.env.RETAIL_FAULT_FILE);
  if (fault === 'die_before_write') die();
  const result = answer(work);
  if (fault === 'die_after_write') die();
  if (fault === 'hang_after_write') await new Promise(() => {});
  return result;
}
