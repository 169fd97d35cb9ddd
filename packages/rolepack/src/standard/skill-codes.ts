import type { CodeDefinition } from './code.ts';

/** Codes of skills, declared capabilities and offered servers. */
export const SKILL_CODES = {
  SKILL_FRONTMATTER_MISSING: {
    severity: 'warning',
    disposition: 'loaded',
    message: {
      en: 'There is no frontmatter; name and description come from the file.',
      zh: '没有 frontmatter，名称与描述取自文件。',
    },
    cause: {
      en: 'A skill declares name and description in its frontmatter.',
      zh: '技能须在 frontmatter 声明 name 与 description。',
    },
    fix: { en: 'Start the file with ---, name:, description:, ---.', zh: '文件开头写 ---、name:、description:、---。' },
  },
  SKILL_FRONTMATTER_UNCLOSED: {
    severity: 'warning',
    disposition: 'degraded',
    message: {
      en: 'The frontmatter is not closed; what reads as keys was taken as such.',
      zh: 'frontmatter 未闭合，已尽量读取其中的键。',
    },
    cause: { en: 'The second --- is missing.', zh: '缺少第二个 ---。' },
    fix: { en: 'Add a line --- after the keys.', zh: '在键之后补一行 ---。' },
  },
  SKILL_FRONTMATTER_INVALID: {
    severity: 'warning',
    disposition: 'degraded',
    message: {
      en: 'The frontmatter is not valid YAML ({reason}); it was read line by line.',
      zh: 'frontmatter 不是合法 YAML（{reason}），已逐行读取。',
    },
    cause: { en: 'Mostly a colon inside an unquoted text.', zh: '多为未加引号的文本中含有冒号。' },
    fix: { en: 'Put the value in quotes.', zh: '给值加引号。' },
  },
  FRONTMATTER_DUPLICATE_KEY: {
    severity: 'warning',
    disposition: 'degraded',
    message: {
      en: '"{key}" stands twice in the frontmatter; the last one counts.',
      zh: 'frontmatter 中 "{key}" 重复，以最后一个为准。',
    },
    cause: { en: 'YAML allows a key once.', zh: 'YAML 中同名键只能出现一次。' },
    fix: { en: 'Delete one of them.', zh: '删除其中之一。' },
  },
  SKILL_FIELD_COERCED: {
    severity: 'notice',
    disposition: 'loaded',
    message: { en: '"{key}" is {value}; it was read as text.', zh: '"{key}" 为 {value}，已按字符串读取。' },
    cause: {
      en: 'YAML reads unquoted numbers, lists and colons as other types.',
      zh: 'YAML 会把未加引号的数字、列表、冒号读成其他类型。',
    },
    fix: { en: 'Put the value in quotes.', zh: '给值加引号。' },
  },
  SKILL_FIELD_UNKNOWN: {
    severity: 'notice',
    disposition: 'ignored',
    message: { en: '"{key}" is not read here.', zh: '"{key}" 未被读取。' },
    cause: {
      en: 'A skill’s frontmatter has name and description; other keys belong to other tools.',
      zh: '技能 frontmatter 只读 name 与 description，其他键属于其他工具。',
    },
    fix: { en: 'Nothing to do.', zh: '无需处理。' },
  },
  SKILL_DESCRIPTION_MISSING: {
    severity: 'warning',
    disposition: 'loaded',
    message: {
      en: 'The skill "{name}" has no description; the model cannot tell when to read it.',
      zh: '技能 "{name}" 没有描述，模型无法判断何时读取。',
    },
    cause: { en: 'Name and description are all that stands in the prompt.', zh: '提示词中只有名称与描述。' },
    fix: { en: 'Add "description" to the frontmatter.', zh: '在 frontmatter 中补充 description。' },
  },
  SKILL_NAME_MISMATCH: {
    severity: 'warning',
    disposition: 'loaded',
    message: {
      en: 'The frontmatter says "{name}", the file says "{fileName}". Both work; the frontmatter’s counts.',
      zh: 'frontmatter 名为 "{name}"，文件名为 "{fileName}"；以 frontmatter 为准。',
    },
    cause: {
      en: 'Names are contracts: a skill is called by its file name everywhere.',
      zh: '名字即契约：技能名应与文件名一致。',
    },
    fix: { en: 'Rename one of both.', zh: '改名使二者一致。' },
  },
  SKILL_NAME_UNSAFE: {
    severity: 'error',
    disposition: 'refused',
    message: {
      en: 'The skill’s name holds characters that are not allowed ({characters}).',
      zh: '技能名含有不允许的字符（{characters}）。',
    },
    cause: {
      en: 'Bidirectional marks, zero-width and control characters, line ends or back-ticks make one name look like another.',
      zh: '双向、零宽、控制字符、换行或反引号会让名字混淆。',
    },
    fix: { en: 'Type the name again.', zh: '重新输入名称。' },
  },
  SKILL_NAME_TOO_LONG: {
    severity: 'error',
    disposition: 'refused',
    message: {
      en: 'The skill’s name has {length} characters; the limit is {limit}.',
      zh: '技能名有 {length} 个字符，上限 {limit}。',
    },
    cause: { en: 'A sentence was written as the name.', zh: '把句子写成了名称。' },
    fix: { en: 'Give it a short name; the sentence is the description.', zh: '使用短名，句子写到 description。' },
  },
  SKILL_DUPLICATE: {
    severity: 'warning',
    disposition: 'degraded',
    message: {
      en: '"{name}" is also the name of {winner}, which counts; this one is reached as "{qualified}".',
      zh: '"{name}" 与 {winner} 重名，以后者为准；本技能可用 "{qualified}" 访问。',
    },
    cause: { en: 'Two skills share one name.', zh: '两个技能重名。' },
    fix: { en: 'Rename one.', zh: '改名其中之一。' },
  },
  SKILL_EMPTY: {
    severity: 'warning',
    disposition: 'loaded',
    message: { en: 'The skill "{name}" has no text.', zh: '技能 "{name}" 没有正文。' },
    cause: { en: 'Only frontmatter stands in the file.', zh: '文件只有 frontmatter。' },
    fix: { en: 'Write what to do.', zh: '补充正文。' },
  },
  SKILL_LONG: {
    severity: 'notice',
    disposition: 'loaded',
    message: {
      en: 'The skill has {lines} lines; up to {limit} are advised.',
      zh: '技能有 {lines} 行，建议不超过 {limit} 行。',
    },
    cause: { en: 'A body is read whole into the context.', zh: '正文会整体进入上下文。' },
    fix: { en: 'Move details into references/.', zh: '把细节移到 references/。' },
  },
  SKILLS_MANY: {
    severity: 'notice',
    disposition: 'loaded',
    message: {
      en: 'The pack has {count} skills; up to {limit} are advised.',
      zh: '角色包有 {count} 个技能，建议不超过 {limit} 个。',
    },
    cause: { en: 'Every name and description stands in every prompt.', zh: '每个名称与描述都会进入提示词。' },
    fix: { en: 'Merge or split.', zh: '合并或拆分。' },
  },
  SKILL_NOT_WHITELISTED: {
    severity: 'notice',
    disposition: 'ignored',
    message: { en: 'The manifest’s "skills" does not name this file.', zh: 'manifest 的 "skills" 未列出该文件。' },
    cause: { en: 'Once the manifest names skills, only those count.', zh: 'manifest 声明技能后，只装载列出的文件。' },
    fix: { en: 'Add it to "skills" or delete that field.', zh: '加入 "skills"，或删除该字段。' },
  },
  SKILL_WHITELIST_UNMATCHED: {
    severity: 'warning',
    disposition: 'ignored',
    message: { en: '"{file}" matches no skill.{nearest}', zh: '"{file}" 没有匹配到技能。{nearest}' },
    cause: { en: 'The file was renamed, or does not lie in skills/.', zh: '文件被改名，或不在 skills/ 下。' },
    fix: { en: 'Correct the path.', zh: '改正路径。' },
  },
  SKILL_FOLDER_EMPTY: {
    severity: 'warning',
    disposition: 'ignored',
    message: { en: 'The folder has no SKILL.md and is no skill.', zh: '目录中没有 SKILL.md，不是技能。' },
    cause: { en: 'A folder under skills/ is a skill by its SKILL.md.', zh: 'skills/ 下的目录以 SKILL.md 为技能。' },
    fix: { en: 'Add SKILL.md.', zh: '补充 SKILL.md。' },
  },
  SKILL_UNREFERENCED: {
    severity: 'notice',
    disposition: 'loaded',
    message: { en: 'Neither persona nor rules mention `{name}`.', zh: 'persona 与 rules 都未引用 `{name}`。' },
    cause: { en: 'A skill that no text mentions is easily forgotten by the model.', zh: '未被引用的技能容易被忽略。' },
    fix: { en: 'Mention it in back-ticks where it should be used.', zh: '在应使用处以反引号引用。' },
  },
  SKILL_REFERENCE_DANGLING: {
    severity: 'warning',
    disposition: 'degraded',
    message: {
      en: '`{name}` reads as a skill, but there is none of that name.{nearest}',
      zh: '`{name}` 看起来是技能引用，但没有此技能。{nearest}',
    },
    cause: { en: 'The skill was renamed or removed.', zh: '技能被改名或删除。' },
    fix: { en: 'Correct the name or add the skill.', zh: '改正名称或补充技能。' },
  },
  CAPABILITY_UNAVAILABLE: {
    severity: 'warning',
    disposition: 'ignored',
    message: { en: 'This host has no "{key}".', zh: '当前宿主不提供 "{key}"。' },
    cause: {
      en: 'Capabilities are what a host can do; unknown ones are skipped.',
      zh: '能力由宿主提供，未知能力会跳过。',
    },
    fix: { en: 'Connect a tool for it, or do without.', zh: '连接相应工具，或不使用该能力。' },
  },
  MCP_INVALID: {
    severity: 'error',
    disposition: 'refused',
    message: {
      en: 'mcp.json cannot be read: {reason}. No server is offered.',
      zh: 'mcp.json 无法读取：{reason}。不提供任何服务器。',
    },
    cause: { en: 'The file is not JSON or has no "mcpServers" object.', zh: '不是 JSON，或没有 "mcpServers" 对象。' },
    fix: {
      en: 'Write { "mcpServers": { "name": { "transport": "stdio", "command": … } } }.',
      zh: '写成 { "mcpServers": { "名称": { "transport": "stdio", "command": … } } }。',
    },
  },
  MCP_SERVER_INVALID: {
    severity: 'error',
    disposition: 'refused',
    message: { en: 'The server "{name}" cannot be offered: {reason}.', zh: '服务器 "{name}" 无法提供：{reason}。' },
    cause: { en: 'stdio needs a command, the others an address.', zh: 'stdio 需要 command，其他传输需要地址。' },
    fix: { en: 'Complete the entry.', zh: '补全该项。' },
  },
  MCP_TRANSPORT_UNKNOWN: {
    severity: 'warning',
    disposition: 'ignored',
    message: {
      en: 'The server "{name}" uses the unknown transport {value} and is skipped.',
      zh: '服务器 "{name}" 使用未知传输 {value}，已跳过。',
    },
    cause: { en: 'Known are stdio, streamable-http and http+sse.', zh: '已知传输：stdio、streamable-http、http+sse。' },
    fix: { en: 'Use a known transport.', zh: '使用已知传输。' },
  },
  MCP_TRANSPORT_NORMALISED: {
    severity: 'notice',
    disposition: 'loaded',
    message: {
      en: 'The server "{name}" is written in the ecosystem’s form; read as {transport}.',
      zh: '服务器 "{name}" 使用生态写法，已按 {transport} 读取。',
    },
    cause: {
      en: 'Other tools write "type", "http" or no transport at all.',
      zh: '其他工具写 "type"、"http" 或省略传输。',
    },
    fix: { en: 'Write "transport": "{transport}".', zh: '写 "transport": "{transport}"。' },
  },
  MCP_LITERAL_SECRET: {
    severity: 'error',
    disposition: 'refused',
    message: {
      en: 'The server "{name}" carries a secret in "{key}"; it is not offered.',
      zh: '服务器 "{name}" 的 "{key}" 中写有明文密钥，不予提供。',
    },
    cause: { en: 'A pack is shared; a secret in it is lost.', zh: '角色包会被分享，其中的密钥即泄露。' },
    fix: {
      en: 'Write a reference such as "$NAME" and revoke the secret.',
      zh: '改为 "$NAME" 之类的引用，并吊销该密钥。',
    },
  },
  MCP_FIELD_UNKNOWN: {
    severity: 'notice',
    disposition: 'ignored',
    message: { en: '"{key}" of the server "{name}" is not read.', zh: '服务器 "{name}" 的 "{key}" 未被读取。' },
    cause: { en: 'A field of another tool.', zh: '其他工具的字段。' },
    fix: { en: 'Nothing to do.', zh: '无需处理。' },
  },
} as const satisfies Readonly<Record<string, CodeDefinition>>;
