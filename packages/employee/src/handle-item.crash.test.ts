import type { Script, ScriptedAnswer, ScriptedWords } from '@rolecall/kernel/testing';
import { describe, expect, it } from 'vitest';
import { Died, type EmployeeBench, openBench, type Sent, textOf } from './testing/index.ts';

const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };
const NOTE = { calls: [{ name: 'note__leave', input: { text: '谢谢' } }] };

/** A model that calls once in every attempt, and then says something. */
const callThenSay =
  (call: ScriptedWords, text: string): ScriptedAnswer =>
  ({ prompt }) =>
    prompt.at(-1)?.role === 'tool' ? text : call;

interface Scene {
  readonly name: string;
  readonly script: Script;
  /** What comes before the item that crashes. */
  readonly before?: (bench: EmployeeBench) => Promise<unknown>;
  readonly item: (bench: EmployeeBench) => Promise<string>;
  readonly effects: number;
  readonly says: RegExp;
}

const say = (text: string) => (bench: EmployeeBench) => bench.accept('message', { text });
const notice = async (bench: EmployeeBench) => (await bench.say('我要还书 L200001')).at(-1)!.operation!;

const SCENES: readonly Scene[] = [
  {
    name: 'a greeting',
    script: [],
    item: (bench) => bench.accept('opened'),
    effects: 0,
    says: /^您好，这里是图书馆，我是伊达。/,
  },
  {
    name: 'a read that the model tells',
    script: callThenSay({ calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] }, '还在借。'),
    item: say('借阅 L200001 怎么样了'),
    effects: 0,
    says: /还在借。应还日期：2026-04-01$/,
  },
  {
    name: 'a write that asks',
    script: () => RETURN,
    item: say('我要还书 L200001'),
    effects: 0,
    says: /^.*将登记归还 L200001。确认请回复“确认”。$/s,
  },
  {
    name: 'a write that needs no confirmation',
    script: callThenSay(NOTE, '好的。'),
    item: say('帮我留言：谢谢'),
    effects: 1,
    says: /“给馆员留言”(已经完成|的请求已经发出)/,
  },
  {
    name: 'a typed yes',
    script: () => RETURN,
    before: notice,
    item: say('确认'),
    effects: 1,
    says: /已为您登记归还 L200001|已核实：之前的“登记还书”已经成功/,
  },
  {
    name: 'a pressed yes',
    script: () => RETURN,
    item: async (bench) => bench.accept('confirm_button', { operation: await notice(bench) }),
    effects: 1,
    says: /已为您登记归还 L200001|已核实：之前的“登记还书”已经成功/,
  },
  {
    name: 'a typed no',
    script: () => RETURN,
    before: notice,
    item: say('不用了'),
    effects: 0,
    says: /^按您的意思，「登记还书」没有执行。$/,
  },
  {
    name: 'a yes to what cannot run any more',
    script: () => RETURN,
    before: async (bench) => {
      await notice(bench);
      bench.system.loans.set('L200001', { holder: 'reader-1', state: 'returned', due: '' });
    },
    item: say('确认'),
    effects: 0,
    says: /^借阅 L200001 不在借。$/,
  },
  {
    name: 'a yes that comes too late',
    script: () => RETURN,
    before: async (bench) => {
      await notice(bench);
      bench.clock.advance(31 * 60_000);
    },
    item: say('确认'),
    effects: 0,
    says: /^将登记归还 L200001。确认请回复“确认”。$/,
  },
  {
    name: 'a timer that settles a doubt',
    script: () => RETURN,
    before: async (bench) => {
      await notice(bench);
      bench.system.faults.set('loan:return', ['answer_lost']);
      await bench.say('确认');
      bench.clock.advance(6_000);
    },
    item: async (bench) => {
      await bench.claimTimers();
      return (await bench.store.inbox(bench.conversation))[0]!.id;
    },
    effects: 1,
    says: /已为您登记归还 L200001|已核实/,
  },
];

/** A process dies before each of the item's commits in turn, then another one takes over. */
async function playWithCrash(scene: Scene, dieBefore: number) {
  const bench = await openBench({ script: scene.script });
  await scene.before?.(bench);
  const item = await scene.item(bench);
  const { length } = await bench.entries();
  const hasDied = await bench.work({ dieBefore }).then(
    () => false,
    (error: unknown) => error instanceof Died,
  );
  await bench.work();
  const entries = (await bench.entries()).slice(length);
  const sent = entries.filter(({ kind }) => kind === 'employee.replied').map(({ data }) => data as unknown as Sent);
  return { bench, item, entries, sent, hasDied };
}

describe.each(SCENES)('$name, whenever the process dies', (scene) => {
  it('is handled once, answered, and done at most once', async () => {
    let crashes = 0;
    for (let dieBefore = 1; ; dieBefore++) {
      const { bench, item, entries, sent, hasDied } = await playWithCrash(scene, dieBefore);
      expect(textOf(sent)).toMatch(scene.says);
      expect(entries.filter(({ kind, data }) => kind === 'employee.round_ended' && data.item === item)).toHaveLength(1);
      expect(await bench.store.inbox(bench.conversation)).toEqual([]);
      expect([...bench.system.effects.values()]).toEqual(scene.effects === 0 ? [] : [1]);
      expect(await bench.different()).toEqual([]);
      const opened = (await bench.entries()).filter(({ kind }) => kind === 'employee.task_opened');
      expect(opened.length).toBeLessThanOrEqual(1);
      if (!hasDied) break;
      crashes++;
    }
    expect(crashes).toBeGreaterThan(0);
  });
});

describe('a round that was interrupted', () => {
  it('shows the notice that it had decided to show, whatever the model would say now', async () => {
    const bench = await openBench({ script: [RETURN, '我什么也没做。'] });
    await bench.say('我要还书 L200001', { dieBefore: 6 }).catch((error: unknown) => expect(error).toBeInstanceOf(Died));
    expect((await bench.entries()).some(({ kind }) => kind === 'gate.awaiting_confirmation')).toBe(true);
    const sent = await bench.work();
    expect(sent.at(-1)).toMatchObject({ kind: 'notice', text: '将登记归还 L200001。确认请回复“确认”。' });
    expect(textOf(await bench.say('确认'))).toBe('已为您登记归还 L200001。');
    expect(bench.model.calls).toHaveLength(1);
  });

  it('never plans a write again that may have left, also when the model wants it otherwise', async () => {
    const bench = await openBench({
      script: [NOTE, { calls: [{ name: 'note__leave', input: { text: '另一句' } }] }, '好的。'],
    });
    await bench.say('帮我留言：谢谢', { dieBefore: 5 }).catch((error: unknown) => expect(error).toBeInstanceOf(Died));
    await bench.work();
    expect(bench.system.notes).toEqual(['谢谢']);
    expect(bench.model.calls).toHaveLength(1);
  });

  it('handles what comes after it in order', async () => {
    const bench = await openBench({ script: () => RETURN });
    await bench.accept('message', { text: '我要还书 L200001' });
    await bench.accept('message', { text: '确认' });
    await bench.work({ dieBefore: 6 }).catch((error: unknown) => expect(error).toBeInstanceOf(Died));
    const sent = await bench.work();
    expect(sent.map(({ kind }) => kind)).toEqual(['reply', 'notice', 'reply']);
    expect(sent.at(-1)?.text).toBe('已为您登记归还 L200001。');
  });
});
