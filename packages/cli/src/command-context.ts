import { resolve } from 'node:path';
import { type Language, RolecallError } from '@rolecall/base';
import type { RunningEmployee, Workspace } from '@rolecall/host';
import type { CliIo } from './io.ts';
import type { Texts } from './texts.ts';

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
export function chooseEmployee(
  { texts }: CommandContext,
  workspace: Workspace,
  named: string | undefined,
): RunningEmployee {
  const employees = workspace.employees();
  if (employees.length === 0) {
    throw new RolecallError({ code: 'employee_missing', message: texts.noEmployee, hint: texts.noEmployeeHint });
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
    message: texts.employeeNeeded(ids),
  });
}
