import type { ModelOptions } from '@rolecall/employee';
import { roundOptionsFrom } from '@rolecall/kernel';
import type { ResolvedStrategy } from '@rolecall/rolepack';
import type { WorkspaceConfig } from './workspace-config.ts';

/** What pack and host together set for the model. A pack lowers the limits of a round and never raises them. */
export function modelOptionsOf(
  strategy: ResolvedStrategy,
  config: { readonly models: Pick<WorkspaceConfig['models'], 'windows'> },
  model: string,
): ModelOptions {
  return roundOptionsFrom(strategy, { windowTokens: config.models.windows[model] });
}
