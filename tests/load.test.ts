import { afterAll, beforeAll, expect, it } from 'vitest';
import { load } from '../bench/store/load.ts';
import { type PostgresServer, startPostgres } from '../packages/store/test/postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** The short form of `npm run bench:load`. */
it('two worker processes keep the order of what a third one takes in, each message once', {
  timeout: 240_000,
}, async () => {
  const result = await load({ url: server.url, schema: 'load', conversations: 10, messages: 6 });

  expect(result).toMatchObject({ rounds: 60, orderViolations: 0 });
  expect(result.workers.map(({ rounds }) => rounds > 0)).toEqual([true, true]);
  expect(result.workers.reduce((sum, { rounds }) => sum + rounds, 0)).toBe(60);
});
