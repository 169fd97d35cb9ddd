import type { Language } from '@rolecall/base';
import { formatSkillList, listSkills } from '@rolecall/rolepack';
import { MOST_LISTED_SKILLS } from '../tools/skill-tools.ts';
import { taskTableText } from '../tools/task-plan.ts';
import type { QuestionData } from './agent-entries.ts';
import type { AgentOptions } from './agent-options.ts';
import type { ConversationState } from './conversation-state.ts';

/**
 * The part of the prompt that is the same in every round: instructions, persona, rules, skill list. Persona and rules
 * stand in it byte for byte. No time stands in it, so that a provider's prefix cache holds.
 */
export function agentStableText(options: AgentOptions, hasAsk: boolean, language: Language): string {
  const zh = language === 'zh';
  const { rolePack, skills: pool, instructions } = options;
  const sections: string[] = [];
  if (instructions) sections.push(instructions);
  if (rolePack?.persona) sections.push(`## ${zh ? '身份' : 'Persona'}\n${rolePack.persona}`);
  if (rolePack?.rulesText) sections.push(`## ${zh ? '规则' : 'Rules'}\n${rolePack.rulesText}`);
  const skills = listSkills(rolePack, pool);
  if (skills.length > 0) {
    const rest = skills.length - MOST_LISTED_SKILLS;
    const more =
      rest > 0 ? `\n${zh ? `（另有 ${rest} 个，用 list_skills 查找）` : `(${rest} more: use list_skills)`}` : '';
    const title = zh ? '技能（需要时用 read_skill 启用）' : 'Skills (make one active with read_skill when needed)';
    sections.push(`## ${title}\n${formatSkillList(skills.slice(0, MOST_LISTED_SKILLS))}${more}`);
  }
  if (hasAsk) {
    sections.push(
      zh
        ? '需要用户补充或决定时，用 ask_user 一次问清一个问题，不要在普通答复里追问。'
        : 'Where the user has to add or decide something, ask one clear question with ask_user and not inside an answer.',
    );
  }
  return sections.join('\n\n');
}

/** What changes from round to round: the task table, calls that wait, a question that was answered or has lapsed. */
export function agentChangingText(
  state: Pick<ConversationState, 'tasks' | 'approvals'>,
  question: { readonly asked: QuestionData; readonly isAnswered: boolean } | undefined,
  language: Language,
): string {
  const zh = language === 'zh';
  const parts = [taskTableText(state.tasks, language)];
  for (const { title, input } of state.approvals) {
    const call = `${title} ${JSON.stringify(input)}`;
    parts.push(zh ? `等待用户批准、尚未执行：${call}` : `Waiting for the user's approval, not run: ${call}`);
  }
  if (question?.isAnswered) {
    parts.push(
      zh
        ? `下面是用户对你的提问“${question.asked.text}”的回答。`
        : `What follows answers your question "${question.asked.text}".`,
    );
  } else if (question) {
    parts.push(
      zh
        ? `你的提问“${question.asked.text}”没有得到专门的回答，已失效；用户发来了下面的新消息。`
        : `Your question "${question.asked.text}" was not answered and has lapsed; the user has sent the new message below.`,
    );
  }
  return parts.filter((part) => part !== '').join('\n');
}

/** What the round of a decision begins with, in the place of a message. */
export function decisionText(
  title: string,
  verdict: 'approve' | 'deny',
  outcome: string | undefined,
  language: Language,
): string {
  const zh = language === 'zh';
  if (verdict === 'deny') {
    return zh
      ? `［系统提示］用户没有批准“${title}”，操作没有执行。请据此继续。`
      : `[System note] The user did not approve "${title}"; it was not run. Go on from there.`;
  }
  return zh
    ? `［系统提示］用户批准了“${title}”，结果：${outcome ?? '结果未知，不要再次执行。'}`
    : `[System note] The user approved "${title}". Result: ${outcome ?? 'the outcome is not known; do not run it again.'}`;
}

/** A decision on a call that does not wait any more. */
export function lapsedDecisionText(language: Language): string {
  return language === 'zh'
    ? '［系统提示］用户作了一个决定，但没有操作在等待批准；什么也没有执行。'
    : '[System note] The user made a decision, but no call is waiting for one; nothing was run.';
}
