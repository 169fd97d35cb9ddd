import type { Language } from '@rolecall/base';

/** What a person is told when a model fails, by the code of the failure. Another code is told with the message it came with. */
export const MODEL_FAULT_TEXTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    model_unauthorized: 'the key is missing, wrong, or not allowed to use this model, or the account has no credit',
    model_key_missing: 'no key is set for it',
    model_unknown: 'the provider does not know this model, or the address is not right',
    model_unreachable: 'the provider cannot be reached',
    model_rate_limited: 'too many requests just now',
    model_unavailable: 'the provider is not available just now',
    model_timeout: 'it took too long',
    model_stream_cut: 'the answer broke off',
    model_answer_unreadable: 'what came back was no answer of a model',
    model_returned_nothing: 'nothing came back',
    model_context_overflow: 'the request is longer than the model can take',
    model_request_invalid: 'the provider does not accept the request',
  },
  zh: {
    model_unauthorized: '密钥缺失、错误或无权使用这个模型，也可能是账户余额不足',
    model_key_missing: '没有设置它的密钥',
    model_unknown: '提供方没有这个模型，或者地址不对',
    model_unreachable: '连不上提供方',
    model_rate_limited: '请求太频繁',
    model_unavailable: '提供方暂时不可用',
    model_timeout: '等待超时',
    model_stream_cut: '回答中途断了',
    model_answer_unreadable: '返回的不是模型的回答',
    model_returned_nothing: '没有返回任何内容',
    model_context_overflow: '请求超出了模型能接受的长度',
    model_request_invalid: '提供方不接受这个请求',
  },
};

/** Waiting helps against these; against the others the settings do. */
const PASSING: ReadonlySet<string> = new Set([
  'model_rate_limited',
  'model_unavailable',
  'model_timeout',
  'model_stream_cut',
  'model_returned_nothing',
]);

/** True where the same message may be answered a little later, with nothing changed. */
export function isPassingFault(code: string): boolean {
  return PASSING.has(code);
}
