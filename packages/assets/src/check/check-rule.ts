import type { Finding } from '@rolecall/base';
import type { CheckContext } from './check-context.ts';

/** One thing that is looked after in a whole workspace. Pure; never throws for what stands in an asset. */
export type CheckRule = (context: CheckContext) => readonly Finding[];
