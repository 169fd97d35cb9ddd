import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@rolecall/base';
import { afterAll, describe, expect, it } from 'vitest';
import { dataFolder, exampleFolder } from '../../../bench-folders.ts';
import { benchClock } from '../../bench-clock.ts';
import { replayRecorded } from '../../recorded.ts';
import { openTauBusiness, type TauBusiness } from '../../tau-business.ts';
import { TAU_DOMAINS, type TauDomain, type TauTrajectory } from '../../tau-data.ts';
import { airlinePolicyCalls } from './airline-calls.ts';
import { fewOfEach, type PolicyCall, type PolicyKind, playPolicyCalls } from './play-policy-calls.ts';
import { retailPolicyCalls } from './retail-calls.ts';

const SCRATCH = join(import.meta.dirname, '../../../../test-output');
mkdirSync(SCRATCH, { recursive: true });
const scratch = mkdtempSync(join(SCRATCH, 'policy-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const data = dataFolder(undefined, process.cwd(), process.env);
const hasData = existsSync(join(data, 'tau/retail/db.json'));

const CALLS: Readonly<Record<TauDomain, (records: JsonObject) => Iterable<PolicyCall>>> = {
  retail: retailPolicyCalls,
  airline: airlinePolicyCalls,
};

/** The example's own customers, with what none of them has met: flights late and called off, more ways to pay. */
function ownDatabase(domain: TauDomain): string {
  const own = join(exampleFolder(`tau-${domain}`, ''), `systems/fixture/${domain}.json`);
  const file = join(mkdtempSync(join(scratch, 'data-')), 'db.json');
  const records = JSON.parse(readFileSync(own, 'utf8')) as Airline & Retail;
  if (domain === 'airline') {
    setStatus(records, 'VA5SGQ', 'delayed');
    setStatus(records, 'NO6JO3', 'cancelled');
  } else {
    for (const { payment_methods } of Object.values(records.users)) {
      payment_methods.gift_card_1000001 = { id: 'gift_card_1000001', source: 'gift_card', balance: 1 };
      for (const id of ['paypal_1000001', 'paypal_1000002']) payment_methods[id] = { id, source: 'paypal' };
    }
  }
  writeFileSync(file, JSON.stringify(records));
  return file;
}

interface Retail {
  readonly users: Record<string, { readonly payment_methods: Record<string, object> }>;
}

interface Airline {
  readonly flights: Record<string, { readonly dates: Record<string, { status: string }> }>;
  readonly reservations: Record<string, { readonly flights: readonly { flight_number: string; date: string }[] }>;
}

function setStatus({ flights, reservations }: Airline, reservation: string, status: string): void {
  const [first] = reservations[reservation]?.flights ?? [];
  const day = flights[first?.flight_number ?? '']?.dates[first?.date ?? ''];
  if (!day) throw new TypeError(`the fixture has no reservation ${reservation}`);
  day.status = status;
}

interface Played {
  readonly business: TauBusiness;
  readonly calls: readonly PolicyCall[];
  readonly kinds: ReadonlyMap<string, PolicyKind>;
}

async function play(domain: TauDomain, database: string, most: number, example?: string): Promise<Played> {
  const records = JSON.parse(readFileSync(database, 'utf8')) as JsonObject;
  const calls = fewOfEach(CALLS[domain](records), most);
  const clock = benchClock();
  const business = await openTauBusiness(example ?? exampleFolder(`tau-${domain}`, ''), database, clock);
  try {
    return { business, calls, kinds: await playPolicyCalls(business, clock, calls) };
  } finally {
    await business.close();
  }
}

const problemsIn = (kinds: Played['kinds']) =>
  [...kinds].flatMap(([kind, { problems }]) => problems.map((each) => `${kind}: ${each}`));

/** Every reason that a write's preconditions and guards may give. */
function reasonsOf({ release }: TauBusiness): readonly string[] {
  return Object.values(release.contracts).flatMap(({ contract }) =>
    contract.effect === 'write'
      ? [...contract.preconditions, ...contract.guards].flatMap(({ otherwise }) => otherwise?.code ?? [])
      : [],
  );
}

describe.each(TAU_DOMAINS)('the policy of tau-%s', (domain) => {
  it('is kept in each call of the example’s own customers, and no rule is left untried', async () => {
    const { business, calls, kinds } = await play(domain, ownDatabase(domain), 2);
    expect(problemsIn(kinds)).toEqual([]);
    const tried = new Set(calls.map(({ reason }) => reason));
    expect(reasonsOf(business).filter((reason) => !tried.has(reason))).toEqual([]);
  });

  it.skipIf(!hasData)('is kept in calls of customers of the whole database', async () => {
    const { kinds } = await play(domain, join(data, 'tau', domain, 'db.json'), 4);
    expect(problemsIn(kinds)).toEqual([]);
  });
});

it('sees a rule that is not there', async () => {
  const example = mkdtempSync(join(scratch, 'example-'));
  const from = exampleFolder('tau-airline', '');
  cpSync(from, example, { recursive: true, filter: (path) => !path.endsWith('.rolecall') });
  const file = join(example, 'assets/capabilities/reservation-change-baggage.yaml');
  const text = readFileSync(file, 'utf8').replace(
    'args.total_baggages >= reads.reservation.total_baggages',
    'args.total_baggages >= 0',
  );
  writeFileSync(file, text);
  const { kinds } = await play('airline', ownDatabase('airline'), 1, example);
  expect([...kinds].flatMap(([kind, { problems }]) => (problems.length > 0 ? [kind] : []))).toEqual(['bags: fewer']);
});

it('replays a conversation in which a write that only lacked a yes upstream is known to the one that rests on it', async () => {
  const database = ownDatabase('airline');
  const records = JSON.parse(readFileSync(database, 'utf8')) as JsonObject;
  const gesture = [...airlinePolicyCalls(records)].find(
    ({ kind }) => kind === 'certificate: allowed, late and changed',
  );
  const [change] = gesture?.before ?? [];
  if (!gesture || !change) throw new TypeError('the fixture has a flight that is late');
  // Upstream the certificate's tool takes no more than this.
  const { user_id = '', amount = 0, reservation_id } = gesture.arguments;
  const given = { name: gesture.name, arguments: { user_id, amount } };
  const happened = { ok: true, inGold: true };
  const trajectory: TauTrajectory = {
    taskId: 'late',
    trial: 0,
    writes: [
      { ...change, ...happened },
      { ...given, ...happened },
    ],
    messages: [
      {
        role: 'user',
        content: `My flight was delayed: ${String(reservation_id)}. Please change it, and I want ${String(amount)} dollars.`,
      },
      { role: 'assistant', toolCalls: [{ name: 'get_user_details', arguments: { user_id } }] },
      { role: 'assistant', toolCalls: [change] },
      { role: 'user', content: 'Yes.' },
      { role: 'assistant', toolCalls: [given] },
    ],
  };
  const clock = benchClock();
  const business = await openTauBusiness(exampleFolder('tau-airline', ''), database, clock);
  const nothing = { tasks: [], cases: [], recordings: new Map() };
  try {
    const report = await replayRecorded(business, { ...nothing, database, records, trajectories: [trajectory] }, clock);
    expect(report).toMatchObject({
      writes: 2,
      ran: 1,
      rightfulBlocked: 0,
      blocks: { policy: 0, origin: 0, confirmation: 1 },
    });
  } finally {
    await business.close();
  }
});
