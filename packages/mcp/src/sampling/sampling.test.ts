import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { McpBinding, McpServerDeclaration, SamplingRules } from '@rolecall/assets';
import { createRedactor, type JsonObject } from '@rolecall/base';
import type { ModelReply, ResourceAnswer } from '@rolecall/gate';
import { describe, expect, test, vi } from 'vitest';
import { bindingOf, CANARY, openResources, type ResourceSetup, stdioServer } from '../../test/open-resources.ts';
import { startRemote } from '../../test/start-remote.ts';
import { packServers } from '../pack-servers.ts';
import type { AskModel } from './ask-model.ts';
import type { ModelQuestion } from './model-question.ts';

const HERE = join(import.meta.dirname, '../../test');
const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const ALLOWED: SamplingRules = { max_tokens: 50 };

/** A model that says the same every time, and remembers what it was asked. */
function scripted(text = '一份摘要') {
  const questions: ModelQuestion[] = [];
  const askModel: AskModel = async (question) => {
    questions.push(question);
    const usage = { inputTokens: 7, outputTokens: 3 };
    return { status: 'written', text, model: 'test/scripted', stop: 'endTurn', usage };
  };
  return { questions, askModel };
}

/** Resources of which the hostile server's `tool` may have a model write. */
function allowing(tool: string, setup: ResourceSetup = {}, sampling: SamplingRules = ALLOWED) {
  const binding = bindingOf(tool, { sampling });
  const world = openResources({ ...setup, bindings: { 'thing:do': binding } });
  return { world, ask: (values: JsonObject = {}, more: object = {}) => world.call('', values, { binding, ...more }) };
}

const errorOf = (answer: ResourceAnswer) =>
  (answer as unknown as { structured: { answer: { error: unknown } } }).structured.answer.error;

describe('a server of the older revision whose binding lets it have a model write', () => {
  test('gets what the model wrote, and both stand with the answer', async () => {
    const { askModel, questions } = scripted();
    const { world, ask } = allowing('asks_model', { askModel });
    await using _ = world;
    const answer = await ask({ systemPrompt: 'Be short.', maxTokens: 900 });
    expect(answer).toMatchObject({
      structured: {
        answer: {
          role: 'assistant',
          content: { type: 'text', text: '一份摘要' },
          model: 'test/scripted',
          stopReason: 'endTurn',
        },
      },
      sampled: [
        {
          status: 'written',
          question: { system: 'Be short.', messages: [{ role: 'user', text: 'Hi' }], maxTokens: 50 },
          text: '一份摘要',
          usage: { inputTokens: 7, outputTokens: 3 },
        },
      ],
    });
    expect(questions).toEqual([{ system: 'Be short.', messages: [{ role: 'user', text: 'Hi' }], maxTokens: 50 }]);
  });

  test('is refused while it works for another tool, as a person would refuse it', async () => {
    const { askModel, questions } = scripted();
    const { world } = allowing('other', { askModel });
    await using _ = world;
    const answer = await world.call('asks_model');
    expect(errorOf(answer)).toMatchObject({ code: -1 });
    expect(answer).toMatchObject({ notes: [expect.stringContaining('does not allow it')] });
    expect(answer).not.toHaveProperty('sampled');
    expect(questions).toEqual([]);
  });

  test('is refused while several calls are at work and nothing says for which of them it asks', async () => {
    const { askModel, questions } = scripted();
    const { world, ask } = allowing('asks_model', { askModel });
    await using _ = world;
    await world.call('echo');
    const silent = world.call('silent', {}, { timeoutMs: 3_000 });
    expect(errorOf(await ask())).toMatchObject({ code: -1, message: expect.stringContaining('Several calls') });
    expect(questions).toEqual([]);
    await silent;
  });

  test.each<[string, SamplingRules, JsonObject, number]>([
    ['more often than it may', ALLOWED, { times: 2 }, -1],
    [
      'with more to read than it may',
      { max_tokens: 50, max_input_tokens: 10 },
      { systemPrompt: 'word '.repeat(50) },
      -1,
    ],
    ['with tools', ALLOWED, { tools: [{ name: 'shell', inputSchema: { type: 'object' } }] }, -32_602],
    [
      'with a picture',
      ALLOWED,
      { messages: [{ role: 'user', content: { type: 'image', data: 'aGk=', mimeType: 'image/png' } }] },
      -32_602,
    ],
    ['for no tokens', ALLOWED, { maxTokens: 0 }, -32_602],
  ])('is refused when it asks %s', async (_, rules, values, code) => {
    const { askModel, questions } = scripted();
    const { world, ask } = allowing('asks_model', { askModel }, rules);
    await using __ = world;
    expect(errorOf(await ask(values))).toMatchObject({ code });
    expect(questions).toHaveLength(values.times === undefined ? 0 : 1);
  });

  test('may ask as often as the binding says', async () => {
    const { askModel } = scripted();
    const { world, ask } = allowing('asks_model', { askModel }, { max_tokens: 50, requests: 3 });
    await using _ = world;
    const answer = await ask({ times: 3 });
    expect(answer).toMatchObject({ sampled: [{ status: 'written' }, { status: 'written' }, { status: 'written' }] });
  });

  test('is told nothing of why a model failed; the record is', async () => {
    const askModel: AskModel = () => Promise.reject(new Error('401 from https://models.example'));
    const { world, ask } = allowing('asks_model', { askModel });
    await using _ = world;
    const answer = await ask();
    expect(errorOf(answer)).toEqual({ code: -32_603, message: 'The model gave no answer.' });
    expect(answer).toMatchObject({ sampled: [{ status: 'failed', reason: expect.stringContaining('401') }] });
  });

  test('gives no secret to a model and gets none from it', async () => {
    const { askModel, questions } = scripted(`it is ${CANARY}`);
    const { world, ask } = allowing('asks_model_with_secret', { askModel });
    await using _ = world;
    const answer = await ask();
    const told = JSON.stringify([questions, answer, world.log]);
    expect(told).toContain('[redacted:canary]');
    expect(told).not.toContain(JSON.stringify(CANARY).slice(1, -1));
    expect(told).not.toContain('7d1f');
  });

  test('when its call has timed out or is cancelled, the model is stopped, and what was asked stands on record', async () => {
    for (const end of ['timed_out', 'cancelled'] as const) {
      const signals: AbortSignal[] = [];
      const askModel: AskModel = (_, signal) => {
        signals.push(signal);
        return new Promise<ModelReply>(() => undefined);
      };
      const { world, ask } = allowing('asks_model', { askModel });
      await using _ = world;
      await world.call('echo');
      const cancel = new AbortController();
      const asking = ask({}, end === 'cancelled' ? { signal: cancel.signal } : { timeoutMs: 300 });
      await vi.waitFor(() => expect(signals).toHaveLength(1));
      if (end === 'cancelled') cancel.abort();
      expect(await asking).toMatchObject({ status: 'no_answer', reason: end });
      expect(signals[0]?.aborted).toBe(true);
    }
  });

  test('that takes its request back ends the model, and not its call', async () => {
    const signals: AbortSignal[] = [];
    const askModel: AskModel = (_, signal) => {
      signals.push(signal);
      return new Promise<ModelReply>(() => undefined);
    };
    const { world, ask } = allowing('asks_model_no_more', { askModel });
    await using _ = world;
    const answer = await ask();
    expect(answer).toMatchObject({ structured: { fine: true }, sampled: [{ status: 'failed' }] });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('that is written for has been heard of: its time-out begins anew', async () => {
    const slow: AskModel = async (question, signal) => {
      await wait(700);
      return await scripted().askModel(question, signal);
    };
    const { world, ask } = allowing('asks_model', { askModel: slow }, { max_tokens: 50, requests: 2 });
    await using _ = world;
    await world.call('echo');
    const binding = { timeoutMs: 1_000 };
    expect(await ask({ times: 2 }, binding)).toMatchObject({ status: 'no_answer', reason: 'timed_out' });
    const patient = bindingOf('asks_model', { sampling: { max_tokens: 50, requests: 2 }, total_timeout: '10s' });
    const answer = await world.call('', { times: 2 }, { binding: patient, ...binding });
    expect(answer).toMatchObject({ status: 'answered', sampled: [{}, {}] });
  });

  test('has nothing written where there is no model', async () => {
    const { world, ask } = allowing('asks_model');
    await using _ = world;
    expect(errorOf(await ask())).toMatchObject({ code: -32_603 });
  });
});

test('a server that no binding allows it is not told that there is such a thing', async () => {
  const { askModel, questions } = scripted();
  await using world = openResources({ askModel });
  expect(errorOf(await world.call('asks_model'))).toMatchObject({ code: -32_601 });
  expect(questions).toEqual([]);
});

test('what was agreed to of a role pack lets its servers have nothing written and no form filled', async () => {
  const log: string[] = [];
  const offer = {
    name: 'hostile',
    transport: 'stdio' as const,
    command: process.execPath,
    args: [join(HERE, 'hostile-server.ts')],
    env: {},
    headers: {},
  };
  const servers = packServers({
    offers: [offer],
    dir: HERE,
    environment: {},
    redactor: createRedactor(),
    onLine: (_, line) => log.push(line),
  });
  for (const tool of ['asks_model', 'asks']) {
    expect(JSON.stringify(await servers.callTool('hostile', tool, {}))).toContain('-32601');
  }
  expect(log.join('\n')).toContain('sampling/createMessage');
  await servers.close();
});

/** Real servers of both revisions, as processes. */
type Peer = McpServerDeclaration | { readonly start: readonly string[] };

/** How it is declared; one that is reached over the network runs meanwhile. */
async function started(peer: Peer): Promise<AsyncDisposable & { readonly declaration: McpServerDeclaration }> {
  if (!('start' in peer)) return { declaration: peer, [Symbol.asyncDispose]: async () => undefined };
  const { url, stop } = await startRemote(peer.start, 'mcp');
  return { declaration: { transport: 'http', url, headers: {} }, [Symbol.asyncDispose]: stop };
}

const EVERY: readonly [string, string, Peer][] = [
  ['server-everything over stdio', '2025-11-25', stdioServer([EVERYTHING, 'stdio'])],
  ['server-everything over streamable HTTP', '2025-11-25', { start: [EVERYTHING, 'streamableHttp'] }],
  ['a server of the newer revision over stdio', '2026-07-28', stdioServer([join(HERE, 'modern-server.ts')])],
  [
    'a server of the newer revision over streamable HTTP',
    '2026-07-28',
    { start: [join(HERE, 'modern-server.ts'), 'http'] },
  ],
];

describe.each(EVERY)('%s', (_, revision, how) => {
  const isOlder = revision === '2025-11-25';
  const tool = isOlder ? 'trigger-sampling-request' : 'summarise';
  const named = (text: string, more: JsonObject = {}) => ({ ...(isOlder ? { prompt: text } : { text }), ...more });

  test('has a model write for one binding and for no other', { timeout: 40_000 }, async () => {
    await using remote = await started(how);
    const peer = remote.declaration;
    const { askModel, questions } = scripted();
    const binding: McpBinding = { server: 'peer', tool, sampling: ALLOWED };
    await using world = openResources({ servers: { peer }, askModel, bindings: { 'thing:do': binding } });
    const answer = await world.call('', named('库存表'), { binding });
    expect(answer).toMatchObject({
      status: 'answered',
      isError: false,
      text: expect.stringContaining('一份摘要'),
      sampled: [{ status: 'written', question: { messages: [{ text: expect.stringContaining('库存表') }] } }],
    });
    expect(questions[0]?.maxTokens).toBe(50);
    expect(world.resources.states().find(({ server }) => server === 'peer')).toMatchObject({ revision });

    const { sampling: ___, ...plain } = binding;
    const refused = await world.call('', named('库存表'), { binding: plain });
    expect(refused).toMatchObject({ notes: [expect.any(String)] });
    expect(refused).not.toHaveProperty('sampled');
    expect(JSON.stringify(refused)).not.toContain('一份摘要');
    expect(questions).toHaveLength(1);
  });

  if (!isOlder) {
    test('gets no more than its binding says, and the call comes to nothing then', { timeout: 40_000 }, async () => {
      await using remote = await started(how);
      const peer = remote.declaration;
      const { askModel, questions } = scripted();
      const binding: McpBinding = { server: 'peer', tool, sampling: { max_tokens: 50, requests: 2 } };
      await using world = openResources({ servers: { peer }, askModel, bindings: { 'thing:do': binding } });
      expect(await world.call('', named('a', { times: 2 }), { binding })).toMatchObject({ sampled: [{}, {}] });
      const spent = await world.call('', named('a', { times: 3 }), { binding });
      expect(spent).toMatchObject({
        isError: false,
        sampled: [{}, {}],
        notes: [expect.stringContaining('2 times at most')],
      });
      expect(spent).not.toHaveProperty('structured');
      expect(questions).toHaveLength(4);
    });
  }
});

test('over streamable HTTP each of several calls at work has its own request answered', {
  timeout: 40_000,
}, async () => {
  await using remote = await started({ start: [EVERYTHING, 'streamableHttp'] });
  const peer = remote.declaration;
  const asked = Promise.withResolvers<void>();
  let waiting = 0;
  const askModel: AskModel = async ({ messages }) => {
    if (++waiting === 2) asked.resolve();
    await asked.promise;
    const text = `about ${messages[0]?.text}`;
    return { status: 'written', text, model: 'test/m', stop: 'endTurn', usage: { inputTokens: 1, outputTokens: 1 } };
  };
  const binding: McpBinding = { server: 'peer', tool: 'trigger-sampling-request', sampling: ALLOWED };
  await using world = openResources({ servers: { peer }, askModel, bindings: { 'thing:do': binding } });
  const answers = await Promise.all(
    ['first', 'second'].map((prompt) => world.call('', { prompt }, { binding, conversation: prompt })),
  );
  for (const [index, prompt] of ['first', 'second'].entries()) {
    expect(answers[index]).toMatchObject({
      sampled: [{ question: { messages: [{ text: expect.stringContaining(prompt) }] } }],
    });
    expect(JSON.stringify(answers[index])).not.toContain(index === 0 ? 'second' : 'first');
  }
});
