import { z } from 'zod';
import { assetHead, assetId, expression, localizedText } from './common.ts';

/**
 * A guard that any contract may refer to. It is written over what every call has (`contact`, `conversation`, `employee`,
 * `now`), because it stands in contracts whose arguments it does not know.
 */
export const sharedGuard = z.strictObject({
  kind: z.literal('shared_guard'),
  ...assetHead,
  expect: expression,
  otherwise: z.strictObject({ code: assetId, say: localizedText.optional() }),
});

export type SharedGuard = z.infer<typeof sharedGuard>;
