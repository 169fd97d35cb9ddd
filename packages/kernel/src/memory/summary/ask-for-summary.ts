import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';

/** How a model is asked for a summary. */
export interface AskOptions {
  readonly instruction: string;
  readonly outputLimit: number;
  readonly providerOptions?: SharedV4ProviderOptions | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a model wrote, and what it cost. */
export interface WrittenSummary {
  readonly text: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/**
 * Asks a model to condense a material. Undefined when it fails, is aborted or says nothing. The material is data; what it
 * asks for is not done.
 */
export async function askForSummary(
  model: LanguageModelV4,
  material: string,
  { instruction, outputLimit, providerOptions, signal }: AskOptions,
): Promise<WrittenSummary | undefined> {
  try {
    const asked = model.doGenerate({
      prompt: [
        { role: 'system', content: instruction },
        { role: 'user', content: [{ type: 'text', text: material }] },
      ],
      maxOutputTokens: outputLimit,
      ...(signal ? { abortSignal: signal } : {}),
      ...(providerOptions ? { providerOptions } : {}),
    });
    const { content, usage } = await unlessAborted(Promise.resolve(asked), signal);
    const said = content
      .flatMap((part) => (part.type === 'text' ? [part.text] : []))
      .join('')
      .trim();
    if (said === '') return undefined;
    return {
      text: said,
      usage: { inputTokens: usage.inputTokens.total ?? 0, outputTokens: usage.outputTokens.total ?? 0 },
    };
  } catch {
    return undefined;
  }
}

/** Also for a model that ignores its signal. */
function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
