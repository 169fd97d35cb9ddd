import { describe, expect, test } from 'vitest';
import { add, check, edit, GET, REDIRECT, runCases } from '../../test/check-cases.ts';
import { told } from '../testing/check-sample.ts';
import { editedSample } from '../testing/index.ts';

describe('a write', () => {
  runCases([
    [
      'without confirmation',
      edit(
        REDIRECT,
        `confirmation:
  by: customer
  notice: { zh: "将把包裹 {{ args.parcel_id }} 改投到{{ label('locker') }}。确认请回复“确认”。", en: "Parcel {{ args.parcel_id }} will go to the {{ label('locker') }}." }
  expires_in: 30m
`,
        '',
      ),
      'write_without_confirmation effect',
    ],
    [
      'without idempotency',
      edit(REDIRECT, 'idempotency: { scope: contact, key: [parcel_id], window: 24h }\n', ''),
      'write_without_idempotency effect',
    ],
    [
      'without read_back',
      edit(
        REDIRECT,
        "  read_back: { capability: parcel:get, arguments: { parcel_id: args.parcel_id }, succeeded_when: read_back.state == 'moving' }\n",
        '',
      ),
      'write_without_read_back effect',
    ],
    [
      'without a text for a failure',
      edit(
        REDIRECT,
        "  refused: { mode: fixed, text: { zh: '包裹 {{ args.parcel_id }} 改投未成，柜子没有接受。' } }\n",
        '',
      ),
      'write_without_failure_text effect',
    ],
    [
      'without a text for an unknown outcome',
      edit(REDIRECT, "  unknown: { mode: fixed, text: { zh: '改投请求已发出，结果还不知道。' } }\n", ''),
      'write_without_unknown_text presentation_policy',
    ],
    [
      'that does not fail closed',
      edit(REDIRECT, 'otherwise: unknown', 'otherwise: failed'),
      'write_not_fail_closed result.otherwise',
    ],
    ['without a record schema', edit(REDIRECT, '  schema: redirect_result\n', ''), 'result_schema_missing result'],
    [
      'without a code for success',
      edit(REDIRECT, 'outcome: succeeded', 'outcome: failed'),
      [
        'write_without_success result.codes',
        'expression_value_may_be_absent presentation_policy.redirected.text.zh',
        'claim_matches_failure_text claims[0].pattern',
      ],
    ],
    [
      'that is retried',
      edit(
        REDIRECT,
        'when: has(result.error), outcome: failed',
        'when: has(result.error), outcome: failed, then: retry',
      ),
      'write_retried result.codes[1].then',
    ],
  ]);

  test('without preconditions and guards says so', () => {
    const text = editedSample().find(({ file }) => file === REDIRECT)?.text ?? '';
    const conditions = text.slice(text.indexOf('preconditions:'), text.indexOf('limits:'));
    const expected = [
      'write_without_conditions effect',
      'configuration_without_use configuration_contract.schema.properties.heaviest',
    ];
    expect(told(check(edit(REDIRECT, conditions, '')))).toEqual(expected);
    const idle = 'guards: [{ id: always, expect: true, otherwise: { code: never } }]\n';
    expect(told(check(edit(REDIRECT, conditions, idle)))).toEqual(expected);
  });

  test('waives with a reason, and every waiver is listed', () => {
    const findings = check(
      edit(REDIRECT, 'idempotency: { scope: contact, key: [parcel_id], window: 24h }\n', ''),
      add(REDIRECT, 'waivers: { idempotency: 柜子系统自己认得重复的请求 }\n'),
    );
    expect(findings).toMatchObject([{ severity: 'notice', code: 'waiver_in_use', path: 'waivers.idempotency' }]);
    expect(findings[0]?.message).toContain('柜子系统自己认得重复的请求');
  });

  test('waives nothing that it has, and never without a reason', () => {
    expect(told(check(add(REDIRECT, 'waivers: { idempotency: 柜子系统自己认得重复的请求 }\n')))).toEqual([
      'waiver_without_effect waivers.idempotency',
    ]);
    expect(told(check(add(REDIRECT, 'waivers: { idempotency: no }\n')))).toContain(
      'asset_value_invalid waivers.idempotency',
    );
  });
});

describe('a read', () => {
  runCases([
    [
      'takes no confirmation',
      add(GET, "confirmation: { by: customer, notice: 'Look?' }\n"),
      'key_without_effect confirmation',
    ],
    [
      'needs a code for success',
      edit(GET, 'outcome: succeeded', 'outcome: failed'),
      'read_without_success result.codes',
    ],
    [
      'that projects nothing tells nothing',
      edit(GET, '  project: { state: result.state, weight: result.weight }\n', ''),
      'read_without_projection result',
    ],
  ]);
});
