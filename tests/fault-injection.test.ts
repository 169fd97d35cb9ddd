import { describe, expect, it } from 'vitest';
import { type FaultPoint, runWithFault } from './fault-harness.ts';

/** A few of the points that `npm run test:faults` goes through, one in each part of the conversation. */
const POINTS: readonly FaultPoint[] = [
  { fault: 'stop_after', call: 5 },
  { fault: 'cut_after', call: 24 },
  { fault: 'stop_before', call: 37 },
  { fault: 'stop_after', call: 52 },
  { fault: 'cut_midstream', call: 33 },
  { fault: 'disk_refuses', call: 63 },
  { fault: 'server_dies', when: 'idle', tool: 2 },
  { fault: 'server_dies', when: 'done', tool: 3 },
  { fault: 'die_after_write' },
];

describe('whatever happens at a call of a port', () => {
  it.each(POINTS)('$fault at $call: nothing is lost, doubled, left open or left without an answer', async (point) => {
    const { lost, doubled, unsettled, unanswered, unfoldable, port } = await runWithFault(point);

    expect({ lost, doubled, unsettled, unanswered, unfoldable }).toEqual({
      lost: 0,
      doubled: 0,
      unsettled: 0,
      unanswered: 0,
      unfoldable: 0,
    });
    if ('call' in point) expect(port).toBeDefined();
  });
});
