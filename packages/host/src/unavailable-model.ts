import type { LanguageModelV4 } from '@ai-sdk/provider';
import { describeError, RolecallError } from '@rolecall/base';

/**
 * Stands for a model that cannot be made: no key, an unknown provider. Each use fails with the reason, so that the round
 * ends as it does for any model that cannot be reached, and the customer is answered.
 */
export function unavailableModel(id: string, reason: unknown): LanguageModelV4 {
  const [provider = '', ...rest] = id.split('/');
  const fail = (): never => {
    // One of our own errors: no round asks again for what cannot change.
    if (RolecallError.is(reason)) throw reason;
    throw new RolecallError({
      code: 'model_unavailable',
      message: {
        en: `The model ${id} cannot be used: ${describeError(reason, 'en')}`,
        zh: `模型 ${id} 不能使用：${describeError(reason, 'zh')}`,
      },
      hint: {
        en: 'See the employee’s "model" and "models" in rolecall.yaml.',
        zh: '见员工的“model”和 rolecall.yaml 里的“models”。',
      },
    });
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
