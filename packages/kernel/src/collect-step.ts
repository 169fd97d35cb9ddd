import type { LanguageModelV4StreamPart, LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider';

/** A call as the model wrote it: its arguments are text that may or may not be JSON. */
export interface RawCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** What a provider wants to see again, in its own order, when the step is sent back to it inside the round. */
type EchoPart =
  | {
      readonly type: 'text' | 'reasoning';
      readonly text: string;
      readonly metadata: SharedV4ProviderMetadata | undefined;
    }
  | { readonly type: 'call'; readonly index: number; readonly metadata: SharedV4ProviderMetadata | undefined };

/** A step that the model has ended. */
export interface CollectedStep {
  readonly text: string;
  readonly calls: readonly RawCall[];
  /** Only when the step holds more than plain text and calls. */
  readonly echo: readonly EchoPart[] | undefined;
  readonly finish: string;
  readonly usage: LanguageModelV4Usage;
  /** The model that answered, where the provider says so. */
  readonly modelId: string | undefined;
}

/** Takes a stream part by part. */
export interface StepCollector {
  /** Answers an error that the stream carries; nothing of such a step is used. */
  take(part: LanguageModelV4StreamPart): { readonly error: unknown } | undefined;
  /** The step, or undefined when the model never said that it was done. */
  end(): CollectedStep | undefined;
  textSoFar(): string;
}

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
type Writable<Part> = { -readonly [Key in keyof Part]: Part[Key] };

/** Collects the parts of one step. Sources, files and raw chunks have no place in a round and are passed over. */
export function collectStep(onText: ((delta: string) => void) | undefined): StepCollector {
  let text = '';
  const calls: RawCall[] = [];
  const echo: Writable<EchoPart>[] = [];
  const blocks = new Map<string, Writable<Extract<EchoPart, { text: string }>>>();
  let needsEcho = false;
  let modelId: string | undefined;
  let finish: Finish | undefined;

  const addToBlock = (
    type: 'text' | 'reasoning',
    part: { id: string; providerMetadata?: SharedV4ProviderMetadata },
  ) => {
    const key = `${type} ${part.id}`;
    let block = blocks.get(key);
    if (!block) {
      block = { type, text: '', metadata: undefined };
      blocks.set(key, block);
      echo.push(block);
    }
    if (part.providerMetadata) block.metadata = part.providerMetadata;
    if (type === 'reasoning' || part.providerMetadata) needsEcho = true;
    return block;
  };

  return {
    take(part) {
      switch (part.type) {
        case 'text-delta':
          if (part.delta !== '') {
            text += part.delta;
            addToBlock('text', part).text += part.delta;
            onText?.(part.delta);
          }
          return undefined;
        case 'reasoning-delta':
          addToBlock('reasoning', part).text += part.delta;
          return undefined;
        case 'reasoning-start':
        case 'reasoning-end':
          addToBlock('reasoning', part);
          return undefined;
        case 'tool-call':
          // A call that the provider runs itself cannot occur: the round offers no provider tools.
          if (part.providerExecuted) return undefined;
          echo.push({ type: 'call', index: calls.length, metadata: part.providerMetadata });
          if (part.providerMetadata) needsEcho = true;
          calls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
          return undefined;
        case 'response-metadata':
          modelId = part.modelId ?? modelId;
          return undefined;
        case 'error':
          return { error: part.error };
        case 'finish':
          finish = part;
          return undefined;
        default:
          return undefined;
      }
    },
    end() {
      if (!finish || finish.finishReason.unified === 'interrupted' || finish.finishReason.unified === 'error') {
        return undefined;
      }
      const { finishReason, usage } = finish;
      return { text, calls, echo: needsEcho ? echo : undefined, finish: finishReason.unified, usage, modelId };
    },
    textSoFar: () => text,
  };
}
