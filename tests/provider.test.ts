import { startOpenAiWireServer } from '@rolecall/models/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { copyShop, edit, openShop, PENDING, SHIPPED, type Shop, textOf } from './shop.ts';

let shop: Shop | undefined;
let server: Awaited<ReturnType<typeof startOpenAiWireServer>> | undefined;
afterEach(async () => {
  await shop?.close();
  await server?.close();
  shop = undefined;
  server = undefined;
});

/** The example with an employee whose model speaks the OpenAI wire format on loopback. */
async function openWith(script: Parameters<typeof startOpenAiWireServer>[0]['script']): Promise<Shop> {
  server = await startOpenAiWireServer({ script });
  const dir = copyShop();
  edit(dir, 'employees/lin.yaml', 'model: builtin/matcher', 'model: local-wire/test-model');
  edit(
    dir,
    'rolecall.yaml',
    'language: zh',
    `language: zh\nmodels: { providers: { local-wire: { base_url: '${server.baseUrl}', api_key_env: WIRE_KEY } } }`,
  );
  shop = await openShop({ dir, environment: { WIRE_KEY: 'wire-key-0123456789' } });
  return shop;
}

describe('an employee whose model is behind an HTTP provider', () => {
  it('reads, is told by the runtime, and never has the key in a request body', async () => {
    await openWith([
      { kind: 'reply', calls: [{ name: 'order__get', arguments: JSON.stringify({ order_id: SHIPPED }) }] },
      { kind: 'reply', text: '还有什么可以帮您？' },
    ]);
    const text = textOf(await (shop as Shop).say(`帮我查一下订单 ${SHIPPED}`));
    expect(text).toContain('已出库');
    expect(text).toContain('还有什么可以帮您');
    expect(JSON.stringify(server?.requests.map(({ body }) => body))).not.toContain('wire-key-0123456789');
  });

  it('answers after the provider refused and broke off', async () => {
    await openWith([
      { kind: 'error', status: 429, message: 'slow down', headers: { 'retry-after': '0' } },
      { kind: 'cut', text: '我先看一下您的订单', afterChunks: 2 },
      { kind: 'reply', text: '您好，请讲。' },
    ]);
    expect(textOf(await (shop as Shop).say('你好'))).toContain('您好，请讲。');
    expect((await (shop as Shop).entries()).filter(({ kind }) => kind === 'kernel.fault')).toHaveLength(2);
  });

  it('asks before it writes, whatever the model says', async () => {
    await openWith([
      {
        kind: 'reply',
        text: '已经帮您取消了。',
        calls: [
          { name: 'order__cancel', arguments: JSON.stringify({ order_id: PENDING, reason: 'no longer needed' }) },
        ],
      },
    ]);
    const sent = await (shop as Shop).say(`取消订单 ${PENDING}，不想要了`);
    expect(sent).toMatchObject([{ kind: 'notice' }]);
    expect((shop as Shop).status(PENDING)).toBe('pending');
  });

  it('reads skills of its role pack and of the workspace', async () => {
    await openWith([
      {
        kind: 'reply',
        calls: ['verify-order', 'hand-over-note'].map((name) => ({
          name: 'read_skill',
          arguments: JSON.stringify({ name }),
        })),
      },
      { kind: 'reply', text: '好的，我来核对。' },
    ]);
    await (shop as Shop).say('你好');
    const [first, second] = server?.requests.map(({ body }) => JSON.stringify(body)) ?? [];
    expect(first).toMatch(/verify-order.*hand-over-note/s);
    expect(second).toContain('请客户给出订单号');
    expect(second).toContain('别人看得懂');
    expect(second).toContain('未知');
  });

  it('that cannot be made for lack of a key still answers', async () => {
    const dir = copyShop();
    edit(dir, 'employees/lin.yaml', 'model: builtin/matcher', 'model: deepseek/deepseek-chat');
    const lines: string[] = [];
    shop = await openShop({ dir, log: (line) => lines.push(line), environment: { DEEPSEEK_API_KEY: '' } });
    expect(textOf(await shop.say('你好'))).toMatch(/暂时出了问题/);
    expect(lines.join('\n')).toContain('DEEPSEEK_API_KEY');
  });
});
