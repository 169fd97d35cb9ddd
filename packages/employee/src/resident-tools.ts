import { type RoundTool, readResultTool, skillTools } from '@rolecall/kernel';
import { askCustomerTools, type QuestionUse } from './ask-customer.ts';
import { employeeEntry } from './entries.ts';
import { keptResult } from './kept-result.ts';
import type { ItemAtWork } from './round-context.ts';
import { untrusted } from './tool-output.ts';
import { memoryToolsOf } from './use-memory.ts';

/** The planner that is built in reads results as data, plans for itself and needs none of what is there for a model. */
export function isBuiltin({ context }: ItemAtWork): boolean {
  return context.model.provider === 'builtin';
}

/** The pack allows tools. Source: RolePack, section 六, `act.toolMode`. */
export function mayUseTools({ context }: ItemAtWork): boolean {
  return context.release.rolePack.strategy.toolMode !== 'block';
}

/** What the kernel gives every role that an employee may have, too. Source: design, section 9, end. */
export function residentTools(work: ItemAtWork, use: QuestionUse): readonly RoundTool[] {
  if (isBuiltin(work)) return memoryToolsOf(work);
  const { voice, readSkill, release } = work.context;
  const shelf = {
    skills: voice.skills,
    read: readSkill,
    record: ({ name, text }: { readonly name: string; readonly text: string }) =>
      employeeEntry('employee.skill_read', { name, text, pack: release.rolePack.digest }),
  };
  return [
    ...skillTools(shelf, work.promptLanguage),
    readResultTool(
      work.promptLanguage,
      (reference) => keptResult(work, reference),
      (page) => untrusted(page),
    ),
    ...memoryToolsOf(work),
    ...askCustomerTools(work, use),
  ];
}
