export { type ArchiveContent, archiveSource, readArchive } from './archive/read-archive.ts';
export { type PackSignature, signatureProblem, signPack } from './archive/signature.ts';
export { writeArchive } from './archive/write-archive.ts';
export { checkCompanionContentRedline, type RedlineHit } from './compliance/companion-redline.ts';
export { packTemplate } from './create/pack-template.ts';
export { diffPacks, grownAuthority, type PackDifference } from './diff/diff-packs.ts';
export { EXPORT_FORMATS, type ExportFormat, exportPack } from './ecosystem/export-pack.ts';
export {
  detectFormat,
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportInput,
  importPack,
} from './ecosystem/import-pack.ts';
export { manifestSchema, SCHEMA_IDS, type SchemaForm } from './generate/manifest-schema.ts';
export { type Installed, type InstallOptions, installPack } from './install/install-pack.ts';
export { LOCK_FILE, type LockedPack, type PackLock, readLock } from './install/lock-file.ts';
export { type Verified, type VerifyOptions, verifyPath } from './install/verify-pack.ts';
export type { ScanPolicy } from './load/content-guards.ts';
export { discoverRolePacks } from './load/discover-role-packs.ts';
export { folderSource } from './load/folder-source.ts';
export { type LoadOptions, loadPackFrom } from './load/load-pack.ts';
export { loadRolePack, openPackSource } from './load/load-role-pack.ts';
export type { McpOffer } from './load/mcp-offers.ts';
export { type FileHash, packDigest } from './load/pack-digest.ts';
export {
  memorySource,
  type PackSource,
  type SourceFile,
  type SourceListing,
  type SourceProblem,
} from './load/pack-source.ts';
export { findSkill, readSkill, type SkillHolder, type SkillText } from './load/read-skill.ts';
export type { LoadedPack, LoadReport, PackSkill, RolePack } from './load/role-pack.ts';
export { parseRules, type Rule, type Rules, type RulesContext } from './load/rules.ts';
export {
  type Activation,
  type CompanionHost,
  type ManagerEvent,
  type ManagerOptions,
  type PackSummary,
  RolePackManager,
} from './manager/role-pack-manager.ts';
export { formatSkillList, listSkills, loadSkillPool, readSkillOf, type SkillPool } from './manager/skill-pool.ts';
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
export { reportText } from './report/report-text.ts';
export { createReporter, type Reporter } from './report/reporter.ts';
export { reportSarif, scanSarif } from './report/sarif.ts';
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
export { type ScannedPath, scanPath } from './scan/scan-path.ts';
export { scanSource } from './scan/scan-source.ts';
export { isCapabilityExposed } from './standard/capability-exposure.ts';
export type { CodeDefinition, Disposition } from './standard/code.ts';
export { CODES, type RolePackCode } from './standard/codes.ts';
export { FORMAT_VERSION, KERNEL_VERSION, LIMITS, SCHEMA_ID } from './standard/limits.ts';
export { MANIFEST_FIELDS, type ManifestField } from './standard/manifest-fields.ts';
export { ALIAS_KEYS, RETIRED_KEYS } from './standard/retired-keys.ts';
export { describeShape, type ValueShape } from './standard/shape.ts';
export { STANDARD_CAPABILITIES, type StandardCapability } from './standard/standard-capabilities.ts';
export {
  type KeyStatus,
  type PackStrategy,
  type ResolvedStrategy,
  STRATEGY_KEYS,
  type StrategyKey,
} from './standard/strategy-keys.ts';
export { resolveStrategy } from './strategy/resolve-strategy.ts';
