import { z } from 'zod';
import { aiEmployee } from './ai-employee.ts';
import { businessPackage, mcpRequirement } from './business-package.ts';
import { capabilityContract } from './capability-contract.ts';
import { taskPackage } from './task-package.ts';
import { businessPolicy, customerExpression, eventDefinition, recordSchema, replyAsset } from './wording.ts';

/** Every kind of asset that this version knows. */
export const asset = z.discriminatedUnion('kind', [
  capabilityContract,
  taskPackage,
  mcpRequirement,
  businessPackage,
  businessPolicy,
  replyAsset,
  customerExpression,
  recordSchema,
  eventDefinition,
  aiEmployee,
]);

export type Asset = z.infer<typeof asset>;
export type AssetKind = Asset['kind'];
export type AssetOf<Kind extends AssetKind> = Extract<Asset, { kind: Kind }>;
