/** A whole small workspace without a finding: a parcel desk that looks up parcels and redirects one that waits. */
export const SAMPLE_WORKSPACE: Readonly<Record<string, string>> = {
  'assets/records.yaml': `kind: record_schema
id: parcel_record
version: 1.0.0
schema:
  type: object
  required: [parcel_id, owner, state, weight]
  properties:
    parcel_id: { type: string }
    owner: { type: string }
    state: { type: string, enum: [waiting, moving, delivered] }
    weight: { type: number }
    arrives: { type: string, format: date-time }
---
kind: record_schema
id: parcel_list
version: 1.0.0
schema:
  type: object
  required: [parcels]
  properties:
    parcels: { type: array, items: { type: object, required: [id], properties: { id: { type: string } } } }
---
kind: record_schema
id: redirect_result
version: 1.0.0
schema:
  type: object
  required: [state]
  properties:
    state: { type: string }
    fee: { type: number }
---
kind: event_definition
id: parcel.redirected
version: 1.0.0
consumed_by: outside
`,
  'assets/contracts/parcel-list.yaml': `kind: capability_contract
id: parcel_list_mine
version: 1.0.0
capability: parcel:list
title: { zh: 列出包裹, en: List parcels }
semantics: { use_when: [客户想知道自己有哪些包裹] }
effect: read
result:
  schema: parcel_list
  codes:
    - { code: listed, when: '!has(result.error)', outcome: succeeded }
    - { code: not_available, when: has(result.error), outcome: failed }
  project: { parcels: 'result.parcels.map(parcel, parcel.id)' }
`,
  'assets/contracts/parcel-get.yaml': `kind: capability_contract
id: parcel_get
version: 1.1.0
capability: parcel:get
title: { zh: 查询包裹, en: Look up a parcel }
semantics: { use_when: [客户想知道包裹在哪里] }
effect: read
arguments:
  parcel_id: { schema: { type: string, pattern: '^P\\d{4}$' }, required: true, fact: parcel_id, origin: [customer], label: { zh: 包裹号, en: Parcel } }
result:
  schema: parcel_record
  codes:
    - { code: found, when: '!has(result.error) && result.owner == contact.external_id', outcome: succeeded }
    - { code: not_found, when: has(result.error), outcome: failed }
    - { code: not_yours, when: '!has(result.error) && result.owner != contact.external_id', outcome: failed }
  project: { state: result.state, weight: result.weight }
  facts: { parcel_state: result.state }
`,
  'assets/contracts/parcel-redirect.yaml': `kind: capability_contract
id: parcel_redirect
version: 2.0.0
capability: parcel:redirect
title: { zh: 改投包裹, en: Redirect a parcel }
semantics: { use_when: [客户要求把包裹改投到另一个柜子] }
effect: write
arguments:
  parcel_id:
    schema: { type: string, pattern: '^P\\d{4}$' }
    required: true
    fact: parcel_id
    origin: [customer, { choice_of: { capability: parcel:list, path: parcels } }]
    label: { zh: 包裹号, en: Parcel }
    ask: { zh: 请问是哪个包裹？, en: Which parcel is it? }
  locker:
    schema: { type: string, enum: [north, south] }
    required: true
    origin: [enum]
    label: { zh: 柜子, en: Locker }
    labels: { north: { zh: [北柜], en: [north locker] }, south: { zh: [南柜], en: [south locker] } }
  note: { schema: { type: string }, origin: [open], label: { zh: 备注, en: Note } }
  owner: { source: system, value: contact.external_id }
authorization: { scopes: ['parcels:write'], require: contact.level == 'verified' }
preconditions:
  - id: parcel
    read: { capability: parcel:get, arguments: { parcel_id: args.parcel_id } }
    expect: reads.parcel.owner == contact.external_id
    otherwise: { code: not_yours, say: { zh: '包裹 {{ args.parcel_id }} 不是您的。' } }
guards:
  - id: light_enough
    expect: reads.parcel.state == 'waiting' && reads.parcel.weight < configuration.heaviest
    otherwise: { code: cannot_move, say: { zh: '包裹 {{ args.parcel_id }} 现在不能改投。' } }
limits: { per_contact: 5, within: 1d }
confirmation:
  by: customer
  notice: { zh: "将把包裹 {{ args.parcel_id }} 改投到{{ label('locker') }}。确认请回复“确认”。", en: "Parcel {{ args.parcel_id }} will go to the {{ label('locker') }}." }
  expires_in: 30m
idempotency: { scope: contact, key: [parcel_id], window: 24h }
result:
  schema: redirect_result
  codes:
    - { code: redirected, when: '!has(result.error) && result.state == "redirected"', outcome: succeeded }
    - { code: refused, when: has(result.error), outcome: failed }
  otherwise: unknown
  project: { fee: 'has(result.fee) ? result.fee : 0.0' }
  facts: { parcel_state: "'moving'" }
  read_back: { capability: parcel:get, arguments: { parcel_id: args.parcel_id }, succeeded_when: read_back.state == 'moving' }
presentation_policy:
  redirected: { mode: fixed, text: { zh: '包裹 {{ args.parcel_id }} 已改投，费用 {{ result.fee }} 元。' } }
  refused: { mode: fixed, text: { zh: '包裹 {{ args.parcel_id }} 改投未成，柜子没有接受。' } }
  unknown: { mode: fixed, text: { zh: '改投请求已发出，结果还不知道。' } }
claims:
  - { pattern: '已(为您)?改投|has been redirected', supported_by: "facts.parcel_state == 'moving'" }
events: { redirected: parcel.redirected }
`,
  'assets/task.yaml': `kind: task_asset_package
id: parcel_service
version: 1.0.0
task_contract: { goal: { zh: 帮客户处理包裹 }, applies_when: [客户问到包裹], mode: operation, subject: args.parcel_id }
data_contract:
  facts:
    parcel_id: { schema: { type: string } }
    parcel_state: { schema: { type: string, enum: [waiting, moving, delivered] } }
configuration_contract: { schema: { type: object, required: [heaviest], properties: { heaviest: { type: number } } } }
mcp_requirements: [parcel_system]
capability_bindings:
  - { capability: parcel:list, contract: parcel_list_mine }
  - { capability: parcel:get, contract: parcel_get@^1 }
  - { capability: parcel:redirect, contract: parcel_redirect@^2, stages: [open] }
journey_contract:
  stages:
    - { id: open, complete_when: facts.parcel_state == 'moving', next: done, on_timeout: { after: 2d, next: done } }
    - { id: done }
event_contract: { emits: [parcel.redirected] }
eval_contract: { cases: [evals/parcel-service.yaml] }
control_contract:
  parcel:redirect: { risk: medium, limits: { per_contact: 2, within: 1d } }
---
kind: mcp_requirement
id: parcel_system
version: 1.0.0
capability_keys: [parcel:list, parcel:get, parcel:redirect]
`,
  'assets/business.yaml': `kind: business_asset_package
id: parcel_desk
version: 1.0.0
task_installations: [{ task: parcel_service@^1, configuration: { heaviest: 20 } }]
resource_permissions: { mcp_requirements: [{ id: parcel_system, capabilities: [parcel:list, parcel:get, parcel:redirect] }] }
policies: [desk_policy]
replies: [desk_replies]
expression: desk_tone
events: { sys_first_seen_contact: { reply: greeting } }
---
kind: business_policy
id: desk_policy
version: 1.0.0
never_say: ['保证.{0,8}送达']
---
kind: reply_asset
id: desk_replies
version: 1.0.0
replies: { greeting: { text: { zh: '您好，我是{{ employee.display_name }}。', en: 'Hello, this is {{ employee.display_name }}.' } } }
overrides: { parcel_redirect: { text.refused: { zh: '很抱歉，包裹 {{ args.parcel_id }} 改投未成。' } } }
---
kind: customer_expression
id: desk_tone
version: 1.0.0
`,
  'evals/parcel-service.yaml': `cases:
  - id: redirected_after_a_yes
    given: { contact: c1 }
    say: ['把包裹 P1234 改投到北柜', 确认]
    expect: { operations: [{ capability: parcel:redirect, outcome: succeeded }], reply: 已改投 }
  - id: parcel_of_somebody_else
    given: { contact: c2 }
    say: ['把包裹 P1234 改投到北柜']
    expect: { decisions: [{ capability: parcel:redirect, verdict: block, code: precondition_failed, reason: not_yours }] }
  - id: locker_refuses
    given: { contact: c1, fault: refuse }
    say: ['把包裹 P1234 改投到北柜', { press: confirm }]
    expect: { operations: [{ capability: parcel:redirect, outcome: failed }], never_reply: 已改投 }
`,
  'employees/desk.yaml': `kind: ai_employee
id: desk
version: 1.0.0
display_name: { zh: 包裹台, en: Parcel desk }
role_pack: parcel-clerk
business_package: parcel_desk@^1
model: builtin/matcher
time_zone: Asia/Shanghai
grants: ['parcels:write']
mcp_servers:
  lockers: { transport: stdio, command: node, args: [systems/lockers.ts], env: { LOCKER_TOKEN: { credential: locker_token } } }
resources:
  parcel:list: { server: lockers, tool: list_parcels }
  parcel:get: { server: lockers, tool: get_parcel }
  parcel:redirect: { server: lockers, tool: redirect_parcel, request_id_argument: request_id }
`,
};

/** A replacement in one file of the sample. */
export interface SampleEdit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The sample with replacements; one that finds nothing to replace is a mistake of the test. */
export function editedSample(
  ...edits: readonly SampleEdit[]
): readonly { readonly file: string; readonly text: string }[] {
  const texts: Record<string, string> = { ...SAMPLE_WORKSPACE };
  for (const { file, from, to } of edits) {
    const text = texts[file] ?? '';
    if (from !== '' && !text.includes(from)) throw new Error(`${file} does not contain ${from}`);
    texts[file] = from === '' ? `${text}${to}` : text.replace(from, () => to);
  }
  return Object.entries(texts).map(([file, text]) => ({ file, text }));
}
