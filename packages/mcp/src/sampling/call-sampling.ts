import type { SamplingRules } from '@rolecall/assets';
import { describeError, type Redactor } from '@rolecall/base';
import type { ModelReply, SampledText } from '@rolecall/gate';
import { estimateTokens } from '@rolecall/kernel';
import type { AskModel } from './ask-model.ts';
import { type ModelQuestion, modelQuestion } from './model-question.ts';

/** The answer to `sampling/createMessage`, or the JSON-RPC error that says why there is none. */
export type SamplingAnswer =
  | {
      readonly status: 'written';
      readonly result: {
        readonly role: 'assistant';
        readonly content: { readonly type: 'text'; readonly text: string };
        readonly model: string;
        readonly stopReason: 'endTurn' | 'maxTokens' | 'stopSequence';
      };
    }
  | { readonly status: 'refused'; readonly code: number; readonly reason: string };

/** As the protocol has it: whoever answers for the model does not want this one answered. */
export const SAMPLING_REJECTED = -1;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

const STANDARD_INPUT_TOKENS = 4_000;
const STANDARD_REQUESTS = 1;

/**
 * What a server has a model write while it works on one call: as often and as much as the binding says, until the call ends.
 * Secrets are taken out on the way to the model and on the way back, and everything stands on record.
 */
export class CallSampling {
  readonly #rules: SamplingRules;
  readonly #ask: AskModel;
  readonly #redactor: Redactor;
  readonly #over = new AbortController();
  readonly #texts: SampledText[] = [];
  #begun = 0;
  #onWord: () => void = () => undefined;

  constructor(rules: SamplingRules, ask: AskModel, redactor: Redactor) {
    this.#rules = rules;
    this.#ask = ask;
    this.#redactor = redactor;
  }

  /** What was asked and written so far. */
  get texts(): readonly SampledText[] {
    return this.#texts;
  }

  /** The call is on its way; `onWord` is told whenever the server is heard of or answered. */
  begin(onWord: () => void): void {
    this.#onWord = onWord;
  }

  /** The call is over: what is being written is given up, and nothing is written any more. */
  end(): void {
    this.#over.abort(new Error('The call is over.'));
  }

  /** Answers one request; `signal` ends when the server takes it back. Never throws. */
  async answer(params: unknown, signal?: AbortSignal): Promise<SamplingAnswer> {
    this.#onWord();
    const question = modelQuestion(params);
    if (typeof question === 'string') return refused(INVALID_PARAMS, question);
    const reason = this.#reasonAgainst(question);
    if (reason !== undefined) return refused(SAMPLING_REJECTED, reason);
    this.#begun++;
    const asked = this.#redactor.redact({
      ...question,
      maxTokens: Math.min(Math.floor(question.maxTokens), this.#rules.max_tokens),
    });
    const ended = AbortSignal.any([this.#over.signal, ...(signal === undefined ? [] : [signal])]);
    const reply = this.#redactor.redact(await this.#write(asked, ended));
    this.#texts.push(sampledText(asked, reply));
    this.#onWord();
    // Why stands on record; how we reach a model is no matter of a server's.
    if (reply.status === 'failed') return refused(INTERNAL_ERROR, 'The model gave no answer.');
    const { text, model, stop } = reply;
    return {
      status: 'written',
      result: { role: 'assistant', content: { type: 'text', text }, model, stopReason: stop },
    };
  }

  #reasonAgainst({ system = '', messages }: ModelQuestion): string | undefined {
    if (this.#over.signal.aborted) return 'The call that it was asked for is over.';
    const { requests = STANDARD_REQUESTS, max_input_tokens = STANDARD_INPUT_TOKENS } = this.#rules;
    if (this.#begun >= requests) return `The binding lets a call ask for a model ${requests} times at most.`;
    const tokens = [system, ...messages.map(({ text }) => text)].reduce((sum, text) => sum + estimateTokens(text), 0);
    if (tokens <= max_input_tokens) return undefined;
    return `It gives the model ${tokens} tokens to read; the binding allows ${max_input_tokens}.`;
  }

  /** Also for a model that ignores its signal. */
  async #write(question: ModelQuestion, signal: AbortSignal): Promise<ModelReply> {
    const { promise: stopped, resolve } = Promise.withResolvers<ModelReply>();
    const onAbort = () => resolve({ status: 'failed', reason: 'It was given up before the model had answered.' });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      return await Promise.race([this.#ask(question, signal), stopped]);
    } catch (error) {
      return { status: 'failed', reason: describeError(error) };
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}

function refused(code: number, reason: string): SamplingAnswer {
  return { status: 'refused', code, reason };
}

function sampledText({ system, messages, maxTokens }: ModelQuestion, reply: ModelReply): SampledText {
  const question = { ...(system === undefined ? {} : { system }), messages, maxTokens };
  return { ...reply, question };
}
