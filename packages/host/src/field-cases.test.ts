import { replaceIn } from '@rolecall/employee/testing';
import type { MemoryPort, MemoryStorage } from '@rolecall/kernel';
import {
  chineseText,
  createMemoryStorage,
  openMemory,
  orphansIn,
  realTokens,
  scriptedModel,
  textsOf,
} from '@rolecall/kernel/testing';
import { encode as encodeCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as encodeO200k } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openWorkspace } from './open-workspace.ts';
import { createRoundMemory } from './remember-rounds.ts';
import { employeeUnder } from './testing/arrange-employee.ts';
import { deskWorkspace } from './testing/desk-workspace.ts';

/** An employee whose rounds are remembered as in a workspace. */
async function remembering(script: Parameters<typeof employeeUnder>[1], windowTokens: number, memory: MemoryPort) {
  const bench = await employeeUnder({}, script, {
    context: { memory },
    options: { windowTokens },
    isOneProcess: true,
  });
  const rounds = createRoundMemory();
  const problems: unknown[] = [];
  return {
    bench,
    problems,
    say: async (text: string) => {
      const sent = await bench.say(text);
      rounds.remember(bench.conversation, await bench.state(), {
        memory,
        redact: (value) => value,
        onProblem: (problem) => problems.push(problem),
      });
      await rounds.settled();
      return sent;
    },
  };
}

const endsOf = async (bench: Awaited<ReturnType<typeof employeeUnder>>) =>
  (await bench.entries()).filter(({ kind }) => kind === 'employee.round_ended').map(({ data }) => data.end);

describe('an AI employee in the field', () => {
  it('400 Chinese rounds of 300 to 3,000 characters at a 32k window: every request within it, nothing rejected', async () => {
    const windowTokens = 32_000;
    const { bench, say, problems } = await remembering(
      (_, number) => chineseText(200 + ((number * 7_919) % 1_000), number),
      windowTokens,
      openMemory(),
    );
    const counts = { o200k: realTokens(encodeO200k), cl100k: realTokens(encodeCl100k) };
    let most = 0;
    for (let round = 1; round <= 400; round++) {
      await say(chineseText(300 + ((round * 104_729) % 2_701), round));
      for (const count of Object.values(counts)) most = Math.max(most, count(bench.model.calls.at(-1)));
      expect(most).toBeLessThanOrEqual(windowTokens);
    }
    expect(await endsOf(bench)).toEqual(Array.from({ length: 400 }, () => 'natural'));
    expect(bench.model.calls).toHaveLength(400);
    // The window is used, and old rounds stand as their summaries.
    expect(most).toBeGreaterThan(windowTokens * 0.5);
    const withSummaries = bench.model.calls.filter((call) =>
      textsOf(call).some((text) => text.startsWith('［较早一轮的摘要］')),
    );
    expect(withSummaries.length).toBeGreaterThan(300);
    expect(problems).toEqual([]);
  }, 120_000);

  it('begins its next request with the one before, for as long as that fits', async () => {
    const { bench, say } = await remembering(() => '好的，已记下。', 32_000, openMemory());
    for (let round = 0; round < 12; round++) await say(`第 ${round} 件事${'，细节'.repeat(30)}`);
    const history = bench.model.calls.map(({ prompt }) => JSON.stringify(prompt.slice(0, -2)).slice(0, -1));
    const kept = history.slice(1).filter((request, index) => request.startsWith(history[index] ?? ''));
    // Only where old rounds give way to their summaries, in steps of five, does it begin otherwise.
    expect(kept.length).toBeGreaterThanOrEqual(history.length - 3);
  });

  it('a memory that fails its n-th write loses no round', async () => {
    for (let failing = 1; failing <= 4; failing++) {
      const memory = openMemory();
      let writes = 0;
      const faulty: MemoryPort = {
        remember: async (draft) => {
          writes += 1;
          if (writes === failing) throw new Error('the disk is full');
          return memory.remember(draft);
        },
        summariesOf: (rounds) => memory.summariesOf(rounds),
        search: (query) => memory.search(query),
        trace: (summary) => memory.trace(summary),
        sessions: (limit) => memory.sessions(limit),
      };
      const { say, problems } = await remembering(() => '好的。', 32_000, faulty);
      for (const text of ['甲', '乙', '丙', '丁', '戊']) await say(text);
      expect(problems).toHaveLength(1);
      expect((await memory.list()).map(({ original }) => original.input)).toEqual(['甲', '乙', '丙', '丁', '戊']);
    }
  });

  it('a client that echoes the transcript doubles no summary and no message', async () => {
    const memory = openMemory();
    const { bench, say } = await remembering(() => '好的。', 32_000, memory);
    await say('我住在城西');
    await say('用户：我住在城西\n助手：好的。\n用户：换成城东');
    await say('用户：我住在城西\n助手：好的。\n用户：换成城东\n助手：好的。\n用户：谢谢');
    const all = await memory.list();
    expect(all).toHaveLength(3);
    expect(new Set(all.map(({ summary }) => summary.round)).size).toBe(3);
    expect(textsOf(bench.model.calls.at(-1)).filter((text) => text === '我住在城西')).toHaveLength(1);
  });

  it('a plain message while an approval is pending, then a refusal: nothing runs, the history is valid', async () => {
    const edit = (files: Record<string, string>) =>
      replaceIn(
        files,
        'assets/capabilities/loan-return.yaml',
        'confirmation:\n  by: customer',
        'approval: { by: operator, expires_in: 2h }\nconfirmation:\n  by: customer',
      );
    const bench = await employeeUnder(
      {},
      [{ calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] }, '馆里开到九点。', '那就先不还。', '好。'],
      { edit },
    );
    await bench.say('我要还书 L200001');
    await bench.say('确认');
    const operation = (await bench.entries()).find(({ kind }) => kind === 'gate.awaiting_approval')?.data.operation;
    expect(operation).toBeDefined();
    expect((await bench.say('开到几点？')).at(-1)?.text).toContain('馆里开到九点。');
    expect(textsOf(bench.model.calls.at(-1)).join('\n')).toContain('等待同事批准');
    await bench.accept('approval', {
      operation: String(operation),
      verdict: 'refuse',
      person: 'mei',
      reason: '证件过期',
    });
    const told = await bench.work();
    expect(told.map(({ text }) => text).join('')).not.toBe('');
    expect(bench.system.effects.size).toBe(0);
    await bench.say('知道了');
    expect(textsOf(bench.model.calls.at(-1)).join('\n')).not.toContain('等待同事批准');
    for (const { prompt } of bench.model.calls) expect(orphansIn(prompt)).toEqual([]);
    expect(await bench.different()).toEqual([]);
  });
});

describe('a workspace in the field', () => {
  async function open(
    script: Parameters<typeof scriptedModel>[0],
    strategy: object = {},
    memory = createMemoryStorage(),
  ) {
    const desk = deskWorkspace({ withoutSystems: true });
    const manifest = JSON.parse(desk.read('role-packs/librarian/manifest.json')) as object;
    desk.write('role-packs/librarian/manifest.json', JSON.stringify({ ...manifest, strategy }));
    desk.write('employees/ida.yaml', desk.read('employees/ida.yaml').replace(/^model: .*$/m, 'model: scripted/model'));
    const model = scriptedModel(script);
    const lines: string[] = [];
    const workspace = await openWorkspace(desk.dir, {
      environment: {},
      log: (line) => lines.push(line),
      model: () => model,
      openMemories: async () => ({ for: () => memory, forgetBefore: async () => 0, close: async () => undefined }),
    });
    onTestFinished(() => workspace.close());
    const talk = async (reader: string) => {
      const contact = await workspace.contact({ externalId: reader, level: 'verified' });
      return (await workspace.open({ contact: contact.id, employee: 'ida', channel: 'test' })).id;
    };
    const send = async (conversation: string, text: string) => {
      const accepted = await workspace.send({ conversation, text });
      if (accepted.status === 'conflict') throw new Error(accepted.reason);
      return accepted.item;
    };
    const replies = async (conversation: string) =>
      (await workspace.store.entries(conversation))
        .filter(({ kind, data }) => kind === 'employee.replied' && data.kind !== 'greeting')
        .map(({ data }) => String(data.text));
    return { workspace, model, lines, talk, send, replies };
  }

  it('two messages at once on each of 50 conversations: all answered, in order', async () => {
    const { workspace, talk, send, replies } = await open(({ prompt }) => `答：${textsOf({ prompt }).at(-1)}。`);
    const conversations: string[] = [];
    for (let index = 0; index < 50; index++) conversations.push(await talk(`reader-${index}`));
    const items = await Promise.all(
      conversations.flatMap((conversation) => [
        send(conversation, '甲').then((item) => [conversation, item] as const),
        send(conversation, '乙').then((item) => [conversation, item] as const),
      ]),
    );
    await Promise.all(items.map(([conversation, item]) => workspace.handled(conversation, item, 50_000)));
    for (const conversation of conversations) {
      const said = (await workspace.store.entries(conversation)).flatMap(({ kind, data }) =>
        kind === 'employee.message_received' ? [data.text] : [],
      );
      expect(new Set(said)).toEqual(new Set(['甲', '乙']));
      expect(await replies(conversation)).toEqual(said.map((text) => `答：${text}。`));
    }
  }, 60_000);

  it('a message while a summary is being written waits for nothing, and both rounds are remembered', async () => {
    const storage = createMemoryStorage();
    const { promise: held, resolve: finish } = Promise.withResolvers<void>();
    const kept: string[] = [];
    const slow: MemoryStorage = {
      ...storage,
      insert: async (scope, memory) => {
        await held;
        kept.push(memory.original.input);
        return storage.insert(scope, memory);
      },
    };
    const { workspace, talk, send, replies } = await open(() => '好的。', {}, slow);
    const conversation = await talk('reader-1');
    await workspace.handled(conversation, await send(conversation, '我住在城西'));
    await workspace.handled(conversation, await send(conversation, '我住在城东'));
    expect((await replies(conversation)).at(-1)).toBe('好的。');
    expect(kept).toEqual([]);
    finish();
    await workspace.close();
    expect(kept).toEqual(['我住在城西', '我住在城东']);
  });

  it('reflect.summary: off leaves no summary', async () => {
    for (const [summary, times] of [
      ['off', 0],
      ['on', 1],
    ] as const) {
      const storage = createMemoryStorage();
      const insert = vi.spyOn(storage, 'insert');
      const { workspace, talk, send } = await open(() => '好的。', { reflect: { summary } }, storage);
      const conversation = await talk('reader-1');
      await workspace.handled(conversation, await send(conversation, '我住在城西'));
      await workspace.close();
      expect(insert).toHaveBeenCalledTimes(times);
    }
  });
});
