import type { Entry } from '../api/wire.ts';
import { textAt } from './read.ts';
import { readReceipt } from './receipt.ts';

/** What has become of the operation behind a notice. */
export type OperationState =
  | 'open'
  | 'confirmed'
  /** The customer has said yes, and a colleague has to approve it. */
  | 'approval'
  | 'executing'
  | 'declined'
  | 'blocked'
  | 'succeeded'
  | 'failed'
  | 'unknown';

/** The operations of a conversation and how they stand, by their entries. */
export function foldOperations(entries: readonly Entry[]): ReadonlyMap<string, OperationState> {
  const states = new Map<string, OperationState>();
  for (const entry of entries) {
    const change = readChange(entry);
    if (change === undefined) continue;
    const hasLeft = LEFT.has(states.get(change.operation) ?? 'open');
    // What has left is told by its receipt alone, whatever is decided about asking again.
    if (!hasLeft || readReceipt(entry) !== undefined) states.set(change.operation, change.state);
  }
  return states;
}

const LEFT: ReadonlySet<OperationState> = new Set(['executing', 'succeeded', 'failed', 'unknown']);

const LEADS_TO: Readonly<Record<string, OperationState>> = {
  awaiting_confirmation: 'open',
  awaiting_approval: 'approval',
  ready: 'confirmed',
  blocked: 'blocked',
};

function readChange(entry: Entry): { readonly operation: string; readonly state: OperationState } | undefined {
  const receipt = readReceipt(entry);
  if (receipt !== undefined) return { operation: receipt.operation, state: receipt.outcome };
  const operation = textAt(entry.data, 'operation');
  if (operation === undefined) return undefined;
  switch (entry.kind) {
    case 'gate.decision': {
      if (entry.data.code === 'confirmation_declined') return { operation, state: 'declined' };
      const state = LEADS_TO[textAt(entry.data, 'leadsTo') ?? ''];
      return state && { operation, state };
    }
    case 'gate.awaiting_confirmation':
      return { operation, state: 'open' };
    case 'gate.confirmation_answered':
      return { operation, state: entry.data.answer === 'yes' ? 'confirmed' : 'declined' };
    case 'gate.awaiting_approval':
      return { operation, state: 'approval' };
    case 'gate.approval_answered':
      return { operation, state: entry.data.verdict === 'approve' ? 'confirmed' : 'declined' };
    case 'gate.executing':
      return { operation, state: 'executing' };
    default:
      return undefined;
  }
}
