import type { JournalEntry } from '@rolecall/journal';
import { createMemoryStore } from '@rolecall/journal/testing';
import { describe, expect, it } from 'vitest';
import { openBench } from '../testing/index.ts';
import { asGateEntry } from './entries.ts';
import { contactScope, gateProjections, OPERATIONS, operationFrom, RECEIPTS } from './projections.ts';

const CLOSE = { loan_id: '#L2890441', reason: 'read to the end' };

async function closed() {
  const bench = await openBench();
  await bench.say('结束 #L2890441，看完了');
  await bench.propose('loan:get', { loan_id: CLOSE.loan_id });
  await bench.propose('loan:close', { reason: 'read to the end' });
  const outcome = await bench.propose('loan:close', CLOSE);
  if (outcome.kind !== 'awaiting_confirmation') throw new Error(JSON.stringify(outcome));
  await bench.confirm(outcome.notice.operation);
  return { bench, operation: outcome.notice.operation };
}

describe('what the gate keeps', () => {
  it('is every operation with its state, and the receipt of every call, for the contact', async () => {
    const { bench, operation } = await closed();
    const rows = await bench.store.rows(OPERATIONS, contactScope(bench.contact));
    expect(rows.map(({ value }) => operationFrom(value)?.state).sort()).toEqual(['blocked', 'succeeded']);
    expect(operationFrom(await bench.store.row(OPERATIONS, operation))).toMatchObject({
      state: 'succeeded',
      intent: 1,
      arguments: { ...CLOSE, holder: 'reader-1' },
      receipt: { code: 'closed' },
      asked: { notice: { operation } },
    });
    expect(await bench.store.rows(RECEIPTS, contactScope(bench.contact))).toHaveLength(2);
  });

  it('is the same when it is built again from the journal', async () => {
    const { bench } = await closed();
    const before = await bench.store.rows(OPERATIONS, contactScope(bench.contact));
    const rows = new Map<string, unknown>();
    for (const entry of await bench.entries()) {
      for (const projection of gateProjections) {
        if (!projection.kinds.includes(entry.kind)) continue;
        for (const change of projection.apply(entry, (table, key) => rows.get(`${table} ${key}`) as never)) {
          if (change.op === 'put') rows.set(`${change.table} ${change.key}`, structuredClone(change.value));
        }
      }
    }
    for (const { key, value } of before) expect(rows.get(`${OPERATIONS} ${key}`)).toEqual(value);
  });

  it('is nothing for a contact who was deleted', async () => {
    const { bench } = await closed();
    const tombstone = (entry: JournalEntry): JournalEntry => ({
      ...entry,
      data: Object.fromEntries(
        Object.entries(entry.data).map(([field, value]) => [
          field,
          typeof value === 'object' ? { $deleted: true } : value,
        ]),
      ),
    });
    for (const entry of (await bench.entries()).filter(
      ({ kind }) => kind === 'gate.decision' || kind === 'gate.call_ended',
    )) {
      expect(asGateEntry(entry)).toBeDefined();
      expect(asGateEntry(tombstone(entry))).toBeUndefined();
      for (const projection of gateProjections) expect(projection.apply(tombstone(entry), () => undefined)).toEqual([]);
    }
  });

  it('holds nothing personal in the open', async () => {
    const { bench } = await closed();
    const conversation = (await bench.context()).conversation.id;
    const stored = JSON.stringify(
      (await bench.store.storedEntries(conversation)).filter(({ kind }) => kind.startsWith('gate.')),
    );
    for (const personal of ['2890441', '看完了', 'read to the end', 'reader-1', '12.5', 'see also'])
      expect(stored).not.toContain(personal);
    expect(stored).toContain('"code":"argument_missing"');
  });

  it('fits any store', () => {
    expect(() => createMemoryStore({ projections: gateProjections, engine: 'test@1.0.0' })).not.toThrow();
    expect(new Set(gateProjections.map(({ name }) => name)).size).toBe(gateProjections.length);
  });
});
