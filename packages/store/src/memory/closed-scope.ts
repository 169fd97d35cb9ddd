import { RolecallError } from '@rolecall/base';
import type { MemoryRevision } from '@rolecall/kernel';

/** Stands for how far a scope has come once its contact was deleted. */
export const CLOSED_SCOPE = -1;

/** Throws when nothing may be remembered of a scope any more. */
export function refuseClosed({ written }: MemoryRevision, scope: string): void {
  if (written !== CLOSED_SCOPE) return;
  throw new RolecallError({
    code: 'memory_scope_closed',
    message: `Nothing can be remembered of ${scope}: it was deleted.`,
    hint: 'What was still on its way into the memory is gone with it.',
  });
}
