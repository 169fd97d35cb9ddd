import { contentHash } from '@rolecall/base';
import { describe, expect, test } from 'vitest';
import { linkEmployee } from '../linking/link-employee.ts';
import { assembleAssets } from '../loading/assemble-assets.ts';
import { systemAssetHashes } from '../loading/system-assets.ts';
import { checkSample, told } from '../testing/check-sample.ts';
import { editedSample, rolePackShare, type SampleEdit } from '../testing/index.ts';
import { createCheckContext } from './check-context.ts';
import { checkSlot } from './expressions.ts';
import { resultCodes } from './result-codes.ts';
import { writeSafeguards } from './write-safeguards.ts';

const TASK = 'assets/task.yaml';
const RECORDS = 'assets/records.yaml';
const BUSINESS = 'assets/business.yaml';
const REDIRECT = 'assets/contracts/parcel-redirect.yaml';
const EVALS = 'evals/parcel-service.yaml';
const edit = (file: string, from: string, to: string): SampleEdit => ({ file, from, to });
const add = (file: string, to: string): SampleEdit => ({ file, from: '', to });
const codes = (...edits: readonly SampleEdit[]): readonly string[] => told(checkSample(edits));

describe('limits on amounts', () => {
  const amount = (of: string): SampleEdit =>
    edit(
      REDIRECT,
      'limits: { per_contact: 5, within: 1d }',
      `limits: { amounts: [{ of: "${of}", per_contact: 5, within: 1d }] }`,
    );
  const alone = edit(TASK, ', limits: { per_contact: 2, within: 1d }', '');
  test.each([
    ['reads.parcel.weight', []],
    ['args.locker', ['expression_result_mismatch limits.amounts[0].of']],
    ['args.weight', ['expression_field_unknown limits.amounts[0].of']],
    ['result.fee', ['expression_name_undeclared limits.amounts[0].of']],
  ])('%s is typed where it stands', (of, expected) => {
    expect(codes(amount(of), alone)).toEqual(expected);
  });

  test.each([
    ['limits: { per_contact: 5 }', 'limits'],
    ['limits: { within: 1d }', 'limits'],
    ['limits: { amounts: [{ of: args.x, within: 1d }] }', 'limits.amounts[0]'],
    ['limits: { amounts: [{ of: args.x, decimals: 1, per_contact: 0.25, within: 1d }] }', 'limits.amounts[0]'],
  ])('%s is no limit', (limits, path) => {
    expect(codes(edit(REDIRECT, 'limits: { per_contact: 5, within: 1d }', limits), alone)).toContain(
      `asset_value_invalid ${path}`,
    );
  });
});

describe('who the contact is', () => {
  const GET = 'assets/contracts/parcel-get.yaml';
  const identifies = (text: string): SampleEdit => add(GET, `\nidentifies: { ${text} }\n`);
  test.each<[string, readonly string[]]>([
    ['external_id: result.owner, level: verified', []],
    ["external_id: result.owner, level: verified, when: result.state == 'waiting'", []],
    ['external_id: result.weight, level: verified', ['expression_result_mismatch identifies.external_id']],
    ['external_id: result.owner, level: verified, when: result.state', ['expression_not_boolean identifies.when']],
    ['external_id: reads.person.id, level: verified', ['expression_name_undeclared identifies.external_id']],
    ['external_id: result.owner, level: admin', ['asset_value_invalid identifies.level']],
    ['external_id: result.owner', ['asset_key_missing identifies.level']],
  ])('%s', (text, expected) => {
    const found = codes(identifies(text));
    if (expected.length === 0) expect(found).toEqual([]);
    else expect(found).toEqual(expect.arrayContaining([...expected]));
  });

  test('a write does not say, nor does a read that takes free text', () => {
    const on = add(REDIRECT, '\nidentifies: { external_id: result.state, level: verified }\n');
    expect(codes(on)).toContain('identifies_on_write identifies');
    const free = edit(GET, 'origin: [', 'origin: [open, ');
    expect(codes(free, identifies('external_id: result.owner, level: verified'))).toContain(
      'identifies_unproven arguments.parcel_id.origin',
    );
  });
});

describe('keys that nothing acts on yet', () => {
  const policy = (rules: string): SampleEdit => edit(BUSINESS, "never_say: ['保证.{0,8}送达']", rules);
  test('are read, checked and said to be without effect', () => {
    const personal = edit('assets/contracts/parcel-get.yaml', 'origin: [', 'sensitive: true, origin: [');
    expect(codes(personal)).toEqual(['key_without_effect arguments.parcel_id.sensitive']);
  });

  test('a platform tool that the engine does not have is an error with the nearest one', () => {
    const bound = '  human:follow-up: { platform: followup }\n  parcel:list:';
    const found = checkSample([edit('employees/desk.yaml', '  parcel:list:', bound)]);
    expect(told(found).filter((code) => code.startsWith('platform'))).toEqual([
      'platform_tool_unknown resources.human:follow-up.platform',
    ]);
  });

  test('a policy is typed over the facts of the tasks beside it', () => {
    const rules = "may_promise: [{ id: soon, pattern: '明天(?=送)', when: facts.parcel_stat == 'moving' }]";
    expect(codes(policy(rules))).toEqual([
      'expression_field_unknown may_promise[0].when',
      'pattern_invalid may_promise[0].pattern',
    ]);
  });

  test('a forbidding condition over a fact that may not be known is said', () => {
    const refuse = (when: string): SampleEdit => policy(`must_refuse: [{ id: moving, when: "${when}", say: 不行。 }]`);
    expect(codes(refuse("facts.parcel_state == 'moving'"))).toEqual(['condition_may_fail must_refuse[0].when']);
    expect(codes(refuse("has(facts.parcel_state) && facts.parcel_state == 'moving'"))).toEqual([]);
  });

  test('a business does not forbid its own ready replies', () => {
    const own = edit(
      BUSINESS,
      'replies: {',
      'packs: { soon: { use_when: [问送达], candidates: [保证明天送达。] } }\nhard_templates: { sys_operation_failed: 保证重新送达。 }\nreplies: {',
    );
    expect(codes(own)).toEqual([
      'policy_forbids_own_text packs.soon.candidates[0]',
      'policy_forbids_own_text hard_templates.sys_operation_failed',
    ]);
  });

  test('a rule without any condition is refused', () => {
    expect(codes(policy('must_refuse: [{ id: all, say: 不行。 }]'))).toContain('asset_value_invalid must_refuse[0]');
  });

  test('reply packs use their variables and nothing else', () => {
    const packs = (candidate: string): string =>
      `packs: { thanks: { use_when: [客户道谢], variables: { who: employee.display_name, spare: contact.level }, candidates: ['${candidate}'] } }\nreplies: {`;
    expect(codes(edit(BUSINESS, 'replies: {', packs('不客气，{{ who }}随时在。')))).toEqual([
      'variable_without_use packs.thanks.variables.spare',
    ]);
    expect(codes(edit(BUSINESS, 'replies: {', packs('{{ who }} {{ spare }} {{ contact.level }}')))).toContain(
      'expression_name_undeclared packs.thanks.candidates[0]',
    );
  });

  test('a hard template sees the payload of its event', () => {
    const template = (event: string, text: string): SampleEdit =>
      edit(BUSINESS, 'replies: {', `hard_templates: { ${event}: '${text}' }\nreplies: {`);
    expect(codes(template('sys_operation_failed', '{{ event.code }} 没有成功'))).toEqual([]);
    expect(codes(template('sys_operation_failed', '{{ event.kode }}'))).toContain(
      'expression_field_unknown hard_templates.sys_operation_failed',
    );
    expect(codes(template('sys_operation_fail', '没有成功'))).toContain(
      'event_undefined hard_templates.sys_operation_fail',
    );
  });

  test('an event that a task waits for needs somebody who emits it', () => {
    const waits = edit(TASK, 'emits: [parcel.redirected] }', 'emits: [parcel.redirected], subscribes: [parcel.lost] }');
    expect(codes(waits, add(RECORDS, '---\nkind: event_definition\nid: parcel.lost\nversion: 1.0.0\n'))).toEqual([
      'event_without_producer event_contract.subscribes[0]',
    ]);
  });
});

test('an event that nobody listens to is told', () => {
  expect(codes(edit(RECORDS, 'consumed_by: outside\n', ''))).toEqual([
    'event_without_consumer event_contract.emits[0]',
  ]);
});

test('a fact that nothing reads is told', () => {
  expect(
    codes(
      edit(REDIRECT, 'facts: { parcel_state: "\'moving\'" }', "facts: { parcel_state: \"'moving'\", fee: '1.0' }"),
      edit(TASK, '  facts:\n', '  facts:\n    fee: { schema: { type: number } }\n'),
    ),
  ).toEqual(['fact_without_reader data_contract.facts.fee']);
});

describe('evaluation cases', () => {
  test.each([
    ['success', 'outcome: succeeded', 'outcome: unknown'],
    ['refusal', 'verdict: block', 'verdict: allow'],
    ['failure', 'outcome: failed', 'outcome: succeeded'],
  ])('are missing for %s', (what, from, to) => {
    const [finding, ...rest] = checkSample([edit(EVALS, from, to)]).filter(({ code }) => code === 'eval_cases_missing');
    expect(rest).toEqual([]);
    // An allowed call shows success as well as an operation does.
    expect(finding?.message).toBe(`The task "parcel_service" has no evaluation case for ${what}.`);
  });

  test.each([
    ['a key that is not known', 'say: [', 'sey: [', 'eval_key_unknown cases[0].sey'],
    [
      'a capability that does not exist',
      'parcel:redirect, outcome',
      'parcel:redirct, outcome',
      'capability_unknown cases[0].expect.operations[0].capability',
    ],
    [
      'a case that stands twice',
      'id: locker_refuses',
      'id: parcel_of_somebody_else',
      'eval_case_duplicate cases[2].id',
    ],
    ['a contact that is missing', 'given: { contact: c1 }', 'given: {}', 'eval_key_missing cases[0].given.contact'],
  ])('with %s are told', (_, from, to, expected) => {
    expect(codes(edit(EVALS, from, to))).toContain(expected);
  });

  test('that are not there are told', () => {
    expect(codes(edit(TASK, 'evals/parcel-service.yaml', 'evals/parcel-servise.yaml'))).toEqual([
      'eval_file_unknown eval_contract.cases[0]',
    ]);
  });

  test('hold no secret either', () => {
    expect(codes(edit(EVALS, '把包裹 P1234 改投到北柜', `sk-${'a1B2'.repeat(8)}`))).toContain(
      'secret_in_asset cases[0].say[0]',
    );
  });
});

describe('shared guards', () => {
  const shared = edit(REDIRECT, 'limits:', 'shared_guards: [sys_contact_verified@^1]\nlimits:');
  const guardsWith = (...edits: readonly SampleEdit[]) =>
    linkEmployee(assembleAssets(editedSample(...edits)), 'desk', rolePackShare()).release?.contracts['parcel:redirect']
      ?.contract.guards;

  test('stand in the release after the contract’s own', () => {
    expect(codes(shared)).toEqual([]);
    expect(guardsWith(shared)?.map(({ id }) => id)).toEqual(['light_enough', 'sys_contact_verified']);
  });

  test('that do not exist are told, and hold the write back', () => {
    const wrong = edit(REDIRECT, 'limits:', 'shared_guards: [sys_contact_verifed]\nlimits:');
    expect(codes(wrong)).toEqual(['reference_unknown shared_guards[0]']);
    expect(guardsWith(wrong)?.at(-1)?.expect).toBe('false');
  });
});

describe('system assets', () => {
  test('cannot be defined or shadowed, whatever their kind', () => {
    const guard =
      "---\nkind: shared_guard\nid: sys_contact_verified\nversion: 9.0.0\nexpect: 'true'\notherwise: { code: never }\n";
    expect(codes(add(RECORDS, guard))).toContain('asset_id_reserved id');
  });

  test('are themselves without an error', () => {
    const context = createCheckContext(assembleAssets([]), () => undefined);
    const findings = [
      ...context.uses.flatMap((use) => context.slotsOf(use).flatMap((slot) => checkSlot(use.contract, slot))),
      ...writeSafeguards(context),
      ...resultCodes(context),
    ];
    expect(findings.filter(({ severity }) => severity !== 'notice')).toEqual([]);
  });

  test('that an upgrade changed are named', () => {
    const hashes = systemAssetHashes();
    expect(checkSample([], { systemPins: hashes })).toEqual([]);
    const before = new Map([...hashes].filter(([id]) => id !== 'sys_money'));
    before.set('sys_hand_over', contentHash('as it was'));
    before.set('sys_gone', contentHash('gone'));
    expect(
      checkSample([], { systemPins: before }).map(({ code, message }) => `${code} ${message.match(/"(.*?)"/)?.[1]}`),
    ).toEqual(['system_asset_changed sys_hand_over', 'system_asset_removed sys_gone', 'system_asset_new sys_money']);
  });
});

test('a read is not bound to a tool that says it is destructive', () => {
  const tools = new Map([['lockers/get_parcel', { destructive: true }]]);
  expect(told(checkSample([], { tools }))).toEqual(['read_bound_to_destructive_tool resources.parcel:get.tool']);
  expect(
    told(checkSample([], { tools: new Map([['lockers/get_parcel', { destructive: true, readOnly: true }]]) })),
  ).toEqual([]);
  expect(told(checkSample([], { tools: new Map([['lockers/redirect_parcel', { destructive: true }]]) }))).toEqual([]);
});
