import { meantOrKnown, RolecallError, textIn } from '@rolecall/base';
import type { EmployeeDefinition } from './load-definition.ts';
import type { RunningEmployee } from './workspace.ts';

/** A definition as the faces see it. */
export function runningEmployee({ id, release, space, pack }: EmployeeDefinition): RunningEmployee {
  return {
    id,
    displayName: { zh: textIn(release.employee.display_name, 'zh'), en: textIn(release.employee.display_name, 'en') },
    model: release.employee.model,
    rolePack: pack.name,
    release,
    space,
  };
}

/** The employee of that id; throws `employee_unknown` with the nearest one. */
export function withEmployee(employees: readonly EmployeeDefinition[], id: string): EmployeeDefinition {
  const found = employees.find((employee) => employee.id === id);
  if (found) return found;
  const ids = employees.map((employee) => employee.id);
  throw new RolecallError({
    code: 'employee_unknown',
    message: { en: `The workspace has no employee "${id}" that can run.`, zh: `工作区里没有可以运行的员工“${id}”。` },
    hint: ids.length === 0 ? { en: 'See rolecall check.', zh: '见 rolecall check。' } : meantOrKnown(id, ids),
  });
}
