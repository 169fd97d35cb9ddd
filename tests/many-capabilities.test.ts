import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@rolecall/base';
import { type ScriptedModel, scriptedModel } from '@rolecall/kernel/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { copyShop, decisionsIn, edit, openShop, PENDING, SHIPPED, type Shop, textOf } from './shop.ts';

const GENERATED = 38;
const BUSINESS = 'assets/business/shop-service.yaml';
const EMPLOYEE = 'employees/lin.yaml';
let shop: Shop;

afterEach(() => shop.close());

/** The example with 38 more reads, each about another part of an order, and one that nobody connects. */
function crowdedShop(): string {
  const dir = copyShop();
  const numbers = Array.from({ length: GENERATED }, (_, number) => number);
  const contracts = numbers.map(
    (number) => `kind: capability_contract
id: part_${number}
version: 1.0.0
capability: part:look-${number}
title: { zh: 查看第 ${number} 号配件, en: Look at part ${number} }
semantics:
  use_when: [客户想知道第 ${number} 号配件的说明]
  examples: [第 ${number} 号配件是什么样的]
effect: read
arguments:
  order_id: { schema: { type: string, pattern: '^#W\\d{7}$' }, normalise: [full_width, separators, upper], required: true, origin: [customer], label: { zh: 订单号 }, ask: { zh: 请问是哪张订单？ } }
result:
  codes:
    - { code: found, when: '!has(result.error)', outcome: succeeded }
    - { code: not_found, when: has(result.error), outcome: failed }
  project: { status: result.status }
`,
  );
  const task = `kind: task_asset_package
id: part_service
version: 1.0.0
task_contract: { goal: 说明配件, applies_when: [客户询问配件], mode: operation }
mcp_requirements: [part_system]
capability_bindings:
${numbers.map((number) => `  - { capability: part:look-${number}, contract: part_${number}@^1 }`).join('\n')}
journey_contract: { stages: [{ id: open, on_timeout: { after: 1d, next: done } }, { id: done }] }
`;
  const requirement = `kind: mcp_requirement\nid: part_system\nversion: 1.0.0\ncapability_keys: [${numbers.map((number) => `part:look-${number}`).join(', ')}]\n`;
  writeFileSync(join(dir, 'assets/parts.yaml'), [...contracts, task, requirement].join('---\n'));
  edit(
    dir,
    BUSINESS,
    '  - { task: order_service@^1 }',
    '  - { task: order_service@^1 }\n  - { task: part_service@^1 }',
  );
  edit(dir, BUSINESS, '  mcp_requirements:\n', '  mcp_requirements:\n    - { id: part_system }\n');
  // The last one stays without a connection.
  const bound = numbers
    .slice(0, -1)
    .map((number) => `  part:look-${number}: { server: orders, tool: get_order_details }`);
  edit(dir, EMPLOYEE, 'resources:\n', `resources:\n${bound.join('\n')}\n`);
  return dir;
}

const find = (query: string) => ({ calls: [{ name: 'find_capability', input: { query } }] });
const call = (capability: string, values: JsonObject = {}) => ({
  calls: [{ name: 'call_capability', input: { capability, arguments: values } }],
});

/** The result of the last call that a request shows. */
function lastResult(model: ScriptedModel, request: number): JsonObject {
  const message = model.calls[request]?.prompt.findLast(({ role }) => role === 'tool');
  const [part] = message?.role === 'tool' ? message.content : [];
  const value = part?.type === 'tool-result' && 'value' in part.output ? part.output.value : undefined;
  return isJsonObject(value) ? value : {};
}

describe('with more than thirty capabilities', () => {
  test('two tools stand for all of them, and the beginning of the prompt stays the same', async () => {
    const model = scriptedModel(['您好。', '再见。']);
    shop = await openShop({ dir: crowdedShop(), model });
    expect(shop.workspace.employees()[0]?.space.tools).toBe('found');
    await shop.say('你好');
    await shop.say('没事了');
    const tools = model.calls.map((request) => request.tools?.map(({ name }) => name) ?? []);
    expect(tools[0]).toEqual(expect.arrayContaining(['call_capability', 'find_capability', 'why_not']));
    expect(tools[0]?.filter((name) => name.includes('__'))).toEqual([]);
    expect(JSON.stringify(model.calls[1]?.tools)).toBe(JSON.stringify(model.calls[0]?.tools));
    expect(model.calls[1]?.prompt[0]).toEqual(model.calls[0]?.prompt[0]);
  });

  test('a capability is found by what the customer wants, with its description and arguments', async () => {
    const model = scriptedModel([
      find('我要取消订单'),
      '好的。',
      find('查看第 37 号配件'),
      '好的。',
      find('zzz qqq'),
      '好的。',
    ]);
    shop = await openShop({ dir: crowdedShop(), model });
    await shop.say('我要取消订单');
    const [first] = lastResult(model, 1).capabilities as readonly JsonObject[];
    expect(first).toMatchObject({ capability: 'order:cancel', effect: 'write' });
    expect(first?.description).toContain('取消未发货订单');
    expect(JSON.stringify(first?.arguments)).toContain('order_id');
    await shop.say('第 37 号配件呢');
    expect((lastResult(model, 3).held_back as readonly JsonObject[])[0]).toMatchObject({
      capability: 'part:look-37',
      boundary: 'connected',
      code: 'resource_not_bound',
    });
    await shop.say('zzz');
    expect(lastResult(model, 5)).toMatchObject({ status: 'found', capabilities: [], held_back: [] });
  });

  test('a write goes the same way through the gate: notice, confirmation, receipt', async () => {
    const model = scriptedModel([
      find('取消订单'),
      call('order:cancel', { order_id: PENDING, reason: 'no longer needed' }),
    ]);
    shop = await openShop({ dir: crowdedShop(), model });
    const asked = await shop.say(`取消订单 ${PENDING}，不想要了`);
    expect(asked.at(-1)?.kind).toBe('notice');
    expect(shop.status(PENDING)).toBe('pending');
    expect(textOf(await shop.say('确认'))).toContain('已为您取消订单');
    expect(shop.status(PENDING)).toBe('cancelled');
    expect(decisionsIn(await shop.entries()).map(({ capability, decision }) => [capability, decision.verdict])).toEqual(
      [
        ['order:cancel', 'block'],
        ['order:cancel', 'allow'],
      ],
    );
  });

  test('what is missing is asked for, and what is held back comes back with its boundary', async () => {
    const model = scriptedModel([
      call('order:cancel'),
      '',
      call('part:look-37', { order_id: PENDING }),
      '',
      call('order:cancle'),
      '好的。',
      call('order:get', 'no object' as unknown as JsonObject),
      '好的。',
    ]);
    shop = await openShop({ dir: crowdedShop(), model });
    expect(textOf(await shop.say('取消订单'))).toContain('请问要取消哪张订单');
    await shop.say('看第 37 号配件');
    expect(decisionsIn(await shop.entries()).at(-1)).toMatchObject({
      capability: 'part:look-37',
      decision: { verdict: 'block', boundary: 'connected', code: 'resource_not_bound' },
    });
    await shop.say('取消');
    expect(JSON.stringify(lastResult(model, model.calls.length - 1))).toContain('Did you mean \\"order:cancel\\"');
    const before = decisionsIn(await shop.entries()).length;
    await shop.say('查订单');
    expect(decisionsIn(await shop.entries())).toHaveLength(before);
  });

  test('reads of a step run beside each other, writes one by one after them', async () => {
    const model = scriptedModel([
      {
        calls: [
          call('order:cancel', { order_id: PENDING, reason: 'no longer needed' }).calls[0],
          call('order:get', { order_id: SHIPPED }).calls[0],
        ].filter((each) => each !== undefined),
      },
      '好的。',
    ]);
    shop = await openShop({ dir: crowdedShop(), model });
    await shop.say(`查订单 ${SHIPPED}，取消订单 ${PENDING}，不想要了`);
    expect(decisionsIn(await shop.entries()).map(({ capability }) => capability)).toEqual([
      'order:get',
      'order:cancel',
    ]);
  });

  test('the planner without a model plans with them too, from the first question to the receipt', async () => {
    shop = await openShop({ dir: crowdedShop() });
    expect(textOf(await shop.say('我要取消订单'))).toContain('请问要取消哪张订单');
    expect(textOf(await shop.say(PENDING))).toContain('取消的原因是什么');
    expect(textOf(await shop.say('不想要了'))).toContain('确认请回复');
    expect(textOf(await shop.say('确认'))).toContain('已为您取消订单');
    expect(textOf(await shop.say(`订单 ${SHIPPED} 到哪里了`))).toContain('已出库');
    expect(textOf(await shop.say('退货政策是什么'))).toContain('签收后 7 天内');
    const calls = (await shop.entries())
      .filter(({ kind }) => kind === 'kernel.step')
      .map(({ data }) => JSON.stringify(data));
    expect(calls.some((step) => step.includes('call_capability'))).toBe(true);
    expect(calls.some((step) => step.includes('order__'))).toBe(false);
  });
});
