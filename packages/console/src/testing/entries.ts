import type { Entry, JsonObject } from '../api/wire.ts';

/** An entry as a test writes it; numbered by `journalOf`. */
export interface Written {
  readonly kind: string;
  readonly data?: JsonObject | undefined;
  readonly round?: string | undefined;
}

/** A journal of these entries, in order. */
export function journalOf(...written: readonly Written[]): readonly Entry[] {
  return written.map(({ kind, data = {}, round }, index) => ({
    conversation: 'conv_1',
    sequence: index + 1,
    at: new Date(Date.UTC(2026, 0, 1, 8, 0, index)).toISOString(),
    round,
    kind,
    data,
  }));
}

export function noticed(operation: string, text = 'Shall it be done?'): Written {
  return {
    kind: 'employee.replied',
    data: { kind: 'notice', text, parts: [{ kind: 'notice', text }], operation, expiresAt: '2026-01-01T09:00:00.000Z' },
  };
}

export function ended(operation: string, outcome: string, kind = 'gate.call_ended'): Written {
  return { kind, data: { receipt: { id: operation, capability: 'desk:change', outcome, code: 'x' } } };
}
