import type { Entry } from '../api/wire.ts';
import { readDecision } from './decision.ts';
import { objectAt, textAt } from './read.ts';
import { readReceipt } from './receipt.ts';

/** What has become of the operation behind a notice. */
export type OperationState =
  | 'open'
  | 'confirmed'
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
    const before = states.get(change.operation);
    if (isOpen(before) || readReceipt(entry) !== undefined) states.set(change.operation, change.state);
  }
  return states;
}

/** What has left can only be told by a receipt; what has ended is not undone by asking again. */
function isOpen(state: OperationState | undefined): boolean {
  return (
    state === undefined || state === 'open' || state === 'confirmed' || state === 'blocked' || state === 'declined'
  );
}

function readChange(entry: Entry): { readonly operation: string; readonly state: OperationState } | undefined {
  const operation = operationOf(entry);
  if (operation === undefined) return undefined;
  switch (entry.kind) {
    case 'gate.awaiting_confirmation':
      return { operation, state: 'open' };
    case 'gate.confirmed':
      return { operation, state: 'confirmed' };
    case 'gate.executing':
      return { operation, state: 'executing' };
    case 'gate.decision': {
      // Asking is how a notice comes about; any other block ends what the notice asked for.
      const decision = readDecision(entry);
      const isBlocked = decision?.verdict === 'block' && decision.code !== 'confirmation_required';
      return isBlocked
        ? { operation, state: decision.code === 'confirmation_declined' ? 'declined' : 'blocked' }
        : undefined;
    }
    case 'gate.declined':
      return { operation, state: 'declined' };
    case 'employee.button_pressed':
      return entry.data.button === 'decline' ? { operation, state: 'declined' } : undefined;
    case 'gate.call_ended':
    case 'gate.settled': {
      const receipt = readReceipt(entry);
      return receipt && { operation, state: receipt.outcome };
    }
    default:
      return undefined;
  }
}

/** The operation that an entry is about. */
export function operationOf(entry: Entry): string | undefined {
  const notice = objectAt(entry.data, 'notice');
  const fromNotice = notice && textAt(notice, 'operation');
  const fromCall = entry.kind === 'gate.decision' ? textAt(entry.data, 'call') : undefined;
  return textAt(entry.data, 'operation') ?? readReceipt(entry)?.operation ?? fromNotice ?? fromCall;
}
