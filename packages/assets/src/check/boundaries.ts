import { type Finding, findingWords, type Severity } from '@rolecall/base';
import type { SpaceEntry } from '../capability-space.ts';
import { boundaryName } from '../capability-space.ts';
import { reasonOf } from '../space-reasons.ts';
import type { CheckedEmployee } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/**
 * Names the first boundary that holds a capability back which somebody wanted: a task binds it, the business permits it
 * or the employee connects it. The same code as a call would get.
 */
export const boundaries: CheckRule = ({ employees }) =>
  employees.flatMap((checked) =>
    Object.values(checked.space.entries).flatMap((entry) => {
      const check = entry.heldBackBy && entry.checks[entry.heldBackBy];
      if (!check || !isWanted(checked, entry)) return [];
      const { id } = checked.employee.asset;
      const reason = reasonOf(check);
      const boundary = boundaryName(entry.heldBackBy);
      const finding: Finding = {
        severity: severityOf(checked, entry),
        code: check.code ?? 'capability_held_back',
        ...findingWords({
          en: `"${id}" does not have ${entry.capability} (boundary ${boundary.en}): ${reason.en}.`,
          zh: `“${id}”没有 ${entry.capability}（边界 ${boundary.zh}）：${reason.zh}。`,
        }),
        ...(check.at ?? checked.employee.place()),
      };
      return [finding];
    }),
  );

function isWanted({ release }: CheckedEmployee, { capability, binding, bound }: SpaceEntry): boolean {
  if (binding || bound) return true;
  const { mcp_requirements, platform_tools } = release.business.resource_permissions;
  return (
    platform_tools.includes(capability) ||
    mcp_requirements.some(({ capabilities }) => capabilities?.includes(capability))
  );
}

/** A business that permits less than its tasks could do, and a strategy that forbids, mean it; unless it is connected. */
function severityOf({ release }: CheckedEmployee, { heldBackBy, checks, binding }: SpaceEntry): Severity {
  if (heldBackBy !== 'permitted') return 'warning';
  if (checks.permitted.code === 'strategy_forbids') return 'notice';
  const isMeant = checks.permitted.code === 'requirement_not_permitted' && !binding;
  return isMeant && release.business.resource_permissions.mcp_requirements.length > 0 ? 'notice' : 'warning';
}
