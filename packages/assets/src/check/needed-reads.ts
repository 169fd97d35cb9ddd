import type { Finding } from '@rolecall/base';
import { boundaryName } from '../capability-space.ts';
import { errorAt } from '../finding-at.ts';
import { reasonOf } from '../space-reasons.ts';
import type { CheckContext, CheckedEmployee } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/** What a contract reads before or after its call, the employee that has the contract has too. */
export const neededReads: CheckRule = (context) =>
  context.employees.flatMap((checked) => checkEmployee(context, checked));

function checkEmployee(context: CheckContext, { employee, release, space }: CheckedEmployee): readonly Finding[] {
  return Object.entries(release.contracts).flatMap(([capability, bound]) => {
    if (space.entries[capability]?.heldBackBy !== undefined) return [];
    const contract = context.loadedContract(bound.contract);
    const { preconditions, result } = bound.contract;
    const reads = [
      ...preconditions.map(({ read }, index) => ({
        capability: read.capability,
        path: ['preconditions', index, 'read', 'capability'],
      })),
      ...(result.read_back
        ? [{ capability: result.read_back.capability, path: ['result', 'read_back', 'capability'] }]
        : []),
    ];
    return reads.flatMap((read) => {
      const entry = space.entries[read.capability];
      if (!contract || !context.capabilities.has(read.capability) || (entry && entry.heldBackBy === undefined))
        return [];
      const boundary = boundaryName(entry?.heldBackBy ?? 'installed');
      const held = entry?.heldBackBy && entry.checks[entry.heldBackBy];
      const reason = held ? reasonOf(held) : { en: 'nothing introduces it', zh: '没有什么引入它' };
      const message = {
        en: `"${employee.asset.id}" has ${capability}, which needs ${read.capability}; that is held back at boundary ${boundary.en}: ${reason.en}.`,
        zh: `“${employee.asset.id}”有 ${capability}，它需要 ${read.capability}；而后者被边界 ${boundary.zh} 拦住：${reason.zh}。`,
      };
      return [errorAt(contract, read.path, 'needed_read_held_back', message)];
    });
  });
}
