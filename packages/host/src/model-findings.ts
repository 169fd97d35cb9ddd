import { assetsOf, type LoadedAssets } from '@rolecall/assets';
import { type Finding, findingWords, RolecallError } from '@rolecall/base';
import { createModelProvider } from '@rolecall/models';
import type { WorkspaceConfig } from './workspace-config.ts';

/**
 * An employee whose model no provider has is told before a customer hears that nothing can be answered. A key is not looked
 * for: it is there where the employee runs. A warning, since a program may bring a model of its own.
 */
export function modelFindings({ models }: Pick<WorkspaceConfig, 'models'>, assets: LoadedAssets): readonly Finding[] {
  return assetsOf(assets, 'ai_employee').flatMap(({ asset, place }): readonly Finding[] => {
    const problem = problemOf(asset.model, models.providers);
    if (!problem || problem.code === 'model_key_missing') return [];
    const { message, hint, zh } = problem;
    const words = findingWords(
      { en: message, zh: zh.message },
      hint === undefined ? undefined : { en: hint, zh: zh.hint ?? hint },
    );
    return [{ severity: 'warning', code: 'model_unusable', ...words, ...place(['model']) }];
  });
}

function problemOf(id: string, providers: WorkspaceConfig['models']['providers']): RolecallError | undefined {
  try {
    createModelProvider({ env: {}, providers }).model(id);
    return undefined;
  } catch (error) {
    if (error instanceof RolecallError) return error;
    throw error;
  }
}
