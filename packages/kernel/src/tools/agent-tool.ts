import type { JsonObject, Language } from '@rolecall/base';
import { isPromise } from '../is-promise.ts';
import type { CallPreview, RefusedPreview, RoundTool, RoundToolCall, RoundToolResult } from '../round.ts';
import { callProblemText } from '../sentences.ts';

/** A tool as an embedding program writes it: a function that answers. */
export interface AgentTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly inputSchema: JsonObject;
  /** `read` has no effect outside the conversation. What is not known to be a read is a write. */
  readonly effect: 'read' | 'write';
  /** The capability that it serves, such as `web:search`; a pack that declares capabilities must name it. */
  readonly capability?: string | undefined;
  /** What a person is shown before they say whether a call may run; its input alone without it. */
  preview?(call: RoundToolCall): Promise<CallPreview | RefusedPreview>;
  /** Throws only for what it cannot answer; the model then learns that the outcome is not known. */
  execute(call: RoundToolCall): RoundToolResult | Promise<RoundToolResult>;
}

/** An agent's tool as a round runs it. An abort does not wait for a tool that ignores its signal. */
export function roundToolOf(tool: AgentTool, language: Language): RoundTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    effect: tool.effect,
    capability: tool.capability,
    preview: tool.preview && ((call) => tool.preview?.(call) ?? Promise.resolve({ text: '' })),
    execute(call) {
      const { signal } = call;
      const answer = tool.execute(call);
      if (!isPromise(answer)) return answer;
      const awaited = Promise.resolve(answer);
      return signal ? unlessAborted(awaited, signal, tool.effect, language) : awaited;
    },
  };
}

/** Of a read nothing is lost; of a write that is left alone nobody knows whether it ran. */
function unlessAborted(
  answer: Promise<RoundToolResult>,
  signal: AbortSignal,
  effect: RoundTool['effect'],
  language: Language,
): Promise<RoundToolResult> {
  return new Promise((resolve, reject) => {
    const code = effect === 'read' ? 'aborted' : 'outcome_unknown';
    const onAbort = () => resolve(inputProblem(code, callProblemText({ code }, language)));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** A text of the input, or undefined when it is missing, empty or no text. */
export function textInput(input: JsonObject, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** An answer that tells the model what was wrong with its call. */
export function inputProblem(code: string, message: string): RoundToolResult {
  return { output: { error: code, message }, isError: true };
}
