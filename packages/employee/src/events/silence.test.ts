import { localTime } from '@rolecall/assets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deskRelease, openBench, replaceIn } from '../testing/index.ts';
import { afterQuietHours } from './quiet-hours.ts';

const HOUR = 3_600_000;
const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };

/** A desk that asks after a silent reader. */
function patient(silence: string) {
  return deskRelease((files) => {
    replaceIn(
      files,
      'assets/library.yaml',
      'kind: business_asset_package\n',
      `kind: business_asset_package\nsilence: ${silence}\n`,
    );
    replaceIn(
      files,
      'assets/library.yaml',
      'id: house_replies\nversion: 1.0.0\n',
      "id: house_replies\nversion: 1.0.0\nhard_templates: { sys_silence: { zh: '您还在吗？{{ event.touch }}' } }\n",
    );
  });
}

async function after(bench: Awaited<ReturnType<typeof openBench>>, ms: number) {
  bench.clock.advance(ms);
  await bench.claimTimers();
  return (await bench.work()).map(({ text }) => text);
}

describe('silence', () => {
  it('is asked about after each declared time while a notice waits, and no more often', async () => {
    const bench = await openBench({ release: patient('{ after: [2h, 5h] }'), script: [RETURN] });
    await bench.say('我要还书 L200001');
    expect(await after(bench, 2 * HOUR - 1)).toEqual([]);
    expect(await after(bench, 1)).toEqual(['您还在吗？1']);
    expect(await after(bench, 5 * HOUR - 1)).toEqual([]);
    expect(await after(bench, 1)).toEqual(['您还在吗？2']);
    expect(await after(bench, 9 * HOUR)).toEqual([]);
  });

  it('ends with a message, also one that lies unread when the time is up', async () => {
    const bench = await openBench({
      release: patient('{ after: [2h] }'),
      script: [RETURN, { text: '好的。' }, { text: '好的。' }],
    });
    await bench.say('我要还书 L200001');
    bench.clock.advance(HOUR);
    await bench.say('等一下');
    expect(await after(bench, HOUR)).toEqual([]);
    bench.clock.advance(HOUR);
    await bench.claimTimers();
    await bench.accept('message', { text: '还在' });
    const sent = await bench.work({ context: { hasUnread: async () => true } });
    expect(sent.map(({ text }) => text).join('')).not.toContain('您还在吗');
  });

  it('is not waited for when the conversation waits for nothing', async () => {
    const bench = await openBench({ release: patient('{ after: [2h] }'), script: [{ text: '您好。' }] });
    await bench.say('你好');
    expect(await after(bench, 3 * HOUR)).toEqual([]);
  });

  it('keeps quiet in quiet hours of the employee’s zone, and asks when they end', async () => {
    // It is 08:00 UTC, 16:00 in Shanghai.
    const quiet = "{ after: [8h], quiet_hours: { from: '22:00', to: '08:00' } }";
    const bench = await openBench({ release: patient(quiet), script: [RETURN] });
    await bench.say('我要还书 L200001');
    expect(await after(bench, 8 * HOUR)).toEqual([]);
    expect(await after(bench, 8 * HOUR - 1)).toEqual([]);
    expect(await after(bench, 1)).toEqual(['您还在吗？1']);
  });

  it('that was due while nothing ran is asked about once, and not at night', async () => {
    const quiet = "{ after: [1h, 1h], quiet_hours: { from: '22:00', to: '08:00' } }";
    const bench = await openBench({ release: patient(quiet), script: [RETURN] });
    await bench.say('我要还书 L200001');
    // 02:00 in Shanghai.
    expect(await after(bench, 10 * HOUR)).toEqual([]);
    expect(await after(bench, 6 * HOUR)).toEqual(['您还在吗？1']);
    expect(await after(bench, HOUR)).toEqual(['您还在吗？2']);
  });
});

describe('quiet hours', () => {
  const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([hour, minute]) => ({
    minutes: hour * 60 + minute,
    text: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
  }));
  const zone = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC');

  it('move a moment to their end and never back, in every zone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1.7e12, max: 1.9e12 }), time, time, zone, (ms, from, to, where) => {
        const moved = afterQuietHours(ms, { from: from.text, to: to.text }, where);
        expect(moved).toBeGreaterThanOrEqual(ms);
        const { hour, minute } = localTime(moved, where);
        const since = (hour * 60 + minute - from.minutes + 1440) % 1440;
        expect(since < (to.minutes - from.minutes + 1440) % 1440).toBe(false);
      }),
    );
  });
});
