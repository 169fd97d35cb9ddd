import type { Finding } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import { linkTasks } from '../linking/link-business.ts';
import { latest } from '../linking/resolve-reference.ts';
import { assetsOf } from '../loading/loaded-assets.ts';
import type { CheckRule } from './check-rule.ts';

/** The contract by which material is looked up. */
const LOOKUP = 'sys_knowledge_lookup';

/** Knowledge is read through a capability like anything else: without a task that introduces it nobody reads it. */
export const knowledgeLookup: CheckRule = ({ loaded }) => {
  const lookup = latest(loaded, 'capability_contract', LOOKUP)?.asset.capability;
  if (lookup === undefined) return [];
  return assetsOf(loaded, 'business_asset_package').flatMap((business): readonly Finding[] => {
    if (business.asset.knowledge.length === 0) return [];
    const { tasks } = linkTasks(loaded, business);
    if (tasks.some(({ task }) => task.asset.platform_tools.includes(lookup))) return [];
    const message = {
      en: `No task that "${business.asset.id}" installs introduces ${lookup}, so that nothing reads its knowledge.`,
      zh: `“${business.asset.id}”安装的任务都没有引入 ${lookup}，它的知识没有人查阅。`,
    };
    const fix = {
      en: `Install a task with platform_tools: [${lookup}] that binds ${LOOKUP}.`,
      zh: `安装一个写有 platform_tools: [${lookup}] 并绑定 ${LOOKUP} 的任务。`,
    };
    return [warningAt(business, ['knowledge'], 'knowledge_without_lookup', message, fix)];
  });
};
