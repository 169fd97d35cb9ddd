import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyExample } from './testing/copy-example.ts';
import { runBin } from './testing/run-bin.ts';
import { runCommand } from './testing/run-command.ts';

describe('rolecall', () => {
  test('on a Node that is too old says what it needs and nothing else', async () => {
    const pretend = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.17.1' } })";
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
    for (const command of [['version'], ['serve'], []]) {
      const { code, out, err } = await runBin(command, { nodeArgs });
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^Rolecall needs Node\.js 22\.18 or newer; this is 22\.17\.1\. 需要 Node\.js 22\.18.*\n$/);
    }
  });

  test('tells its version', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
    expect(await runBin(['version'])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`rolecall ${version} `),
      err: '',
    });
  });

  test.runIf(existsSync('/dev/full'))('says so without a stack where its output cannot be written', () => {
    const bin = join(import.meta.dirname, '../bin/rolecall.js');
    const command = `"${process.execPath}" "${bin}" version >/dev/full`;
    const ended = spawnSync('sh', ['-c', command], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'zh_CN.UTF-8' },
    });
    expect(ended.stderr).toMatch(/^错误: 标准输出无法写入（ENOSPC）。 \[output_failed\]\n {2}→ .*\n$/);
    expect(ended.status).toBe(1);
    const silent = spawnSync('sh', ['-c', `"${process.execPath}" "${bin}" nonsense 2>/dev/full`], { encoding: 'utf8' });
    expect([silent.status, silent.stdout]).toEqual([2, '']);
  });

  test('speaks the language of its environment', async () => {
    expect((await runBin(['chat'], { env: { LANG: 'zh_CN.UTF-8' } })).err).toContain('必须给出选项');
  });
});

describe('on the example workspace', () => {
  let dir: string;
  beforeAll(() => {
    dir = copyExample();
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  test('check has nothing to say, and leaves no trace', async () => {
    expect(await runBin(['check', '--workspace', dir, '--strict'])).toMatchObject({ code: 0, err: '' });
    expect(await runCommand(['check', '--workspace', dir, '--json'])).toMatchObject({ code: 0, out: '' });
    expect(existsSync(join(dir, '.rolecall'))).toBe(false);
  });

  test('check prints one finding a line with its place, and fails on an error', async () => {
    const broken = copyExample();
    const file = join(broken, 'employees', 'lin.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('role_pack: ', 'role_pack: no-such-'));
    const { code, out } = await runBin(['check', '--workspace', broken, '--json']);
    expect(code).toBe(1);
    const findings = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(findings).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        file: 'employees/lin.yaml',
        line: expect.any(Number),
        message: expect.any(String),
      }),
    );
    const served = await runCommand(['serve', '--workspace', broken, '--port', '0']);
    expect(served).toMatchObject({ code: 1, err: expect.stringContaining('[employee_missing]') });
    rmSync(broken, { recursive: true });
  });

  test('explain prints five boundaries with asset and line', async () => {
    const { code, out } = await runCommand(['explain', 'order:cancel', '--workspace', dir, '--json']);
    expect(code).toBe(0);
    const explanation = JSON.parse(out);
    expect(explanation.boundaries.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'pass',
      'pass',
      'pass',
      'pass',
      'depends',
    ]);
    expect(explanation.boundaries[0]).toMatchObject({
      file: expect.stringContaining('.yaml'),
      line: expect.any(Number),
    });
    const chinese = await runCommand(['explain', 'order:cancel', '--workspace', dir, '--language', 'zh']);
    for (const word of ['已安装', '已绑定', '已许可', '已连接', '已满足']) expect(chinese.out).toContain(word);
  });

  test('explain of a capability that nobody knows fails with what was meant', async () => {
    const { code, err } = await runCommand(['explain', 'order:cancle', '--workspace', dir]);
    expect([code, err]).toEqual([1, expect.stringMatching(/\[capability_unknown\]\n {2}→ .*order:cancel/)]);
  });

  test('chat answers one message as lines of JSON, the reply last; trace shows the same round', async () => {
    const said = ['chat', '--workspace', dir, '--employee', 'lin', '--contact', 'ethan_garcia_1261', '--json'];
    const { code, out } = await runBin([...said, '-p', '帮我查一下订单 #W9911714 现在到哪里了']);
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const reply = lines.at(-1);
    expect(reply).toMatchObject({
      type: 'reply',
      text: expect.stringContaining('W9911714'),
      conversation: expect.any(String),
    });
    expect(lines.slice(0, -1).every(({ type }) => type === 'entry' || type === 'progress')).toBe(true);
    const greetings = lines.filter(({ entry }) => entry?.kind === 'employee.replied' && entry.data.kind === 'greeting');
    expect(greetings).toHaveLength(1);

    const listed = await runCommand(['trace', '--workspace', dir, '--json']);
    expect(JSON.parse(listed.out.trim()).id).toBe(reply.conversation);
    const traced = await runCommand([
      'trace',
      reply.conversation,
      '--round',
      reply.round,
      '--workspace',
      dir,
      '--json',
    ]);
    const round = JSON.parse(traced.out);
    const decision = round.entries.find(({ kind }: { kind: string }) => kind === 'gate.decision');
    expect(decision.data.decision.checks.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      Array(5).fill('pass'),
    );
    expect((await runCommand(['trace', reply.conversation, '--workspace', dir])).out).toContain('ALLOWED');
    const all = await runCommand(['journal', 'verify', '--workspace', dir, '--json']);
    expect(all.code).toBe(0);
    expect(JSON.parse(all.out)).toMatchObject({ conversation: reply.conversation, different: [] });
    expect((await runCommand(['journal', 'verify', 'conv_nope', '--workspace', dir])).err).toContain(
      '[conversation_unknown]',
    );
    const verified = await runCommand(['trace', reply.conversation, '--workspace', dir, '--verify']);
    expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/^[1-9]\d* decision.*all the same/) });
  });

  test('trace of what is not there fails', async () => {
    expect(await runCommand(['trace', 'conv_nope', '--workspace', dir])).toMatchObject({
      code: 1,
      err: expect.stringContaining('[conversation_unknown]'),
    });
  });

  test('serve prints how to get in, answers, and stops when it is told to', async () => {
    let page: Promise<number> | undefined;
    const { code, out } = await runBin(['serve', '--workspace', dir, '--port', '0', '--language', 'zh'], {
      onOut: (text, child) => {
        const url = /(http:\/\/127\.0\.0\.1:\d+)\/api/.exec(text)?.[1];
        if (url === undefined || page !== undefined || !text.includes('Ctrl-C')) return;
        const token = /令牌\s+([\w-]{43})/.exec(text)?.[1] ?? '';
        page = fetch(`${url}/api/conversations`, { headers: { authorization: `Bearer ${token}` } })
          .then(({ status }) => status)
          .finally(() => child.kill('SIGTERM'));
      },
    });
    expect(await page).toBe(200);
    expect(code).toBe(0);
    expect(out.match(/^ {2}· .+$/gm)).toHaveLength(3);
  });

  test('reset removes what the workspace has come to know', async () => {
    expect(existsSync(join(dir, '.rolecall'))).toBe(true);
    expect(await runCommand(['reset', '--workspace', dir])).toMatchObject({ code: 2 });
    expect(await runBin(['reset', '--workspace', dir, '--yes'])).toMatchObject({ code: 0 });
    expect(existsSync(join(dir, '.rolecall'))).toBe(false);
  });
});
