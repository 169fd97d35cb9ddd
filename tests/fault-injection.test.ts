import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteMemory, openSqliteStore } from '@rolecall/store';
import { describe, expect, it } from 'vitest';
import { callPoints, FaultGate, PORT_METHODS } from './fault-gate.ts';
import { type FaultPoint, nameOfPoint, runWithFault } from './fault-harness.ts';

/** A few of the points that `npm run test:faults` goes through, one in each part of the conversation. */
const POINTS: readonly FaultPoint[] = [
  { fault: 'stop_after', port: 'store.takeUp', call: 1 },
  { fault: 'cut_after', port: 'store.commit', call: 3 },
  { fault: 'stop_before', port: 'store.commit', call: 9 },
  { fault: 'stop_after', port: 'store.commit', call: 12 },
  { fault: 'cut_midstream', port: 'model.doStream', call: 1 },
  { fault: 'disk_refuses', port: 'store.commit', call: 11 },
  { fault: 'stop_before', port: 'memory.insert', call: 1 },
  { fault: 'server_dies', when: 'idle', tool: 2 },
  { fault: 'server_dies', when: 'done', tool: 3 },
  { fault: 'die_after_write' },
];

describe('the harness', () => {
  it('knows every method that the store and the memory have, and counts each of them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rolecall-faults-'));
    const file = join(folder, 'store.sqlite');
    const store = await openSqliteStore({ file, projections: [], engine: 'test@1.0.0' });
    const memories = await openSqliteMemory({ file, engine: 'test@1.0.0' });
    const [ports, storage] = [store.for('org-1'), memories.for('org-1')];
    const methods = [
      ...Object.keys(ports).map((name) => `store.${name}`),
      ...Object.keys(storage).map((name) => `memory.${name}`),
    ];
    expect(methods.toSorted()).toEqual([...PORT_METHODS.keys()].toSorted());

    const gate = new FaultGate(undefined, file);
    const [gatedPorts, gatedStorage] = [gate.store(ports), gate.memory(storage)];
    for (const method of [...Object.values(gatedPorts), ...Object.values(gatedStorage)] as (() => Promise<unknown>)[]) {
      // Without arguments most of them fail; they have passed all the same.
      await method().catch(() => undefined);
    }
    expect(gate.ports).toEqual(methods);
    await memories.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['writes', 'reads'] as const)(
    'has a fault of the disk at each call that writes, and at no other: %s',
    (does) => {
      const some = [...PORT_METHODS].filter(([, what]) => what === does).map(([port]) => port);
      const refused = callPoints(some).filter(({ fault }) => fault === 'disk_refuses');
      expect(refused.map(({ port }) => port)).toEqual(does === 'writes' ? some : []);
    },
  );
});

describe('whatever happens at a call of a port', () => {
  it.each(POINTS.map((point) => [nameOfPoint(point), point] as const))(
    '%s: nothing is lost, doubled, left open or left without an answer',
    async (_, point) => {
      const { lost, doubled, unsettled, unanswered, unfoldable, port } = await runWithFault(point);

      expect({ lost, doubled, unsettled, unanswered, unfoldable }).toEqual({
        lost: 0,
        doubled: 0,
        unsettled: 0,
        unanswered: 0,
        unfoldable: 0,
      });
      if ('port' in point) expect(port).toBe(point.port);
    },
  );
});
