import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDefinition, type WorkspaceDefinition } from '@rolecall/host';
import { describe, expect, it } from 'vitest';
import { copyShop, edit } from './shop.ts';

/**
 * The maintenance promise: a new ability is a new task that the business installs and permits, a new way of speaking is the
 * business package's alone, another system is the employee's alone. Source: capability boundaries, section 四.
 */
describe('the example is changed where the change belongs', () => {
  it('a refund ability is a new task, its installation and its permission; nothing that was there changes', async () => {
    const dir = copyShop();
    const before = await loadDefinition(dir);
    const files = filesOf(dir);
    for (const [file, text] of Object.entries(REFUND)) {
      mkdirSync(join(dir, file, '..'), { recursive: true });
      writeFileSync(join(dir, file), text);
    }
    edit(
      dir,
      BUSINESS,
      '  - { task: order_service@^1 }',
      '  - { task: order_service@^1 }\n  - { task: refund_service@^1 }',
    );
    edit(dir, BUSINESS, 'policies:', '    - { id: refund_system, capabilities: [order:refund] }\npolicies:');

    // Known, installed, bound and permitted by the business alone; what is still missing is the one connection.
    const permitted = await loadDefinition(dir);
    expect(changed(files, filesOf(dir))).toEqual([BUSINESS]);
    expect(spaceOf(permitted)['order:refund']).toMatchObject({
      heldBackBy: 'connected',
      checks: { installed: { passed: true }, bound: { passed: true }, permitted: { passed: true } },
    });
    edit(
      dir,
      EMPLOYEE,
      'resources:\n',
      'resources:\n  order:refund: { server: orders, tool: refund_order, request_id_argument: request_id }\n',
    );
    edit(dir, EMPLOYEE, 'orders:write]', 'orders:write, orders:refund]');

    const after = await loadDefinition(dir);
    expect(problems(after)).toEqual([]);
    expect(spaceOf(before)['order:refund']).toBeUndefined();
    expect(spaceOf(after)['order:refund']?.heldBackBy).toBeUndefined();
    for (const part of ['order:get', 'order:cancel'] as const) {
      expect(releaseOf(after).contracts[part]).toEqual(releaseOf(before).contracts[part]);
    }
    expect(releaseOf(after).tasks[0]).toEqual(releaseOf(before).tasks[0]);
    expect(releaseOf(after).policies).toEqual(releaseOf(before).policies);
    expect(releaseOf(after).replies).toEqual(releaseOf(before).replies);
  });

  it('a new tone changes what the business says and no capability', async () => {
    const dir = copyShop();
    const before = await loadDefinition(dir);
    const files = filesOf(dir);
    edit(dir, 'assets/policies/shop-expression.yaml', '简短、具体、有礼貌', '亲切、耐心');
    edit(dir, 'assets/replies/shop-replies.yaml', '很高兴为您服务', '有什么想问的都可以告诉我');
    const after = await loadDefinition(dir);
    expect(problems(after)).toEqual([]);
    expect(changed(files, filesOf(dir))).toEqual([
      'assets/policies/shop-expression.yaml',
      'assets/replies/shop-replies.yaml',
    ]);
    expect(differences(before, after)).toEqual(['expression', 'hash', 'replies']);
    expect(spaceOf(after)).toEqual(spaceOf(before));
  });

  it('another order system changes the employee and nothing above it', async () => {
    const dir = copyShop();
    const before = await loadDefinition(dir);
    const files = filesOf(dir);
    edit(dir, EMPLOYEE, 'args: [systems/orders.ts]', 'args: [systems/warehouse.ts]');
    edit(dir, EMPLOYEE, 'ORDERS_TOKEN: { credential: orders_token }', 'WAREHOUSE_KEY: { credential: warehouse_key }');
    edit(dir, EMPLOYEE, 'tool: get_order_details', 'tool: find_purchase, rename: { order_id: purchase_number }');
    const after = await loadDefinition(dir);
    expect(problems(after)).toEqual([]);
    expect(changed(files, filesOf(dir))).toEqual([EMPLOYEE]);
    expect(differences(before, after)).toEqual(['employee', 'hash']);
    const heldBack = ({ employees }: WorkspaceDefinition) =>
      Object.values(employees[0]?.space.entries ?? {}).map(({ capability, heldBackBy }) => [capability, heldBackBy]);
    expect(heldBack(after)).toEqual(heldBack(before));
  });
});

const BUSINESS = 'assets/business/shop-service.yaml';
const EMPLOYEE = 'employees/lin.yaml';

const REFUND: Readonly<Record<string, string>> = {
  'assets/tasks/refund-service.yaml': `kind: task_asset_package
id: refund_service
version: 1.0.0
task_contract:
  goal: { zh: 为客户的一张已送达订单退款, en: Refund a delivered order }
  applies_when: [客户要求退款]
  mode: operation
  subject: args.order_id
mcp_requirements: [refund_system]
capability_bindings:
  - { capability: order:refund, contract: order_refund@^1 }
journey_contract: { stages: [{ id: open, on_timeout: { after: 2d, next: done } }, { id: done }] }
eval_contract: { cases: [evals/refund-service.yaml] }
---
kind: mcp_requirement
id: refund_system
version: 1.0.0
capability_keys: [order:refund]
`,
  'assets/capabilities/order-refund.yaml': `kind: capability_contract
id: order_refund
version: 1.0.0
capability: order:refund
title: { zh: 申请退款, en: Refund an order }
semantics:
  use_when: [客户明确要求为一张已送达的订单退款]
  not_when: [客户只是询问退款进度]
  examples: [我要退款]
effect: write
arguments:
  order_id:
    schema: { type: string, pattern: '^#W\\d{7}$' }
    required: true
    origin: [customer]
    label: { zh: 订单号, en: Order number }
    ask: { zh: 请问是哪张订单？, en: Which order is it? }
authorization: { scopes: [orders:refund], require: contact.level == 'verified' }
preconditions:
  - id: order
    read: { capability: order:get, arguments: { order_id: args.order_id } }
    expect: reads.order.user_id == contact.external_id
    otherwise: { code: not_own_order, say: { zh: 订单不在您的账户下。, en: The order is not yours. } }
guards:
  - { id: delivered, expect: reads.order.status == 'delivered', otherwise: { code: not_delivered, say: { zh: 订单还没有送达。, en: The order has not been delivered. } } }
confirmation: { by: customer, notice: { zh: '将为订单 {{ args.order_id }} 申请退款。确认请回复“确认”。', en: 'A refund of order {{ args.order_id }} will be requested. Reply "confirm".' } }
idempotency: { scope: contact, key: [order_id], window: 7d }
result:
  schema: order_refund_result
  codes:
    - { code: requested, when: '!has(result.error)', outcome: succeeded }
    - { code: refused, when: has(result.error), outcome: failed }
  otherwise: unknown
presentation_policy:
  requested: { mode: fixed, text: { zh: '订单 {{ args.order_id }} 的退款申请已提交。', en: 'The refund of {{ args.order_id }} has been requested.' } }
  refused: { mode: fixed, text: { zh: 系统没有接受退款申请。, en: The refund was not accepted. } }
  unknown: { mode: fixed, text: { zh: 退款申请还没有得到确认。, en: The refund has not been acknowledged yet. } }
waivers: { read_back: The order system does not show refunds in its orders. }
---
kind: record_schema
id: order_refund_result
version: 1.0.0
schema: { type: object, required: [order_id], properties: { order_id: { type: string } } }
`,
  'evals/refund-service.yaml': `cases:
  - id: refunded
    given: { contact: mei_davis_8935 }
    say: ['订单 #W2890441 我要退款', 确认]
    expect: { operations: [{ capability: order:refund, outcome: succeeded }] }
  - id: not_delivered
    given: { contact: ethan_garcia_1261 }
    say: ['订单 #W9911714 我要退款']
    expect: { decisions: [{ capability: order:refund, verdict: block, code: guard_failed, reason: not_delivered }] }
  - id: refused
    given: { contact: mei_davis_8935, fault: refuse }
    say: ['订单 #W2890441 我要退款', 确认]
    expect: { operations: [{ capability: order:refund, outcome: failed }] }
`,
};

/** The texts of everything that a release is made of, by file. */
function filesOf(dir: string): ReadonlyMap<string, string> {
  const names = ['assets', 'employees', 'role-packs', 'evals'].flatMap((folder) =>
    readdirSync(join(dir, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return new Map(
    names
      .filter((name) => /\.(ya?ml|md|json)$/.test(name))
      .map((name) => [name, readFileSync(join(dir, name), 'utf8')]),
  );
}

/** Files that were there and are not as they were. */
function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...before].filter(([file, text]) => after.get(file) !== text).map(([file]) => file);
}

function releaseOf({ employees }: WorkspaceDefinition): WorkspaceDefinition['employees'][number]['release'] {
  const [employee] = employees;
  if (!employee) throw new Error('The example has no employee that can run.');
  return employee.release;
}

function spaceOf({ employees }: WorkspaceDefinition): WorkspaceDefinition['employees'][number]['space']['entries'] {
  return employees[0]?.space.entries ?? {};
}

function problems({ findings }: WorkspaceDefinition): readonly string[] {
  return findings.filter(({ severity }) => severity !== 'notice').map(({ code, message }) => `${code}: ${message}`);
}

/** The parts of the release that are not what they were. */
function differences(before: WorkspaceDefinition, after: WorkspaceDefinition): readonly string[] {
  const [one, other] = [releaseOf(before), releaseOf(after)];
  return (Object.keys(one) as (keyof typeof one)[])
    .filter((key) => key !== 'places' && JSON.stringify(one[key]) !== JSON.stringify(other[key]))
    .sort();
}
