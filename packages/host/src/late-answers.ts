import { type Bilingual, type Clock, type JsonObject, timestampOf } from '@rolecall/base';
import type { StorePorts } from '@rolecall/journal';
import type { LateAnswer } from '@rolecall/mcp';
import { sayingWhy } from './saying-why.ts';

/** What taking in late answers needs of the workspace around it. */
export interface LateAnswerParts {
  readonly store: Pick<StorePorts, 'accept'>;
  readonly clock: Clock;
  readonly log: (line: Bilingual) => void;
  readonly wake: (conversation: string) => void;
}

/**
 * Puts an answer that came after its call had timed out before the conversation, where it may settle the write. A system
 * that answers twice is heard once.
 */
export function createLateAnswers({ store, clock, log, wake }: LateAnswerParts): (late: LateAnswer) => void {
  async function accept({ conversation, operation, answer }: LateAnswer): Promise<void> {
    const accepted = await store.accept({
      conversation,
      kind: 'late_answer',
      data: { operation, answer: JSON.parse(JSON.stringify(answer)) as JsonObject },
      idempotencyKey: `late_answer:${operation}`,
      at: timestampOf(clock),
    });
    if (accepted.status !== 'conflict') return wake(accepted.conversation);
    log({
      en: `late answer to ${operation}: not taken in (${accepted.reason})`,
      zh: `对 ${operation} 的迟到回答没有收下（${accepted.reason}）`,
    });
  }

  return (late) => {
    const what = { en: `late answer to ${late.operation}`, zh: `对 ${late.operation} 的迟到回答` };
    accept(late).catch((error: unknown) => log(sayingWhy(what, error)));
  };
}
