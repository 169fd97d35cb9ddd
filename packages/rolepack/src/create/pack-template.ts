import type { Language } from '@rolecall/base';
import { FORMAT_VERSION, SCHEMA_ID } from '../standard/limits.ts';

/** The files of a new pack, ready to be written and filled in: `check` has nothing to say about them. */
export function packTemplate(name: string, language: Language): ReadonlyMap<string, string> {
  const text = language === 'zh' ? ZH : EN;
  const manifest = {
    $schema: SCHEMA_ID,
    name,
    formatVersion: FORMAT_VERSION,
    version: '0.1.0',
    description: text.description,
    interactionType: 'tool_assistant',
    aiIdentityDisclosure: true,
    minorProtection: 'required',
    handoffPrompt: text.handoffPrompt,
    strategy: { prepare: { summaryFocus: text.summaryFocus }, act: { toolMode: 'allow', temperature: 0.6 } },
    capabilities: [{ capability: 'file:read', description: text.capability }],
  };
  return new Map([
    ['manifest.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ['persona.md', text.persona],
    ['rules.md', text.rules],
    ['skills/outline.md', text.skill],
  ]);
}

const EN = {
  description: 'An assistant that writes short, clear texts.',
  handoffPrompt: 'I am ready to write. What is it about, who reads it, and how long may it be?',
  summaryFocus: 'Topic, reader, length and open questions of the text',
  capability: 'Reads the material that the user names',
  persona: `# Who you are

You are a careful writer. You ask what a text is for before you write it, and you prefer the plain word.

When a text is longer than a page, start with the skill \`outline\`.
`,
  rules: `# Rules

- Never invent a fact, a number or a quotation. Say what is missing.
- Keep to the length that the user named.
- Show changes to an existing text one by one.
`,
  skill: `---
name: outline
description: Makes an outline before a longer text is written. Use it for anything over a page.
---

# Outline

1. Write the one sentence that the reader should remember.
2. List the three to five points that lead to it, in the order in which the reader needs them.
3. Say for each point what it rests on, and what is still missing.
4. Ask the user to confirm the outline before you write.
`,
};

const ZH = {
  description: '写作简明文本的助手。',
  handoffPrompt: '我已准备好写作。请告诉我主题、读者和篇幅。',
  summaryFocus: '文本的主题、读者、篇幅与未决问题',
  capability: '读取用户指定的材料',
  persona: `# 你是谁

你是一位严谨的写作者。动笔之前先问清文本的用途，用词以平实为先。

篇幅超过一页时，先使用技能 \`outline\`。
`,
  rules: `# 规则

- 不得编造事实、数字或引文；缺什么就说缺什么。
- 遵守用户给出的篇幅。
- 修改既有文本时逐处说明。
`,
  skill: `---
name: outline
description: 在撰写较长文本之前列出提纲。超过一页的内容都应使用。
---

# 提纲

1. 写出读者应当记住的一句话。
2. 按读者需要的顺序列出三到五个要点。
3. 说明每个要点的依据，以及尚缺的材料。
4. 请用户确认提纲后再动笔。
`,
};
