import type { EmployeeVoice } from '@rolecall/employee';
import { askPolicyOf } from '@rolecall/kernel';
import { listSkills, type RolePack, type SkillPool } from '@rolecall/rolepack';

/** What an employee's prompt and questions take from its role pack, and from the skills of the workspace. */
export function voiceOfPack(pack: RolePack, skills: SkillPool | undefined): EmployeeVoice {
  const { persona, rulesText: rules, strategy } = pack;
  return { persona, rules, skills: listSkills(pack, skills), asks: askPolicyOf(strategy) };
}
