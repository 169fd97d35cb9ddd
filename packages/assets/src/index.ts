export {
  BOUNDARIES,
  type Boundary,
  type CapabilitySpace,
  MOST_LISTED_TOOLS,
  type SpaceEntry,
  type SpaceStrategy,
  type StaticCheck,
} from './capability-space.ts';
export { CHECK_CODES, type CheckCode } from './check/check-codes.ts';
export { type CheckOptions, checkWorkspace } from './check/check-workspace.ts';
export { isFreeText } from './check/free-text.ts';
export { looksLike, type SecretLine, secretLinesOf } from './check/secrets.ts';
export type { PinnedTool } from './check/tool-annotations.ts';
export { computeCapabilitySpace } from './compute-capability-space.ts';
export { amountInUnits, amountText } from './contract/amount-units.ts';
export { tightenContract } from './contract/tighten-contract.ts';
export { describeLimits } from './contract/tighten-limits.ts';
export { type ArgumentLabels, labelsOf } from './expression/argument-labels.ts';
export { type CheckedExpression, checkExpression, checkTemplate } from './expression/check-expression.ts';
export { type Compiled, type CompiledExpression, compileExpression } from './expression/compile-expression.ts';
export {
  type Bindings,
  type DeclaredTypes,
  type Evaluation,
  type EvaluationOptions,
  evaluate,
  evaluateCompiled,
  isTrue,
} from './expression/evaluate.ts';
export type { ExpressionError, ExpressionErrorCode } from './expression/expression-error.ts';
export type {
  ExpressionEnvironment,
  ExpressionProblem,
  ExpressionProblemCode,
} from './expression/expression-problem.ts';
export { type CompiledPattern, compilePattern, type LinearPattern } from './expression/linear-pattern.ts';
export { shownValue } from './expression/shown-value.ts';
export {
  type PreparedTemplate,
  parseTemplate,
  prepareTemplate,
  type Rendering,
  renderTemplate,
} from './expression/template.ts';
export { describeLocalTime, type LocalTime, localTime } from './expression/time.ts';
export { typeOfSchema } from './expression/type-of-schema.ts';
export { usedPaths } from './expression/used-paths.ts';
export type { FieldType, ValueType } from './expression/value-type.ts';
export {
  type CompiledSchema,
  compileSchema,
  type SchemaCompilation,
  type SchemaProblem,
} from './json-schema/compile-schema.ts';
export { membersOfSchema } from './json-schema/members-of-schema.ts';
export { similarity, termsOf } from './lexical-similarity.ts';
export { type LinkedEmployee, linkEmployee } from './linking/link-employee.ts';
export { placeKey } from './linking/places.ts';
export { type Resolution, resolveReference } from './linking/resolve-reference.ts';
export { assembleAssets } from './loading/assemble-assets.ts';
export { type DocumentPath, describePath } from './loading/document-path.ts';
export { issueWords } from './loading/issue-words.ts';
export { loadAssets } from './loading/load-assets.ts';
export {
  assetsOf,
  type FileReport,
  type LoadedAsset,
  type LoadedAssets,
  type LoadedDocument,
} from './loading/loaded-assets.ts';
export type { AssetText } from './loading/read-asset-file.ts';
export type { LoadedEvals } from './loading/read-eval-file.ts';
export { systemAssetHashes } from './loading/system-assets.ts';
export { yamlWords } from './loading/yaml-words.ts';
export type {
  BoundContract,
  InstalledTask,
  KnowledgeShare,
  KnownCapability,
  Release,
  RolePackShare,
} from './release.ts';
export type {
  AiEmployee,
  AuthorizationDeclaration,
  McpBinding,
  McpServerDeclaration,
  PlatformBinding,
  RemoteServerDeclaration,
  SamplingRules,
  StdioServerDeclaration,
} from './schema/ai-employee.ts';
export type { Asset, AssetKind, AssetOf } from './schema/asset.ts';
export type { BusinessPackage, McpRequirement } from './schema/business-package.ts';
export type {
  ArgumentOrigin,
  CapabilityContract,
  ContractArgument,
  Presentation,
  ResultCode,
  SemanticArgument,
  SystemArgument,
} from './schema/capability-contract.ts';
export type { EvalCase, EvalCases } from './schema/eval-cases.ts';
export type { KnowledgeBase } from './schema/knowledge-base.ts';
export type { SharedGuard } from './schema/shared-guard.ts';
export { type Subscription, subscriptionsOf } from './schema/subscription.ts';
export type { TaskControl, TaskPackage } from './schema/task-package.ts';
export type {
  BusinessPolicy,
  CustomerExpression,
  EventDefinition,
  RecordSchema,
  ReplyAsset,
} from './schema/wording.ts';
export { reasonOf, type StaticReason, type StaticReasonId } from './space-reasons.ts';
