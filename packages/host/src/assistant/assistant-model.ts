import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Language, Redactor } from '@rolecall/base';
import type { TokenCounter } from '@rolecall/kernel';
import { countTokensFor, createModelProvider, KNOWN_PROVIDERS, matcherProviderOptions } from '@rolecall/models';
import type { WorkspaceConfig } from '../workspace-config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const BUILTIN_MODEL = 'builtin/matcher';

/** The model of an assistant, and what goes with it. */
export interface AssistantModel {
  readonly id: string;
  readonly model: LanguageModelV4;
  /** No language model was named: the built-in planner answers, which cannot work with files. */
  readonly isBuiltin: boolean;
  readonly windowTokens: number | undefined;
  readonly counter: TokenCounter | undefined;
  readonly providerOptions: SharedV4ProviderOptions | undefined;
  /** Providers whose key is in the environment: what to name with `--model`. */
  readonly providersWithKey: readonly string[];
}

export interface ModelChoice {
  readonly environment: Environment;
  readonly redactor: Redactor;
  readonly language: Language;
  /** `--model`. */
  readonly named?: string | undefined;
  /** Which providers there are, and what is the default. */
  readonly config?: WorkspaceConfig | undefined;
}

/**
 * The model that was named, else `ROLECALL_MODEL`'s, else `models.default` of the configuration, else the built-in one.
 * Throws what the provider throws: `model_key_missing` and others, each with its way out.
 */
export async function assistantModel(choice: ModelChoice): Promise<AssistantModel> {
  const { environment, redactor, language } = choice;
  const models = choice.config?.models;
  const id = choice.named ?? (environment.ROLECALL_MODEL || undefined) ?? models?.default ?? BUILTIN_MODEL;
  const provider = createModelProvider({ env: environment, providers: models?.providers, redactor });
  const isBuiltin = id === BUILTIN_MODEL;
  return {
    id,
    model: provider.model(id),
    isBuiltin,
    windowTokens: models?.windows[id],
    counter: await countTokensFor(id),
    providerOptions: isBuiltin ? matcherProviderOptions({ language, capabilities: [], closed: [] }) : undefined,
    providersWithKey: Object.keys(KNOWN_PROVIDERS).filter((name) => hasKey(name, environment)),
  };
}

function hasKey(provider: string, environment: Environment): boolean {
  return Boolean(environment[`${provider.toUpperCase()}_API_KEY`]);
}
