export { createMatcher } from './matcher/matcher.ts';
export {
  type MatcherArgument,
  type MatcherCapability,
  type MatcherClosedCapability,
  type MatcherOptions,
  type MatcherOrigin,
  type MatcherWords,
  matcherProviderOptions,
} from './matcher/matcher-options.ts';
export { classifyModelError, type ModelError, type ModelErrorCode } from './provider/classify-model-error.ts';
export { KNOWN_PROVIDERS, type KnownProvider } from './provider/known-providers.ts';
export {
  createModelProvider,
  type ModelProvider,
  type ModelProviderOptions,
  type ProviderSettings,
} from './provider/model-provider.ts';
export { countTokensFor } from './tokens/count-tokens.ts';
