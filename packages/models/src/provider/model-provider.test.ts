import { createRedactor, RolecallError } from '@rolecall/base';
import { describe, expect, test } from 'vitest';
import { startOpenAiWireServer } from '../testing/openai-wire-server.ts';
import { said } from '../testing/prompt.ts';
import { createModelProvider, type ModelProviderOptions } from './model-provider.ts';

function refusal(id: string, options: Partial<ModelProviderOptions> = {}): RolecallError {
  try {
    createModelProvider({ env: {}, ...options }).model(id);
  } catch (error) {
    if (RolecallError.is(error)) return error;
  }
  throw new Error(`${id} was not refused`);
}

describe('which model an id names', () => {
  test('builtin/matcher needs nothing', () => {
    expect(createModelProvider({ env: {} }).model('builtin/matcher')).toMatchObject({
      provider: 'builtin',
      modelId: 'matcher',
    });
    expect(refusal('builtin/other')).toMatchObject({
      code: 'model_unknown',
      hint: expect.stringContaining('builtin/matcher'),
    });
  });

  test('the part after the first slash is the model, slashes and all', () => {
    const model = createModelProvider({ env: { OPENROUTER_API_KEY: 'k-123456' } }).model(
      'openrouter/deepseek/deepseek-chat:free',
    );
    expect(model).toMatchObject({ provider: 'openrouter.chat', modelId: 'deepseek/deepseek-chat:free' });
  });

  test.each(['deepseek', '/x', 'deepseek/', ''])('%j is no id', (id) => {
    expect(refusal(id)).toMatchObject({ code: 'model_id_invalid' });
  });

  test('an unknown provider is refused with the nearest, or with how to declare it', () => {
    expect(refusal('depseek/chat')).toMatchObject({
      code: 'model_provider_unknown',
      hint: expect.stringContaining('"deepseek"'),
    });
    expect(refusal('our-own-gateway/chat').hint).toContain('OUR_OWN_GATEWAY_API_KEY');
    expect(refusal('constructor/chat')).toMatchObject({ code: 'model_provider_unknown' });
  });
});

describe('keys', () => {
  test('a missing one is named by its variable', () => {
    expect(refusal('deepseek/deepseek-chat')).toMatchObject({
      code: 'model_key_missing',
      hint: expect.stringContaining('DEEPSEEK_API_KEY'),
    });
    expect(refusal('deepseek/x', { env: { DEEPSEEK_API_KEY: '  ' } })).toMatchObject({ code: 'model_key_missing' });
    expect(
      refusal('own/x', { providers: { own: { base_url: 'https://models.example', api_key_env: 'OWN_TOKEN' } } }).hint,
    ).toContain('OWN_TOKEN');
  });

  test('a provider has a second usual name', () => {
    expect(() => createModelProvider({ env: { DASHSCOPE_API_KEY: 'k-123456' } }).model('qwen/qwen-plus')).not.toThrow();
  });

  test('local servers and own ones without api_key_env need none', () => {
    const provider = createModelProvider({ env: {}, providers: { own: { base_url: 'http://127.0.0.1:9/v1' } } });
    expect(() => provider.model('ollama/qwen3')).not.toThrow();
    expect(() => provider.model('own/x')).not.toThrow();
  });

  test('a key is told to the redactor before it is used', () => {
    const redactor = createRedactor();
    createModelProvider({ env: { OPENAI_API_KEY: ' sk-canary-0001 ' }, redactor }).model('openai/gpt-4o');
    expect(redactor.redact('Bearer sk-canary-0001')).toBe('Bearer [redacted:OPENAI_API_KEY]');
  });

  test('goes over the wire as a bearer token; our own provider options do not', async () => {
    await using server = await startOpenAiWireServer({
      script: [
        { kind: 'reply', text: 'ok' },
        { kind: 'reply', text: 'ok' },
      ],
    });
    const provider = createModelProvider({
      env: { OPENAI_API_KEY: 'sk-canary-0001' },
      baseUrls: { openai: server.baseUrl },
      providers: { plain: { base_url: server.baseUrl } },
    });
    const call = {
      prompt: [said('hi')],
      providerOptions: { rolecall: { language: 'zh', capabilities: [], closed: [] } },
    };
    await provider.model('openai/gpt-4o').doGenerate(call);
    await provider.model('plain/m').doGenerate(call);
    const [first, second] = server.requests;
    expect(first?.headers.authorization).toBe('Bearer sk-canary-0001');
    expect(second?.headers).not.toHaveProperty('authorization');
    expect(first?.body).toEqual({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] });
  });
});

describe('declared providers', () => {
  test.each(['builtin', 'rolecall', 'Upper', '9x', 'a/b'])('%s cannot be a name', (name) => {
    expect(() =>
      createModelProvider({ env: {}, providers: { [name]: { base_url: 'https://models.example' } } }),
    ).toThrow(expect.objectContaining({ code: 'model_provider_invalid' }));
  });

  test('a base URL has to be one', () => {
    const providers = { own: { base_url: 'models.example/v1' } };
    expect(refusal('own/x', { providers })).toMatchObject({
      code: 'model_base_url_invalid',
      at: { path: 'models.providers.own.base_url' },
    });
    expect(refusal('own/x', { providers: { own: { base_url: 'file:///etc' } } })).toMatchObject({
      code: 'model_base_url_invalid',
    });
  });

  test('one with the name of a known provider replaces it', async () => {
    await using server = await startOpenAiWireServer({ script: [{ kind: 'reply', text: 'mine' }] });
    const provider = createModelProvider({ env: {}, providers: { deepseek: { base_url: `${server.baseUrl}/` } } });
    const { content } = await provider.model('deepseek/x').doGenerate({ prompt: [said('hi')] });
    expect(content).toEqual([{ type: 'text', text: 'mine' }]);
    expect(server.requests[0]?.path).toBe('/v1/chat/completions');
  });
});
