import type { Bilingual } from '@rolecall/base';
import { LIMITS } from './limits.ts';
import type { ValueShape } from './shape.ts';
import type { KeyStatus } from './strategy-keys.ts';

/** One top-level field of `manifest.json` as the table defines it. */
export interface ManifestField {
  readonly status: KeyStatus;
  readonly shape: ValueShape;
  readonly required?: true | undefined;
  readonly default: unknown;
  readonly consumer: string;
  readonly meaning: Bilingual;
}

const metaText: ValueShape = { type: 'text', min: 1, max: LIMITS.metaString };

/** Every field, in the order in which `pack new` and `pack fix` write them. Source: RolePack, sections 2.4, 2.5 and 七. */
export const MANIFEST_FIELDS = {
  $schema: {
    status: 'draft',
    shape: metaText,
    default: undefined,
    consumer: 'editors',
    meaning: { en: 'Address of the JSON Schema, for editors.', zh: 'JSON Schema 地址，供编辑器使用。' },
  },
  name: {
    status: 'frozen',
    required: true,
    shape: metaText,
    default: undefined,
    consumer: 'loader',
    meaning: { en: 'The name by which hosts know the pack.', zh: '角色包名称。' },
  },
  displayName: {
    status: 'frozen',
    shape: metaText,
    default: undefined,
    consumer: 'hosts',
    meaning: { en: 'The name that people see; `name` without it.', zh: 'UI 展示名，缺省为 name。' },
  },
  formatVersion: {
    status: 'frozen',
    required: true,
    shape: { type: 'version' },
    default: undefined,
    consumer: 'loader',
    meaning: { en: 'The version of this format.', zh: '角色包格式版本。' },
  },
  version: {
    status: 'frozen',
    shape: { type: 'version' },
    default: undefined,
    consumer: 'hosts, pack diff',
    meaning: { en: 'The version of the pack.', zh: '角色包版本。' },
  },
  description: {
    status: 'frozen',
    shape: metaText,
    default: undefined,
    consumer: 'hosts',
    meaning: { en: 'What the role is for.', zh: '角色用途说明。' },
  },
  author: {
    status: 'frozen',
    shape: metaText,
    default: undefined,
    consumer: 'hosts',
    meaning: { en: 'Who wrote it.', zh: '作者。' },
  },
  homepage: {
    status: 'draft',
    shape: metaText,
    default: undefined,
    consumer: 'pack show',
    meaning: { en: 'A page about the pack.', zh: '主页。' },
  },
  repository: {
    status: 'draft',
    shape: metaText,
    default: undefined,
    consumer: 'pack show',
    meaning: { en: 'Where its source is kept.', zh: '源码仓库。' },
  },
  license: {
    status: 'draft',
    shape: metaText,
    default: undefined,
    consumer: 'pack show',
    meaning: { en: 'Its licence, as an SPDX expression.', zh: '许可证（SPDX）。' },
  },
  keywords: {
    status: 'draft',
    shape: { type: 'words', maxWords: LIMITS.matchWords, maxLength: LIMITS.matchWordLength },
    default: [],
    consumer: 'hosts: shown and searched, never switches a role by itself',
    meaning: { en: 'Words by which people find the pack.', zh: '匹配与检索用的关键词。' },
  },
  trigger: {
    status: 'draft',
    shape: { type: 'words', maxWords: LIMITS.matchWords, maxLength: LIMITS.matchWordLength },
    default: [],
    consumer: 'hosts: merged with keywords',
    meaning: { en: 'More such words; merged with `keywords`.', zh: '补充触发词，与 keywords 合并去重。' },
  },
  interactionType: {
    status: 'frozen',
    shape: { type: 'choice', values: ['tool_assistant', 'companion'] },
    default: 'tool_assistant',
    consumer: 'loader, hosts',
    meaning: {
      en: 'A tool for work, or a companion with the duties that come with it.',
      zh: '工具型工作助手，或需完整合规检查的拟人化陪伴。',
    },
  },
  aiIdentityDisclosure: {
    status: 'frozen',
    shape: { type: 'boolean' },
    default: true,
    consumer: 'hosts: always disclosed',
    meaning: { en: 'People are told that they talk to an AI.', zh: '向用户标注 AI 身份。' },
  },
  minorProtection: {
    status: 'frozen',
    shape: { type: 'choice', values: ['required'] },
    default: 'required',
    consumer: 'hosts: guardian hook',
    meaning: { en: 'The host must answer the minors’ hook.', zh: '宿主须提供未成年人监护入口。' },
  },
  minKernelVersion: {
    status: 'draft',
    shape: { type: 'version' },
    default: undefined,
    consumer: 'loader',
    meaning: { en: 'The oldest host that the pack is meant for.', zh: '所需的最低内核版本。' },
  },
  handoffPrompt: {
    status: 'frozen',
    shape: { type: 'text', min: 1, max: LIMITS.handoffPrompt },
    default: undefined,
    consumer: 'hosts',
    meaning: { en: 'Prefilled when the role takes over a conversation.', zh: '接手对话时预填的衔接提示词。' },
  },
  strategy: {
    status: 'frozen',
    shape: { type: 'object' },
    default: {},
    consumer: 'kernel',
    meaning: { en: 'Behaviour keys by stage.', zh: '按阶段分组的行为策略。' },
  },
  skills: {
    status: 'frozen',
    shape: { type: 'skill-list', max: LIMITS.skills },
    default: undefined,
    consumer: 'loader',
    meaning: {
      en: 'Limits the skills to these files; without it every skill of the folder counts.',
      zh: '技能白名单；未声明则全部扫描。',
    },
  },
  capabilities: {
    status: 'frozen',
    shape: { type: 'capability-list', max: LIMITS.capabilities },
    default: undefined,
    consumer: 'kernel, gate',
    meaning: {
      en: 'Capabilities that the role may call; without the field all tools are exposed.',
      zh: '角色可调用的能力；无此字段则暴露全部工具。',
    },
  },
} as const satisfies Readonly<Record<string, ManifestField>>;

export type ManifestFieldName = keyof typeof MANIFEST_FIELDS;

export function manifestField(name: string): ManifestField | undefined {
  return Object.hasOwn(MANIFEST_FIELDS, name) ? MANIFEST_FIELDS[name as ManifestFieldName] : undefined;
}

/** Top-level keys that older or foreign packs use for a path to content. Content goes by its conventional name only. */
export const CONTENT_PATH_KEYS: Readonly<Record<string, string>> = {
  persona: 'persona.md',
  personaFile: 'persona.md',
  personaPath: 'persona.md',
  rules: 'rules.md',
  rulesFile: 'rules.md',
  rulesPath: 'rules.md',
  skillsDir: 'skills/',
};
