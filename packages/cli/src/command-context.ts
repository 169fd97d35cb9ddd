import { resolve } from 'node:path';
import { inBoth, type Language, RolecallError } from '@rolecall/base';
import type { RunningEmployee, Workspace } from '@rolecall/host';
import type { CliIo } from './io.ts';
import { TEXTS, type Texts } from './texts.ts';

/** What every command works with. */
export interface CommandContext {
  readonly io: CliIo;
  readonly language: Language;
  readonly texts: Texts;
}

/** The folder that `--workspace` names. */
export function workspaceDir({ io }: CommandContext, workspace: string): string {
  return resolve(io.cwd, workspace);
}

/** The employee named, or the only one there is. */
export function chooseEmployee(workspace: Workspace, named: string | undefined): RunningEmployee {
  const employees = workspace.employees();
  if (employees.length === 0) {
    throw noEmployee();
  }
  const ids = employees.map((employee) => employee.id).join(', ');
  const found =
    named === undefined
      ? employees.length === 1
        ? employees[0]
        : undefined
      : employees.find(({ id }) => id === named);
  if (found !== undefined) return found;
  throw new RolecallError({
    code: named === undefined ? 'employee_missing' : 'employee_unknown',
    message: inBoth(TEXTS, (texts) => texts.employeeNeeded(ids)),
  });
}

/** No employee of the workspace can run. */
export function noEmployee(): RolecallError {
  return new RolecallError({
    code: 'employee_missing',
    message: inBoth(TEXTS, (texts) => texts.noEmployee),
    hint: inBoth(TEXTS, (texts) => texts.noEmployeeHint),
  });
}

/** There is no conversation of that id. */
export function conversationUnknown(): RolecallError {
  return new RolecallError({
    code: 'conversation_unknown',
    message: inBoth(TEXTS, ({ tracing }) => tracing.noConversation),
    hint: inBoth(TEXTS, ({ tracing }) => tracing.listHint),
  });
}
