import type { CapabilityKey, JsonObject, Place } from '@rolecall/base';
import type { SpaceStrategy } from './capability-space.ts';
import type { AiEmployee } from './schema/ai-employee.ts';
import type { BusinessPackage, McpRequirement } from './schema/business-package.ts';
import type { CapabilityContract } from './schema/capability-contract.ts';
import type { TaskControl, TaskPackage } from './schema/task-package.ts';
import type {
  BusinessPolicy,
  CustomerExpression,
  EventDefinition,
  RecordSchema,
  ReplyAsset,
} from './schema/wording.ts';

/** A task as a business installs it. */
export interface InstalledTask {
  readonly task: TaskPackage;
  /** Checked against the task's configuration contract. */
  readonly configuration: JsonObject;
}

/** A contract inside the task that binds it. */
export interface BoundContract {
  readonly contract: CapabilityContract;
  readonly task: string;
  readonly stages: readonly string[] | undefined;
  /** What the task tightens. */
  readonly control: TaskControl | undefined;
}

/** What a release takes from a role pack. */
export interface RolePackShare {
  readonly name: string;
  /** Content digest of the whole pack. */
  readonly digest: string;
  /** Undefined when the manifest has no such field. */
  readonly capabilities: readonly CapabilityKey[] | undefined;
  /** The strategy keys that narrow the capability space. */
  readonly strategy: SpaceStrategy;
}

/** A knowledge base in a release: what it says is held by hash, since it decides nothing. */
export interface KnowledgeShare {
  readonly id: string;
  readonly version: string;
  /** Of the asset. */
  readonly hash: string;
  /** The documents that it names and that are there, with the hash of their text. */
  readonly documents: readonly { readonly file: string; readonly hash: string }[];
}

/** What the prompt and `why_not` may say of a capability that the workspace knows and this employee does not have. */
export interface KnownCapability {
  readonly capability: CapabilityKey;
  readonly title: CapabilityContract['title'];
  readonly semantics: CapabilityContract['semantics'];
  readonly effect: 'read' | 'write';
  /** Contract id and version. */
  readonly contract: string;
  /** Tasks of the workspace that would introduce it, by id. */
  readonly introducedBy?: readonly string[] | undefined;
}

/**
 * The immutable, content-hashed closure of all assets an employee uses. A round keeps the release it began with.
 * Source: design, sections 3 and 7.
 */
export interface Release {
  /** Content hash over everything below. */
  readonly hash: string;
  readonly employee: AiEmployee;
  readonly business: BusinessPackage;
  readonly tasks: readonly InstalledTask[];
  readonly requirements: readonly McpRequirement[];
  /** By capability key: every contract that an installed task binds. */
  readonly contracts: Readonly<Record<CapabilityKey, BoundContract>>;
  /** Every capability of the workspace, by key, also those that this employee does not have. */
  readonly known: Readonly<Record<CapabilityKey, KnownCapability>>;
  readonly records: Readonly<Record<string, RecordSchema>>;
  readonly replies: readonly ReplyAsset[];
  readonly policies: readonly BusinessPolicy[];
  readonly expression: CustomerExpression | undefined;
  /** What its material says, by hash: a changed document is another release. */
  readonly knowledge: readonly KnowledgeShare[];
  readonly events: readonly EventDefinition[];
  /** The part of the role pack that decides about capabilities, as the host loaded it. */
  readonly rolePack: RolePackShare;
  /** Ids and hashes of the system assets it uses. */
  readonly system: Readonly<Record<string, string>>;
  /** `kind id`, or `kind id path` for a part of it → where it stands, for `explain`. Not part of the hash. */
  readonly places: Readonly<Record<string, Place>>;
}
