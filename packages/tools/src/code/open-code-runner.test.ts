import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loopbackSite } from '../testing/loopback-site.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { namespaceLauncher, nodeDeniesNetwork } from './find-isolation.ts';
import { openCodeRunner } from './open-code-runner.ts';

// Where neither holds, a runner exists only because these tests say so.
const options = { allowNetwork: true, timeMs: 20_000 };
const runner = openCodeRunner(options);
const run = (code: string, input?: string) => runner.run({ code, input });
const print = async (expression: string) => (await run(`console.log(${expression})`)).output.trim();

describe('code that runs', () => {
  it('prints its result, reads its input, may use modules by import and by require, and await', async () => {
    expect(await run('console.log(6 * 7)')).toEqual({ end: 'ended', exitCode: 0, output: '42\n', errors: '' });
    const reading = `import { text } from 'node:stream/consumers'; console.log((await text(process.stdin)).toUpperCase())`;
    expect(await run(reading, '数据 abc')).toMatchObject({ output: '数据 ABC\n' });
    expect(
      await run(
        `const { createHash } = require('crypto'); console.log(createHash('sha1').update('x').digest('hex').length)`,
      ),
    ).toMatchObject({ output: '40\n' });
  });

  it('has a folder of its own that nobody finds afterwards', async () => {
    const place = temporaryFolder();
    vi.stubEnv('TMPDIR', place);
    onTestFinished(() => void vi.unstubAllEnvs());
    const code = `const fs = require('fs'); fs.writeFileSync('a.txt', '1'); console.log(fs.readFileSync('a.txt', 'utf8'))`;
    expect(await run(code)).toMatchObject({ output: '1\n' });
    expect(readdirSync(place)).toEqual([]);
  });

  it('tells its errors and its exit code, and not where it ran', async () => {
    const failed = await run('process.exitCode = 3; throw new TypeError("broken")');
    expect(failed).toMatchObject({ end: 'ended', errors: expect.stringContaining('TypeError: broken') });
    expect(failed.exitCode).not.toBe(0);
    expect(failed.errors).not.toContain('rolecall-code-');
    expect(await run('let x = ')).toMatchObject({ end: 'ended', errors: expect.stringContaining('SyntaxError') });
  });
});

describe('code that reaches out', () => {
  it('reads and writes no other file', async () => {
    const folder = temporaryFolder({ 'secret.txt': 'hush' });
    const tried = (call: string) => `try { console.log(${call}) } catch (error) { console.log(error.code) }`;
    const { output } = await run(
      [
        `const fs = require('fs');`,
        tried(`fs.readFileSync(${JSON.stringify(`${folder}/secret.txt`)}, 'utf8')`),
        tried(`fs.readFileSync('/etc/passwd', 'utf8')`),
        tried(`fs.readFileSync('/proc/self/environ', 'utf8')`),
        tried(`fs.writeFileSync(${JSON.stringify(`${folder}/new.txt`)}, 'x')`),
        tried(`fs.symlinkSync('/etc/passwd', 'link')`),
        tried(`fs.writeFileSync('../program/main.mjs', 'x')`),
        tried(`fs.linkSync('/etc/passwd', 'hard')`),
      ].join('\n'),
    );
    expect(output.trim().split('\n')).toEqual(Array.from({ length: 7 }, () => 'ERR_ACCESS_DENIED'));
    expect(existsSync(`${folder}/new.txt`)).toBe(false);
  });

  it('finds no secret in its environment', async () => {
    vi.stubEnv('HUSH_API_KEY', 'hush-hush');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await print('JSON.stringify(process.env)')).not.toContain('hush');
  });

  it('has no module that starts programs, threads or connections', async () => {
    for (const name of [
      'child_process',
      'worker_threads',
      'net',
      'http',
      'dgram',
      'dns',
      'inspector',
      'module',
      'vm',
      'cluster',
      'process',
      'sqlite',
      'test',
    ]) {
      const { output } = await run(
        `for (const load of [() => import('node:${name}'), () => require('${name}')]) try { await load(); console.log('open') } catch { console.log('closed') }`,
      );
      expect([name, output]).toEqual([name, 'closed\nclosed\n']);
    }
    expect(
      await print(
        `[process.kill, process._kill, process._debugProcess, process.binding, process.dlopen, process.getBuiltinModule].map((one) => typeof one).join()`,
      ),
    ).toBe(Array.from({ length: 6 }, () => 'undefined').join());
  });

  it.runIf(runner.isolation.network === 'denied')(
    'connects to nothing, not even by the class of its own streams',
    async () => {
      const site = await loopbackSite('127.0.0.1', (_request, response) => void response.end('inside'));
      const { output } = await run(
        `const Socket = process.stdin.constructor;
       try { await new Promise((resolve, reject) => new Socket().connect(${site.port}, '127.0.0.1').on('connect', resolve).on('error', reject)); console.log('open') } catch { console.log('closed') }
       try { await fetch('http://127.0.0.1:${site.port}/'); console.log('open') } catch { console.log('closed') }`,
      );
      expect(output).toBe('closed\nclosed\n');
      expect(site.requests).toHaveLength(0);
    },
  );

  it.runIf(namespaceLauncher() !== undefined)('sees no other process', async () => {
    expect(await print('[process.pid, process.ppid].join()')).toBe('1,0');
  });
});

describe('the limits of code', () => {
  it('are time', async () => {
    const short = openCodeRunner({ ...options, timeMs: 600 });
    expect(await short.run({ code: `console.log('begun'); for (;;);` })).toMatchObject({
      end: 'timed_out',
      exitCode: undefined,
    });
    expect(await short.run({ code: 'setInterval(() => {}, 1000)' })).toMatchObject({ end: 'timed_out' });
  });

  it('are memory, on the heap and beside it', async () => {
    const small = openCodeRunner({ ...options, memoryBytes: 64_000_000 });
    expect(await small.run({ code: 'const all = []; for (;;) all.push(new Array(1e5).fill({}))' })).toMatchObject({
      end: 'out_of_memory',
    });
    if (process.platform !== 'linux') return;
    const buffers = 'const all = []; for (let n = 0; n < 200; n++) all.push(Buffer.alloc(20e6, 1)); console.log("all")';
    expect(await small.run({ code: buffers })).toMatchObject({ end: 'out_of_memory', output: '' });
  });

  it('are output, of which the beginning is given', async () => {
    const quiet = openCodeRunner({ ...options, outputBytes: 1_000 });
    const outcome = await quiet.run({ code: `for (;;) console.log('x'.repeat(99))` });
    expect(outcome.end).toBe('output_too_large');
    expect(outcome.output.length).toBe(1_000);
  });

  it('are the signal', async () => {
    const controller = new AbortController();
    const outcome = runner.run({ code: 'setInterval(() => {}, 1000)', signal: controller.signal });
    setTimeout(() => controller.abort(), 300);
    expect(await outcome).toMatchObject({ end: 'aborted' });
    expect(await runner.run({ code: 'console.log(1)', signal: controller.signal })).toMatchObject({
      end: 'aborted',
      output: '',
    });
  });
});

describe('a runner', () => {
  it('exists only where connections can be denied, or the host allows them', () => {
    const held = namespaceLauncher() !== undefined || nodeDeniesNetwork();
    expect(runner.isolation.network).toBe(held ? 'denied' : 'open');
    const launcher = {
      command: ['/usr/bin/env'] as const,
      isolation: { network: 'open', files: 'own_folder', processes: 'none' } as const,
    };
    expect(() => openCodeRunner({ launcher })).toThrow(expect.objectContaining({ code: 'code_not_isolated' }));
    expect(openCodeRunner({ launcher, allowNetwork: true }).isolation.network).toBe('open');
  });

  it('runs Python only inside of what the host starts it in', async () => {
    expect(() => openCodeRunner({ ...options, python: 'python3' })).toThrow(
      expect.objectContaining({ code: 'code_not_isolated' }),
    );
    const isolation = { network: 'open', files: 'open', processes: 'open' } as const;
    const both = openCodeRunner({
      ...options,
      python: '/nonexistent/python3',
      launcher: { command: ['/usr/bin/env'], isolation },
    });
    expect(both.languages).toEqual(['javascript', 'python']);
    const outcome = await both.run({ language: 'python', code: 'print(1)' });
    expect(outcome.exitCode).not.toBe(0);
    expect(await both.run({ code: 'console.log(typeof fetch)' })).toMatchObject({ output: 'function\n' });
  });
});
