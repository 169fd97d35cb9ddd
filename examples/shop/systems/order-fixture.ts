import { readFileSync } from 'node:fs';
import { z } from 'zod';

const orderStatus = z.enum(['pending', 'processed', 'delivered', 'cancelled']);

const fixture = z.strictObject({
  customers: z.array(
    z.strictObject({
      user_id: z.string(),
      name: z.string(),
      payment_methods: z.array(z.strictObject({ id: z.string(), kind: z.string(), balance: z.number().optional() })),
    }),
  ),
  orders: z.array(
    z.strictObject({
      order_id: z.string(),
      user_id: z.string(),
      status: orderStatus,
      address: z.string(),
      items: z.array(
        z.strictObject({
          name: z.string(),
          item_id: z.string(),
          price: z.number(),
          options: z.record(z.string(), z.string()),
        }),
      ),
      payment_history: z.array(
        z.strictObject({ transaction_type: z.string(), amount: z.number(), payment_method_id: z.string() }),
      ),
      tracking: z.array(z.string()),
      note: z.string().optional(),
    }),
  ),
});

/** What the order system begins with. Source and licence: `fixture/README.md`. */
export type OrderFixture = z.infer<typeof fixture>;

/** Reads `fixture/orders.json`; throws where the file is not what it should be. */
export function readOrderFixture(): OrderFixture {
  return fixture.parse(JSON.parse(readFileSync(new URL('fixture/orders.json', import.meta.url), 'utf8')));
}
