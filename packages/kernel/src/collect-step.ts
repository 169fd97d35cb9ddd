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
      /** The provider's name of the block. */
      readonly id: string;
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

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
type Writable<Part> = { -readonly [Key in keyof Part]: Part[Key] };

type Block = Writable<Extract<EchoPart, { text: string }>>;

/** Collects the parts of one step. Sources, files and raw chunks have no place in a round and are passed over. */
export class StepCollector {
  /** What was said so far. */
  text = '';
  readonly #onText: ((delta: string) => void) | undefined;
  readonly #calls: RawCall[] = [];
  readonly #echo: (Block | EchoPart)[] = [];
  #needsEcho = false;
  #modelId: string | undefined;
  #finish: Finish | undefined;

  constructor(onText: ((delta: string) => void) | undefined) {
    this.#onText = onText;
  }

  /** Answers an error that the stream carries; nothing of such a step is used. */
  take(part: LanguageModelV4StreamPart): { readonly error: unknown } | undefined {
    switch (part.type) {
      case 'text-delta':
        if (part.delta !== '') {
          this.text += part.delta;
          this.#blockOf('text', part).text += part.delta;
          this.#onText?.(part.delta);
        }
        return undefined;
      case 'reasoning-delta':
        this.#blockOf('reasoning', part).text += part.delta;
        return undefined;
      case 'reasoning-start':
      case 'reasoning-end':
        this.#blockOf('reasoning', part);
        return undefined;
      case 'tool-call':
        // A call that the provider runs itself cannot occur: the round offers no provider tools.
        if (part.providerExecuted) return undefined;
        this.#echo.push({ type: 'call', index: this.#calls.length, metadata: part.providerMetadata });
        if (part.providerMetadata) this.#needsEcho = true;
        this.#calls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
        return undefined;
      case 'response-metadata':
        this.#modelId = part.modelId ?? this.#modelId;
        return undefined;
      case 'error':
        return { error: part.error };
      case 'finish':
        this.#finish = part;
        return undefined;
      default:
        return undefined;
    }
  }

  /** The step, or undefined when the model never said that it was done. */
  end(): CollectedStep | undefined {
    const finish = this.#finish?.finishReason.unified;
    if (!this.#finish || finish === undefined || finish === 'interrupted' || finish === 'error') return undefined;
    return {
      text: this.text,
      calls: this.#calls,
      echo: this.#needsEcho ? this.#echo : undefined,
      finish,
      usage: this.#finish.usage,
      modelId: this.#modelId,
    };
  }

  #blockOf(
    type: Block['type'],
    { id, providerMetadata }: { readonly id: string; readonly providerMetadata?: SharedV4ProviderMetadata },
  ): Block {
    if (type === 'reasoning' || providerMetadata) this.#needsEcho = true;
    // The block that grows is nearly always the last one.
    let block = this.#echo.findLast((one): one is Block => one.type === type && one.id === id);
    if (!block) {
      block = { type, id, text: '', metadata: undefined };
      this.#echo.push(block);
    }
    if (providerMetadata) block.metadata = providerMetadata;
    return block;
  }
}
