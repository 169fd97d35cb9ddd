import {
  assembleAssets,
  type CapabilitySpace,
  computeCapabilitySpace,
  linkEmployee,
  type Release,
  type RolePackShare,
} from '@rolecall/assets';
import { CONTRACTS } from './library-contracts.ts';

/** The files of a small library's desk, by name: books can be looked for, loans looked up and returned, notes left. */
export type DeskFiles = Readonly<Record<string, string>>;

/** The desk as its files hold it. `employees/ida.yaml` names the role pack `librarian`, which is not among them. */
export function deskFiles(): DeskFiles {
  return {
    ...Object.fromEntries(Object.entries(CONTRACTS).map(([name, text]) => [`assets/capabilities/${name}.yaml`, text])),
    'assets/records.yaml': RECORDS,
    'assets/tasks/loan-desk.yaml': TASK,
    'assets/tasks/cards.yaml': UNINSTALLED_TASK,
    'assets/library.yaml': BUSINESS,
    'employees/ida.yaml': EMPLOYEE,
  };
}

/** A release of the desk, after an edit of its files. Throws when the edited files do not load or link. */
export function deskRelease(
  edit: (files: Record<string, string>) => void = () => undefined,
  rolePack: Partial<RolePackShare> = {},
): { readonly release: Release; readonly space: CapabilitySpace } {
  const files = { ...deskFiles() };
  edit(files);
  const loaded = assembleAssets(Object.entries(files).map(([file, text]) => ({ file, text })));
  const { release } = linkEmployee(loaded, 'ida', { ...ROLE_PACK, ...rolePack });
  const broken = loaded.findings.find(({ severity }) => severity === 'error');
  if (broken || !release) throw new Error(`The desk does not load: ${JSON.stringify(broken ?? 'no release')}`);
  return { release, space: computeCapabilitySpace(release) };
}

/** Changes one of the files; fails when there is nothing to change. */
export function replaceIn(files: Record<string, string>, file: string, from: string, to: string): void {
  const text = files[file] ?? '';
  if (!text.includes(from)) throw new Error(`Nothing to change in ${file}.`);
  files[file] = text.replace(from, to);
}

/** Lets the desk's employee ask for a person, have something followed up and remind. */
export function withPeople(files: Record<string, string>): void {
  replaceIn(
    files,
    'assets/tasks/loan-desk.yaml',
    'capability_bindings:\n',
    `${PLATFORM_TOOLS}capability_bindings:\n${PEOPLE}`,
  );
  const permitted = '  platform_tools: [human:hand-over, human:follow-up, contact:remind]';
  const requirements = '  mcp_requirements: [{ id: loan_system }]';
  const permissions = 'resource_permissions: { mcp_requirements: [{ id: loan_system }] }';
  replaceIn(files, 'assets/library.yaml', permissions, `resource_permissions:\n${requirements}\n${permitted}`);
  files['employees/ida.yaml'] += RESOURCES_OF_PEOPLE;
}

const PLATFORM_TOOLS = 'platform_tools: [human:hand-over, human:follow-up, contact:remind]\n';
const PEOPLE = `
  - { capability: human:hand-over, contract: sys_hand_over }
  - { capability: human:follow-up, contract: sys_follow_up }
  - { capability: contact:remind, contract: sys_reminder }
`.slice(1);
const RESOURCES_OF_PEOPLE = `
  human:hand-over: { platform: hand_over }
  human:follow-up: { platform: follow_up }
  contact:remind: { platform: reminder }
`.slice(1);

const ROLE_PACK: RolePackShare = {
  name: 'librarian',
  digest: 'sha256:0',
  capabilities: undefined,
  strategy: { toolMode: 'allow', toolReadonly: false },
};

const RECORDS = `
kind: record_schema
id: loan_record
version: 1.0.0
schema:
  type: object
  required: [loan_id, holder, state, due]
  properties:
    loan_id: { type: string }
    holder: { type: string }
    state: { type: string, enum: [open, returned] }
    due: { type: string }
    remark: { type: string }
---
kind: record_schema
id: book_list
version: 1.0.0
schema:
  type: object
  required: [books]
  properties: { books: { type: array, items: { type: string } } }
---
kind: record_schema
id: note_result
version: 1.0.0
schema:
  type: object
  required: [left]
  properties: { left: { type: boolean } }
---
kind: event_definition
id: loan.returned
version: 1.0.0
description: A loan was returned.
`;

const TASK = `
kind: task_asset_package
id: loan_desk
version: 1.0.0
task_contract:
  goal: { zh: 照看读者的借阅, en: Look after readers' loans }
  applies_when: [读者问起借阅或馆藏]
  mode: operation
  subject: args.loan_id
semantic_context: { zh: 一笔借阅是 open 在借或 returned 已还。, en: A loan is open or returned. }
data_contract:
  facts:
    loan_id: { schema: { type: string } }
    loan_state: { schema: { type: string, enum: [open, returned] } }
mcp_requirements: [loan_system]
capability_bindings:
  - { capability: book:find, contract: book_find@^1 }
  - { capability: loan:get, contract: loan_get@^1 }
  - { capability: loan:return, contract: loan_return@^1, stages: [open] }
  - { capability: note:leave, contract: note_leave@^1 }
  - { capability: room:free, contract: room_free@^1 }
journey_contract:
  stages:
    - { id: open, complete_when: facts.loan_state == 'returned', next: done, on_timeout: { after: 2d, next: resting } }
    - { id: resting, complete_when: facts.loan_state == 'returned', next: done, on_timeout: { after: 7d, next: done } }
    - { id: done }
event_contract: { emits: [loan.returned] }
---
kind: mcp_requirement
id: loan_system
version: 1.0.0
capability_keys: [book:find, loan:get, loan:return, note:leave, room:free]
`;

const UNINSTALLED_TASK = `
kind: task_asset_package
id: card_desk
version: 1.0.0
task_contract: { goal: 照看借书证, applies_when: [读者问起借书证], mode: operation }
mcp_requirements: [card_system]
capability_bindings: [{ capability: card:check, contract: card_check@^1 }]
journey_contract: { stages: [{ id: open }] }
---
kind: mcp_requirement
id: card_system
version: 1.0.0
capability_keys: [card:check]
`;

const BUSINESS = `
kind: business_asset_package
id: library
version: 1.0.0
task_installations: [{ task: loan_desk@^1 }]
resource_permissions: { mcp_requirements: [{ id: loan_system }] }
policies: [house_rules@^1]
replies: [house_replies@^1]
expression: house_expression@^1
events: { sys_first_seen_contact: { reply: greeting } }
---
kind: business_policy
id: house_rules
version: 1.0.0
statements: [{ zh: 不承诺新书到馆的日期。, en: Promise no date for new books. }]
never_say: ['保证.{0,6}到馆', 'guarantee.{0,12}arriv']
---
kind: reply_asset
id: house_replies
version: 1.0.0
replies:
  greeting: { text: { zh: '您好，这里是图书馆，我是{{ employee.display_name }}。', en: 'Hello, this is the library, I am {{ employee.display_name }}.' } }
---
kind: customer_expression
id: house_expression
version: 1.0.0
tone: { zh: 简短, en: Short }
default_language: zh
`;

const EMPLOYEE = `
kind: ai_employee
id: ida
version: 1.0.0
display_name: { zh: 伊达, en: Ida }
role_pack: librarian
business_package: library@^1
model: builtin/matcher
time_zone: Asia/Shanghai
grants: [loans:read, loans:write]
mcp_servers: { desk: { transport: stdio, command: node, args: [systems/desk.mjs] } }
resources:
  book:find: { server: desk, tool: find_books }
  loan:get: { server: desk, tool: get_loan }
  loan:return: { server: desk, tool: return_loan, request_id_argument: request_id }
  note:leave: { server: desk, tool: leave_note, request_id_argument: request_id }
`;
