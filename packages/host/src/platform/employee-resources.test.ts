import type { PlatformBinding } from '@rolecall/assets';
import type { ResourceCall, ResourcePort } from '@rolecall/gate';
import { describe, expect, test } from 'vitest';
import { employeeResources } from './employee-resources.ts';
import { followUpTool } from './follow-up-tool.ts';
import type { PlatformTool } from './platform-tool.ts';
import { reminderTool } from './reminder-tool.ts';

const SERVERS: ResourcePort = {
  inspect: async () => ({ credential: 'present', liveness: 'up', fingerprint: 'f' }),
  call: async () => ({ status: 'answered', text: 'from a server', isError: false }),
};

describe('the resources of an employee', () => {
  test('a binding to a server goes to the servers, one to the platform to its tool', async () => {
    const resources = employeeResources(SERVERS, new Map([['follow_up', followUpTool]]));
    expect(await resources.call(call({ server: 'orders', tool: 'list' }))).toMatchObject({ text: 'from a server' });
    expect(await resources.call(call({ platform: 'follow_up' }))).toMatchObject({
      status: 'answered',
      structured: { status: 'created' },
    });
  });

  test('a tool that nobody has is down, and the nearest one is named', async () => {
    const resources = employeeResources(SERVERS, new Map([['follow_up', followUpTool]]));
    const binding: PlatformBinding = { platform: 'followup' };
    expect(await resources.inspect('human:follow-up', binding)).toMatchObject({
      liveness: 'down',
      reason: 'There is no platform tool "followup". Did you mean "follow_up"?',
    });
    expect(await resources.call(call(binding))).toMatchObject({ status: 'not_sent' });
  });

  test('a tool that is not ready is down, with its reason', async () => {
    const closed: PlatformTool = { ...followUpTool, inspect: async () => ({ ready: false, reason: 'no desk' }) };
    const resources = employeeResources(SERVERS, new Map([['follow_up', closed]]));
    const state = await resources.inspect('human:follow-up', { platform: 'follow_up' });
    expect(state).toMatchObject({ liveness: 'down', reason: 'no desk' });
  });

  test('a tool that throws has done nothing, and its words are not repeated', async () => {
    const broken: PlatformTool = { ...followUpTool, call: () => Promise.reject(new TypeError('secret words')) };
    const resources = employeeResources(SERVERS, new Map([['follow_up', broken]]));
    const answer = await resources.call(call({ platform: 'follow_up' }));
    expect(answer).toEqual({ status: 'not_sent', reason: 'the platform tool follow_up threw TypeError' });
  });
});

describe('platform tools', () => {
  test('the same operation gets the same number, another one another', async () => {
    const [first, again, other] = await Promise.all(['op_1', 'op_1', 'op_2'].map(numberOf));
    expect(first).toMatch(/^F[0-9A-F]{8}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test.each([
    ['Asia/Shanghai', '2026-03-02T07:00:00Z', '2026-03-02T15:00:00+08:00'],
    ['America/New_York', '2026-07-02T15:00:00+08:00', '2026-07-02T03:00:00-04:00'],
    ['America/New_York', '2026-01-02T15:00:00+08:00', '2026-01-02T02:00:00-05:00'],
    ['Asia/Kathmandu', '2026-03-02T00:00:00.500Z', '2026-03-02T05:45:00+05:45'],
  ])('a reminder is recorded as the clocks of %s show it', async (zone, at, shown) => {
    const answer = await reminderTool(zone).call({ ...call({ platform: 'reminder' }), arguments: { at } });
    expect(answer).toMatchObject({ structured: { status: 'set', at: shown } });
    expect(Date.parse(shown)).toBe(Math.floor(Date.parse(at) / 1000) * 1000);
  });

  test('a time that cannot be read sets no reminder', async () => {
    const answer = await reminderTool('UTC').call({ ...call({ platform: 'reminder' }), arguments: { at: 'soon' } });
    expect(answer).toMatchObject({ isError: true });
  });
});

async function numberOf(requestId: string): Promise<unknown> {
  const answer = await followUpTool.call({ ...call({ platform: 'follow_up' }), requestId });
  if (answer.status !== 'answered') throw new Error(answer.status);
  return (answer.structured as { follow_up: string }).follow_up;
}

function call(binding: ResourceCall['binding']): ResourceCall {
  return { capability: 'human:follow-up', binding, arguments: {}, requestId: 'op_1', timeoutMs: 1_000 };
}
