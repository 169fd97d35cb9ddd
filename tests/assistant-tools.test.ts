import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openCodeRunner } from '@rolecall/tools';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Desk, openDesk } from './assistant-terminal.ts';

const call = (name: string, input: object) => ({
  kind: 'reply' as const,
  calls: [{ name, arguments: input as never }],
});
const say = (text: string) => ({ kind: 'reply' as const, text });
/** Where nothing can deny the network to code, the assistant refuses to run any. */
const isCodeHeld = (() => {
  try {
    return openCodeRunner() !== undefined;
  } catch {
    return false;
  }
})();

/** A pack of one's own in the folder, with these capabilities. */
function putPack(desk: Desk, capabilities: readonly string[]): void {
  const manifest = {
    name: 'helper',
    formatVersion: '1.0.0',
    interactionType: 'tool_assistant',
    description: 'helps',
    capabilities: capabilities.map((capability) => ({ capability })),
  };
  desk.put(join(desk.folder, 'role-packs/helper'), {
    'manifest.json': JSON.stringify(manifest),
    'persona.md': '你是帮手。',
    'rules.md': '- 如实。',
  });
}

async function searchService() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const results = [{ url: 'https://example.com/a', title: '库存说明', content: '每天凌晨重跑' }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const bodies = (desk: Desk) =>
  desk.server.requests.filter(({ body }) => body.tools !== undefined).map(({ body }) => body);
const toolNames = (desk: Desk) =>
  ((bodies(desk)[0]?.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
const lastMessages = (desk: Desk) => JSON.stringify(bodies(desk).at(-1)?.messages);

describe('what an assistant is given beyond files', () => {
  it('is nothing by itself; what the pack would like is named with the option that gives it', async () => {
    const desk = await openDesk([say('好。')]);
    putPack(desk, ['web:search', 'code:execute', 'task:plan']);
    const { code, err } = await desk.run(['--pack', 'helper', '-p', '你好']);
    expect(code).toBe(0);
    expect(err).toContain('web:search (--search <url>), code:execute (--allow-code)');
    for (const name of ['web_search', 'web_fetch', 'run_code']) expect(toolNames(desk)).not.toContain(name);
  });

  it('is a search by the service that was named, and public pages, never a private one', async () => {
    const service = await searchService();
    const desk = await openDesk([
      call('web_search', { query: '库存', time_range: 'week' }),
      call('web_fetch', { url: `${service.url.replace('127.0.0.1', 'localhost').replace(/:\d+$/, ':8080')}/secret` }),
      say('查好了。'),
    ]);
    putPack(desk, ['web:search', 'web:fetch']);
    const { code, out, err } = await desk.run(['--pack', 'helper', '--search', service.url, '--allow-web', '-p', '查']);
    expect({ code, out }).toEqual({ code: 0, out: '查好了。\n' });
    expect(err).toContain('搜索词会发到那里');
    expect(service.asked).toHaveLength(1);
    expect(service.asked[0]).toContain('time_range=week');
    expect(lastMessages(desk)).toContain('每天凌晨重跑');
    expect(lastMessages(desk)).toContain('address_refused');
  });

  it('may stand in the configuration of the user', async () => {
    const service = await searchService();
    const desk = await openDesk([say('好。')]);
    putPack(desk, ['web:search']);
    const file = join(desk.home, 'rolecall.yaml');
    writeFileSync(
      file,
      `name: home\nassistant: { search: '${service.url}' }\nmodels:\n  providers: { wire: { base_url: '${desk.server.baseUrl}', api_key_env: WIRE_KEY } }\n`,
    );
    await desk.run(['--pack', 'helper', '-p', '你好']);
    expect(toolNames(desk)).toContain('web_search');
  });

  it('stays hidden from a pack that declares capabilities and names others', async () => {
    const desk = await openDesk([say('好。')]);
    putPack(desk, ['file:read']);
    const code = isCodeHeld ? ['--allow-code'] : [];
    await desk.run(['--pack', 'helper', '--search', 'http://127.0.0.1:9', '--allow-web', ...code, '-p', '你好']);
    for (const name of ['web_search', 'web_fetch', 'run_code']) expect(toolNames(desk)).not.toContain(name);
  });

  it('lets no known secret leave in a search or an address', async () => {
    const service = await searchService();
    const desk = await openDesk([call('web_search', { query: '什么是 wire-key-0123456789' }), say('好。')]);
    putPack(desk, ['web:search']);
    await desk.run(['--pack', 'helper', '--search', service.url, '-p', '查']);
    expect(service.asked).toEqual([]);
    expect(lastMessages(desk)).toContain('secret_refused');
  });

  it('is refused with a reason when the address of the service is none', async () => {
    const desk = await openDesk([]);
    const { code, err } = await desk.run(['--search', 'search', '-p', '你好']);
    expect(code).not.toBe(0);
    expect(err).toContain('search_url_invalid');
  });

  it.runIf(isCodeHeld)(
    'is code, shown and asked for by itself even where files are written without asking',
    async () => {
      const desk = await openDesk([
        call('write_file', { path: '甲.md', content: '一\n' }),
        call('run_code', { code: 'console.log(6 * 7)' }),
        say('答案是 42。'),
      ]);
      putPack(desk, ['code:execute']);
      const terminal = desk.terminal(['--pack', 'helper', '--allow-code']);
      await terminal.sees('经您同意后运行 JavaScript');
      await terminal.sees('› ');
      terminal.type('算一下\r');
      await terminal.sees('都同意 › ');
      terminal.type('a\r');
      await terminal.sees('console.log(6 * 7)');
      await terminal.sees('都同意 › ');
      terminal.type('y\r');
      await terminal.sees('答案是 42。');
      expect(lastMessages(desk)).toContain('42\\\\n');
      await terminal.sees('› ');
      terminal.type('/exit\r');
      expect(await terminal.exit).toBe(0);
    },
  );

  it.runIf(isCodeHeld)('runs no code where there is nobody to ask, unless it was agreed to beforehand', async () => {
    const desk = await openDesk([
      call('run_code', { code: 'console.log(6 * 7)' }),
      say('没有运行。'),
      call('run_code', { code: 'console.log(6 * 7)' }),
      say('42'),
    ]);
    putPack(desk, ['code:execute']);
    await desk.run(['--pack', 'helper', '--allow-code', '-p', '算']);
    expect(lastMessages(desk)).toContain('denied_by_user');
    await desk.run(['--pack', 'helper', '--allow-code', '--new', '--yes', '-p', '算']);
    expect(lastMessages(desk)).toContain('42\\\\n');
  });
});
