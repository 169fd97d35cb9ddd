/** A service that speaks the OpenAI chat-completions protocol. */
export interface KnownProvider {
  readonly baseUrl: string;
  /** Environment variables that may hold the key, tried in order after `<PROVIDER>_API_KEY`. */
  readonly otherKeyNames?: readonly string[] | undefined;
  /** Runs on the user's own machine and asks for no key. */
  readonly isLocal?: boolean | undefined;
}

/** Public base URLs by the name that stands before the slash in `provider/model`. */
export const KNOWN_PROVIDERS: Readonly<Record<string, KnownProvider>> = {
  openai: { baseUrl: 'https://api.openai.com/v1' },
  deepseek: { baseUrl: 'https://api.deepseek.com/v1' },
  moonshot: { baseUrl: 'https://api.moonshot.cn/v1' },
  zhipu: { baseUrl: 'https://open.bigmodel.cn/api/paas/v4', otherKeyNames: ['BIGMODEL_API_KEY'] },
  bigmodel: { baseUrl: 'https://open.bigmodel.cn/api/paas/v4', otherKeyNames: ['ZHIPU_API_KEY'] },
  qwen: { baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1', otherKeyNames: ['DASHSCOPE_API_KEY'] },
  dashscope: { baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1' },
  doubao: { baseUrl: 'https://ark.cn-beijing.volces.com/api/v3', otherKeyNames: ['ARK_API_KEY'] },
  hunyuan: { baseUrl: 'https://api.hunyuan.cloud.tencent.com/v1' },
  qianfan: { baseUrl: 'https://qianfan.baidubce.com/v2' },
  stepfun: { baseUrl: 'https://api.stepfun.com/v1' },
  siliconflow: { baseUrl: 'https://api.siliconflow.cn/v1' },
  openrouter: { baseUrl: 'https://openrouter.ai/api/v1' },
  groq: { baseUrl: 'https://api.groq.com/openai/v1' },
  together: { baseUrl: 'https://api.together.xyz/v1' },
  mistral: { baseUrl: 'https://api.mistral.ai/v1' },
  xai: { baseUrl: 'https://api.x.ai/v1' },
  gemini: { baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai' },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', isLocal: true },
  vllm: { baseUrl: 'http://127.0.0.1:8000/v1', isLocal: true },
  lmstudio: { baseUrl: 'http://127.0.0.1:1234/v1', isLocal: true },
  llamacpp: { baseUrl: 'http://127.0.0.1:8080/v1', isLocal: true },
};
