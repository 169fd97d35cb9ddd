import { describe, expect, it } from 'vitest';
import { DESK, DESK_DONE, DESK_OPEN } from './hand-over/desk-projection.ts';
import {
  type BenchOptions,
  deskRelease,
  type EmployeeBench,
  openBench,
  replaceIn,
  textOf,
  withPeople,
} from './testing/index.ts';

const REMIND = { calls: [{ name: 'contact__remind', input: { at: '2026-03-03T15:00:00+08:00', text: '还书' } }] };
const FOLLOW_UP = { calls: [{ name: 'human__follow-up', input: { matter: '找回遗失的书' } }] };
const UNTIL_DUE_MS = 23 * 3_600_000;

async function open(script: BenchOptions['script']) {
  return openBench({ release: deskRelease(withPeople), ...(script ? { script } : {}) });
}

async function laterBy(bench: EmployeeBench, ms: number): Promise<string> {
  bench.clock.advance(ms);
  await bench.claimTimers();
  return textOf(await bench.work());
}

describe('a reminder', () => {
  it('comes when it is due, once', async () => {
    const bench = await open([REMIND]);
    const notice = textOf(await bench.say('明天下午三点提醒我还书'));
    expect(notice).toContain('将在 2026-03-03 15:00 提醒您：还书。');
    expect(textOf(await bench.say('确认'))).toContain('提醒已设置：2026-03-03 15:00。');
    expect(await laterBy(bench, UNTIL_DUE_MS - 1)).toBe('');
    expect(await laterBy(bench, 1)).toBe('提醒您：还书');
    expect(await laterBy(bench, UNTIL_DUE_MS)).toBe('');
  });

  it('is set also when the process dies after its receipt', async () => {
    const bench = await open([REMIND]);
    await bench.say('明天下午三点提醒我还书');
    // The yes is recorded with the decision, the receipt follows; the end of the round is lost.
    await expect(bench.say('确认', { dieBefore: 4 })).rejects.toThrow();
    expect((await bench.entries()).at(-1)?.kind).toBe('gate.call_ended');
    expect(textOf(await bench.work())).toContain('提醒已设置');
    expect(await laterBy(bench, UNTIL_DUE_MS)).toBe('提醒您：还书');
  });
});

describe('a follow-up', () => {
  it('stands on the desk until somebody has done it', async () => {
    const bench = await open([FOLLOW_UP]);
    await bench.say('请人工跟进一下遗失的书');
    const text = textOf(await bench.say('确认'));
    const number = /编号 (\S+?)。/.exec(text)?.[1];
    const operation = String(number).replace('F-', '');
    const row = { kind: 'follow_up', conversation: bench.conversation, operation, followUp: number, done: null };
    const rows = async (scope: string) => (await bench.store.rows(DESK, scope)).map(({ value }) => value);
    expect(await rows(DESK_OPEN)).toEqual([
      { ...row, at: expect.any(String), matter: { matter: '找回遗失的书', contact: 'reader-1' } },
    ]);
    const raised = (await bench.entries()).filter(({ data }) => data.event === 'sys_follow_up_created');
    expect(raised.map(({ data }) => data.payload)).toEqual([{ conversation: bench.conversation, follow_up: number }]);
    await bench.accept('follow_up_done', { operation, person: '王芳', note: '已寄出' });
    expect(await bench.work()).toEqual([]);
    expect(await rows(DESK_OPEN)).toEqual([]);
    expect(await rows(DESK_DONE)).toMatchObject([{ done: { person: '王芳', note: '已寄出' } }]);
  });
});

describe('a contract that offers something else', () => {
  const offering = (capability: string) => (files: Record<string, string>) => {
    withPeople(files);
    const then = `outcome: failed, then: { offer: ${capability} } }`;
    replaceIn(files, 'assets/capabilities/note-leave.yaml', 'outcome: failed }', then);
  };
  const NOTE = { calls: [{ name: 'note__leave', input: { text: '谢谢' } }] };

  it('offers what the employee can do', async () => {
    const bench = await openBench({ release: deskRelease(offering('human:follow-up')), script: [NOTE, '抱歉。'] });
    bench.system.faults.set('note:leave', ['refused']);
    expect(textOf(await bench.say('留言谢谢'))).toContain('需要我帮您「创建人工跟进」吗？');
    expect((await bench.state()).lastSent?.mayBeAnswered).toBe(true);
  });

  it('and nothing that it cannot', async () => {
    const bench = await openBench({ release: deskRelease(offering('card:check')), script: [NOTE, '抱歉。'] });
    bench.system.faults.set('note:leave', ['refused']);
    expect(textOf(await bench.say('留言谢谢'))).not.toContain('需要我帮您');
  });
});
