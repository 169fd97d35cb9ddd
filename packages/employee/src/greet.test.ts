import { describe, expect, it } from 'vitest';
import { openBench, textOf } from './testing/index.ts';

describe('the first sight of a contact on a channel', () => {
  it('is greeted once, also by an opening that does not know yet of the other one', async () => {
    const bench = await openBench();
    const blind = { context: { store: { ...bench.store, row: async () => undefined } } };
    await bench.accept('opened');
    expect((await bench.work(blind)).map(({ kind }) => kind)).toEqual(['greeting']);
    await bench.accept('opened');
    expect(await bench.work(blind)).toEqual([]);

    const entries = await bench.entries();
    expect(entries.filter(({ data }) => data.event === 'sys_first_seen_contact')).toHaveLength(1);
    expect(entries.at(-1)?.data).toMatchObject({ end: 'already_done' });
  });

  it.each([
    [{ language: 'en' }, 'en'],
    [{ language: 'zh' }, 'zh'],
    [{}, 'zh'],
    [{ language: 'fr' }, 'zh'],
  ] as const)('is in the language of whoever opened, %o, until they write in another', async (opened, language) => {
    const other = language === 'en' ? 'zh' : 'en';
    const bench = await openBench({ script: [{ text: 'OK.' }] });
    await bench.accept('opened', opened);
    expect(/\p{Script=Han}/u.test(textOf(await bench.work()))).toBe(language === 'zh');
    await bench.say(other === 'zh' ? '请问在吗' : 'Are you there?');
    const started = (await bench.entries()).filter(({ kind }) => kind === 'employee.round_started');
    expect(started.map(({ data }) => data.language)).toEqual([language, other]);
  });

  it.each([
    ['which knows of the first sight', false],
    ['at the same moment', true],
  ])(
    'is not raised again by a second employee on it, %s; its first reply says that an AI writes',
    async (_, isBlind) => {
      const bench = await openBench({ script: [{ text: '请讲。' }] });
      const blind = { context: { store: { ...bench.store, row: async () => undefined } } };
      const how = isBlind ? blind : {};
      await bench.accept('opened');
      await bench.work(how);
      bench.turnTo({ employee: 'ivo' });
      await bench.accept('opened');
      expect(await bench.work(how)).toEqual([]);
      expect((await bench.entries()).filter(({ kind }) => kind === 'employee.event_raised')).toEqual([]);
      expect(textOf(await bench.say('你好'))).toContain('我是人工智能（AI）员工，不是真人。');
    },
  );

  it('is another one on another channel', async () => {
    const bench = await openBench();
    await bench.accept('opened');
    await bench.work();
    bench.turnTo({ channel: 'widget' });
    await bench.accept('opened');
    expect((await bench.work()).map(({ kind }) => kind)).toEqual(['greeting']);
  });
});
