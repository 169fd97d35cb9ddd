import type { z } from 'zod';
import { aiEmployee } from './ai-employee.ts';
import { businessPackage, mcpRequirement } from './business-package.ts';
import { capabilityContract } from './capability-contract.ts';
import { knowledgeBase } from './knowledge-base.ts';
import { sharedGuard } from './shared-guard.ts';
import { taskPackage } from './task-package.ts';
import { businessPolicy, customerExpression, eventDefinition, recordSchema, replyAsset } from './wording.ts';

/** The schema of every kind of asset that this version knows. */
export const ASSET_SCHEMAS = {
  capability_contract: capabilityContract,
  task_asset_package: taskPackage,
  mcp_requirement: mcpRequirement,
  business_asset_package: businessPackage,
  business_policy: businessPolicy,
  reply_asset: replyAsset,
  customer_expression: customerExpression,
  knowledge_base: knowledgeBase,
  record_schema: recordSchema,
  shared_guard: sharedGuard,
  event_definition: eventDefinition,
  ai_employee: aiEmployee,
} as const;

export type AssetKind = keyof typeof ASSET_SCHEMAS;
export type AssetOf<Kind extends AssetKind> = z.infer<(typeof ASSET_SCHEMAS)[Kind]>;
export type Asset = { [Kind in AssetKind]: AssetOf<Kind> }[AssetKind];

/** True for the name of a kind. */
export function isAssetKind(value: unknown): value is AssetKind {
  return typeof value === 'string' && Object.hasOwn(ASSET_SCHEMAS, value);
}
