import { expect, test } from 'vitest';
import { libraryDesk } from '../testing/library-desk.ts';
import { account, offer, quote } from './sentences.ts';

const desk = libraryDesk();

test('a long text is quoted where it fits the question', () => {
  const filler = '这一句讲的是别的事情，与问题没有关系。'.repeat(30);
  const text = `${filler}自习室可以提前七天预约。${filler}`;
  const quoted = quote(text, '自习室可以提前几天预约', 'zh');
  expect(quoted).toContain('自习室可以提前七天预约。');
  expect(quoted.length).toBeLessThan(120);
});

test('a short text is quoted whole', () => {
  expect(quote(' We open at nine. ', 'when', 'en')).toBe('This is what the material says: We open at nine.');
});

test('many titles are cut, and the cut is said', () => {
  const capabilities = Array.from({ length: 12 }, (_, index) => ({ ...desk.capabilities[0]!, title: `T${index}` }));
  expect(offer({ ...desk, capabilities }, 'en')).toContain('T7 and more');
  expect(offer({ ...desk, capabilities }, 'zh')).toContain('T7等');
});

test('nested results and long lists are told in full or with what is left', () => {
  const call = {
    id: '1',
    tool: 'loan__list',
    input: {},
    output: {
      status: 'succeeded',
      result: {
        reader: { name: 'A', active: false },
        loans: Array.from({ length: 12 }, (_, index) => ({ id: index, due: 'x' })),
      },
    },
  };
  const text = account(call, desk, 'zh');
  expect(text).toContain('reader：\n  name：A\n  active：否');
  expect(text).toContain('- id：9，due：x\n- 还有 2 项');
});

test('what a result must say is said', () => {
  const call = {
    id: '1',
    tool: 'loan__list',
    input: {},
    output: { status: 'succeeded', result: {}, must_include: ['到期日 3 月 1 日。'] },
  };
  expect(account(call, desk, 'zh')).toBe('「查看借阅」的结果如下。\n到期日 3 月 1 日。');
});

test('an unknown tool is named, an error text is not hidden', () => {
  expect(account({ id: '1', tool: 'x', input: {}, output: { error: 'no such tool' } }, desk, 'en')).toBe(
    '"x" could not be done this time.',
  );
  expect(account({ id: '1', tool: 'x', input: {}, output: 'three items' }, desk, 'en')).toBe('x: three items');
});
