/** Files of a workspace with 1,000 assets and not one finding: four businesses with thirty tasks each. */
export function generatedWorkspace(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (let business = 0; business < BUSINESSES; business++) {
    const tasks = Array.from({ length: TASKS }, (_, index) => business * TASKS + index);
    for (const task of tasks) {
      files.set(`assets/tasks/task-${task}.yaml`, taskOf(task));
      files.set(`assets/contracts/task-${task}.yaml`, contractsOf(task));
      files.set(`evals/task-${task}.yaml`, casesOf(task));
    }
    files.set(`assets/business-${business}.yaml`, businessOf(business, tasks));
    files.set(`employees/desk-${business}.yaml`, employeeOf(business, tasks));
  }
  return files;
}

const BUSINESSES = 4;
const TASKS = 30;

/** Names that share no part with each other, so that no two contracts want the same words. */
const SYLLABLES = ['ba', 'de', 'fi', 'go', 'hu', 'ja', 'ke', 'li', 'mo', 'nu', 'pa', 're'];
function nameOf(task: number): string {
  const at = (step: number): string => SYLLABLES[Math.floor(task / step) % SYLLABLES.length] ?? '';
  return `${at(1)}${at(12)}${at(1)}k${at(144)}m`;
}

/** Twenty of them: with these there are a thousand assets. */
function hasEvent(task: number): boolean {
  return task % 6 === 0;
}

function taskOf(task: number): string {
  const keys = ['list', 'get', 'change', 'close'].map((action) => `${nameOf(task)}:${action}`);
  return `kind: task_asset_package
id: task_${task}
version: 1.0.0
task_contract: { goal: Look after ${nameOf(task)}, applies_when: [somebody mentions ${nameOf(task)}], mode: operation, subject: args.thing_id }
data_contract:
  facts:
    thing_id: { schema: { type: string } }
    state_${task}: { schema: { type: string, enum: [open, changed, closed] } }
configuration_contract: { schema: { type: object, required: [most_${task}], properties: { most_${task}: { type: number } } } }
mcp_requirements: [system_${task}]
capability_bindings:
${keys.map((key) => `  - { capability: '${key}', contract: ${key.replace(/[:-]/g, '_')}@^1 }`).join('\n')}
journey_contract:
  stages:
    - { id: open, complete_when: facts.state_${task} == 'closed', next: done, on_timeout: { after: ${task + 1}h, next: done } }
    - { id: done }
${hasEvent(task) ? `event_contract: { emits: [${nameOf(task)}.closed] }\n` : ''}eval_contract: { cases: [evals/task-${task}.yaml] }
---
kind: mcp_requirement
id: system_${task}
version: 1.0.0
capability_keys: [${keys.map((key) => `'${key}'`).join(', ')}]
${hasEvent(task) ? `---\nkind: event_definition\nid: ${nameOf(task)}.closed\nversion: 1.0.0\nconsumed_by: outside\n` : ''}`;
}

function contractsOf(task: number): string {
  const parts = [
    readOf(task, 'list', `somebody lists every ${nameOf(task)}`, `{ count: result.weight }`),
    readOf(task, 'get', `somebody looks at a single ${nameOf(task)}`, `{ state: result.state, weight: result.weight }`),
    writeOf(task, 'change', 'changed'),
    writeOf(task, 'close', 'closed'),
    `kind: record_schema
id: record_${task}
version: 1.0.0
schema:
  type: object
  required: [state, owner, weight]
  properties:
    state: { type: string, enum: [open, changed, closed] }
    owner: { type: string }
    weight: { type: number }
`,
    `kind: record_schema
id: result_${task}
version: 1.0.0
schema: { type: object, required: [state], properties: { state: { type: string, enum: [changed, closed] } } }
`,
  ];
  return parts.join('---\n');
}

function headOf(task: number, action: string, useWhen: string, effect: string): string {
  return `kind: capability_contract
id: ${nameOf(task)}_${action}
version: 1.0.0
capability: '${nameOf(task)}:${action}'
title: { zh: ${action} ${nameOf(task)}, en: ${action} ${nameOf(task)} }
semantics: { use_when: [${useWhen}], examples: [${action} ${nameOf(task)} now] }
effect: ${effect}
arguments:
  thing_id: { schema: { type: string, pattern: '^T\\d{4}$' }, required: true, fact: thing_id, origin: [customer], label: { zh: 编号, en: Number }, ask: { zh: 请问编号是什么？, en: Which number is it? } }
`;
}

function readOf(task: number, action: string, useWhen: string, project: string): string {
  return `${headOf(task, action, useWhen, 'read')}result:
  schema: record_${task}
  codes:
    - { code: found, when: '!has(result.error) && result.owner == contact.external_id', outcome: succeeded }
    - { code: not_yours, when: '!has(result.error) && result.owner != contact.external_id', outcome: failed }
    - { code: not_found, when: has(result.error), outcome: failed }
  project: ${project}
  facts: { state_${task}: result.state }
`;
}

function writeOf(task: number, action: string, done: string): string {
  return `${headOf(task, action, `somebody wants ${nameOf(task)} ${done}`, 'write')}authorization: { scopes: ['things:write'], require: contact.level == 'verified' }
preconditions:
  - id: thing
    read: { capability: '${nameOf(task)}:get', arguments: { thing_id: args.thing_id } }
    expect: reads.thing.owner == contact.external_id
    otherwise: { code: not_yours, say: { zh: '{{ args.thing_id }} 不在您名下。', en: '{{ args.thing_id }} is not yours.' } }
guards:
  - id: still_open
    expect: reads.thing.state == 'open' && reads.thing.weight < configuration.most_${task}
    otherwise: { code: not_open, say: { zh: '{{ args.thing_id }} 的状态不允许。', en: '{{ args.thing_id }} is not open.' } }
limits: { per_contact: 5, within: 1d }
confirmation:
  by: customer
  notice: { zh: '将处理 {{ args.thing_id }}。确认请回复“确认”。', en: '{{ args.thing_id }} is going to be ${done}. Reply "confirm".' }
idempotency: { scope: contact, key: [thing_id], window: 24h }
result:
  schema: result_${task}
  codes:
    - { code: ${done}, when: '!has(result.error) && result.state == "${done}"', outcome: succeeded }
    - { code: refused, when: has(result.error), outcome: failed }
  otherwise: unknown
  project: { state: result.state }
  facts: { state_${task}: result.state }
  read_back: { capability: '${nameOf(task)}:get', arguments: { thing_id: args.thing_id }, succeeded_when: read_back.state == '${done}' }
presentation_policy:
  ${done}: { mode: fixed, text: { zh: '{{ args.thing_id }} 已处理。', en: '{{ args.thing_id }} has been ${done}.' } }
  refused: { mode: fixed, text: { zh: '{{ args.thing_id }} 没有处理成功。', en: '{{ args.thing_id }} was refused.' } }
  unknown: { mode: fixed, text: { zh: '{{ args.thing_id }} 的结果还不知道。', en: 'It is not known yet what became of {{ args.thing_id }}.' } }
claims:
  - { pattern: 'has been ${done}', supported_by: facts.state_${task} == '${done}' }
${hasEvent(task) && done === 'closed' ? `events: { closed: ${nameOf(task)}.closed }\n` : ''}`;
}

function casesOf(task: number): string {
  const operation = `capability: '${nameOf(task)}:close'`;
  return `cases:
  - { id: closed, given: { contact: c1 }, say: [close T0001, confirm], expect: { operations: [{ ${operation}, outcome: succeeded }] } }
  - { id: not_yours, given: { contact: c2 }, say: [close T0001], expect: { decisions: [{ ${operation}, verdict: block, code: precondition_failed }] } }
  - { id: refused, given: { contact: c1, fault: refuse }, say: [close T0001, confirm], expect: { operations: [{ ${operation}, outcome: failed }] } }
`;
}

function businessOf(business: number, tasks: readonly number[]): string {
  return `kind: business_asset_package
id: business_${business}
version: 1.0.0
task_installations:
${tasks.map((task) => `  - { task: task_${task}@^1, configuration: { most_${task}: 20 } }`).join('\n')}
resource_permissions:
  mcp_requirements: [${tasks.map((task) => `{ id: system_${task} }`).join(', ')}]
policies: [policy_${business}]
replies: [replies_${business}]
expression: expression_${business}
events: { sys_first_seen_contact: { reply: greeting } }
---
kind: business_policy
id: policy_${business}
version: 1.0.0
statements: [Speak of nothing but business ${business}.]
never_say: ['guaranteed.{0,9}${business}']
---
kind: reply_asset
id: replies_${business}
version: 1.0.0
replies: { greeting: { text: { zh: '您好，我是{{ employee.display_name }}。', en: 'Hello, this is {{ employee.display_name }}.' } } }
---
kind: customer_expression
id: expression_${business}
version: 1.0.0
tone: { zh: 简短, en: Short. }
`;
}

function employeeOf(business: number, tasks: readonly number[]): string {
  const bindings = tasks.flatMap((task) =>
    ['list', 'get', 'change', 'close'].map((action) => {
      const request = action === 'change' || action === 'close' ? ', request_id_argument: request_id' : '';
      return `  '${nameOf(task)}:${action}': { server: things, tool: ${action}_thing_of_${task}${request} }`;
    }),
  );
  return `kind: ai_employee
id: desk_${business}
version: 1.0.0
display_name: { zh: 前台, en: Desk }
role_pack: clerk
business_package: business_${business}@^1
model: builtin/matcher
time_zone: Asia/Shanghai
grants: ['things:write']
mcp_servers: { things: { transport: stdio, command: node, args: [systems/things.ts] } }
resources:
${bindings.join('\n')}
`;
}
