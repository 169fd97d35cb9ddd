import { describe, expect, it } from 'vitest';
import { looserApproval, tightenApproval } from './tighten-approval.ts';

const own = { by: 'operator', expires_in: '12h' } as const;
const write = { effect: 'write' } as const;

describe('the approval that a write needs in a task', () => {
  it('is the contract’s, the task’s, or the one that comes with high risk', () => {
    expect(tightenApproval(write, {})).toEqual({});
    expect(tightenApproval(write, { risk: 'medium' })).toEqual({});
    expect(tightenApproval({ ...write, approval: own }, {})).toEqual({ approval: own });
    expect(tightenApproval(write, { approval: { by: 'operator' } })).toEqual({
      approval: { by: 'operator', expires_in: '24h' },
    });
    expect(tightenApproval(write, { risk: 'high' })).toEqual({ approval: { by: 'operator', expires_in: '24h' } });
    expect(tightenApproval({ effect: 'read' }, { risk: 'high' })).toEqual({});
  });

  it('waits for the shorter of two times', () => {
    const approved = { ...write, approval: own };
    for (const [wanted, time] of [
      ['1h', '1h'],
      ['2d', '12h'],
    ] as const) {
      expect(tightenApproval(approved, { approval: { by: 'operator', expires_in: wanted } }).approval?.expires_in).toBe(
        time,
      );
    }
  });

  it('is not loosened', () => {
    const longer = { approval: { by: 'operator', expires_in: '2d' } } as const;
    expect(looserApproval({ ...write, approval: own }, longer)).toMatchObject([{ path: ['approval', 'expires_in'] }]);
    expect(looserApproval(write, longer)).toEqual([]);
    expect(looserApproval({ effect: 'read' }, longer)).toMatchObject([{ path: ['approval'] }]);
  });
});
