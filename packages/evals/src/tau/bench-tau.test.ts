import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDefinition } from '@rolecall/host';
import { afterAll, describe, expect, it } from 'vitest';
import { dataFolder, exampleFolder } from '../bench-folders.ts';
import { airlineMutations } from './airline-mutations.ts';
import { benchClock } from './bench-clock.ts';
import { benchTau, tauJson } from './bench-tau.ts';
import { runCases } from './contract-cases.ts';
import { replayGold } from './gold.ts';
import { MUTANT_KINDS } from './mutant-kinds.ts';
import { runMutants } from './mutants.ts';
import { replayRecorded } from './recorded.ts';
import { retailMutations } from './retail-mutations.ts';
import { openTauBusiness } from './tau-business.ts';
import { readTauData, type TauData, type TauDomain } from './tau-data.ts';

const SCRATCH = join(import.meta.dirname, '../../test-output');
mkdirSync(SCRATCH, { recursive: true });
const scratch = mkdtempSync(join(SCRATCH, 'bench-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const data = dataFolder(undefined, process.cwd(), process.env);
const hasData = existsSync(join(data, 'tau/retail/db.json'));
if (!hasData)
  console.warn('The data of τ²-bench are not here: its own calls are left out of this run (set ROLECALL_DATA).');

/** The benchmark's folder, made of an example's own fixture and one task. */
function folderOf(domain: TauDomain, task: object, recording: object): string {
  const folder = join(mkdtempSync(join(scratch, 'data-')), domain);
  mkdirSync(folder);
  cpSync(join(exampleFolder(`tau-${domain}`, ''), `systems/fixture/${domain}.json`), join(folder, 'db.json'));
  writeFileSync(join(folder, 'tasks.json'), JSON.stringify([task]));
  writeFileSync(join(folder, 'recordings.jsonl'), JSON.stringify(recording));
  return folder;
}

const EXCHANGE = {
  id: 'a_2',
  name: 'exchange_delivered_order_items',
  arguments: {
    order_id: '#W2378156',
    item_ids: ['4983901480'],
    new_item_ids: ['7747408585'],
    payment_method_id: 'credit_card_9513926',
  },
};

function retailFolder(): string {
  const cancel = { id: 'a_1', name: 'cancel_pending_order' };
  return folderOf(
    'retail',
    {
      id: 'a',
      user: { reason_for_call: 'Cancel #W4776164, which I no longer need. Exchange the thermostat of #W2378156.' },
      goldActions: [{ ...cancel, arguments: { order_id: '#W4776164', reason: 'no longer needed' } }, EXCHANGE],
    },
    {
      taskId: 'a',
      steps: [cancel, EXCHANGE].map(({ id, name }) => ({ id, name })),
      dbDiff: [
        { op: 'replace', path: 'orders/#W4776164/status', value: 'cancelled' },
        { op: 'replace', path: 'orders/#W2378156/status', value: 'exchange requested' },
        { op: 'replace', path: 'orders/#W2378156/exchange_new_items', value: ['7747408585'] },
      ],
    },
  );
}

/** A copy of an example in which one file reads otherwise. */
function editedExample(domain: TauDomain, file: string, edit: (text: string) => string): string {
  const copy = mkdtempSync(join(scratch, 'example-'));
  cpSync(exampleFolder(`tau-${domain}`, ''), copy, { recursive: true, filter: (path) => !path.endsWith('.rolecall') });
  writeFileSync(join(copy, file), edit(readFileSync(join(copy, file), 'utf8')));
  return copy;
}

async function withBusiness<Result>(
  { domain, folder, example }: { domain: TauDomain; folder: string; example?: string },
  work: (business: Awaited<ReturnType<typeof openTauBusiness>>, data: TauData) => Promise<Result>,
): Promise<Result> {
  const all = readTauData(folder, domain);
  const dir = example ?? exampleFolder(`tau-${domain}`, '');
  const business = await openTauBusiness(dir, all.database, benchClock());
  try {
    return await work(business, all);
  } finally {
    await business.close();
  }
}

describe.each(['retail', 'airline'] as const)('the example tau-%s', (domain) => {
  it('is checked without an error or a warning', async () => {
    const { findings, employees } = await loadDefinition(exampleFolder(`tau-${domain}`, ''));
    expect(findings.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([]);
    expect(employees).toHaveLength(1);
  });
});

describe('a bench on the example’s own customers', () => {
  it('lets the gold writes through and compares the end state', async () => {
    const report = await withBusiness({ domain: 'retail', folder: retailFolder() }, (business, all) =>
      replayGold(business, all, benchClock()),
    );
    expect(report).toEqual({ writes: 2, allowed: 2, wronglyBlocked: [], failedUpstream: [] });
  });

  it('holds back every mutant by the right code', async () => {
    const { kinds, problems } = await withBusiness({ domain: 'retail', folder: retailFolder() }, (business, all) =>
      runMutants(business, all, benchClock(), retailMutations),
    );
    expect(problems).toEqual([]);
    for (const kind of MUTANT_KINDS) {
      expect(kinds[kind].n, kind).toBeGreaterThan(0);
      expect(kinds[kind].rightCode, kind).toBe(kinds[kind].n);
    }
  });

  it.each(['retail', 'airline'] as const)(
    'is one JSON document with every count, also where there is nothing (%s)',
    async (domain) => {
      const nothing = { id: 'a', user: { reason_for_call: 'Nothing.' }, goldActions: [] };
      const folder =
        domain === 'retail' ? retailFolder() : folderOf(domain, nothing, { taskId: 'a', steps: [], dbDiff: [] });
      const report = await benchTau({ domain, example: exampleFolder(`tau-${domain}`, ''), data: folder });
      const json = JSON.parse(JSON.stringify(tauJson(report)));
      const number = expect.any(Number);
      expect(json).toMatchObject({
        domain,
        gold: { writes: number, allowed: number, wronglyBlocked: [] },
        cases: { allow: { n: number, run: number }, deny: { n: number, blocked: number, rightCode: number } },
        recorded: { writes: number, executedUpstream: number, forbidden: number, byRule: {}, rightfulBlocked: number },
      });
      expect(Array.isArray(json.gold.wronglyBlocked)).toBe(true);
      const kinds = MUTANT_KINDS.map((kind) => [kind, { n: number, blocked: number, rightCode: number }]);
      expect(kinds).toHaveLength(13);
      expect(json.mutants).toEqual(Object.fromEntries(kinds));
      if (domain === 'airline') expect(json.mutants.repeat).toEqual({ n: 0, blocked: 0, rightCode: 0 });
    },
  );

  it('sees a rule that is not there', async () => {
    const example = editedExample('retail', 'assets/capabilities/order-exchange-items.yaml', (text) =>
      text.replace("expect: reads.order.status == 'delivered'", "expect: reads.order.status != ''"),
    );
    const { problems } = await withBusiness({ domain: 'retail', folder: retailFolder(), example }, (business, all) =>
      runMutants(business, all, benchClock(), retailMutations),
    );
    expect(problems.map(({ kind, tool }) => `${kind} ${tool}`)).toEqual([
      'wrong_status exchange_delivered_order_items',
    ]);
  });

  it('sees a gold write that a rule too many holds back', async () => {
    const example = editedExample('retail', 'assets/capabilities/order-cancel.yaml', (text) =>
      text.replace("expect: reads.order.status == 'pending'", "expect: reads.order.status == 'processed'"),
    );
    const report = await withBusiness({ domain: 'retail', folder: retailFolder(), example }, (business, all) =>
      replayGold(business, all, benchClock()),
    );
    expect(report.allowed).toBe(1);
    expect(report.wronglyBlocked).toMatchObject([{ tool: 'cancel_pending_order', task: 'a' }]);
    expect(report.wronglyBlocked[0]?.why).toMatch(/^precondition_failed \(not_pending\)/);
  });

  it('gives a cancellation the reason that the customer names, and none that they do not', async () => {
    const task = (words: string) => ({
      id: 'b',
      user: { reason_for_call: words },
      goldActions: [{ id: 'b_1', name: 'cancel_reservation', arguments: { reservation_id: '59XX6W' } }],
    });
    const recording = { taskId: 'b', steps: [{ id: 'b_1', name: 'cancel_reservation' }], dbDiff: [] };
    const allowed = async (words: string) =>
      withBusiness(
        { domain: 'airline', folder: folderOf('airline', task(words), recording) },
        async (business, all) => {
          const { allowed: count } = await replayGold(business, all, benchClock());
          return count;
        },
      );
    expect(await allowed('Cancel reservation 59XX6W, because I am sick.')).toBe(1);
    expect(await allowed('Cancel reservation 59XX6W.')).toBe(0);
  });

  it('says which folder has no data', () => {
    expect(() => readTauData(scratch, 'retail')).toThrow(expect.objectContaining({ code: 'bench_data_missing' }));
  });
});

describe.skipIf(!hasData)('a short run on the benchmark’s own calls', () => {
  const short = (
    domain: TauDomain,
    tasks: number,
  ): { readonly domain: TauDomain; readonly cut: (all: TauData) => TauData } => ({
    domain,
    cut: (all) => ({
      ...all,
      tasks: all.tasks.slice(0, tasks),
      cases: all.cases.slice(0, 30),
      trajectories: all.trajectories.slice(0, 1),
    }),
  });

  it.each([
    { ...short('retail', 5), mutations: retailMutations },
    { ...short('airline', 6), mutations: airlineMutations },
  ])('is clean for $domain', async ({ domain, cut, mutations }) => {
    await withBusiness({ domain, folder: data }, async (business, all) => {
      const some = cut(all);
      const gold = await replayGold(business, some, benchClock());
      expect(gold.writes).toBeGreaterThan(0);
      expect(gold.wronglyBlocked).toEqual([]);
      const cases = await runCases(business, some, benchClock());
      expect(cases.problems).toEqual([]);
      const few = { ...some, tasks: some.tasks.slice(3, 4) };
      expect((await runMutants(business, few, benchClock(), mutations)).problems).toEqual([]);
      const recorded = await replayRecorded(business, some, benchClock());
      expect(recorded.rightfulBlocked).toBe(0);
    });
  });
});
