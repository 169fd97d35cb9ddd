import type { Bilingual } from '@rolecall/base';

/** A capability of the standard's dictionary. A well-formed key outside of it is legal too. */
export interface StandardCapability {
  readonly capability: string;
  readonly status: 'frozen' | 'draft';
  /**
   * `resident`: always there, named or not. `privileged`: only for packs that name it, when they name any.
   * `given`: counts as present everywhere.
   */
  readonly exposure: 'resident' | 'privileged' | 'given';
  readonly meaning: Bilingual;
}

/** Source: RolePack, section 四·一. */
export const STANDARD_CAPABILITIES: readonly StandardCapability[] = [
  {
    capability: 'file:read',
    status: 'frozen',
    exposure: 'resident',
    meaning: { en: 'Reads a local file.', zh: '读取本地文件内容。' },
  },
  {
    capability: 'file:write',
    status: 'frozen',
    exposure: 'resident',
    meaning: { en: 'Writes or creates a local file.', zh: '写入或创建本地文件。' },
  },
  {
    capability: 'file:list',
    status: 'frozen',
    exposure: 'resident',
    meaning: { en: 'Lists a folder.', zh: '列举目录下的文件。' },
  },
  {
    capability: 'web:search',
    status: 'frozen',
    exposure: 'privileged',
    meaning: { en: 'Searches the web.', zh: '网络搜索获取实时信息。' },
  },
  {
    capability: 'web:fetch',
    status: 'frozen',
    exposure: 'privileged',
    meaning: { en: 'Fetches the text of one page.', zh: '抓取指定网页正文。' },
  },
  {
    capability: 'code:execute',
    status: 'frozen',
    exposure: 'privileged',
    meaning: { en: 'Runs code in the host’s sandbox.', zh: '在宿主沙箱中执行代码。' },
  },
  {
    capability: 'memory:recall',
    status: 'frozen',
    exposure: 'resident',
    meaning: { en: 'Recalls from long-term memory.', zh: '从长期记忆中召回。' },
  },
  {
    capability: 'task:plan',
    status: 'frozen',
    exposure: 'resident',
    meaning: { en: 'Keeps the task table.', zh: '管理任务计划表。' },
  },
  {
    capability: 'llm:summarize',
    status: 'frozen',
    exposure: 'given',
    meaning: { en: 'Summarises text with the model.', zh: '调用模型做文本摘要。' },
  },
  {
    capability: 'llm:code-review',
    status: 'draft',
    exposure: 'privileged',
    meaning: { en: 'Reviews code with the model.', zh: '调用模型做代码审查。' },
  },
];

export function standardCapability(key: string): StandardCapability | undefined {
  return STANDARD_CAPABILITIES.find((known) => known.capability === key);
}
