import { describe, expect, test } from 'vitest';
import { countTokensFor } from './count-tokens.ts';

describe('exact counts', () => {
  test.each([
    'openai/gpt-4o-mini',
    'openrouter/openai/gpt-5',
    'o3',
    'gpt-4.1',
    'ollama/gpt-oss:20b',
    'chatgpt-4o-latest',
  ])('%s counts by o200k', async (id) => {
    const count = await countTokensFor(id);
    expect(count?.('hello world')).toBe(2);
    expect(count?.('お誕生日おめでとう')).toBe(8);
  });

  test.each(['openai/gpt-4', 'gpt-4-turbo', 'gpt-3.5-turbo'])('%s counts by cl100k', async (id) => {
    const count = await countTokensFor(id);
    expect(count?.('hello world')).toBe(2);
    expect(count?.('お誕生日おめでとう')).toBe(9);
  });

  test('control tokens in a message count as text', async () => {
    const count = await countTokensFor('gpt-4o');
    expect(count?.('<|endoftext|>')).toBeGreaterThan(1);
  });

  test('an empty text has none', async () => {
    expect((await countTokensFor('gpt-4o'))?.('')).toBe(0);
  });
});

test.each(['deepseek/deepseek-chat', 'qwen/qwen-plus', 'builtin/matcher', 'gpt-44', 'o30', 'my-gpt-4o', ''])(
  '%j has no published tokenizer',
  async (id) => {
    expect(await countTokensFor(id)).toBeUndefined();
  },
);
