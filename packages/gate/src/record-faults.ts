import type { JournalEntry, RecordFault } from '@rolecall/journal';
import { asGateEntry, type GateEntry } from './operations/entries.ts';

/** A clock may be set back by a little between a decision and its commit. */
const TOLERANCE_MS = 1000;

/**
 * What contradicts itself in the gate's entries of one conversation, in order: heads that say something else than the
 * decision or receipt they head, times before what they tell of, and steps of an operation without the step before.
 *
 * @param isCut entries from before these are gone: then a missing step proves nothing
 */
export function gateRecordFaults(entries: readonly JournalEntry[], isCut = false): readonly RecordFault[] {
  const seen = new Set<string>();
  return entries.flatMap((entry): readonly RecordFault[] => {
    const own = asGateEntry(entry);
    if (!own) {
      for (const step of stepsOf(entry.data, entry.kind)) seen.add(step);
      return [];
    }
    const cause = isCut ? undefined : causeOf(own);
    const codes: RecordFault['code'][] = [];
    if (!headAgrees(own)) codes.push('head_disagrees');
    if (Date.parse(toldAt(own) ?? own.at) > Date.parse(own.at) + TOLERANCE_MS) codes.push('time_disagrees');
    if (cause !== undefined && !seen.has(cause)) codes.push('without_its_cause');
    for (const step of stepsOf(own.data, own.kind)) seen.add(step);
    return codes.map((code) => ({ sequence: own.sequence, code }));
  });
}

function headAgrees(entry: GateEntry): boolean {
  switch (entry.kind) {
    case 'gate.decision': {
      const { callId, capability, verdict, boundary, code, reason, release, call, decision } = entry.data;
      const block = decision.verdict === 'block' ? decision : undefined;
      return (
        callId === call.id &&
        capability === call.capability &&
        verdict === decision.verdict &&
        boundary === block?.boundary &&
        code === block?.code &&
        reason === block?.reason &&
        release === entry.release
      );
    }
    case 'gate.call_ended': {
      const { call, effect, outcome, code, receipt } = entry.data;
      return call === receipt.id && effect === receipt.effect && outcome === receipt.outcome && code === receipt.code;
    }
    case 'gate.settled': {
      const { operation, outcome, code, receipt } = entry.data;
      return operation === receipt.id && outcome === receipt.outcome && code === receipt.code;
    }
    case 'gate.awaiting_confirmation':
      return entry.data.operation === entry.data.notice.operation;
    case 'gate.awaiting_approval':
      return entry.data.operation === entry.data.request.operation;
    default:
      return true;
  }
}

/** When that happened which the entry tells of, as it says inside. */
function toldAt(entry: GateEntry): string | undefined {
  switch (entry.kind) {
    case 'gate.decision':
      return entry.data.inputs.now;
    case 'gate.call_ended':
    case 'gate.settled':
      return entry.data.receipt.at;
    case 'gate.confirmation_answered':
    case 'gate.approval_answered':
      return entry.data.shown.at;
    default:
      return undefined;
  }
}

/** The step that must have been taken before. */
function causeOf(entry: GateEntry): string | undefined {
  switch (entry.kind) {
    case 'gate.awaiting_confirmation':
    case 'gate.awaiting_approval':
      return `decided ${entry.data.operation}`;
    case 'gate.confirmation_answered':
      return `asked ${entry.data.operation}`;
    case 'gate.approval_answered':
      return `requested ${entry.data.operation}`;
    case 'gate.executing':
      return `ready ${entry.data.operation}`;
    case 'gate.call_ended':
      return entry.data.effect === 'write' ? `executing ${entry.data.call}` : `called ${entry.data.call}`;
    case 'gate.settled':
    case 'gate.not_settled':
      return `executing ${entry.data.operation}`;
    default:
      return undefined;
  }
}

/** The steps that an entry takes, told from what is never personal, so that a tombstone takes them too. */
function stepsOf(data: unknown, kind: string): readonly string[] {
  const { operation, callId, leadsTo } = data as Record<string, unknown>;
  switch (kind) {
    case 'gate.decision':
      return [`called ${callId}`, `decided ${operation}`, ...(leadsTo === 'ready' ? [`ready ${operation}`] : [])];
    case 'gate.awaiting_confirmation':
      return [`asked ${operation}`];
    case 'gate.awaiting_approval':
      return [`requested ${operation}`];
    case 'gate.executing':
      return [`executing ${operation}`];
    default:
      return [];
  }
}
