import type { Bilingual, CapabilityKey, Place } from '@rolecall/base';
import type { BoundContract, KnownCapability } from './release.ts';
import type { McpBinding, PlatformBinding } from './schema/ai-employee.ts';
import type { StaticReason } from './space-reasons.ts';

/** The five conditions, in the order in which they are evaluated. Source: capability boundaries, section 七. */
export const BOUNDARIES = ['installed', 'bound', 'permitted', 'connected', 'satisfied'] as const;
export type Boundary = (typeof BOUNDARIES)[number];

/** A boundary by the name that people know it under. */
export function boundaryName(boundary: Boundary): Bilingual {
  return { en: boundary, zh: CHINESE[boundary] };
}

const CHINESE: Readonly<Record<Boundary, string>> = {
  installed: '已安装',
  bound: '已绑定',
  permitted: '已许可',
  connected: '已连接',
  satisfied: '已满足',
};

/** What one of the first four boundaries says without stage and liveness. */
export interface StaticCheck {
  readonly passed: boolean;
  readonly code?:
    | 'task_not_installed'
    | 'capability_not_bound'
    | 'requirement_not_permitted'
    | 'role_not_declared'
    | 'strategy_forbids'
    | 'resource_not_bound'
    | undefined;
  /** One line in the terms of the assets, such as `shop_service installs order_service`. */
  readonly reason: string;
  /** The same as data, for whoever tells it in another language. */
  readonly reasons?: readonly StaticReason[] | undefined;
  /** The asset and line behind it. */
  readonly at?: Place | undefined;
}

/** What release and employee decide about one capability, before any call. */
export interface SpaceEntry {
  readonly capability: CapabilityKey;
  readonly known: KnownCapability | undefined;
  readonly bound: BoundContract | undefined;
  readonly requirement: string | undefined;
  readonly binding: McpBinding | PlatformBinding | undefined;
  readonly checks: Readonly<Record<'installed' | 'bound' | 'permitted' | 'connected', StaticCheck>>;
  /** The first of them that fails; absent for a capability that is a tool. */
  readonly heldBackBy: Exclude<Boundary, 'satisfied'> | undefined;
}

/** With more open capabilities than this the model is offered two tools that find and call them. Source: design, section 5. */
export const MOST_LISTED_TOOLS = 30;

/** Boundaries 1 to 4, without stage and liveness, for every capability the workspace knows. */
export interface CapabilitySpace {
  readonly release: string;
  /** `each` open capability is a tool; or they are `found`, because there are more than `MOST_LISTED_TOOLS`. */
  readonly tools: 'each' | 'found';
  readonly entries: Readonly<Record<CapabilityKey, SpaceEntry>>;
}

/** The part of a resolved strategy that narrows a capability space. */
export interface SpaceStrategy {
  readonly toolMode: 'allow' | 'block';
  readonly toolReadonly: boolean;
}
