import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../packages/store/test/postgres-server.ts';
import { runWithKills } from './kill-harness.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const NOTHING = { lost: 0, doubled: 0, unsettled: 0, unanswered: 0, unfoldable: 0 };

describe('two workers of which one is killed in every round', () => {
  it('lose, double and leave open nothing on SQLite', { timeout: 240_000 }, async () => {
    expect(await runWithKills(Math.random)).toMatchObject({ ...NOTHING, kills: expect.any(Number) });
  });

  it('lose, double and leave open nothing on PostgreSQL', { timeout: 240_000 }, async () => {
    expect(await runWithKills(Math.random, server.url)).toMatchObject({ ...NOTHING, kills: expect.any(Number) });
  });
});
