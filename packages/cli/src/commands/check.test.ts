import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { copyExample } from '../testing/copy-example.ts';
import { createTestIo } from '../testing/test-io.ts';

const run = async (dir: string, ...argv: readonly string[]) => {
  const io = createTestIo({ env: { LANG: 'C' }, cwd: dir });
  const code = await runCli(argv, io);
  return { code, out: io.outLines.join('\n'), err: io.errLines.join('\n') };
};

describe('rolecall check', () => {
  test('--sarif tells each finding with its file and line, and fails as without it', async () => {
    const dir = copyExample();
    const file = join(dir, 'assets/tasks/order-service.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('contract: order_get@^1', 'contract: order_gte@^1'));
    const { code, out } = await run(dir, 'check', '--sarif');
    expect(code).toBe(1);
    const [result] = JSON.parse(out).runs[0].results.filter(
      ({ ruleId }: { ruleId: string }) => ruleId === 'contract_unknown',
    );
    expect(result).toMatchObject({
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'assets/tasks/order-service.yaml' } } }],
    });
    expect(result.locations[0].physicalLocation.region.startLine).toBeGreaterThan(1);
  });

  test('speaks Chinese', async () => {
    const dir = copyExample();
    const file = join(dir, 'assets/tasks/order-service.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('contract: order_get@^1', 'contract: order_gte@^1'));
    const { out } = await run(dir, 'check', '--language', 'zh');
    expect(out).toMatch(
      /^错误 contract_unknown {2}assets\/tasks\/order-service\.yaml:\d+ .*\n {4}没有 capability_contract“order_gte”。\n {4}→ 是不是想写“order_get”？$/m,
    );
  });

  test('names a system asset that an upgrade changed, until somebody agrees', async () => {
    const dir = copyExample();
    const lock = join(dir, 'rolecall.lock');
    await run(dir, 'check', '--accept-system');
    const agreed = JSON.parse(readFileSync(lock, 'utf8'));
    writeFileSync(lock, JSON.stringify({ ...agreed, system: { ...agreed.system, sys_hand_over: 'sha256:before' } }));
    const changed = await run(dir, 'check', '--strict');
    expect([changed.code, changed.out]).toEqual([1, expect.stringContaining('system_asset_changed')]);
    expect(changed.out).toContain('sys_hand_over');
    expect(await run(dir, 'check', '--accept-system', '--strict')).toMatchObject({ code: 0, out: 'No findings.' });
  });
});

test('a read bound to a tool that said it is destructive when it was pinned is an error', async () => {
  const dir = copyExample();
  const pins = { 'orders/get_order_details': { fingerprint: 'sha256:1', destructive: true } };
  writeFileSync(join(dir, 'rolecall.lock'), JSON.stringify({ version: 1, tools: pins }));
  const { code, out } = await run(dir, 'check');
  expect(code).toBe(1);
  expect(out).toContain('read_bound_to_destructive_tool');
});

describe('rolecall explain --args', () => {
  test('says what would block a call with them, and where that stands', async () => {
    const { code, out } = await run(copyExample(), 'explain', 'order:cancel', '--args', '{"order_id":"#W1"}');
    expect(code).toBe(0);
    expect(out).toContain('argument_invalid');
    expect(out).toMatch(/argument reason: required, and not given {2}\(assets\/capabilities\/order-cancel\.yaml:\d+\)/);
    expect(out).toMatch(
      /tightened limits\.per_contact: 5 → 3 \(order_service\) {2}\(assets\/tasks\/order-service\.yaml:\d+\)/,
    );
  });

  test('takes a JSON object and nothing else', async () => {
    const { code, err } = await run(copyExample(), 'explain', 'order:cancel', '--args', '[1]');
    expect(code).toBe(2);
    expect(err).toContain('--args takes a JSON object');
  });
});
