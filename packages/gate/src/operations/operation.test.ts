import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApprovalRequest, Notice, Receipt } from '../receipt.ts';
import { type Operation, type OperationEvent, type OperationState, operationAfter } from './operation.ts';

const at = '2026-03-02T08:00:00.000Z';
const proposed: Operation = {
  state: 'proposed',
  id: 'op_1',
  conversation: 'c',
  contact: 'k',
  call: { id: 'call', capability: 'loan:close', arguments: {} },
  capability: 'loan:close',
  contract: 'loan_close@1.0.0',
  task: 't',
  taskInstance: undefined,
  arguments: {},
  origins: [],
  argumentsHash: 'h',
  wish: 'w',
  base: 'b',
  proposedAt: at,
  proposedSequence: 1,
  since: at,
};
const ended = (outcome: Receipt['outcome']): OperationEvent => ({ type: 'ended', at, receipt: { outcome } as Receipt });
const EVENTS: readonly OperationEvent[] = [
  { type: 'asked', notice: {} as Notice, at, sequence: 2 },
  { type: 'requested', request: {} as ApprovalRequest, at },
  { type: 'blocked', code: 'guard_failed', at },
  { type: 'allowed', at },
  { type: 'started', at, intent: 1, sendBy: at, mayFailAt: at, counters: [] },
  ended('succeeded'),
  ended('failed'),
  ended('unknown'),
];
const LEGAL: Readonly<Record<OperationState, readonly OperationState[]>> = {
  proposed: ['blocked', 'awaiting_confirmation', 'awaiting_approval', 'ready'],
  awaiting_confirmation: ['awaiting_confirmation', 'awaiting_approval', 'blocked', 'ready'],
  awaiting_approval: ['awaiting_approval', 'blocked', 'ready'],
  ready: ['blocked', 'executing'],
  executing: ['succeeded', 'failed', 'unknown'],
  unknown: ['succeeded', 'failed'],
  blocked: [],
  succeeded: [],
  failed: [],
};

describe('an operation', () => {
  it('moves only as the state machine allows, whatever happens to it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EVENTS), { maxLength: 12 }), (events) => {
        let operation: Operation = proposed;
        for (const event of events) {
          const next = operationAfter(operation, event);
          if (!next) continue;
          expect(LEGAL[operation.state]).toContain(next.state);
          expect(next).toMatchObject({ id: 'op_1', argumentsHash: 'h', proposedSequence: 1 });
          operation = next;
        }
      }),
    );
  });

  it('can reach every state', () => {
    const reached = new Set<OperationState>(['proposed']);
    const visit = (operation: Operation): void => {
      for (const event of EVENTS) {
        const next = operationAfter(operation, event);
        if (!next || reached.has(next.state)) continue;
        reached.add(next.state);
        visit(next);
      }
    };
    visit(proposed);
    expect([...reached].sort()).toEqual(Object.keys(LEGAL).sort());
  });
});
