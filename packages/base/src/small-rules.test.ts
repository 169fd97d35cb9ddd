import { describe, expect, it } from 'vitest';
import { isCapabilityKey, toolNameOf } from './capability-key.ts';
import { durationMs } from './clock.ts';
import { describeError, RolecallError } from './error.ts';
import { describeFinding, findingWords, isFine } from './finding.ts';
import { languageOf, textIn } from './language.ts';
import { nearestName } from './nearest.ts';

describe('capability keys', () => {
  it.each([
    ['order:query-status', true],
    ['web:search', true],
    ['llm:Code.Review_2', true],
    ['Order:cancel', false],
    ['order', false],
    ['order:', false],
    ['order:a b', false],
    [`x:${'a'.repeat(200)}`, false],
  ])('%s → %s', (key, expected) => expect(isCapabilityKey(key)).toBe(expected));

  it('become tool names', () => expect(toolNameOf('order:query-status')).toBe('order__query-status'));
});

describe('durations', () => {
  it.each([
    ['500ms', 500],
    ['30m', 1_800_000],
    ['1d', 86_400_000],
    ['1 d', undefined],
    ['-1d', undefined],
    ['d', undefined],
  ])('%s is %s ms', (text, expected) => expect(durationMs(text)).toBe(expected));
});

describe('languages', () => {
  it.each([
    ['帮我 cancel 一下', 'zh'],
    ['Please cancel', 'en'],
    ['#W1234567', 'zh'],
    ['👍', 'zh'],
  ])('%s is %s', (text, expected) => expect(languageOf(text, 'zh')).toBe(expected));

  it('falls back to the other language of a text', () => {
    expect(textIn({ en: 'yes' }, 'zh')).toBe('yes');
    expect(textIn('same', 'en')).toBe('same');
    expect(textIn(undefined, 'en')).toBe('');
  });
});

describe('errors and findings', () => {
  it('describe themselves with place and way out', () => {
    const error = new RolecallError({
      code: 'x_wrong',
      message: { en: 'It is wrong.', zh: '这不对。' },
      at: { file: 'a.yaml', line: 3, path: 'b[0]' },
      hint: { en: 'Fix it.', zh: '改正它。' },
    });
    expect(describeError(error)).toBe('a.yaml:3 b[0]: It is wrong. [x_wrong]\n  → Fix it.');
    expect(describeError(error, 'zh')).toBe('a.yaml:3 b[0]: 这不对。 [x_wrong]\n  → 改正它。');
    expect(error).toMatchObject({ message: 'It is wrong.', hint: 'Fix it.' });
    expect(RolecallError.is(error)).toBe(true);
    expect(RolecallError.is(new Error('x'))).toBe(false);
  });

  it('are told in the language of the reader', () => {
    const words = findingWords({ en: 'It is old.', zh: '它旧了。' }, { en: 'Renew it.', zh: '更新它。' });
    const finding = { severity: 'notice', code: 'old', file: 'a.yaml', line: 2, ...words } as const;
    expect(describeFinding(finding)).toBe('notice old  a.yaml:2\n    It is old.\n    → Renew it.');
    expect(describeFinding(finding, 'zh')).toBe('提示 old  a.yaml:2\n    它旧了。\n    → 更新它。');
    expect(findingWords({ en: 'x', zh: '某' })).toEqual({ message: 'x', zh: { message: '某' } });
  });

  it('are fine without an error, and with strict without a warning', () => {
    const warning = { severity: 'warning', code: 'w', ...findingWords({ en: 'x', zh: '某' }) } as const;
    expect([isFine([warning]), isFine([warning], true), isFine([{ ...warning, severity: 'error' }])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('nearestName', () => {
  it('finds a slip of the finger and not a stranger', () => {
    expect(nearestName('order:cancle', ['order:get', 'order:cancel'])).toBe('order:cancel');
    expect(nearestName('zebra', ['order:get'])).toBeUndefined();
  });
});
