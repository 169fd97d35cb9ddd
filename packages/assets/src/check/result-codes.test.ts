import { describe } from 'vitest';
import { add, edit, GET, REDIRECT, runCases } from '../../test/check-cases.ts';

describe('codes of a result', () => {
  runCases([
    [
      'stand once',
      edit(GET, 'code: not_found, when', 'code: found, when'),
      'result_code_duplicate result.codes[1].code',
    ],
    [
      'are the ones that have texts',
      add(GET, 'presentation_policy: { fond: { mode: model } }\n'),
      'result_code_unknown presentation_policy.fond',
    ],
    [
      'are the ones that raise events',
      edit(REDIRECT, 'events: { redirected:', 'events: { redirectet:'),
      'result_code_unknown events.redirectet',
    ],
    [
      'ask for arguments that exist',
      edit(
        REDIRECT,
        'when: has(result.error), outcome: failed',
        'when: has(result.error), outcome: failed, then: { ask: lockr }',
      ),
      'argument_unknown result.codes[1].then.ask',
    ],
    [
      'offer capabilities that exist',
      edit(
        REDIRECT,
        'when: has(result.error), outcome: failed',
        'when: has(result.error), outcome: failed, then: { offer: parcel:gett }',
      ),
      'capability_unknown result.codes[1].then.offer',
    ],
  ]);
});
