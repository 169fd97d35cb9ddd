export {
  BOUNDARIES,
  type Boundary,
  type CapabilitySpace,
  type SpaceEntry,
  type SpaceStrategy,
  type StaticCheck,
} from './capability-space.ts';
export type { BoundContract, InstalledTask, KnownCapability, Release, RolePackShare } from './release.ts';
export type { AiEmployee, McpBinding, McpServerDeclaration, PlatformBinding } from './schema/ai-employee.ts';
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
export type { TaskControl, TaskPackage } from './schema/task-package.ts';
export type {
  BusinessPolicy,
  CustomerExpression,
  EventDefinition,
  RecordSchema,
  ReplyAsset,
} from './schema/wording.ts';
