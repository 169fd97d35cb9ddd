import type { ModelOptions } from '@rolecall/employee';
import type { ResolvedStrategy } from '@rolecall/rolepack';
import type { WorkspaceConfig } from './workspace-config.ts';

/** Where the host has no setting. Source: RolePack, section 六 C, note 1. */
const DEFAULT_WINDOW_TOKENS = 120_000;
const MAX_ITERATIONS = 50;

/** What pack and host together set for the model. A pack lowers the limits of a round and never raises them. */
export function modelOptionsOf(strategy: ResolvedStrategy, config: WorkspaceConfig, model: string): ModelOptions {
  const window = config.models.windows[model] ?? DEFAULT_WINDOW_TOKENS;
  const { contextLimit, errorHandling } = strategy.global;
  return {
    windowTokens: Math.min(window, contextLimit ?? window),
    maxIterations: MAX_ITERATIONS,
    temperature: strategy.act.temperature,
    outputLimit: strategy.act.outputLimit,
    errorHandling,
  };
}
