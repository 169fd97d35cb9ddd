import type { LanguageModelV4 } from '@ai-sdk/provider';
import { describeError } from '@rolecall/base';

/**
 * Stands for a model that cannot be made: no key, an unknown provider. Each use fails with the reason, so that the round
 * ends as it does for any model that cannot be reached, and the customer is answered.
 */
export function unavailableModel(id: string, reason: unknown): LanguageModelV4 {
  const [provider = '', ...rest] = id.split('/');
  const fail = (): never => {
    throw new Error(describeError(reason));
  };
  return {
    specificationVersion: 'v4',
    provider,
    modelId: rest.join('/'),
    supportedUrls: {},
    doGenerate: async () => fail(),
    doStream: async () => fail(),
  };
}
