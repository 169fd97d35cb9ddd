import { APICallError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { readOverflow } from './overflow.ts';
import type { PastRound } from './round.ts';
import { runRound } from './run-round.ts';
import { arrangeRound, dataOf } from './testing/builders.ts';
import { orphansIn } from './testing/orphans.ts';
import { runWriting } from './testing/run-writing.ts';

const refused = (message: string, statusCode = 400) =>
  new APICallError({ message, statusCode, url: 'https://model.test', requestBodyValues: {}, responseBody: '' });

describe('readOverflow knows the wording of', () => {
  it.each([
    [
      'OpenAI',
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130012 tokens.",
      128_000,
      130_012,
    ],
    [
      'OpenAI responses',
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      undefined,
      undefined,
    ],
    [
      'OpenRouter, DeepSeek, vLLM',
      "This endpoint's maximum context length is 65536 tokens. However, you requested about 70001 tokens (60000 of text input).",
      65_536,
      70_001,
    ],
    ['Anthropic', 'prompt is too long: 213462 tokens > 200000 maximum', 200_000, 213_462],
    [
      'Anthropic with output',
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length',
      200_000,
      188_240,
    ],
    [
      'Google',
      'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
      1_048_575,
      1_196_265,
    ],
    ['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072, 537_812],
    ['Groq', 'Please reduce the length of the messages or completion.', undefined, undefined],
    ['Bedrock', 'Input is too long for requested model.', undefined, undefined],
    [
      'Mistral',
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      32_768,
      40_000,
    ],
    ['Copilot', 'prompt token count of 70000 exceeds the limit of 64000', 64_000, 70_000],
    ['Cohere', 'too many tokens: total number of tokens in the prompt cannot exceed 4081', 4_081, undefined],
    ['DashScope', 'InternalError.Algo.InvalidParameter: Range of input length should be [1, 98304]', 98_304, undefined],
    ['Moonshot', 'Invalid request: Your request exceeded model token limit: 8192', 8_192, undefined],
    ['Zhipu', 'Prompt 超长', undefined, undefined],
    ['MiniMax', 'invalid params, context window exceeds limit (2013)', undefined, undefined],
    ['Volcengine', 'Total tokens of image and text exceed max message tokens', undefined, undefined],
    ['Qianfan', 'prompt tokens too long, must be <= 5120', 5_120, undefined],
    ['llama.cpp', 'the request exceeds the available context size (4096 tokens), try increasing it', 4_096, undefined],
    ['llama.cpp with numbers', 'request (5120 tokens) exceeds the available context size (4096 tokens)', 4_096, 5_120],
    [
      'LM Studio',
      'The number of tokens to keep from the initial prompt is greater than the context length',
      undefined,
      undefined,
    ],
    [
      'OpenAI with a limit of its own',
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300123 tokens. Please reduce the length of the messages.',
      272_000,
      300_123,
    ],
    ['OpenAI in short', 'Input tokens exceed the configured limit of 16384 tokens', 16_384, undefined],
    [
      'Vertex',
      'Unable to submit request because the input token count is 40000 but model only supports up to 32768. Reduce the input token count and try again.',
      32_768,
      40_000,
    ],
    ['Fireworks', 'The prompt is too long: 140000, model maximum context length: 131072', 131_072, 140_000],
    ['SiliconFlow', 'length of prompt_tokens (33000) must be less than max_seq_len (32768).', 32_768, 33_000],
    ['vLLM, older', 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.', 4_096, 5_000],
    ['SGLang', "The input (9000 tokens) is longer than the model's context length (8192 tokens).", 8_192, 9_000],
    ['Volcengine with numbers', 'Input length 130000 exceeds the maximum length 128000', 128_000, 130_000],
    [
      'Cerebras',
      'Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192',
      8_192,
      9_000,
    ],
    ['TGI, older', 'Input validation error: `inputs` must have less than 4095 tokens. Given: 5000', 4_095, 5_000],
    [
      'Bedrock with a count',
      'Input Tokens Exceeded: Number of input tokens exceeds maximum length.',
      undefined,
      undefined,
    ],
    ['Spark', 'token数量超过上限。对话历史和问题的字数太多，需要精简输入', undefined, undefined],
    ['TGI', '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens', 4_096, undefined],
  ])('%s', (_, message, windowTokens, requestTokens) => {
    expect(readOverflow(refused(message))).toEqual({ windowTokens, requestTokens });
    expect(readOverflow({ error: { message, type: 'invalid_request_error' } })).toEqual({
      windowTokens,
      requestTokens,
    });
  });

  it('a code alone', () => {
    expect(readOverflow({ type: 'error', error: { code: 'context_length_exceeded', message: 'no' } })).toBeDefined();
    expect(readOverflow(refused('Request Entity Too Large', 413))).toEqual({});
  });

  it.each([
    [
      'too many tokens a minute',
      refused('Rate limit reached: 90000 tokens per minute, maximum context length is 8192', 429),
    ],
    ['a limit of the account', refused('Request too large on tokens per min (TPM): Limit 30000, Requested 45000')],
    ['any other bad request', refused('Invalid value for temperature')],
    ['a network error', new TypeError('fetch failed')],
    ['nothing', undefined],
  ])('but not %s', (_, error) => {
    expect(readOverflow(error)).toBeUndefined();
  });
});

const past = (count: number): PastRound[] =>
  Array.from({ length: count }, (_, index) => ({
    round: `r${index}`,
    messages: [
      { role: 'user', text: `问题${index}${'，细节'.repeat(60)}` },
      { role: 'assistant', text: `答复${index}${'，说明'.repeat(60)}`, calls: [] },
    ],
  }));

describe('a provider that refuses a request as too long', () => {
  it('is asked once more with less, and its window is remembered', async () => {
    const error = {
      status: 400,
      message: "This model's maximum context length is 4000 tokens. However, your messages resulted in 9000 tokens.",
    };
    const { input, model } = arrangeRound(
      [{ error }, '好'],
      { history: past(40) },
      { windowTokens: 32_000, errorHandling: 'stop' },
    );
    const { result, entries } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'natural', text: '好', learned: { windowTokens: 4_000 } });
    const [first, second] = model.calls.map(({ prompt }) => JSON.stringify(prompt).length);
    expect(second).toBeLessThan((first ?? 0) * 0.5);
    expect(orphansIn(model.calls[1]?.prompt ?? [])).toEqual([]);
    expect(dataOf(entries, 'kernel.shrunk')).toMatchObject([{ isNamedByProvider: true }]);
  });

  it('without a number gets three quarters; a second refusal ends the round with advice, without a loop', async () => {
    const error = { status: 400, message: 'Input is too long for requested model.' };
    const { input, model } = arrangeRound(
      [{ error }, { error }, '没有第三次'],
      { history: past(40) },
      { windowTokens: 32_000 },
    );
    const { result } = await runWriting(runRound(input));
    expect(result).toMatchObject({ end: 'refused', problem: { code: 'model_context_overflow' } });
    expect(result.text).not.toBe('');
    expect(model.calls).toHaveLength(2);
  });

  it('the count is corrected by the usage that is reported', async () => {
    const { input } = arrangeRound(
      [({ prompt }) => ({ text: '好', usage: { inputTokens: JSON.stringify(prompt).length, outputTokens: 1 } })],
      { history: past(10) },
    );
    const { result } = await runWriting(runRound(input));
    expect(result.learned.countCorrection).toBeGreaterThan(1.05);
    const corrected = arrangeRound(['好'], { history: past(200) }, { countCorrection: 2 });
    const plain = arrangeRound(['好'], { history: past(200) });
    await runWriting(runRound(corrected.input));
    await runWriting(runRound(plain.input));
    expect(corrected.model.calls[0]?.prompt.length).toBeLessThan((plain.model.calls[0]?.prompt.length ?? 0) * 0.6);
  });
});
