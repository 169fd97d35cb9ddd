import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { nearestName, type Redactor, RolecallError } from '@rolecall/base';
import type { Embedder } from '@rolecall/kernel';
import { embedderOf } from '../embeddings/embedder-of.ts';
import { createMatcher } from '../matcher/matcher.ts';
import { KNOWN_PROVIDERS } from './known-providers.ts';

/** A provider as `rolecall.yaml` declares it under `models.providers`. */
export interface ProviderSettings {
  readonly base_url: string;
  /** The environment variable with the key; without it the server is asked without a key unless `<NAME>_API_KEY` is set. */
  readonly api_key_env?: string | undefined;
}

export interface ModelProviderOptions {
  /** Where keys come from. Only the variables of a provider that is used are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `models.providers` of `rolecall.yaml`. A name of a known provider replaces it. */
  readonly providers?: Readonly<Record<string, ProviderSettings>> | undefined;
  /** Other base URLs for known providers: a proxy, a regional endpoint. */
  readonly baseUrls?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Told every key before it is used. */
  readonly redactor?: Redactor | undefined;
}

/** Models by `provider/model`. */
export interface ModelProvider {
  /**
   * The model with this id. Nothing is sent before it is used.
   *
   * Throws `model_id_invalid`, `model_unknown`, `model_provider_unknown`, `model_base_url_invalid` or `model_key_missing`.
   */
  model(id: string): LanguageModelV4;
  /** Vectors for the memory, from the same servers. Throws as `model` does; nothing built in makes vectors. */
  embedder(id: string): Embedder;
}

const BUILTIN = 'builtin';
const MATCHER = 'matcher';
/** `rolecall` is the key of our own provider options; a provider of that name would put them on the wire. */
const RESERVED = [BUILTIN, 'rolecall'];

interface Endpoint {
  readonly baseUrl: string;
  readonly keyNames: readonly string[];
  readonly needsKey: boolean;
}

/** Models of the built-in planner and of every service that speaks the OpenAI chat-completions protocol. */
export function createModelProvider(options: ModelProviderOptions): ModelProvider {
  for (const name of Object.keys(options.providers ?? {})) checkName(name);
  return {
    model(id) {
      const { name, modelId } = partsOf(id);
      return name === BUILTIN ? builtin(modelId) : serviceOf(name, options).chatModel(modelId);
    },
    embedder(id) {
      const { name, modelId } = partsOf(id);
      if (name === BUILTIN) throw noVectors(id);
      return embedderOf(serviceOf(name, options).embeddingModel(modelId), id);
    },
  };
}

function partsOf(id: string): { readonly name: string; readonly modelId: string } {
  const slash = id.indexOf('/');
  const name = id.slice(0, Math.max(0, slash));
  const modelId = id.slice(slash + 1);
  if (name === '' || modelId === '') throw invalidId(id);
  return { name, modelId };
}

function serviceOf(name: string, options: ModelProviderOptions) {
  const endpoint = endpointOf(name, options);
  const apiKey = keyOf(name, endpoint, options);
  return createOpenAICompatible({
    name,
    baseURL: endpoint.baseUrl,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
}

function noVectors(id: string): RolecallError {
  return new RolecallError({
    code: 'model_unknown',
    message: { en: `"${id}" makes no vectors.`, zh: `“${id}”不能生成向量。` },
    hint: {
      en: 'Name an embedding model of a provider, such as openai/text-embedding-3-small; without one the memory is searched by words.',
      zh: '写一个模型服务商的嵌入模型，例如 openai/text-embedding-3-small；不写时按词搜索记忆。',
    },
  });
}

function checkName(name: string): void {
  if (/^[a-z][a-z0-9_-]*$/.test(name) && !RESERVED.includes(name)) return;
  throw new RolecallError({
    code: 'model_provider_invalid',
    at: { path: `models.providers.${name}` },
    message: { en: `"${name}" cannot be the name of a model provider.`, zh: `“${name}”不能用作模型服务商的名字。` },
    hint: {
      en: `Use lower-case letters, digits, _ and -; ${RESERVED.join(' and ')} are reserved.`,
      zh: `只用小写字母、数字、_ 和 -；${RESERVED.join('、')} 是保留的。`,
    },
  });
}

function invalidId(id: string): RolecallError {
  return new RolecallError({
    code: 'model_id_invalid',
    message: { en: `"${id}" is no model id.`, zh: `“${id}”不是模型 id。` },
    hint: {
      en: `Write provider/model, such as deepseek/deepseek-chat, or ${BUILTIN}/${MATCHER}.`,
      zh: `写作 provider/model，例如 deepseek/deepseek-chat，或 ${BUILTIN}/${MATCHER}。`,
    },
  });
}

function builtin(modelId: string): LanguageModelV4 {
  if (modelId === MATCHER) return createMatcher();
  throw new RolecallError({
    code: 'model_unknown',
    message: { en: `There is no built-in model "${modelId}".`, zh: `没有内置模型“${modelId}”。` },
    hint: { en: `The one that is built in is ${BUILTIN}/${MATCHER}.`, zh: `内置的是 ${BUILTIN}/${MATCHER}。` },
  });
}

function endpointOf(name: string, { providers, baseUrls }: ModelProviderOptions): Endpoint {
  const own = providers && Object.hasOwn(providers, name) ? providers[name] : undefined;
  const usual = keyNameOf(name);
  if (own) {
    const keyNames = own.api_key_env === undefined ? [usual] : [own.api_key_env];
    return { baseUrl: checkedUrl(name, own.base_url), keyNames, needsKey: own.api_key_env !== undefined };
  }
  const known = Object.hasOwn(KNOWN_PROVIDERS, name) ? KNOWN_PROVIDERS[name] : undefined;
  if (!known) throw unknownProvider(name, Object.keys(providers ?? {}));
  return {
    baseUrl: checkedUrl(name, baseUrls?.[name] ?? known.baseUrl),
    keyNames: [usual, ...(known.otherKeyNames ?? [])],
    needsKey: known.isLocal !== true,
  };
}

function keyNameOf(provider: string): string {
  return `${provider.toUpperCase().replaceAll('-', '_')}_API_KEY`;
}

function checkedUrl(name: string, url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new RolecallError({
    code: 'model_base_url_invalid',
    at: { path: `models.providers.${name}.base_url` },
    message: {
      en: `"${url}" is no base URL for the model provider "${name}".`,
      zh: `“${url}”不是模型服务商“${name}”的基础 URL。`,
    },
    hint: {
      en: 'It starts with https:// or http:// and ends before /chat/completions.',
      zh: '它以 https:// 或 http:// 开头，到 /chat/completions 之前为止。',
    },
  });
}

function unknownProvider(name: string, configured: readonly string[]): RolecallError {
  const names = [...configured, ...Object.keys(KNOWN_PROVIDERS), BUILTIN];
  const nearest = nearestName(name, names);
  return new RolecallError({
    code: 'model_provider_unknown',
    message: { en: `There is no model provider "${name}".`, zh: `没有模型服务商“${name}”。` },
    hint: nearest
      ? {
          en: `Did you mean "${nearest}"? Any other OpenAI-compatible server is declared in rolecall.yaml under models.providers.`,
          zh: `是不是想写“${nearest}”？其他兼容 OpenAI 的服务器在 rolecall.yaml 的 models.providers 下声明。`,
        }
      : {
          en: `Declare it in rolecall.yaml: models: { providers: { ${name}: { base_url: https://…, api_key_env: ${keyNameOf(name)} } } }.`,
          zh: `在 rolecall.yaml 里声明它：models: { providers: { ${name}: { base_url: https://…, api_key_env: ${keyNameOf(name)} } } }。`,
        },
  });
}

function keyOf(name: string, endpoint: Endpoint, { env, redactor }: ModelProviderOptions): string | undefined {
  for (const keyName of endpoint.keyNames) {
    const key = env[keyName]?.trim();
    if (!key) continue;
    redactor?.add(keyName, key);
    return key;
  }
  if (!endpoint.needsKey) return undefined;
  throw new RolecallError({
    code: 'model_key_missing',
    message: { en: `The model provider "${name}" needs a key.`, zh: `模型服务商“${name}”需要密钥。` },
    hint: {
      en: `Set the environment variable ${endpoint.keyNames.join(' or ')}, or use ${BUILTIN}/${MATCHER}, which needs none.`,
      zh: `设置环境变量 ${endpoint.keyNames.join(' 或 ')}，或使用 ${BUILTIN}/${MATCHER}，它不需要密钥。`,
    },
  });
}
