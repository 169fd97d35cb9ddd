import type { Language } from '@rolecall/base';
import type { EntryDraft } from '@rolecall/journal';
import type { SkillText } from '@rolecall/rolepack';
import type { ActiveSkill, RoundTool } from '../round.ts';
import { inputProblem, textInput } from './agent-tool.ts';

/** So many skills stand in the prompt; of more, the rest is found with `list_skills`. */
export const MOST_LISTED_SKILLS = 40;
const PAGE = 40;

/** The skills that a role may read, those of its pack before those of the global pool. */
export interface SkillShelf {
  readonly skills: readonly { readonly name: string; readonly description: string }[];
  /** The text of a skill, or of a file that belongs to it. */
  read(name: string, file?: string): Promise<SkillText>;
  /** The entry that keeps an active skill, with its text, for the rounds to come. */
  record(skill: ActiveSkill): EntryDraft;
}

/** One object for all rounds: a schema is counted once for as long as it lives. */
const READ_SKILL_INPUT = {
  type: 'object',
  properties: { name: { type: 'string' }, file: { type: 'string' } },
  required: ['name'],
};

/** `read_skill`, and `list_skills` where there are more than the prompt lists. Source: RolePack, section 四. */
export function skillTools(shelf: SkillShelf, language: Language): RoundTool[] {
  if (shelf.skills.length === 0) return [];
  const reading = readSkillTool(shelf, language);
  return shelf.skills.length > MOST_LISTED_SKILLS ? [reading, listSkillsTool(shelf, language)] : [reading];
}

function readSkillTool(shelf: SkillShelf, language: Language): RoundTool {
  const zh = language === 'zh';
  return {
    name: 'read_skill',
    title: zh ? '读取技能' : 'Read a skill',
    description: zh
      ? '按名字读取一个技能并启用：正文随后出现在系统提示里，直到换角色或会话结束。带 file 时读取该技能的附件（如 references/、assets/ 下的文本）。'
      : 'Reads a skill by name and makes it active: its text then stands in the system part until the role changes or the conversation ends. With file, reads a text that belongs to the skill (references/, assets/).',
    inputSchema: READ_SKILL_INPUT,
    effect: 'read',
    async *execute({ input }) {
      const name = textInput(input, 'name');
      if (name === undefined) return inputProblem('name_missing', zh ? '缺少 name。' : 'The name is missing.');
      const file = textInput(input, 'file');
      const read = await shelf.read(name, file);
      if (!read.found) return inputProblem(read.code, read.message);
      if (file !== undefined) return { output: { skill: read.skill, file: read.file, text: read.text } };
      const skill = { name: read.skill, text: read.text };
      yield { entries: [shelf.record(skill)] };
      const message = zh
        ? '技能已启用，正文见系统提示中的 <skill> 部分。'
        : 'The skill is active; its text stands in <skill> in the system part.';
      return { output: { skill: read.skill, status: 'active', message }, activates: skill, isWhole: true };
    },
  };
}

function listSkillsTool(shelf: SkillShelf, language: Language): RoundTool {
  const zh = language === 'zh';
  return {
    name: 'list_skills',
    title: zh ? '列出技能' : 'List skills',
    description: zh
      ? '列出全部技能的名字和说明；query 按字词筛选，offset 翻页。'
      : 'Lists all skills with their descriptions; query filters by words, offset turns pages.',
    inputSchema: { type: 'object', properties: { query: { type: 'string' }, offset: { type: 'integer', minimum: 0 } } },
    effect: 'read',
    execute({ input }) {
      const words = (textInput(input, 'query') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
      const found = shelf.skills.filter(({ name, description }) => {
        const text = `${name} ${description}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      const offset = typeof input.offset === 'number' && input.offset > 0 ? Math.floor(input.offset) : 0;
      const page = found.slice(offset, offset + PAGE).map(({ name, description }) => ({ name, description }));
      const next = offset + PAGE < found.length ? { next_offset: offset + PAGE } : {};
      return { output: { skills: page, total: found.length, ...next } };
    },
  };
}
