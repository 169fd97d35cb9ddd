export { discoverRolePacks } from './load/discover-role-packs.ts';
export { folderSource } from './load/folder-source.ts';
export { type LoadOptions, loadPackFrom } from './load/load-pack.ts';
export { loadRolePack } from './load/load-role-pack.ts';
export type { McpOffer } from './load/mcp-offers.ts';
export { type FileHash, packDigest } from './load/pack-digest.ts';
export { memorySource, type PackSource, type SourceFile, type SourceListing } from './load/pack-source.ts';
export { findSkill, readSkill, type SkillHolder, type SkillText } from './load/read-skill.ts';
export type { LoadedPack, LoadReport, PackSkill, RolePack } from './load/role-pack.ts';
export { parseRules, type Rule, type Rules, type RulesContext } from './load/rules.ts';
export type { Manifest, ManifestCapability, ManifestSkill } from './manifest/manifest.ts';
export { type ManifestValidation, type ValidateOptions, validateManifest } from './manifest/validate-manifest.ts';
export type { FailureBoundary, ReportEntry } from './report/entry.ts';
export type { Disposition } from './standard/code.ts';
export { CODES, type RolePackCode } from './standard/codes.ts';
export { FORMAT_VERSION, KERNEL_VERSION, LIMITS, SCHEMA_ID } from './standard/limits.ts';
export { MANIFEST_FIELDS, type ManifestField } from './standard/manifest-fields.ts';
export { ALIAS_KEYS, RETIRED_KEYS } from './standard/retired-keys.ts';
export { STANDARD_CAPABILITIES, type StandardCapability } from './standard/standard-capabilities.ts';
export {
  type KeyStatus,
  type PackStrategy,
  type ResolvedStrategy,
  STRATEGY_KEYS,
  type StrategyKey,
} from './standard/strategy-keys.ts';
export { resolveStrategy } from './strategy/resolve-strategy.ts';
