import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../operations/projections.ts';
import { Died, openBench } from '../testing/gate-bench.ts';
import { assetIn, type SampleAsset, sampleRelease } from '../testing/sample-assets.ts';
import { proposeCall } from './propose-call.ts';

const NOTE = { text: '请留一本新书' };

describe('a write by a platform tool', () => {
  it('names the tool in its receipt', async () => {
    const bench = await openBench({ release: sampleRelease(notesByThePlatform) });
    expect(await bench.propose('note:add', NOTE)).toMatchObject({
      kind: 'ended',
      receipt: { outcome: 'succeeded', platform: 'notes' },
    });
  });

  it('that was interrupted before its receipt has failed for certain, and is free again', async () => {
    const bench = await openBench({ release: sampleRelease(notesByThePlatform) });
    await expect(bench.run(proposeCall(note(), await bench.context()), 2)).rejects.toThrow(Died);
    const [receipt] = await bench.recover();
    expect(receipt).toMatchObject({ outcome: 'failed', code: 'crashed', platform: 'notes' });
    expect(receipt).not.toHaveProperty('event');
    expect(await bench.store.row(OPERATIONS, receipt?.id ?? '')).toMatchObject({ state: 'failed' });
    expect(await bench.recover()).toEqual([]);
    // Its limit of one was given back.
    expect(await bench.propose('note:add', NOTE)).toMatchObject({ kind: 'ended', receipt: { outcome: 'succeeded' } });
  });

  it('of a server that was interrupted stays in doubt', async () => {
    const bench = await openBench();
    await expect(bench.run(proposeCall(note(), await bench.context()), 2)).rejects.toThrow(Died);
    expect(await bench.recover()).toMatchObject([{ outcome: 'unknown', code: 'crashed' }]);
  });
});

function note() {
  return { id: 'call-0', capability: 'note:add', arguments: NOTE } as const;
}

function notesByThePlatform(assets: SampleAsset[]): void {
  const requirement = assetIn(assets, 'loan_system');
  requirement.capability_keys = (requirement.capability_keys as string[]).filter((key) => key !== 'note:add');
  assetIn(assets, 'loan_service').platform_tools = ['note:add'];
  const business = assetIn(assets, 'library');
  business.resource_permissions = { ...(business.resource_permissions as object), platform_tools: ['note:add'] };
  const employee = assetIn(assets, 'mia');
  employee.resources = { ...(employee.resources as object), 'note:add': { platform: 'notes' } };
  assetIn(assets, 'note_add').limits = { per_contact: 1, within: '1d' };
}
