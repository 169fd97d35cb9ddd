import type { JsonObject } from '@rolecall/base';
import { isBlank } from '../blank.ts';
import { engineText } from '../engine-texts.ts';
import { employeeEntry } from '../entries.ts';
import type { Handled } from '../handled.ts';
import type { ItemAtWork } from '../round-context.ts';
import { PERSON_IS_THERE } from './hand-over-timer.ts';
import { takeBack } from './take-back.ts';

/** What an operator's item needs: no employee has to be there for it. */
type OperatorItem = Pick<ItemAtWork, 'item' | 'state' | 'language'>;

/** An operator takes the conversation: `{ person }`. From then on the employee is quiet. */
export function handleTakeOver(work: OperatorItem): Handled {
  const person = wordIn(work.item.data, 'person');
  if (person === undefined) return incomplete('take_over', 'person');
  if (work.state.handOver?.person === person) return { replies: [], end: 'nothing_due' };
  const text = engineText('person_is_here', work.language, { person });
  return {
    replies: [{ kind: 'reply', parts: [{ kind: 'engine', text }] }],
    end: 'taken_over',
    entries: taken(work, person),
  };
}

/** An operator writes: `{ person, text }`. The customer sees whose words they are; whoever writes has the conversation. */
export function handleOperatorMessage(work: OperatorItem): Handled {
  const person = wordIn(work.item.data, 'person');
  const text = wordIn(work.item.data, 'text');
  if (person === undefined || text === undefined) return incomplete('operator_message', 'person and text');
  return {
    replies: [{ kind: 'person', parts: [{ kind: 'person', text, person }] }],
    end: 'person_wrote',
    entries: work.state.handOver?.person === person ? [] : taken(work, person),
    timers: [PERSON_IS_THERE],
  };
}

/** An operator gives the conversation back: `{ person, note? }`. */
export async function handleHandBack(work: ItemAtWork): Promise<Handled> {
  const person = wordIn(work.item.data, 'person');
  if (person === undefined) return incomplete('hand_back', 'person');
  const { handOver } = work.state;
  if (!handOver) return { replies: [], end: 'nothing_due' };
  return takeBack(work, handOver, { by: 'person', person, note: wordIn(work.item.data, 'note') });
}

/** An operator has done what was to be followed up: `{ operation, person, note? }`. */
export function handleFollowUpDone(work: OperatorItem): Handled {
  const { data, id } = work.item;
  const [person, operation] = [wordIn(data, 'person'), wordIn(data, 'operation')];
  if (person === undefined || operation === undefined) return incomplete('follow_up_done', 'person and operation');
  const note = wordIn(data, 'note') ?? null;
  return {
    replies: [],
    end: 'follow_up_done',
    entries: [employeeEntry('employee.follow_up_done', { item: id, operation, person, note })],
  };
}

function taken({ item, state }: OperatorItem, person: string) {
  return state.handOver
    ? [employeeEntry('employee.taken_over', { item: item.id, person })]
    : [employeeEntry('employee.handed_over', { reason: 'person', summary: '', operations: [], rule: null, person })];
}

function wordIn(data: JsonObject, field: string): string | undefined {
  const value = data[field];
  return typeof value === 'string' && !isBlank(value) ? value : undefined;
}

/**
 * What a person can do where the employee itself is not there: take the conversation, write, and close a follow-up.
 * Undefined for what needs the employee.
 */
export function handleOperatorAlone(work: OperatorItem): Handled | undefined {
  switch (work.item.kind) {
    case 'take_over':
      return handleTakeOver(work);
    case 'operator_message':
      return handleOperatorMessage(work);
    case 'follow_up_done':
      return handleFollowUpDone(work);
    default:
      return undefined;
  }
}

/** What an operator's item lacks changes nothing. */
function incomplete(kind: string, wanted: string): Handled {
  return { replies: [], end: 'operator_item_incomplete', problem: `An item ${kind} needs ${wanted}.` };
}
