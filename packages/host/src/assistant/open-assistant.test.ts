import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startOpenAiWireServer } from '@rolecall/models/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AssistantOptions, openAssistant } from './open-assistant.ts';

type Script = Parameters<typeof startOpenAiWireServer>[0]['script'];
const KEY = 'wire-key-0123456789';

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const packFiles = (name: string, more: Readonly<Record<string, string>> = {}) => ({
  'manifest.json': JSON.stringify({
    name,
    formatVersion: '1.0.0',
    interactionType: 'tool_assistant',
    description: name,
  }),
  'persona.md': `你是${name}。`,
  'rules.md': '- 如实。',
  ...more,
});

async function arrange(script: Script = () => ({ kind: 'reply', text: '好' })) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'rolecall-host-assistant-')));
  const [folder, home] = [join(top, 'work'), join(top, 'home')];
  const server = await startOpenAiWireServer({ script });
  put(home, {
    'rolecall.yaml': `name: h\nmodels: { default: wire/test, providers: { wire: { base_url: '${server.baseUrl}', api_key_env: WIRE_KEY } } }`,
  });
  mkdirSync(folder);
  onTestFinished(async () => {
    await server.close();
    rmSync(top, { recursive: true, force: true });
  });
  const open = async (options: Partial<AssistantOptions> = {}) => {
    const assistant = await openAssistant({
      environment: { ROLECALL_HOME: home, WIRE_KEY: KEY },
      cwd: top,
      language: 'zh',
      folders: [folder],
      session: 'last',
      ...options,
    });
    onTestFinished(() => assistant.close().catch(() => undefined));
    return assistant;
  };
  return { top, folder, home, server, open };
}

describe('the configuration of an assistant', () => {
  it.each([
    ['models: { default: [x\n', 'yaml_invalid', {}],
    ['name: h\nmodels: { windows: { wire/test: -5 } }\n', 'workspace_config_invalid', { line: 2 }],
    ['name: h\nassistant: { search: 7 }\n', 'workspace_config_invalid', { path: 'assistant.search' }],
    ['name: h\nasistant: {}\n', 'workspace_config_invalid', { path: 'asistant' }],
  ])(
    'is refused with its line where it is wrong, and nothing of it is left out silently: %j',
    async (text, code, at) => {
      const { home, open } = await arrange();
      put(home, { 'rolecall.yaml': text });
      await expect(open()).rejects.toMatchObject({ code, at: { file: join(home, 'rolecall.yaml'), ...at } });
    },
  );

  it('needs no name; of a workspace only what concerns assistants is looked at', async () => {
    const { home, top, open } = await arrange();
    put(home, { 'rolecall.yaml': 'models: { default: builtin/matcher }\n' });
    expect((await open()).model.isBuiltin).toBe(true);
    put(join(top, 'shop'), { 'rolecall.yaml': 'name: shop\nchannels: 7\nmodels: { default: builtin/matcher }\n' });
    expect((await open({ workspace: 'shop', session: 'new' })).model.isBuiltin).toBe(true);
    put(join(top, 'shop'), { 'rolecall.yaml': 'name: shop\nmodels: 7\n' });
    await expect(open({ workspace: 'shop' })).rejects.toMatchObject({ code: 'workspace_config_invalid' });
  });

  it('is that of the workspace that was named, which must have one', async () => {
    const { open } = await arrange();
    await expect(open({ workspace: 'nowhere' })).rejects.toMatchObject({ code: 'workspace_not_found' });
  });
});

describe('the pack of an assistant', () => {
  it('is found by path, folder name, name and display name; the nearest source wins', async () => {
    const { top, folder, home, open } = await arrange();
    put(join(folder, 'role-packs/one'), packFiles('同名'));
    put(join(home, 'role-packs/two'), packFiles('同名'));
    put(join(home, 'role-packs/three'), packFiles('第三个'));
    put(join(top, 'loose'), packFiles('散的'));
    const nameOf = async (pack: string) => {
      const assistant = await open({ pack, session: 'new' });
      const found = assistant.pack();
      await assistant.close();
      return found;
    };
    expect((await nameOf('同名'))?.dir).toBe(join(folder, 'role-packs/one'));
    expect((await nameOf('three'))?.name).toBe('第三个');
    expect((await nameOf('./loose'))?.name).toBe('散的');
    expect((await nameOf('technical-writer'))?.displayName).toBe('Technical Writer');
    expect((await nameOf('客服接待员'))?.name).toBe('service-concierge');
    await expect(open({ pack: '第三' })).rejects.toMatchObject({ code: 'pack_unknown' });
    put(join(top, 'broken'), { 'manifest.json': '{' });
    await expect(open({ pack: './broken' })).rejects.toMatchObject({ code: 'pack_refused' });
  });
});

describe('the servers of a pack', () => {
  const server = join(import.meta.dirname, '../../../mcp/test/modern-server.ts');
  const mcp = (args: readonly string[], env = {}) => ({
    'mcp.json': JSON.stringify({ mcpServers: { notes: { command: process.execPath, args, env } } }),
  });

  it('start only after a yes, which is asked for once for each digest', async () => {
    const { folder, open } = await arrange();
    put(join(folder, 'role-packs/p'), packFiles('p', mcp([server])));
    const asked: string[] = [];
    const serversAfter = async (answer: boolean) => {
      const assistant = await open({
        pack: 'p',
        consent: async ({ digest }) => {
          asked.push(digest);
          return answer;
        },
      });
      const servers = await assistant.servers();
      await assistant.close();
      return servers;
    };
    expect(await serversAfter(false)).toEqual([{ server: 'notes', status: 'not_consented', tools: 0 }]);
    expect(await serversAfter(true)).toEqual([{ server: 'notes', status: 'connected', tools: expect.any(Number) }]);
    expect(await serversAfter(false)).toEqual([{ server: 'notes', status: 'connected', tools: expect.any(Number) }]);
    expect(asked).toHaveLength(2);
    put(join(folder, 'role-packs/p'), { 'persona.md': '改过了。' });
    expect(await serversAfter(false)).toEqual([{ server: 'notes', status: 'not_consented', tools: 0 }]);
    expect(new Set(asked).size).toBe(2);
  });

  it('serve as tools, asked about like any write', async () => {
    const approvals: string[] = [];
    const {
      folder,
      open,
      server: model,
    } = await arrange((request) =>
      JSON.stringify(request.body.messages).includes('tool_call_id')
        ? { kind: 'reply', text: '做了。' }
        : { kind: 'reply', calls: [{ name: 'notes__asked', arguments: {} }] },
    );
    put(join(folder, 'role-packs/p'), packFiles('p', mcp([server])));
    const assistant = await open({
      pack: 'p',
      consent: async () => true,
      approve: async ({ title }) => {
        approvals.push(title);
        return 'approve';
      },
    });
    expect((await assistant.conversation().send('问')).text).toBe('做了。');
    expect(approvals).toEqual(['notes/asked']);
    const results = model.requests.map(({ body }) => JSON.stringify(body.messages)).join();
    expect(results).toMatch(/"role":"tool","tool_call_id":"[^"]+","content":"0"/);
  });

  it('that cannot start, or want a variable that is not there, are unavailable, and the pack works', async () => {
    const { folder, open } = await arrange();
    put(join(folder, 'role-packs/a'), packFiles('a', mcp(['-e', 'process.exit(3)'])));
    put(join(folder, 'role-packs/b'), packFiles('b', mcp([server], { KEY: `\${${'NO_SUCH_VARIABLE'}}` })));
    for (const pack of ['a', 'b']) {
      const assistant = await open({ pack, consent: async () => true });
      expect(await assistant.servers()).toEqual([{ server: 'notes', status: 'unavailable', tools: 0 }]);
      expect((await assistant.conversation().send('你好')).text).toBe('好');
      await assistant.close();
    }
  });
});

describe('what an assistant keeps', () => {
  it('lies in the state folder of the user, readable by nobody else, without secrets', async () => {
    const { folder, home, open } = await arrange((request) =>
      JSON.stringify(request.body.messages).includes('tool_call_id')
        ? { kind: 'reply', text: `密钥是 ${KEY}` }
        : { kind: 'reply', calls: [{ name: 'read_file', arguments: { path: '.env' } }] },
    );
    put(folder, { '.env': `WIRE_KEY=${KEY}\n` });
    const assistant = await open();
    const reply = await assistant.conversation().send('看看 .env');
    expect(reply.text).toBe('密钥是 [redacted:WIRE_KEY]');
    await assistant.close();
    const file = join(home, 'assistant.sqlite');
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file).includes(KEY)).toBe(false);
  });

  it('a secret that was hidden from the model is not written over by its label', async () => {
    const content = 'WIRE_KEY=[redacted:WIRE_KEY]\nMORE=1\n';
    const { folder, open } = await arrange((request) =>
      JSON.stringify(request.body.messages).includes('tool_call_id')
        ? { kind: 'reply', text: '写不了。' }
        : { kind: 'reply', calls: [{ name: 'write_file', arguments: { path: '.env', content } }] },
    );
    put(folder, { '.env': `WIRE_KEY=${KEY}\n` });
    const assistant = await open({ approve: async () => 'approve' });
    await assistant.conversation().send('加一行');
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(`WIRE_KEY=${KEY}\n`);
  });

  it('is a session of its pack and folder; another pack has its own, and a switch takes the session along', async () => {
    const { folder, home, open } = await arrange();
    put(join(home, 'role-packs/a'), packFiles('a'));
    put(join(home, 'role-packs/b'), packFiles('b'));
    const first = await open({ pack: 'a' });
    await first.conversation().send('你好');
    await first.close();
    const other = await open({ pack: 'b' });
    expect(other).toMatchObject({ isResumed: false });
    await other.close();
    const again = await open({ pack: 'a' });
    expect([again.isResumed, again.session.id]).toEqual([true, first.session.id]);
    expect(await again.transcript()).toMatchObject([{ input: '你好', reply: '好', end: 'natural' }]);
    await again.switchPack('b');
    await again.close();
    const switched = await open({ pack: 'b' });
    expect(switched.session.id).toBe(first.session.id);
    await switched.close();
    const elsewhere = await open({ pack: 'a', folders: [dirname(folder) as string] });
    expect(elsewhere.isResumed).toBe(false);
  });
});
