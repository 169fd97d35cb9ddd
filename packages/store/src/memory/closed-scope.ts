import { RolecallError } from '@rolecall/base';
import type { MemoryRevision } from '@rolecall/kernel';

/** Stands for how far a scope has come once its contact was deleted. */
export const CLOSED_SCOPE = -1;

/** Throws when nothing may be remembered of a scope any more. */
export function refuseClosed({ written }: MemoryRevision, scope: string): void {
  if (written !== CLOSED_SCOPE) return;
  throw new RolecallError({
    code: 'memory_scope_closed',
    message: {
      en: `Nothing can be remembered of ${scope}: it was deleted.`,
      zh: `不能再记住 ${scope} 的任何内容：它已经删除。`,
    },
    hint: {
      en: 'What was still on its way into the memory is gone with it.',
      zh: '还在写入记忆途中的内容也一并消失。',
    },
  });
}
