import type { JournalEntry } from '@rolecall/journal';
import { MOST_ACTIVE_SKILLS } from '@rolecall/kernel';
import { type EmployeeEntries, isEmployeeEntry } from './entries.ts';

/** A question of the model that waits for the customer's next message. */
export interface OpenQuestion {
  readonly id: string;
  readonly text: string;
  /** The round that asked it. */
  readonly round: string;
  /** The round of the message that came next, while it runs. */
  readonly metBy?: string | undefined;
}

/** A skill that was read, and the digest of the pack under which it was: with another pack it is not active any more. */
export type ReadSkill = EmployeeEntries['employee.skill_read'];

/** What the rounds of a conversation hand on to the next one, beside its history. */
export interface DialogueState {
  readonly question?: OpenQuestion | undefined;
  /** Questions since the model last brought a task to its end by itself. Source: `global.askLimit`. */
  readonly asked: number;
  /** The latest five. */
  readonly skills: readonly ReadSkill[];
  readonly learned?: EmployeeEntries['employee.round_ended']['learned'];
}

export const NO_DIALOGUE: DialogueState = { asked: 0, skills: [] };

/** The state after an entry. */
export function foldDialogue(before: DialogueState, entry: JournalEntry): DialogueState {
  if (isEmployeeEntry(entry, 'employee.question_asked')) {
    const { question: id, text } = entry.data;
    return { ...before, asked: before.asked + 1, question: { id, text, round: entry.round ?? '' } };
  }
  if (isEmployeeEntry(entry, 'employee.message_received')) {
    const { question } = before;
    return question ? { ...before, question: { ...question, metBy: entry.round } } : before;
  }
  if (isEmployeeEntry(entry, 'employee.skill_read')) {
    const others = before.skills.filter(({ name }) => name !== entry.data.name);
    return { ...before, skills: [...others, entry.data].slice(-MOST_ACTIVE_SKILLS) };
  }
  if (isEmployeeEntry(entry, 'employee.round_ended')) {
    const { end, learned } = entry.data;
    const isMet = before.question?.metBy !== undefined && before.question.metBy === entry.round;
    return {
      ...before,
      asked: end === 'natural' ? 0 : before.asked,
      question: isMet ? undefined : before.question,
      learned: learned ?? before.learned,
    };
  }
  return before;
}
