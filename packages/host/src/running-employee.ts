import { nearestName, RolecallError, textIn } from '@rolecall/base';
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
  const nearest = nearestName(id, ids);
  throw new RolecallError({
    code: 'employee_unknown',
    message: `The workspace has no employee "${id}" that can run.`,
    hint:
      nearest === undefined ? `Known: ${ids.join(', ') || 'none; see rolecall check'}.` : `Did you mean "${nearest}"?`,
  });
}
