import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireAnswer } from '@rolecall/models/testing';
import { describe, expect, it } from 'vitest';
import { type Desk, openDesk } from './assistant-terminal.ts';

const write = (path: string, content: string) => ({
  kind: 'reply' as const,
  calls: [{ name: 'write_file', arguments: { path, content } }],
});
const read = (path: string) => ({ kind: 'reply' as const, calls: [{ name: 'read_file', arguments: { path } }] });
const say = (text: string) => ({ kind: 'reply' as const, text });
const REFERENCE = ['$', '{WIRE_KEY}'].join('');
/** The pack of these tests looks its answer over once after a tool ran. */
const reviewed = (text: string) => [say(text), say(text)];

/** The messages of the requests for answers, without those for summaries. */
const asked = (desk: Desk) =>
  desk.server.requests.filter(({ body }) => body.tools !== undefined).map(({ body }) => JSON.stringify(body.messages));

describe('the assistant in a terminal', () => {
  it('says that it is an AI, reads a file, shows the diff before it writes, and writes on a yes', async () => {
    const desk = await openDesk(
      [
        { ...read('说明.md'), text: '我先看一下。' },
        write('说明.md', '# 说明\n\n新的一行\n'),
        ...reviewed('## 完成\n\n- 改了**一行**\n'),
      ],
      { '说明.md': '# 说明\n\n旧的一行\n' },
    );
    const terminal = desk.terminal();
    await terminal.sees('您正在与 AI 对话');
    await terminal.sees('角色：Technical Writer');
    await terminal.sees('› ');
    terminal.type('把说明改一下\r');
    await terminal.sees('read_file path: 说明.md → 3 行');
    await terminal.sees('-旧的一行');
    await terminal.sees('+新的一行');
    await terminal.sees('都同意 › ');
    expect(readFileSync(join(desk.folder, '说明.md'), 'utf8')).toContain('旧的一行');
    terminal.type('y\r');
    await terminal.sees('changed +1 -1');
    await terminal.sees('• 改了一行');
    expect(readFileSync(join(desk.folder, '说明.md'), 'utf8')).toBe('# 说明\n\n新的一行\n');
    await terminal.sees('› ');
    terminal.type('/context\r');
    await terminal.sees(/\[█+▒+░*\] \d+ %/);
    await terminal.sees('32,000 个词元中用了');
    terminal.type('/show 1\r');
    await terminal.sees('旧的一行');
    terminal.type('/exit\r');
    expect(await terminal.exit).toBe(0);
    expect(terminal.shown()).not.toContain('wire-key');
  });

  it('writes nothing on a no, and after "always" no longer asks', async () => {
    const desk = await openDesk([
      write('甲.md', '一\n'),
      ...reviewed('好，不写。'),
      write('乙.md', '二\n'),
      write('丙.md', '三\n'),
      ...reviewed('两个都写好了。'),
    ]);
    const terminal = desk.terminal();
    await terminal.sees('› ');
    terminal.type('写甲\r');
    await terminal.sees('+一');
    await terminal.sees('都同意 › ');
    terminal.type('n\r');
    await terminal.sees('write_file');
    await terminal.sees('未同意');
    await terminal.sees('好，不写。');
    await terminal.sees('› ');
    terminal.type('写乙和丙\r');
    await terminal.sees('都同意 › ');
    terminal.type('a\r');
    await terminal.sees('+三');
    await terminal.sees('两个都写好了。');
    await terminal.sees('› ');
    expect(existsSync(join(desk.folder, '甲.md'))).toBe(false);
    expect(readFileSync(join(desk.folder, '乙.md'), 'utf8') + readFileSync(join(desk.folder, '丙.md'), 'utf8')).toBe(
      '二\n三\n',
    );
    expect(asked(desk).at(1)).toContain('denied_by_user');
    terminal.type('\u0004');
    expect(await terminal.exit).toBe(0);
  });

  it('stops an answer with Ctrl-C and goes on; twice leaves', async () => {
    const desk = await openDesk([
      { kind: 'stall', afterChunks: 3, text: '这是一个很长的回答，说到一半。' },
      say('好的，换个话题。'),
    ]);
    const terminal = desk.terminal();
    await terminal.sees('› ');
    terminal.type('讲个故事\r');
    await terminal.sees('这是一个很长的回');
    terminal.type('\u0003');
    await terminal.sees('已停止。');
    await terminal.sees('› ');
    terminal.type('换个话题\r');
    await terminal.sees('好的，换个话题。');
    expect(asked(desk)[1]).toContain('这是一个很长的回');
    await terminal.sees('› ');
    terminal.type('没写完\u0003');
    await terminal.sees('› ');
    terminal.type('\u0003');
    await terminal.sees('再按一次');
    terminal.type('\u0003');
    expect(await terminal.exit).toBe(0);
  });

  it('leaves at once on Ctrl-D, whatever it is at, and writes nothing that was not agreed to', async () => {
    const long = '这是一个很长的回答。';
    const moments: readonly (readonly [string, WireAnswer])[] = [
      ['都同意 › ', write('甲.md', '一\n')],
      [long.slice(0, 5), { kind: 'stall', afterChunks: 3, text: long }],
      ['思考中', { kind: 'silence' }],
    ];
    for (const [moment, answer] of moments) {
      const desk = await openDesk([answer]);
      const terminal = desk.terminal();
      await terminal.sees('› ');
      terminal.type('写甲\r');
      await terminal.sees(moment);
      terminal.type('\u0004');
      expect(await terminal.exit).toBe(0);
      expect(terminal.shown()).toContain('已停止。');
      expect(existsSync(join(desk.folder, '甲.md'))).toBe(false);
      expect(asked(desk).length).toBeLessThanOrEqual(1);
    }
  });

  it('answers what was typed meanwhile, in a round of its own where the running one has ended', async () => {
    const desk = await openDesk([
      { kind: 'stall', afterChunks: 3, text: '这是一个很长的回答，说到一半。' },
      write('乙.md', '二\n'),
      ...reviewed('加了乙。'),
    ]);
    const terminal = desk.terminal();
    await terminal.sees('› ');
    terminal.type('讲个故事\r');
    await terminal.sees('这是一个很长的回');
    terminal.type('另外，写一个乙\r');
    terminal.type('\u0003');
    await terminal.sees('已停止。');
    await terminal.sees('都同意 › ');
    terminal.type('y\r');
    await terminal.sees('加了乙。');
    await terminal.sees('› ');
    expect(asked(desk)[1]).toContain('另外，写一个乙');
    terminal.type('/exit\r');
    expect(await terminal.exit).toBe(0);
  });

  it('goes on with the last session of pack and folder, unless a new one is wanted, and writes it down or says why not', async () => {
    const desk = await openDesk([say('记住了：青鸟。'), say('暗号是青鸟。'), say('我不知道。')]);
    const first = desk.terminal();
    await first.sees('› ');
    first.type('暗号是青鸟\\\r');
    await first.sees('… ');
    first.type('请记住\r');
    await first.sees('记住了：青鸟。');
    await first.sees('› ');
    first.type('/exit\r');
    await first.exit;
    expect(asked(desk)[0]).toContain('暗号是青鸟\\n请记住');

    const second = desk.terminal();
    await second.sees('接着上次的会话（已有 1 轮）');
    await second.sees('› ');
    second.type('\u001b[200~第一行\r第二行\u001b[201~');
    second.type('暗号是什么？\r');
    await second.sees('暗号是青鸟。');
    expect(asked(desk)[1]).toContain('暗号是青鸟\\n请记住');
    expect(asked(desk)[1]).toContain('第一行\\n第二行暗号是什么？');
    await second.sees('› ');
    second.type('/memory\r');
    await second.sees('用户在整理文档');
    second.type('/memory forget 1\r');
    await second.sees('已忘记 1 条');
    second.type('/export 记录.md\r');
    await second.sees('已写入：');
    await second.sees('记录.md');
    second.type('/export /no/such/folder/x.md\r');
    await second.sees(/没能写入（ENOENT）.*已有文件夹/s);
    second.type('/exit\r');
    await second.exit;

    const fresh = await desk.run(['--new', '-p', '暗号是什么？']);
    expect(fresh).toMatchObject({ code: 0, out: '我不知道。\n' });
    expect(asked(desk)[2]).not.toContain('青鸟');
  });

  it('switches the pack in the same conversation, with the words of the pack ready to be sent', async () => {
    const desk = await openDesk([say('我是文档工程师。'), say('我来整理方案。')]);
    const terminal = desk.terminal();
    await terminal.sees('› ');
    terminal.type('先聊聊接口文档\r');
    await terminal.sees('我是文档工程师。');
    await terminal.sees('› ');
    terminal.type('/pack 白话方案设计师\r');
    await terminal.sees('现在是：白话方案设计师');
    await terminal.sees('我来帮你把想法整理成方案');
    terminal.type('\r');
    await terminal.sees('我来整理方案。');
    const [, second = ''] = asked(desk);
    expect(second).toContain('先聊聊接口文档');
    expect(second).toContain(
      JSON.stringify(readFileSync('examples/packs/plain-plan-designer/persona.md', 'utf8').slice(0, 40)).slice(1, -1),
    );
    await terminal.sees('› ');
    terminal.type('/pack 没有这个\r');
    await terminal.sees('pack_unknown');
    terminal.type('/exit\r');
    await terminal.exit;
  });

  it('asks before a server of the pack starts, and shows what would run', async () => {
    const desk = await openDesk([]);
    const mark = join(desk.folder, 'started');
    desk.put(join(desk.home, 'role-packs', 'served'), served(mark));
    const first = desk.terminal(['--pack', 'served']);
    await first.sees(`"touch" "${mark}"`.slice(0, 40));
    await first.sees(`TOKEN=${REFERENCE}`);
    await first.sees('[y/N] ');
    first.type('n\r');
    await first.sees('没有使用角色包的 MCP 服务器：notes');
    await first.sees('› ');
    first.type('/exit\r');
    await first.exit;
    expect(existsSync(mark)).toBe(false);

    const second = desk.terminal(['--pack', 'served']);
    await second.sees('[y/N] ');
    second.type('y\r');
    // It is no server: it leaves its mark and ends.
    await second.sees('不可用：notes');
    expect(existsSync(mark)).toBe(true);
    await second.sees('› ');
    second.type('/exit\r');
    await second.exit;
  });

  it('goes on where a closed terminal has left it, and asks again before the write', async () => {
    const desk = await openDesk([write('甲.md', '一\n'), ...reviewed('写好了。')]);
    const first = desk.terminal();
    await first.sees('› ');
    first.type('写甲\r');
    await first.sees('都同意 › ');
    await first.kill();
    expect(existsSync(join(desk.folder, '甲.md'))).toBe(false);

    const second = desk.terminal();
    await second.sees('+一');
    await second.sees('都同意 › ');
    second.type('y\r');
    await second.sees('写好了。');
    expect(readFileSync(join(desk.folder, '甲.md'), 'utf8')).toBe('一\n');
    await second.sees('› ');
    second.type('/exit\r');
    await second.exit;
  });
});

describe('an assistant whose steps are used up', () => {
  it('says what is done and what is left, and 「继续」 goes on from there, also in another terminal', async () => {
    const desk = await openDesk([read('甲.md'), say('甲看完了，乙还没看。'), read('乙.md'), say('甲乙都看完了。')], {
      '甲.md': '一\n',
      '乙.md': '二\n',
    });
    desk.put(join(desk.home, 'role-packs', 'brief'), {
      'manifest.json': JSON.stringify({
        name: 'brief',
        formatVersion: '1.0.0',
        interactionType: 'tool_assistant',
        strategy: { act: { toolStepLimit: 1 } },
      }),
      'persona.md': '你是助手。',
      'rules.md': '- 如实。',
    });
    const first = await desk.run(['--pack', 'brief', '-p', '看看甲和乙']);
    expect(first).toMatchObject({ code: 0, out: '甲看完了，乙还没看。\n' });
    expect(asked(desk)[0]).not.toContain('［系统提示］');

    const terminal = desk.terminal(['--pack', 'brief']);
    await terminal.sees('已有 1 轮');
    await terminal.sees('› ');
    terminal.type('继续\r');
    await terminal.sees('甲乙都看完了。');
    const resumed = asked(desk).find((messages) => messages.includes('继续')) ?? '';
    expect(resumed).toContain('甲看完了，乙还没看。');
    expect(resumed).toContain('看看甲和乙');
    await terminal.sees('› ');
    terminal.type('/exit\r');
    await terminal.exit;
  });
});

describe('an assistant whose model fails', () => {
  it('says why in the language of the reader, with a way out, and fails', async () => {
    const desk = await openDesk(() => ({ kind: 'error', status: 401, message: 'Incorrect key wire-key-0123456789' }));
    const run = await desk.run(['-p', '你好']);
    expect(run).toMatchObject({ code: 1, out: '' });
    expect(run.err).toMatch(/模型没能回答：密钥.*\[model_unauthorized\]\n请检查 --model/);
    expect(run.err).not.toContain('wire-key');
  });
});

/** A pack whose server leaves a mark when it is started. */
const served = (mark: string) => ({
  'manifest.json': JSON.stringify({ name: 'served', formatVersion: '1.0.0', interactionType: 'tool_assistant' }),
  'persona.md': '你是助手。',
  'rules.md': '- 如实。',
  'mcp.json': JSON.stringify({
    mcpServers: { notes: { command: 'touch', args: [mark], env: { TOKEN: REFERENCE } } },
  }),
});

describe('the assistant without a terminal', () => {
  it('prints the answer and nothing else, and writes only what was agreed to beforehand', async () => {
    const desk = await openDesk(
      [write('甲.md', '一\n'), ...reviewed('# 没有写'), write('甲.md', '一\n'), ...reviewed('# 写了')],
      {},
    );
    const denied = await desk.process(['-p'], '请写甲\n');
    expect(denied).toMatchObject({ code: 0, out: '# 没有写\n' });
    expect(denied.err).toContain('--yes');
    expect(existsSync(join(desk.folder, '甲.md'))).toBe(false);
    const agreed = await desk.run(['-p', '请写甲', '--yes']);
    expect(agreed).toMatchObject({ code: 0, out: '# 写了\n', err: expect.stringContaining('+一') });
    expect(readFileSync(join(desk.folder, '甲.md'), 'utf8')).toBe('一\n');
  });

  it('tells everything as lines of JSON, asks in them, and tells no secret', async () => {
    const desk = await openDesk([read('密.txt'), write('甲.md', '一\n'), ...reviewed('好了')], {
      '密.txt': 'key=wire-key-0123456789\n',
    });
    const lines = await desk.json([{ type: 'message', text: '写甲' }], (line, send) => {
      if (line.type === 'approval_asked') send({ type: 'decide', approval: line.id, verdict: 'approve' });
      return line.type === 'reply';
    });
    expect(lines[0]).toMatchObject({
      type: 'session',
      pack: 'technical-writer',
      disclosure: expect.stringContaining('AI'),
    });
    const types = lines.map(({ type }) => type);
    for (const type of ['round_started', 'text_delta', 'call_started', 'call_ended', 'approval_asked'])
      expect(types).toContain(type);
    expect(lines.find(({ type }) => type === 'approval_asked')).toMatchObject({
      name: 'write_file',
      diff: expect.stringContaining('+一'),
    });
    expect(lines.at(-1)).toMatchObject({ type: 'reply', end: 'natural', text: '好了' });
    for (const page of ['docs/assistant.md', 'docs/assistant.zh.md']) {
      const text = readFileSync(page, 'utf8');
      for (const name of new Set(lines.flatMap((line) => [...Object.keys(line), String(line.type)])))
        expect([page, name, text.includes(`\`${name}\``)]).toEqual([page, name, true]);
    }
    expect(JSON.stringify(lines)).not.toContain('wire-key');
    expect(JSON.stringify(asked(desk))).not.toContain('wire-key');
    expect(JSON.stringify(asked(desk))).toContain('[redacted:WIRE_KEY]');
    expect(readFileSync(join(desk.folder, '甲.md'), 'utf8')).toBe('一\n');
  });

  it('takes a file of 700,000 characters within a window of 32,000 tokens', async () => {
    const text = Array.from({ length: 20_000 }, (_, line) => `第${line}行：仓库里的货物清点完毕，共有若干箱。\n`)
      .join('')
      .slice(0, 700_000);
    const desk = await openDesk([read('大.txt'), ...reviewed('读到了。')], { '大.txt': text });
    const run = await desk.run(['-p', '读大文件', '--json']);
    const ended = run.out.split('\n').find((line) => line.includes('"call_ended"')) ?? '';
    expect(JSON.parse(ended).output.text).toHaveLength(text.length);
    const second = asked(desk)[1] ?? '';
    expect(second).toContain('read_result');
    expect(second.length).toBeLessThan(40_000);
    expect(run.out).toContain('读到了。');
  });

  it('works without a language model, and says how to name one', async () => {
    const desk = await openDesk([]);
    const run = await desk.plain(['chat', '--pack', 'technical-writer', '--dir', desk.folder, '-p', '你好']);
    expect(run.code).toBe(0);
    expect(run.err).toMatch(/builtin\/matcher.*DEEPSEEK_API_KEY/s);
    expect(run.out.trim()).not.toBe('');
  });

  it.each([
    [['--model', 'deepseek/deepseek-chat'], 'model_key_missing', 'DEEPSEEK_API_KEY'],
    [['--model', 'nobody/x'], 'model_provider_unknown', 'rolecall.yaml'],
    [['--pack', '没有这个包'], 'pack_unknown', 'rolecall pack install'],
    [['--dir', '/no/such/folder'], 'workspace_root_invalid', '/no/such/folder'],
    [['--session', 'conv_none'], 'session_unknown', 'conv_none'],
  ])('says what is wrong with %j, and shows no stack', async (args, code, hint) => {
    const desk = await openDesk([]);
    const pack = args.includes('--pack') ? [] : ['--pack', 'technical-writer'];
    const folder = args.includes('--dir') ? [] : ['--dir', desk.folder];
    const run = await desk.plain(['chat', ...folder, ...pack, ...args, '-p', '你好']);
    expect(run.code).toBe(1);
    expect(run.err).toContain(`[${code}]`);
    expect(run.err).toContain(hint);
    expect(run.err).not.toMatch(/^\s+at /m);
  });

  it('asks no model where there is nothing to send, and says so', async () => {
    const desk = await openDesk([say('好')]);
    for (const [args, input] of [
      [['-p', ' '], undefined],
      [['-p'], '\n'],
      [[], ''],
    ] as const) {
      const run = await desk.run([...args], input);
      expect(run).toMatchObject({ code: 2, out: '', err: expect.stringContaining('没有要发送的内容') });
    }
    expect(desk.server.requests).toHaveLength(0);
  });

  it('takes an abort that follows a message at once', async () => {
    const desk = await openDesk([{ kind: 'stall', afterChunks: 3, text: '这是一个很长的回答，说到一半。' }]);
    const lines = await desk.json([{ type: 'message', text: '讲' }, { type: 'abort' }], ({ type }) => type === 'reply');
    expect(lines.at(-1)).toMatchObject({ type: 'reply', end: 'aborted' });
  });

  it('advises to give a file when a message is too long, and fails', async () => {
    const desk = await openDesk([]);
    const run = await desk.run(['-p'], '很'.repeat(20_001));
    expect(run).toMatchObject({ code: 1, out: expect.stringContaining('放进文件') });
  });

  it('says that the servers of a pack are not used without a yes, starts none of them, and works', async () => {
    const desk = await openDesk([say('好')]);
    desk.put(join(desk.home, 'role-packs', 'served'), served(join(desk.folder, 'started')));
    const run = await desk.run(['--pack', 'served', '-p', '你好']);
    expect(run).toMatchObject({
      code: 0,
      out: '好\n',
      err: expect.stringContaining('没有使用角色包的 MCP 服务器：notes'),
    });
    expect(existsSync(join(desk.folder, 'started'))).toBe(false);
  });

  it('takes no model provider from the folder that it works in', async () => {
    const desk = await openDesk([]);
    writeFileSync(
      join(desk.folder, 'rolecall.yaml'),
      "name: x\nmodels: { providers: { evil: { base_url: 'http://127.0.0.1:9/v1' } }, default: evil/x }\n",
    );
    const run = await desk.plain(['chat', '--pack', 'technical-writer', '-p', '你好'], desk.folder);
    expect(run.err).toContain('builtin/matcher');
  });
});
