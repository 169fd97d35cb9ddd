/** The parts that need no file system: table, validator, resolver, migrator, red line, scanner. They run in a browser. */
export { checkCompanionContentRedline, type RedlineHit } from './compliance/companion-redline.ts';
export { manifestSchema, SCHEMA_IDS, type SchemaForm } from './generate/manifest-schema.ts';
export { parseRules, type Rule, type Rules, type RulesContext } from './load/rules.ts';
export type { Manifest, ManifestCapability, ManifestSkill } from './manifest/manifest.ts';
export { type ManifestValidation, type ValidateOptions, validateManifest } from './manifest/validate-manifest.ts';
export { fixSkillText } from './migrate/fix-skill.ts';
export {
  fixManifest,
  type ManifestChange,
  type MigratedManifest,
  migrateManifest,
} from './migrate/migrate-manifest.ts';
export type { FailureBoundary, ReportEntry } from './report/entry.ts';
export type {
  ScanCategory,
  ScanFinding,
  ScanResult,
  ScanSeverity,
  Stance,
  Uninspected,
  Verdict,
} from './scan/scan-finding.ts';
export { SCANNER_RULES, type ScanFile, type ScanOptions, scanTexts } from './scan/scan-pack.ts';
export { isCapabilityExposed } from './standard/capability-exposure.ts';
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
