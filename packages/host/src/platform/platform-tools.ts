import type { KnowledgePort } from '@rolecall/employee';
import type { EmployeeDefinition } from '../load-definition.ts';
import { followUpTool } from './follow-up-tool.ts';
import { handOverTool } from './hand-over-tool.ts';
import { knowledgeTool } from './knowledge-tool.ts';
import type { PlatformTools } from './platform-tool.ts';
import { reminderTool } from './reminder-tool.ts';

/** The platform tools of one employee, by the names under which `resources` binds them. */
export function platformToolsOf({ release }: EmployeeDefinition, knowledge: KnowledgePort | undefined): PlatformTools {
  return new Map([
    ['hand_over', handOverTool],
    ['follow_up', followUpTool],
    ['reminder', reminderTool(release.employee.time_zone)],
    ['knowledge', knowledgeTool(knowledge, release.expression?.default_language ?? 'zh')],
  ]);
}
