import { describe, expect, it } from 'vitest';
import { languageOfMessage } from './language-of-message.ts';

const beforeAll = { language: 'zh', said: [] } as const;
const chinese = { language: 'zh', said: [{ sequence: 2, text: '你好' }] } as const;
const english = { language: 'en', said: [{ sequence: 2, text: 'Hello there' }] } as const;

describe('the language of an answer', () => {
  it.each(['你好', 'OK，确认', '借阅 L200001 怎么样', 'my book 还了吗'])('is Chinese for %j', (text) => {
    expect(languageOfMessage(text, english)).toBe('zh');
  });

  it.each(['Hello there', 'Where is loan L200001?', 'cancel it'])('is English for %j', (text) => {
    expect(languageOfMessage(text, chinese)).toBe('en');
  });

  it.each([
    'L200001',
    'AB1234567',
    '#W9911714',
    '12',
    'ok',
    'OK!',
    'yes',
    ' no ',
    '👍',
    'reader@example.test',
    'https://example.test/books',
    '？',
  ])('stays as it was for %j', (text) => {
    expect(languageOfMessage(text, chinese)).toBe('zh');
    expect(languageOfMessage(text, english)).toBe('en');
  });

  it('is taken from a short word where the conversation has none yet', () => {
    expect(languageOfMessage('hi', beforeAll)).toBe('en');
  });
});
