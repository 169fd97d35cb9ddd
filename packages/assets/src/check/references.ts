import type { Finding } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import { linkRequirements, linkTasks } from '../linking/link-business.ts';
import { linkBindings, linkContracts, linkRecords } from '../linking/link-contracts.ts';
import { linkWording } from '../linking/link-wording.ts';
import { resolveReference } from '../linking/resolve-reference.ts';
import { withSharedGuards } from '../linking/shared-guards.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

/** Every reference leads somewhere, also in assets that no employee uses yet. */
export const references: CheckRule = ({ loaded }) => {
  const findings: Finding[] = [];
  for (const employee of assetsOf(loaded, 'ai_employee')) {
    const resolution = resolveReference(loaded, 'business_asset_package', employee.asset.business_package);
    if (resolution.ok) continue;
    findings.push(errorAt(employee, ['business_package'], 'reference_unknown', resolution.message, resolution.fix));
  }
  for (const business of assetsOf(loaded, 'business_asset_package')) {
    const { tasks, findings: ofTasks } = linkTasks(loaded, business);
    findings.push(...ofTasks);
    findings.push(...linkRequirements(loaded, business, tasks).findings);
    findings.push(...linkContracts(loaded, tasks).findings);
    findings.push(...linkWording(loaded, business).findings);
  }
  for (const task of assetsOf(loaded, 'task_asset_package')) {
    findings.push(...linkBindings(loaded, task).findings);
    for (const [index, id] of task.asset.mcp_requirements.entries()) {
      const resolution = resolveReference(loaded, 'mcp_requirement', id);
      if (resolution.ok) continue;
      const path = ['mcp_requirements', index];
      findings.push(errorAt(task, path, 'reference_unknown', resolution.message, resolution.fix));
    }
  }
  for (const contract of assetsOf(loaded, 'capability_contract')) {
    findings.push(...withSharedGuards(loaded, contract).findings);
  }
  findings.push(...linkRecords(loaded, assetsOf(loaded, 'capability_contract')).findings);
  return findings;
};
