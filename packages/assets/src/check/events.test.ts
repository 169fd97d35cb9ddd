import { describe } from 'vitest';
import { edit, RECORDS, REDIRECT, runCases, TASK } from '../../test/check-cases.ts';

describe('events', () => {
  runCases([
    [
      'that a contract raises are defined',
      edit(RECORDS, 'id: parcel.redirected', 'id: parcel.rediverted'),
      ['event_undefined events.redirected', 'event_undefined event_contract.emits[0]'],
    ],
    [
      'that a contract raises are emitted by its task',
      edit(TASK, 'emits: [parcel.redirected]', 'emits: []'),
      'event_not_emitted events.redirected',
    ],
    [
      'that a task emits are raised by a contract',
      edit(REDIRECT, 'events: { redirected: parcel.redirected }\n', ''),
      'event_without_producer event_contract.emits[0]',
    ],
    [
      'of an organisation are not the engine’s',
      edit(RECORDS, 'id: parcel.redirected\n', 'id: parcel.redirected\nemitted_by: engine\n'),
      'event_emitter_reserved emitted_by',
    ],
  ]);
});
