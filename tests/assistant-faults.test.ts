import type { WireAnswer } from '@rolecall/models/testing';
import { describe, expect, it } from 'vitest';
import { type Desk, openDesk } from './assistant-terminal.ts';

const status = (code: number, message: string, headers = {}): WireAnswer => ({
  kind: 'error',
  status: code,
  message,
  headers,
});

/** A pack that does with a failure of the model what is named. */
function putPack(desk: Desk, errorHandling: 'stop' | 'retry'): readonly string[] {
  desk.put(`${desk.home}/role-packs/plain`, {
    'manifest.json': JSON.stringify({
      name: 'plain',
      formatVersion: '1.0.0',
      interactionType: 'tool_assistant',
      strategy: { global: { errorHandling } },
    }),
    'persona.md': '你是助手。',
    'rules.md': '- 如实。',
  });
  return ['--pack', 'plain'];
}

const FAULTS: readonly WireAnswer[] = [
  status(402, 'Insufficient Balance'),
  status(404, 'model not found'),
  status(429, 'slow down', { 'retry-after': '3600' }),
  status(503, 'overloaded'),
  { kind: 'cut', afterChunks: 3, text: '说到一半就断' },
  status(400, 'bad parameter'),
];

const TOLD = {
  zh: [
    /账户余额不足\s+\[model_unauthorized\]\n请检查 --model/,
    /没有这个模型，或者地址不对\s+\[model_unknown\]\n请检查/,
    /请求太频繁\s+\[model_rate_limited\]\n您写的内容已经保存，过一会儿/,
    /提供方暂时不可用\s+\[model_unavailable\]\n您写的内容已经保存，过一会儿/,
    /回答中途断了\s+\[model_stream_cut\]\n您写的内容已经保存，过一会儿/,
    /提供方不接受这个请求\s+\[model_request_invalid\]\n请检查/,
    /连不上提供方\s+\[model_unreachable\]\n请检查/,
  ],
  en: [
    /no\s+credit\s+\[model_unauthorized\]\nSee --model/,
    /the\s+address\s+is\s+not\s+right\s+\[model_unknown\]\nSee/,
    /too\s+many\s+requests\s+just\s+now\s+\[model_rate_limited\]\nSay "go on"/,
    /not\s+available\s+just\s+now\s+\[model_unavailable\]\nSay "go on"/,
    /the\s+answer\s+broke\s+off\s+\[model_stream_cut\]\nSay "go on"/,
    /accept\s+the\s+request\s+\[model_request_invalid\]\nSee/,
    /cannot\s+be\s+reached\s+\[model_unreachable\]\nSee/,
  ],
} as const;

describe('an assistant in a terminal whose provider fails', () => {
  it.each([
    ['zh', 'zh_CN.UTF-8'],
    ['en', 'en_US.UTF-8'],
  ] as const)('says why and what helps, goes on, and keeps what was written: %s', async (language, LANG) => {
    const desk = await openDesk([...FAULTS, { kind: 'reply', text: '现在好了。' }]);
    const terminal = desk.terminal(putPack(desk, 'stop'), { LANG });
    await terminal.sees('› ');
    const told = TOLD[language];
    for (const [index, wanted] of told.slice(0, -1).entries()) {
      terminal.type(`第${index}句\r`);
      await terminal.sees(wanted);
      await terminal.sees('› ');
    }
    terminal.type('继续\r');
    await terminal.sees('现在好了。');
    const last = JSON.stringify(desk.server.requests.filter(({ body }) => body.tools).at(-1)?.body.messages);
    for (const index of FAULTS.keys()) expect(last).toContain(`第${index}句`);
    await terminal.sees('› ');
    await desk.server.close();
    terminal.type('还在吗\r');
    await terminal.sees(told.at(-1) as RegExp);
    await terminal.sees('› ');
    terminal.type('/exit\r');
    expect(await terminal.exit).toBe(0);
    expect(terminal.shown()).not.toMatch(/^\s+at /m);
  });

  it('says that it asks again, and why, and shows an answer once', async () => {
    const desk = await openDesk([
      status(429, 'slow down', { 'retry-after-ms': '10' }),
      { kind: 'cut', afterChunks: 3, text: '好的，这就来说给您听。' },
      { kind: 'reply', text: '好的，这就来。' },
    ]);
    const terminal = desk.terminal(putPack(desk, 'retry'));
    await terminal.sees('› ');
    terminal.type('说吧\r');
    await terminal.sees('模型出错（请求太频繁），1 秒后再试。');
    await terminal.sees('模型出错（回答中途断了）');
    await terminal.sees('好的，这就来。');
    await terminal.sees('› ');
    terminal.type('/exit\r');
    expect(await terminal.exit).toBe(0);
  });
});
