import { textIn } from '@rolecall/base';
import { titleOf } from '../capability-title.ts';
import { engineText } from '../engine-texts.ts';
import { employeeEntry, type ReplyPart } from '../entries.ts';
import type { Handled } from '../handled.ts';
import { openOperations } from '../open-operations.ts';
import type { ItemAtWork } from '../round-context.ts';
import { factsHash } from './facts-hash.ts';
import type { HandOver } from './hand-over-state.ts';
import { handOverSummary } from './hand-over-summary.ts';
import { PERSON_IS_THERE } from './hand-over-timer.ts';

/** Who gives the conversation back to the employee. */
export type GivenBack =
  | { readonly by: 'customer' }
  | { readonly by: 'person'; readonly person: string; readonly note: string | undefined };

/**
 * The employee has the conversation again: it says so, as an AI, and its model is told what happened meanwhile. A
 * confirmation that still waits is named; a yes to it shows its notice again.
 */
export async function takeBack(work: ItemAtWork, handOver: HandOver, back: GivenBack): Promise<Handled> {
  const { language, context } = work;
  const name = textIn(context.release.employee.display_name, language);
  const person = back.by === 'person' ? back.person : null;
  const note = (back.by === 'person' ? back.note : undefined) ?? null;
  const [waiting] = await openOperations(work);
  const open = waiting && titleOf(context.space, waiting.capability, language);
  const texts = [
    engineText(back.by === 'person' ? 'given_back' : 'goes_on', language, { name }),
    ...(open === undefined ? [] : [engineText('confirmation_is_open', language, { title: open })]),
    engineText('what_next', language),
  ];
  const parts = texts.map((text): ReplyPart => ({ kind: 'greeting', text }));
  return {
    replies: [{ kind: 'reply', parts }],
    end: 'taken_back',
    entries: [
      employeeEntry('employee.taken_back', {
        by: back.by,
        person,
        note,
        dealtWith:
          back.by === 'person' && handOver.rule !== undefined ? { rule: handOver.rule, facts: factsHash(work) } : null,
        summary: handOverSummary(work, handOver, back),
      }),
    ],
    timers: [PERSON_IS_THERE],
  };
}
