import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';
import { createTestIo } from './testing/test-io.ts';

const empty = mkdtempSync(join(tmpdir(), 'rolecall-'));
afterAll(() => rmSync(empty, { recursive: true }));

const run = async (argv: readonly string[], env: Record<string, string> = { LANG: 'C' }) => {
  const io = createTestIo({ env, cwd: empty });
  const code = await runCli(argv, io);
  return { code, out: io.outLines.join('\n'), err: io.errLines.join('\n') };
};

describe('help', () => {
  const COMMANDS = ['serve', 'chat', 'check', 'explain', 'trace', 'journal', 'reset', 'pack', 'version'];

  test('names every command, in both languages', async () => {
    const english = await run(['--help']);
    const chinese = await run(['--help'], { LANG: 'zh_CN.UTF-8' });
    expect([english.code, chinese.code]).toEqual([0, 0]);
    for (const command of COMMANDS) {
      expect(english.out).toContain(`  ${command}`);
      expect(chinese.out).toContain(`  ${command}`);
    }
    expect(english.out).toMatch(/^Usage: rolecall/);
    expect(chinese.out).toMatch(/^用法： rolecall/);
  });

  test.each(COMMANDS.filter((command) => command !== 'pack'))(
    'of %s leaves no English words in Chinese',
    async (command) => {
      const { code, out } = await run(['--language', 'zh', command, '--help']);
      expect(code).toBe(0);
      expect(out).not.toMatch(/Usage|Options|Arguments|default|\[options\]|show help/);
    },
  );

  test('without a command goes to standard error and is a usage error', async () => {
    const { code, out, err } = await run([]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Usage: rolecall');
  });
});

describe('usage errors', () => {
  test.each([
    [['chekc'], 'unknown command chekc', 'Did you mean check?'],
    [['check', '--jsn'], 'unknown option --jsn', 'Did you mean --json?'],
    [['explain'], 'argument capability is missing', 'See rolecall explain --help.'],
    [['chat'], 'option -c, --contact <id> is required', 'See rolecall chat --help.'],
    [['chat', '--contact'], 'option -c, --contact <id> needs a value', ''],
    [['serve', '--port', '70000'], '70000 is not valid for -p, --port <port>', 'a whole number from 0 to 65535'],
    [['version', 'extra'], 'too many arguments', ''],
  ])('%o: %s', async (argv, told, hint) => {
    const { code, out, err } = await run(argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(told);
    expect(err).toContain(hint);
  });

  test('are told in Chinese', async () => {
    expect((await run(['chekc', '--language', 'zh'])).err).toMatch(/未知命令 chekc\n是不是想用 check？/);
  });
});

describe('errors', () => {
  test.each([['check'], ['serve'], ['trace'], ['chat', '-c', 'c-1'], ['explain', 'desk:look'], ['reset', '--yes']])(
    '%s in a folder that is no workspace fails with code and hint, and no stack',
    async (...argv) => {
      const { code, out, err } = await run(argv);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/rolecall\.yaml.*\[workspace_not_found\]\n {2}→ /);
      expect(err).not.toMatch(/\n\s+at /);
    },
  );

  test('show their stack to whoever debugs', async () => {
    const { err } = await run(['check'], { LANG: 'C', ROLECALL_DEBUG: '1' });
    expect(err).toMatch(/\n\s+at /);
  });
});
