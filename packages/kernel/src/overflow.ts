import { APICallError } from '@ai-sdk/provider';

/** What a provider's refusal of a request as too long tells about the model. */
export interface Overflow {
  /** The model's real window, where the refusal names it. */
  readonly windowTokens?: number | undefined;
  /** What the provider counted in the request, where the refusal names it. */
  readonly requestTokens?: number | undefined;
}

/** A wording, and which of its groups is what. */
interface Wording {
  readonly pattern: RegExp;
  readonly window?: number | undefined;
  readonly request?: number | undefined;
}

const N = '(\\d[\\d,_]*)';
const wording = (text: string, window?: number, request?: number): Wording => ({
  pattern: new RegExp(text, 'i'),
  window,
  request,
});

/**
 * How providers and servers say that a request does not fit. The specific ones first: they name numbers.
 *
 * Collected from the providers' own error texts: OpenAI and what is compatible with it, Azure, Anthropic, Google,
 * Bedrock, xAI, Groq, Mistral, Cohere, Cerebras, Fireworks, OpenRouter, DeepSeek, Moonshot, Zhipu, DashScope, MiniMax,
 * Volcengine, Qianfan, Spark, SiliconFlow, vLLM, SGLang, TGI, llama.cpp, LM Studio, Ollama.
 */
const WORDINGS: readonly Wording[] = [
  wording(`input length and .?max_tokens.? exceed context limit: ${N} \\+ ${N} > ${N}`, 3, 1),
  wording(`prompt is too long: ${N} tokens > ${N} maximum`, 2, 1),
  wording(`maximum context length is ${N} tokens.{0,80}?(?:resulted in|requested)(?: about)? ${N} tokens`, 1, 2),
  wording(`exceed the configured limit of ${N} tokens\\..{0,40}?resulted in ${N} tokens`, 1, 2),
  wording(`exceeds? the configured limit of ${N} tokens`, 1),
  wording(`input token count is ${N} but (?:the )?model (?:only )?supports up to ${N}`, 2, 1),
  wording(`prompt is too long: ${N},.{0,20}?maximum context length: ${N}`, 2, 1),
  wording(`length of prompt_tokens \\(${N}\\) must be less than max_seq_len \\(${N}\\)`, 2, 1),
  wording(
    `\\((?:length )?${N}(?: tokens)?\\) is longer than the (?:maximum model|model.?s context) length(?: of)? \\(?${N}`,
    2,
    1,
  ),
  wording(
    `input length (?:of )?${N} exceeds the (?:maximum|max) (?:allowed )?(?:input |context )?length(?: of)? ${N}`,
    2,
    1,
  ),
  wording(`current length is ${N} while limit is ${N}`, 2, 1),
  wording(`must have less than ${N} tokens\\. given: ${N}`, 1, 2),
  wording(`input token count \\(?${N}\\)? exceeds the maximum number of tokens allowed \\(?${N}\\)?`, 2, 1),
  wording(`maximum prompt length is ${N} but the request contains ${N} tokens`, 1, 2),
  wording(`prompt contains ${N} tokens.{0,80}?${N} maximum context length`, 2, 1),
  wording(`prompt token count of ${N} exceeds the limit of ${N}`, 2, 1),
  wording(`request \\(${N} tokens\\) exceeds the available context size \\(${N} tokens\\)`, 2, 1),
  wording(`exceeds the available context size(?: of)? \\(?${N}`, 1),
  wording('exceeds? the available context size'),
  wording(`context (?:length|window) (?:is|of)(?: only)? ${N}`, 1),
  wording(`maximum context length (?:is|of) ${N}`, 1),
  wording(`range of input length should be \\[\\d+, ?${N}\\]`, 1),
  wording(`exceeded model token limit: ?${N}`, 1),
  wording(`number of tokens in the prompt cannot exceed ${N}`, 1),
  wording(`tokens.? \\+ .?max_new_tokens.? must be <= ${N}`, 1),
  wording(`prompt tokens too long, must be <= ${N}`, 1),
  wording('context[ _]length[ _]exceeded'),
  wording('context[ _]window[ _]exceed|exceeds? the (?:model.?s )?context[ _](?:window|length|limit)'),
  wording(
    'exceeds? (?:the )?(?:maximum|max\\.?|allowed) (?:context|input|prompt|message) (?:length|tokens|size|window)',
  ),
  wording('exceed max message tokens'),
  wording('input tokens exceeds? (?:the )?max(?:imum)? (?:length|tokens)'),
  wording('(?:input|prompt) is too long for (?:the )?(?:requested )?model'),
  wording('prompt (?:is )?too long'),
  wording(
    'prompt 超长|输入(?:内容)?(?:过长|超长)|上下文(?:长度)?(?:过长|超长|超出|超过)|超(?:出|过).{0,8}最大.{0,6}(?:长度|token)|token.{0,6}超(?:出|过).{0,6}(?:上限|限制)',
  ),
  wording('reduce the length of (?:the|your) (?:messages|prompt|input)'),
  wording('number of tokens to keep from the initial prompt is greater than the context length'),
  wording('request_too_large'),
];

/** Too many tokens a minute is another matter: waiting helps there. */
const RATE_LIMIT = /per (?:minute|min|day|hour)|\bTPM\b|\bRPM\b|rate.?limit|quota|每分钟|限流/i;
const MOST_CHARACTERS = 8_000;

/** Reads what a model threw or streamed; undefined when it does not say that the request is too long. */
export function readOverflow(error: unknown): Overflow | undefined {
  if (APICallError.isInstance(error) && error.statusCode === 429) return undefined;
  const text = textOf(error).slice(0, MOST_CHARACTERS);
  if (text === '' || RATE_LIMIT.test(text)) return undefined;
  for (const { pattern, window, request } of WORDINGS) {
    const match = pattern.exec(text);
    if (match) return { windowTokens: numberAt(match, window), requestTokens: numberAt(match, request) };
  }
  return APICallError.isInstance(error) && error.statusCode === 413 ? {} : undefined;
}

function numberAt(match: RegExpExecArray, group: number | undefined): number | undefined {
  const value = group === undefined ? Number.NaN : Number(match[group]?.replace(/[,_]/g, ''));
  return value > 0 ? value : undefined;
}

function textOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null) return '';
  const { message, responseBody, code, type } = error as Record<string, unknown>;
  const inner = (error as { error?: unknown }).error;
  const own = [code, type, message, responseBody].filter((part): part is string => typeof part === 'string').join('\n');
  return inner === undefined || inner === error ? own : `${own}\n${textOf(inner)}`;
}
