import type { TimerChange } from '@rolecall/journal';

const ID = 'hand_over';

/** Looks after a while whether a person has written. One at a time: a later one takes its place. */
export function awaitPerson(now: number, unattendedAfterMs: number): TimerChange {
  const dueAt = new Date(now + unattendedAfterMs).toISOString();
  return { op: 'set', id: ID, dueAt, data: { purpose: 'hand_over' } };
}

/** A person is there, or the employee has the conversation again. */
export const PERSON_IS_THERE: TimerChange = { op: 'clear', id: ID };
