import type { Finding } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assembleAssets } from '../loading/assemble-assets.ts';
import { checkSample, told } from '../testing/check-sample.ts';
import { editedSample, rolePackShare, type SampleEdit } from '../testing/index.ts';
import { checkWorkspace } from './check-workspace.ts';

const TASK = 'assets/task.yaml';
const RECORDS = 'assets/records.yaml';
const BUSINESS = 'assets/business.yaml';
const EMPLOYEE = 'employees/desk.yaml';
const STDIO_LOCKERS =
  'transport: stdio, command: node, args: [systems/lockers.ts], env: { LOCKER_TOKEN: { credential: locker_token } }';
const REDIRECT = 'assets/contracts/parcel-redirect.yaml';
const GET = 'assets/contracts/parcel-get.yaml';

const SAMPLED: SampleEdit = {
  file: EMPLOYEE,
  from: 'tool: get_parcel }',
  to: 'tool: get_parcel, sampling: { max_tokens: 200 } }',
};

function check(...edits: readonly SampleEdit[]): readonly Finding[] {
  return checkSample(edits);
}

const edit = (file: string, from: string, to: string): SampleEdit => ({ file, from, to });
const add = (file: string, to: string): SampleEdit => ({ file, from: '', to });

test('a good workspace has no finding at all', () => {
  expect(check()).toEqual([]);
});

test('every finding of an asset has its file, line and path', () => {
  const [finding] = check(edit(REDIRECT, 'reads.parcel.owner == contact', 'reads.parcel.ownr == contact'));
  expect(finding).toEqual({
    severity: 'error',
    code: 'expression_field_unknown',
    message:
      'reads.parcel.ownr == contact.external_id: reads.parcel.ownr does not exist: its schema has no key "ownr".',
    fix: 'Did you mean "owner"?',
    zh: {
      message: 'reads.parcel.ownr == contact.external_id：reads.parcel.ownr 不存在：它的结构没有键“ownr”。',
      fix: '是不是想写“owner”？',
    },
    file: REDIRECT,
    line: 28,
    path: 'preconditions[0].expect',
  });
});

interface Case {
  readonly name: string;
  readonly edits: readonly SampleEdit[];
  readonly told: readonly string[];
}

function runCases(
  cases: readonly (readonly [string, readonly SampleEdit[] | SampleEdit, readonly string[] | string])[],
): void {
  const rows = cases.map(([name, edits, expected]): Case => ({ name, edits: [edits].flat(), told: [expected].flat() }));
  test.each(rows)('$name', (row) => {
    const findings = check(...row.edits);
    expect(told(findings)).toEqual(row.told);
    for (const finding of findings) expect(finding.line, finding.code).toBeGreaterThan(0);
  });
}

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

describe('arguments', () => {
  runCases([
    [
      'of a write have a label',
      edit(REDIRECT, ', label: { zh: 备注, en: Note }', ''),
      'argument_label_missing arguments.note',
    ],
    [
      'have words for every listed value',
      edit(REDIRECT, ', south: { zh: [南柜], en: [south locker] }', ''),
      'argument_labels_missing arguments.locker',
    ],
    [
      'have words for listed values only',
      edit(REDIRECT, 'south: { zh: [南柜]', 'suoth: { zh: [南柜]'),
      ['argument_labels_missing arguments.locker', 'argument_label_unknown arguments.locker.labels.suoth'],
    ],
    [
      'come from a list only if there is one',
      edit(REDIRECT, 'origin: [open]', 'origin: [enum]'),
      'argument_enum_missing arguments.note.origin',
    ],
    ['in a key exist', edit(REDIRECT, 'key: [parcel_id]', 'key: [parcel_idd]'), 'argument_unknown idempotency.key[0]'],
    [
      'have a type',
      edit(REDIRECT, 'note: { schema: { type: string }', 'note: { schema: { description: words }'),
      'schema_without_type arguments.note.schema',
    ],
    [
      'have a schema that compiles',
      edit(REDIRECT, 'note: { schema: { type: string }', 'note: { schema: { type: strin }'),
      'schema_invalid arguments.note.schema',
    ],
    [
      'have a pattern that is tested in linear time',
      edit(REDIRECT, 'note: { schema: { type: string }', "note: { schema: { type: string, pattern: '(a+)\\1' }"),
      'schema_invalid arguments.note.schema',
    ],
    [
      'that are not sent are used',
      edit(EMPLOYEE, 'request_id_argument: request_id', 'request_id_argument: request_id, omit: [owner]'),
      'argument_without_use arguments.owner',
    ],
    [
      'that a binding renames exist',
      edit(EMPLOYEE, 'request_id_argument: request_id', 'rename: { lockr: locker_name }'),
      'argument_unknown resources.parcel:redirect.rename.lockr',
    ],
    [
      'do not collide in a tool',
      edit(EMPLOYEE, 'request_id_argument: request_id', 'rename: { locker: note }'),
      'binding_argument_collides resources.parcel:redirect',
    ],
    [
      'that are optional are asked for before they are shown',
      edit(REDIRECT, '改投到{{', '（{{ args.note }}）改投到{{'),
      'expression_value_may_be_absent confirmation.notice.zh',
    ],
  ]);
});

describe('reads that a contract makes', () => {
  runCases([
    [
      'draw from a read-back what the write projects',
      edit(REDIRECT, 'read_back: { capability', 'read_back: { project: { nothing: read_back.state }, capability'),
      'read_back_field_unknown result.read_back.project.nothing',
    ],
    [
      'draw from a read-back what the read tells',
      edit(REDIRECT, 'read_back: { capability', 'read_back: { project: { nothing: read_back.colour }, capability'),
      [
        'expression_field_unknown result.read_back.project.nothing',
        'read_back_field_unknown result.read_back.project.nothing',
      ],
    ],
    [
      'exist',
      edit(REDIRECT, 'read: { capability: parcel:get', 'read: { capability: parcel:gett'),
      'capability_unknown preconditions[0].read.capability',
    ],
    [
      'are no writes',
      edit(REDIRECT, 'choice_of: { capability: parcel:list', 'choice_of: { capability: parcel:redirect'),
      'read_is_write arguments.parcel_id.origin[1].choice_of.capability',
    ],
    [
      'get what they need',
      edit(
        REDIRECT,
        'read: { capability: parcel:get, arguments: { parcel_id: args.parcel_id } }',
        'read: { capability: parcel:get, arguments: {} }',
      ),
      'read_argument_missing preconditions[0].read',
    ],
    [
      'get nothing else',
      edit(
        REDIRECT,
        'read: { capability: parcel:get, arguments: { parcel_id: args.parcel_id } }',
        'read: { capability: parcel:get, arguments: { parcel_id: args.parcel_id, lockr: args.locker } }',
      ),
      'argument_unknown preconditions[0].read.arguments.lockr',
    ],
    [
      'go in no circle',
      edit(
        GET,
        'result:',
        'preconditions: [{ id: self, read: { capability: parcel:get, arguments: { parcel_id: args.parcel_id } } }]\nresult:',
      ),
      'precondition_circle preconditions',
    ],
    [
      'tell what is chosen from',
      edit(REDIRECT, 'path: parcels', 'path: parcel'),
      'choice_path_unknown arguments.parcel_id.origin[1].choice_of.path',
    ],
    [
      'are had by the employee that has the contract',
      edit(BUSINESS, 'parcel:list, parcel:get, parcel:redirect', 'parcel:list, parcel:redirect'),
      [
        'requirement_not_permitted resource_permissions.mcp_requirements[0]',
        'needed_read_held_back preconditions[0].read.capability',
        'needed_read_held_back result.read_back.capability',
      ],
    ],
  ]);
});

describe('expressions', () => {
  runCases([
    [
      'are read',
      edit(REDIRECT, "require: contact.level == 'verified'", "require: contact.level == 'verified' &&"),
      'expression_syntax authorization.require',
    ],
    [
      'use names that exist there',
      edit(
        REDIRECT,
        'supported_by: "facts.parcel_state == \'moving\'"',
        'supported_by: args.parcel_id == facts.parcel_id',
      ),
      'expression_name_undeclared claims[0].supported_by',
    ],
    [
      'use facts that the task declares',
      edit(TASK, "complete_when: facts.parcel_state == 'moving'", "complete_when: facts.parcel_stat == 'moving'"),
      'expression_field_unknown journey_contract.stages[0].complete_when',
    ],
    [
      'compare with values that occur',
      edit(REDIRECT, "reads.parcel.state == 'waiting'", "reads.parcel.state == 'wating'"),
      'expression_never_equal guards[0].expect',
    ],
    [
      'of a condition are true or false',
      edit(GET, 'when: has(result.error)', 'when: result.error'),
      'expression_not_boolean result.codes[1].when',
    ],
    [
      'of a fact fit its schema',
      edit(REDIRECT, 'parcel_state: "\'moving\'"', 'parcel_state: "\'movin\'"'),
      'expression_result_mismatch result.facts.parcel_state',
    ],
    [
      'of a result use what the record declares',
      edit(GET, 'state: result.state, weight', 'state: result.status, weight'),
      'expression_field_unknown result.project.state',
    ],
    [
      'of a text see the projected result',
      edit(REDIRECT, '费用 {{ result.fee }}', '费用 {{ result.state }}'),
      'expression_field_unknown presentation_policy.redirected.text.zh',
    ],
    [
      'of a text about an unknown outcome see no result',
      edit(REDIRECT, '结果还不知道', '结果 {{ result.fee }} 还不知道'),
      'expression_name_undeclared presentation_policy.unknown.text.zh',
    ],
    [
      'of a subject use an argument of some contract',
      edit(TASK, 'subject: args.parcel_id', 'subject: args.parcel'),
      'expression_field_unknown task_contract.subject',
    ],
    [
      'of a notice label arguments that exist',
      edit(REDIRECT, "改投到{{ label('locker') }}", "改投到{{ label('lockr') }}"),
      'expression_label_unknown confirmation.notice.zh',
    ],
    [
      'of a reply see no call',
      edit(BUSINESS, '您好，我是{{ employee.display_name }}', '您好，{{ args.name }}'),
      'expression_name_undeclared replies.greeting.text.zh',
    ],
    [
      'of a business wording see what the contract sees',
      edit(BUSINESS, '包裹 {{ args.parcel_id }} 改投未成', '包裹 {{ args.parcel }} 改投未成'),
      'expression_field_unknown overrides.parcel_redirect["text.refused"].zh',
    ],
    [
      'of a task control are conditions',
      edit(TASK, 'risk: medium', "risk: medium, authorization: { require: contact.level == 'gold' }"),
      'expression_never_equal control_contract.parcel:redirect.authorization.require',
    ],
  ]);
});

describe('a task', () => {
  runCases([
    [
      'declares the facts that its contracts set',
      edit(TASK, '    parcel_id: { schema: { type: string } }\n', ''),
      ['fact_undeclared arguments.parcel_id.fact', 'fact_undeclared arguments.parcel_id.fact'],
    ],
    [
      'declares no fact that nothing sets',
      edit(TASK, '  facts:\n', '  facts:\n    mood: { schema: { type: string } }\n'),
      'fact_without_writer data_contract.facts.mood',
    ],
    [
      'goes on to stages that exist',
      edit(TASK, 'next: done, on_timeout', 'next: dne, on_timeout'),
      'stage_unknown journey_contract.stages[0].next',
    ],
    [
      'reaches every stage',
      edit(TASK, '    - { id: done }\n', '    - { id: done }\n    - { id: lost }\n'),
      'stage_unreachable journey_contract.stages[2]',
    ],
    [
      'leaves a stage by more than a condition that never holds',
      edit(TASK, '    - { id: done }\n', '    - { id: done, complete_when: false, next: open }\n'),
      'stage_cannot_be_left journey_contract.stages[1]',
    ],
    [
      'leaves a stage by more than a constant that is false',
      edit(TASK, '    - { id: done }\n', "    - { id: done, complete_when: '1 == 2', next: open }\n"),
      'stage_cannot_be_left journey_contract.stages[1]',
    ],
    [
      'leads from a stage to another one',
      edit(TASK, '    - { id: done }\n', '    - { id: done, complete_when: true, next: done }\n'),
      'stage_cannot_be_left journey_contract.stages[1]',
    ],
    [
      'and not by time to the same one',
      edit(TASK, '    - { id: done }\n', '    - { id: done, on_timeout: { after: 1d, next: done } }\n'),
      'stage_cannot_be_left journey_contract.stages[1]',
    ],
    [
      'leaves every stage that has a next',
      edit(TASK, '    - { id: done }\n', '    - { id: done, next: open }\n'),
      'stage_cannot_be_left journey_contract.stages[1]',
    ],
    [
      'completes no stage that leads nowhere',
      edit(TASK, '    - { id: done }\n', "    - { id: done, complete_when: facts.parcel_state == 'moving' }\n"),
      'stage_without_next journey_contract.stages[1].complete_when',
    ],
    [
      'binds in stages that exist',
      edit(TASK, 'stages: [open]', 'stages: [opn]'),
      'stage_unknown capability_bindings[2].stages[0]',
    ],
    [
      'binds keys of its requirements',
      edit(TASK, 'capability_keys: [parcel:list, parcel:get', 'capability_keys: [parcel:get'),
      [
        'task_not_installed task_installations',
        'permission_unknown_capability resource_permissions.mcp_requirements[0].capabilities[0]',
        'capability_in_no_requirement capability_bindings[0].capability',
      ],
    ],
    [
      'binds a key of one requirement only',
      [
        edit(TASK, 'mcp_requirements: [parcel_system]', 'mcp_requirements: [parcel_system, other_system]'),
        add(TASK, '---\nkind: mcp_requirement\nid: other_system\nversion: 1.0.0\ncapability_keys: [parcel:get]\n'),
      ],
      'capability_in_two_requirements capability_bindings[1].capability',
    ],
    [
      'names no requirement that it does not use',
      [
        edit(TASK, 'mcp_requirements: [parcel_system]', 'mcp_requirements: [parcel_system, other_system]'),
        add(TASK, '---\nkind: mcp_requirement\nid: other_system\nversion: 1.0.0\ncapability_keys: [parcel:weigh]\n'),
      ],
      'requirement_without_use mcp_requirements[1]',
    ],
    [
      'controls what it binds',
      edit(TASK, '  parcel:redirect: { risk: medium', '  parcel:redirct: { risk: medium'),
      'control_without_binding control_contract.parcel:redirct',
    ],
    [
      'tightens and never loosens',
      edit(TASK, 'per_contact: 2', 'per_contact: 9'),
      'control_loosens control_contract.parcel:redirect.limits.per_contact',
    ],
    [
      'asks for an operator’s approval where the risk is high',
      edit(TASK, '  parcel:redirect: { risk: medium', '  parcel:redirect: { risk: high'),
      'high_risk_without_approval control_contract.parcel:redirect.risk',
    ],
    [
      'that only replies writes nothing',
      edit(TASK, 'mode: operation', 'mode: reply'),
      'reply_task_binds_write capability_bindings[2]',
    ],
    [
      'binds contracts that exist',
      edit(TASK, 'contract: parcel_get@^1', 'contract: parcel_gett@^1'),
      [
        'needed_read_held_back preconditions[0].read.capability',
        'needed_read_held_back result.read_back.capability',
        'capability_not_bound capability_bindings',
        'contract_unknown capability_bindings[1].contract',
      ],
    ],
    [
      'lets nothing be configured that nobody reads',
      edit(
        TASK,
        'properties: { heaviest: { type: number } }',
        'properties: { heaviest: { type: number }, mood: { type: string } }',
      ),
      'configuration_without_use configuration_contract.schema.properties.mood',
    ],
  ]);
});

describe('a business', () => {
  runCases([
    [
      'permits what an installed task introduces',
      [
        add(TASK, '---\nkind: mcp_requirement\nid: other_system\nversion: 1.0.0\ncapability_keys: [parcel:weigh]\n'),
        edit(
          BUSINESS,
          'mcp_requirements: [{ id: parcel_system',
          'mcp_requirements: [{ id: other_system, capabilities: [parcel:weigh] }, { id: parcel_system',
        ),
      ],
      ['task_not_installed task_installations', 'permission_without_task resource_permissions.mcp_requirements[0]'],
    ],
    [
      'permits keys that the requirement has',
      edit(BUSINESS, 'capabilities: [parcel:list,', 'capabilities: [parcel:lst, parcel:list,'),
      'permission_unknown_capability resource_permissions.mcp_requirements[0].capabilities[0]',
    ],
    [
      'permits no platform tool that no task introduces',
      edit(BUSINESS, '}] }\npolicies', '}], platform_tools: [parcel:redirect] }\npolicies'),
      'permission_without_task resource_permissions.platform_tools[0]',
    ],
    [
      'answers events that are defined',
      edit(BUSINESS, 'sys_first_seen_contact', 'sys_first_seen_contakt'),
      'event_undefined events.sys_first_seen_contakt',
    ],
    [
      'answers with replies that exist',
      edit(BUSINESS, 'reply: greeting', 'reply: greting'),
      'reply_unknown events.sys_first_seen_contact.reply',
    ],
    [
      'words texts that a contract has',
      edit(BUSINESS, 'text.refused: {', 'text.refuse: {'),
      'text_slot_unknown overrides.parcel_redirect["text.refuse"]',
    ],
    [
      'words contracts that exist',
      edit(BUSINESS, 'overrides: { parcel_redirect:', 'overrides: { parcel_redirct:'),
      'reference_unknown overrides.parcel_redirct',
    ],
    [
      'forbids with patterns that compile',
      edit(BUSINESS, "'保证.{0,8}送达'", "'保证(?=送达)'"),
      'pattern_invalid never_say[0]',
    ],
    [
      'forbids no word of its own',
      edit(BUSINESS, "zh: '您好，我是", "zh: '您好，保证准时送达。我是"),
      'policy_forbids_own_text replies.greeting.text',
    ],
    [
      'names knowledge that exists, and has a task that looks it up',
      edit(BUSINESS, 'replies: [desk_replies]', 'replies: [desk_replies]\nknowledge: [desk_faq]'),
      ['reference_unknown knowledge[0]', 'knowledge_without_lookup knowledge'],
    ],
  ]);
});

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

describe('claims', () => {
  runCases([
    [
      'compile',
      edit(REDIRECT, "pattern: '已(为您)?改投|", "pattern: '已(?!未)改投|"),
      'pattern_invalid claims[0].pattern',
    ],
    [
      'do not match what is said of a failure',
      edit(REDIRECT, "pattern: '已(为您)?改投|", "pattern: '改投|"),
      'claim_matches_failure_text claims[0].pattern',
    ],
    [
      'do not match how a business words a failure',
      [edit(REDIRECT, "pattern: '已(为您)?改投|", "pattern: '抱歉|"), edit(REDIRECT, '已改投，费用', '完成，费用')],
      'claim_matches_failure_text claims[0].pattern',
    ],
  ]);
});

describe('an employee', () => {
  runCases([
    [
      'connects capabilities that exist',
      add(EMPLOYEE, '  parcel:gett: { server: lockers, tool: get }\n'),
      ['task_not_installed task_installations', 'capability_unknown resources.parcel:gett'],
    ],
    [
      'uses servers that it declares',
      edit(EMPLOYEE, 'parcel:get: { server: lockers', 'parcel:get: { server: locker'),
      [
        'needed_read_held_back preconditions[0].read.capability',
        'needed_read_held_back result.read_back.capability',
        'server_unknown resources.parcel:get.server',
        'resource_not_bound resources.parcel:get',
      ],
    ],
    [
      'declares no server that it does not use',
      edit(EMPLOYEE, 'mcp_servers:\n', 'mcp_servers:\n  spare: { transport: stdio, command: node }\n'),
      'server_without_use mcp_servers.spare',
    ],
    [
      'does not start a process for each conversation without being told so',
      edit(EMPLOYEE, 'lockers: { transport: stdio,', 'lockers: { transport: stdio, session: conversation,'),
      'server_per_conversation mcp_servers.lockers.session',
    ],
    [
      'lets no system use its model without being told so',
      [edit(EMPLOYEE, 'builtin/matcher', 'deepseek/deepseek-chat'), SAMPLED],
      'sampling_allowed resources.parcel:get.sampling',
    ],
    ['has a model where a system is to use it', SAMPLED, 'sampling_without_model resources.parcel:get.sampling'],
    [
      'sends no credential without encryption',
      edit(
        EMPLOYEE,
        STDIO_LOCKERS,
        "transport: http, url: 'http://lockers.example/mcp', headers: { Authorization: { credential: locker_token } }",
      ),
      'credential_without_encryption mcp_servers.lockers.url',
    ],
    [
      'asks for no token without encryption',
      edit(EMPLOYEE, STDIO_LOCKERS, "transport: http, url: 'http://lockers.example/mcp', authorization: {}"),
      'credential_without_encryption mcp_servers.lockers.url',
    ],
    ['lives in a time zone', edit(EMPLOYEE, 'Asia/Shanghai', 'Asia/Nowhere'), 'time_zone_unknown time_zone'],
    [
      'is granted what its contracts ask for',
      edit(EMPLOYEE, "grants: ['parcels:write']", 'grants: []'),
      'grant_missing grants',
    ],
    [
      'is granted nothing else',
      edit(EMPLOYEE, "grants: ['parcels:write']", "grants: ['parcels:write', 'parcels:burn']"),
      'grant_without_use grants[1]',
    ],
    [
      'that does not connect a capability of its business is told the boundary',
      edit(
        EMPLOYEE,
        '  parcel:redirect: { server: lockers, tool: redirect_parcel, request_id_argument: request_id }\n',
        '',
      ),
      'resource_not_bound resources',
    ],
  ]);

  test('a permission that was narrowed on purpose is only a notice', () => {
    const findings = check(
      edit(BUSINESS, 'parcel:get, parcel:redirect', 'parcel:get'),
      edit(
        EMPLOYEE,
        '  parcel:redirect: { server: lockers, tool: redirect_parcel, request_id_argument: request_id }\n',
        '',
      ),
    );
    expect(findings).toMatchObject([{ severity: 'notice', code: 'requirement_not_permitted' }]);
  });

  test('names a role pack that is there, and is told what the pack holds back', () => {
    const assets = assembleAssets(editedSample());
    expect(checkWorkspace(assets, { rolePacks: new Map() })).toMatchObject([
      { code: 'role_pack_unknown', path: 'role_pack' },
    ]);
    const share = rolePackShare({ capabilities: ['parcel:get', 'parcel:list'] });
    const findings = checkWorkspace(assets, { rolePacks: new Map([['parcel-clerk', share]]) });
    expect(findings).toMatchObject([{ severity: 'warning', code: 'role_not_declared' }]);
    expect(findings[0]?.message).toContain('boundary permitted');
  });
});

describe('only the employee names servers, tools and commands', () => {
  runCases([
    [
      'no address in a task',
      edit(TASK, 'applies_when: [客户问到包裹]', "applies_when: ['客户问到 https://lockers.example/api 的包裹']"),
      'address_above_employee task_contract.applies_when[0]',
    ],
    [
      'no address in a policy',
      edit(BUSINESS, 'never_say: [', "statements: ['Ask 10.0.0.7:8080 first']\nnever_say: ["),
      'address_above_employee statements[0]',
    ],
    [
      'no command in a contract',
      add(GET, 'description: npx some-server --port 1\n'),
      'command_above_employee description',
    ],
    [
      'no credential in a policy',
      edit(BUSINESS, 'never_say: [', "statements: ['Log in with locker_token at night']\nnever_say: ["),
      'credential_above_employee statements[0]',
    ],
    [
      'no tool in a policy',
      edit(BUSINESS, 'never_say: [', "statements: ['Never use redirect_parcel at night']\nnever_say: ["),
      'tool_above_employee statements[0]',
    ],
    ...['10.0.0.7', 'localhost', 'lockers.desk.internal:8443', 'api.lockers.example.com/v2', 'grpc://lockers/desk'].map(
      (address) =>
        [
          `no address ${address} in a task, not even beside Chinese`,
          edit(TASK, 'applies_when: [客户问到包裹]', `applies_when: ['客户问到在${address}上的包裹']`),
          'address_above_employee task_contract.applies_when[0]',
        ] as const,
    ),
    ['a version is no address', add(GET, 'description: since 1.2.3.4.5 of the desk, see 3.5/4\n'), []],
    [
      'no tool in a reply',
      edit(BUSINESS, "en: 'Hello, this", "en: 'I ran redirect_parcel. Hello, this"),
      'tool_above_employee replies.greeting.text.en',
    ],
    [
      'an address for customers in a reply is right',
      edit(BUSINESS, "en: 'Hello, this", "en: 'See https://parcels.example. Hello, this"),
      [],
    ],
    [
      'the dialect of a schema is no address',
      edit(
        RECORDS,
        'schema:\n  type: object\n  required: [state]',
        "schema:\n  $schema: 'https://json-schema.org/draft/2020-12/schema'\n  type: object\n  required: [state]",
      ),
      [],
    ],
  ]);
});

describe('secrets', () => {
  const KEY = `sk-${'a1B2'.repeat(8)}`;
  runCases([
    ['by their shape, anywhere', add(GET, `description: 'use ${KEY}'\n`), 'secret_in_asset description'],
    ['in a sentence', add(GET, `description: 取件系统的密码是 Xk93jfl2\n`), 'secret_in_asset description'],
    ['in an English sentence', add(GET, `description: 'the password is Xk93jfl2'\n`), 'secret_in_asset description'],
    ['a sentence about one is none', add(GET, `description: 密码是客户自己设的，password is chosen by them\n`), []],
    [
      'in the environment of a server',
      edit(EMPLOYEE, 'LOCKER_TOKEN: { credential: locker_token }', 'LOCKER_TOKEN: hunter2hunter2'),
      'secret_in_asset mcp_servers.lockers.env.LOCKER_TOKEN',
    ],
    [
      'in a header of a remote server',
      edit(
        EMPLOYEE,
        'transport: stdio, command: node, args: [systems/lockers.ts], env: { LOCKER_TOKEN: { credential: locker_token } }',
        "transport: http, url: 'https://lockers.example/mcp', headers: { Authorization: Bearer hunter2hunter2 }",
      ),
      'secret_in_asset mcp_servers.lockers.headers.Authorization',
    ],
    [
      'in an address',
      edit(
        EMPLOYEE,
        'args: [systems/lockers.ts]',
        "args: [systems/lockers.ts, 'postgres://desk:swordfish@db.example/x']",
      ),
      'secret_in_asset mcp_servers.lockers.args[1]',
    ],
    [
      'behind an option that names it',
      edit(EMPLOYEE, 'args: [systems/lockers.ts]', 'args: [systems/lockers.ts, --api-token, hunter2hunter2]'),
      'secret_in_asset mcp_servers.lockers.args[2]',
    ],
    [
      'a file behind such an option is none',
      edit(
        EMPLOYEE,
        'args: [systems/lockers.ts]',
        'args: [systems/lockers.ts, --token, keys/desk.pem, --secret, --fast]',
      ),
      [],
    ],
    [
      'as a private key',
      edit(EMPLOYEE, 'LOCKER_TOKEN: { credential: locker_token }', 'LOCKER_PEM: "-----BEGIN PRIVATE KEY-----"'),
      'secret_in_asset mcp_servers.lockers.env.LOCKER_PEM',
    ],
    [
      'as a constant',
      edit(EMPLOYEE, 'request_id_argument: request_id', 'constants: { password: swordfish }'),
      'secret_in_asset resources.parcel:redirect.constants.password',
    ],
    [
      'an argument that is called so is none',
      edit(
        GET,
        'result:',
        '  access_token: { schema: { type: string, description: words }, origin: [customer] }\nresult:',
      ),
      [],
    ],
  ]);

  test('are never repeated in a finding', () => {
    const findings = check(
      add(GET, `description: 'use ${KEY}'\n`),
      edit(EMPLOYEE, 'LOCKER_TOKEN: { credential: locker_token }', 'LOCKER_TOKEN: swordfish-swordfish'),
    );
    expect(findings).toHaveLength(2);
    expect(JSON.stringify(findings)).not.toContain(KEY);
    expect(JSON.stringify(findings)).not.toContain('swordfish');
  });
});

test('what nobody uses is listed as a notice', () => {
  const findings = check(
    add(RECORDS, '---\nkind: record_schema\nid: spare\nversion: 1.0.0\nschema: { type: object }\n'),
  );
  expect(findings).toMatchObject([{ severity: 'notice', code: 'asset_without_use', path: 'id' }]);
});

test('what loading found stands in the result, each finding once and in order', () => {
  const findings = check(add(GET, 'efect: read\n'), edit(TASK, 'parcel_redirect@^2', 'parcel_redirect@^9'));
  expect(findings.filter(({ code }) => code === 'asset_key_unknown')).toHaveLength(1);
  expect(findings.filter(({ code }) => code === 'contract_unknown')).toHaveLength(2);
  const places = findings.map(({ file, line }) => `${file}:${String(line ?? 0).padStart(4, '0')}`);
  expect(places).toEqual([...places].sort());
});

test('what refers to an asset with mistakes is told that it was not loaded, and where', () => {
  const findings = check(add(REDIRECT, 'efect: write\n'));
  const finding = findings.find(({ code }) => code === 'contract_unknown');
  expect(finding?.message).toBe(
    `The capability_contract "parcel_redirect" has mistakes and was not loaded (${REDIRECT}:1).`,
  );
});

test('whatever words of a workspace are exchanged, the check answers and says where', () => {
  const texts = editedSample();
  const words = [...new Set(texts.flatMap(({ text }) => text.match(/[\w.:]+/g) ?? []))];
  const exchange = fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words), fc.nat(5));
  fc.assert(
    fc.property(fc.array(exchange, { minLength: 1, maxLength: 3 }), (exchanges) => {
      const edited = texts.map(({ file, text }) => ({
        file,
        text: exchanges.reduce((before, [from, to, times]) => {
          let left = times;
          return before.replace(/[\w.:]+/g, (word) => (word === from && left-- > 0 ? to : word));
        }, text),
      }));
      for (const finding of checkWorkspace(assembleAssets(edited))) {
        expect(finding.message).not.toContain('undefined');
        expect(finding.line, finding.code).toBeGreaterThan(0);
      }
    }),
    { numRuns: 60 },
  );
});

test('an expression that a comma has cut in { } is told with the way out', () => {
  const findings = check(edit(GET, 'state: result.state, weight', 'state: result.states.map(s, s.id), weight'));
  expect(findings.find(({ code }) => code === 'asset_value_invalid')?.fix).toMatch(/quotes/);
});
