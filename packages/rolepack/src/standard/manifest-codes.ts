import type { CodeDefinition } from './code.ts';

/** Codes of the manifest's own fields. The names without a counterpart in the reference implementation are our own. */
export const MANIFEST_CODES = {
  MANIFEST_MISSING: {
    severity: 'error',
    disposition: 'refused',
    refuses: 'always',
    message: { en: 'There is no manifest.json here.', zh: '此处没有 manifest.json。' },
    cause: {
      en: 'A role pack is a folder (or a zip) with `manifest.json` at its root. A folder without one is no pack.',
      zh: '角色包是根目录含 `manifest.json` 的文件夹（或 zip）；没有它就不是角色包。',
    },
    fix: { en: 'Create one with "rolecall pack new".', zh: '用 "rolecall pack new" 创建。' },
  },
  MANIFEST_TOO_LARGE: {
    severity: 'error',
    disposition: 'refused',
    refuses: 'always',
    message: {
      en: 'manifest.json has {size} bytes; the limit is {limit}.',
      zh: 'manifest.json 有 {size} 字节，上限 {limit}。',
    },
    cause: {
      en: 'Text that belongs into persona, rules or skills stands in the manifest.',
      zh: '应放在 persona、rules 或 skills 的文本写进了 manifest。',
    },
    fix: { en: 'Move text into persona.md, rules.md or skills/.', zh: '把正文移到 persona.md、rules.md 或 skills/。' },
  },
  INVALID_JSON: {
    severity: 'error',
    disposition: 'refused',
    refuses: 'always',
    message: { en: 'manifest.json is not valid JSON: {reason}.', zh: 'manifest.json 不是合法 JSON：{reason}。' },
    cause: {
      en: 'A comma too many, a comment, single quotes, or a file that was cut off.',
      zh: '多余的逗号、注释、单引号，或文件被截断。',
    },
    fix: { en: 'Correct the text at the line named.', zh: '按所示行号修正。' },
  },
  MANIFEST_NOT_OBJECT: {
    severity: 'error',
    disposition: 'refused',
    refuses: 'always',
    message: { en: 'The manifest must be an object; it is {value}.', zh: 'manifest 必须是对象，实际为 {value}。' },
    cause: { en: 'The file holds a list, a text or nothing.', zh: '文件内容是数组、字符串或空。' },
    fix: { en: 'Write { "name": …, "formatVersion": "1.0.0" }.', zh: '写成 { "name": …, "formatVersion": "1.0.0" }。' },
  },
  MISSING_NAME: {
    severity: 'error',
    disposition: 'refused',
    refuses: 'always',
    message: { en: '"name" must be a non-empty text; it is {value}.', zh: '"name" 必须是非空字符串，实际为 {value}。' },
    cause: { en: 'Without a name no host can list or activate the pack.', zh: '没有名称，宿主无法列出或激活角色包。' },
    fix: { en: 'Add "name".', zh: '补充 "name"。' },
  },
  NAME_UNSAFE_CHARACTERS: {
    severity: 'error',
    disposition: 'refused',
    refuses: 'always',
    message: {
      en: '"{key}" holds characters that cannot be seen ({characters}).',
      zh: '"{key}" 含有不可见字符（{characters}）。',
    },
    cause: {
      en: 'Bidirectional marks, zero-width and control characters make one name look like another. A pack whose name holds them has no usable name.',
      zh: '双向、零宽与控制字符能让一个名字看起来像另一个；含有它们的名称视为无名称。',
    },
    fix: {
      en: 'Type the name again without them ("rolecall pack fix" does it).',
      zh: '重新输入名称（"rolecall pack fix" 可自动处理）。',
    },
  },
  META_STRING_TOO_LONG: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: '"{key}" has {length} characters; the limit is {limit}.',
      zh: '"{key}" 有 {length} 个字符，上限 {limit}。',
    },
    cause: { en: 'Metadata are shown in lists.', zh: '元数据用于列表展示。' },
    fix: { en: 'Shorten it; details belong into persona.md.', zh: '缩短；细节写入 persona.md。' },
  },
  INVALID_META_STRING: {
    severity: 'error',
    disposition: 'degraded',
    message: { en: '"{key}" must be {range}; it is {value}.', zh: '"{key}" 必须是{range}，实际为 {value}。' },
    cause: {
      en: 'The field is a text; another type stands there (for instance an author as an object).',
      zh: '该字段应为字符串，却写了其他类型（例如 author 写成对象）。',
    },
    fix: { en: 'Write a text or leave the field out.', zh: '写成字符串，或删除该字段。' },
  },
  INVALID_FORMAT_VERSION: {
    severity: 'error',
    disposition: 'refused',
    refuses: 'always',
    message: {
      en: '"formatVersion" must be a semantic version such as "1.0.0"; it is {value}.',
      zh: '"formatVersion" 必须是语义化版本（如 "1.0.0"），实际为 {value}。',
    },
    cause: {
      en: 'It is required: it says by which edition of the standard the pack is read.',
      zh: '必填：它决定按哪一版标准解析。',
    },
    fix: { en: 'Write "formatVersion": "1.0.0".', zh: '写 "formatVersion": "1.0.0"。' },
  },
  FORMAT_VERSION_INCOMPATIBLE: {
    severity: 'error',
    disposition: 'refused',
    refuses: 'always',
    message: {
      en: 'The pack is written for format {value}; this host reads {supported}.',
      zh: '角色包格式为 {value}，本实现支持 {supported}。',
    },
    cause: { en: 'Another major version gives keys another meaning.', zh: '主版本不同，键的含义可能不同。' },
    fix: { en: 'Run "rolecall pack migrate <path>".', zh: '运行 "rolecall pack migrate <路径>"。' },
  },
  FORMAT_VERSION_NEWER: {
    severity: 'notice',
    disposition: 'loaded',
    message: {
      en: 'The pack is written for format {value}, newer than {supported}; what is unknown here is ignored and reported.',
      zh: '角色包格式 {value} 新于 {supported}；未知键将被忽略并报告。',
    },
    cause: { en: 'A minor version only adds keys.', zh: '次版本只新增键。' },
    fix: { en: 'Nothing to do; update the host to use the new keys.', zh: '无需处理；升级宿主即可使用新键。' },
  },
  INVALID_VERSION: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: '"version" must be a semantic version such as "1.0.0"; it is {value}.',
      zh: '"version" 必须是语义化版本（如 "1.0.0"），实际为 {value}。',
    },
    cause: { en: 'A short form ("1.0") or a number was written.', zh: '写成了简写（"1.0"）或数字。' },
    fix: { en: 'Write three parts, as a text.', zh: '写成三段式字符串。' },
  },
  INVALID_MIN_KERNEL_VERSION: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: '"minKernelVersion" must be a semantic version; it is {value}.',
      zh: '"minKernelVersion" 必须是语义化版本，实际为 {value}。',
    },
    cause: { en: 'A range or a short form was written.', zh: '写成了区间或简写。' },
    fix: { en: 'Write the oldest version, such as "0.1.0".', zh: '写最低版本，例如 "0.1.0"。' },
  },
  MIN_KERNEL_VERSION_NEWER: {
    severity: 'warning',
    disposition: 'loaded',
    refuses: 'host',
    message: {
      en: 'The pack asks for kernel {value}; this host is {supported}.',
      zh: '角色包要求内核 {value}，当前为 {supported}。',
    },
    cause: { en: 'The pack may use what this host does not know yet.', zh: '角色包可能用到当前宿主尚不支持的内容。' },
    fix: { en: 'Update the host; a strict host refuses the pack.', zh: '升级宿主；strict 宿主会拒绝装载。' },
  },
  UNKNOWN_TOP_LEVEL_KEY: {
    severity: 'warning',
    disposition: 'ignored',
    message: { en: '"{key}" is not a field of the manifest.{nearest}', zh: '"{key}" 不是 manifest 字段。{nearest}' },
    cause: { en: 'A typing error, or a field of another format.', zh: '拼写错误，或来自其他格式的字段。' },
    fix: {
      en: 'Correct the name, or keep it under a reverse-domain name such as "com.example".',
      zh: '改正名称，或放到反域名键（如 "com.example"）下。',
    },
  },
  EXTENSION_KEY: {
    severity: 'notice',
    disposition: 'ignored',
    message: { en: '"{key}" is kept for the host it belongs to.', zh: '"{key}" 保留给其所属宿主。' },
    cause: { en: 'Reverse-domain names are the place of host-specific data.', zh: '反域名键用于宿主专有数据。' },
    fix: { en: 'Nothing to do.', zh: '无需处理。' },
  },
  CONTENT_PATH_IN_MANIFEST: {
    severity: 'warning',
    disposition: 'ignored',
    message: {
      en: '"{key}" names a content file; content is read from {file} only.',
      zh: '"{key}" 注册了内容路径；内容只从 {file} 读取。',
    },
    cause: {
      en: 'Content files go by their conventional names, so that a wrong path cannot lose text.',
      zh: '内容文件只用约定名，避免路径写错静默丢内容。',
    },
    fix: { en: 'Delete the field and name the file {file}.', zh: '删除该字段，文件命名为 {file}。' },
  },
  DUPLICATE_KEY: {
    severity: 'warning',
    disposition: 'degraded',
    message: { en: '"{key}" stands twice; the last one counts.', zh: '"{key}" 重复出现，以最后一个为准。' },
    cause: { en: 'JSON keeps one of two equal keys only.', zh: 'JSON 中同名键只保留一个。' },
    fix: { en: 'Delete one of them.', zh: '删除其中之一。' },
  },
  INVALID_INTERACTION_TYPE: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: '"interactionType" must be {range}; it is {value}.',
      zh: '"interactionType" 必须是{range}，实际为 {value}。',
    },
    cause: { en: 'The duties of a pack follow from this field.', zh: '合规分档由该字段决定。' },
    fix: { en: 'Write "tool_assistant" or "companion".', zh: '写 "tool_assistant" 或 "companion"。' },
  },
  INTERACTION_TYPE_UNDECLARED: {
    severity: 'notice',
    disposition: 'loaded',
    message: {
      en: '"interactionType" is not declared; the pack counts as "tool_assistant".',
      zh: '未声明 "interactionType"，按 "tool_assistant" 处理。',
    },
    cause: { en: 'The field is optional.', zh: '该字段可选。' },
    fix: { en: 'Declare "interactionType": "tool_assistant".', zh: '补充 "interactionType": "tool_assistant"。' },
  },
  INVALID_AI_DISCLOSURE: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: '"aiIdentityDisclosure" must be true or false; it is {value}.',
      zh: '"aiIdentityDisclosure" 必须是布尔值，实际为 {value}。',
    },
    cause: { en: 'A text or a number was written.', zh: '写成了字符串或数字。' },
    fix: { en: 'Write true.', zh: '写 true。' },
  },
  AI_DISCLOSURE_FALSE: {
    severity: 'warning',
    disposition: 'ignored',
    message: {
      en: 'The pack does not want to disclose that it is an AI; the host does so anyway.',
      zh: '角色包不愿标注 AI 身份；宿主仍会标注。',
    },
    cause: {
      en: 'Disclosure is a duty of the host and not the pack’s to switch off.',
      zh: 'AI 身份标注是宿主义务，角色包不能关闭。',
    },
    fix: { en: 'Set it to true or leave it out.', zh: '改为 true 或删除。' },
  },
  INVALID_MINOR_PROTECTION: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: '"minorProtection" must be "required"; it is {value}.',
      zh: '"minorProtection" 必须是 "required"，实际为 {value}。',
    },
    cause: { en: 'Protection of minors cannot be switched off by a pack.', zh: '未成年人保护不能由角色包关闭。' },
    fix: { en: 'Write "required" or leave it out.', zh: '写 "required" 或删除。' },
  },
  COMPANION_MISSING_AI_DISCLOSURE: {
    severity: 'error',
    disposition: 'refused',
    refuses: 'always',
    message: {
      en: 'A companion must declare "aiIdentityDisclosure": true.',
      zh: 'companion 角色包必须声明 "aiIdentityDisclosure": true。',
    },
    cause: {
      en: 'Companions fall under the rules for anthropomorphic services and are fully checked.',
      zh: '陪伴型角色包适用拟人化互动服务规定，须全量校验。',
    },
    fix: { en: 'Add "aiIdentityDisclosure": true.', zh: '补充 "aiIdentityDisclosure": true。' },
  },
  COMPANION_MISSING_MINOR_PROTECTION: {
    severity: 'error',
    disposition: 'refused',
    refuses: 'always',
    message: {
      en: 'A companion must declare "minorProtection": "required".',
      zh: 'companion 角色包必须声明 "minorProtection": "required"。',
    },
    cause: { en: 'Companions need a guardian’s entrance in the host.', zh: '陪伴型角色包需要宿主提供监护人入口。' },
    fix: { en: 'Add "minorProtection": "required".', zh: '补充 "minorProtection": "required"。' },
  },
  INVALID_HANDOFF_PROMPT: {
    severity: 'warning',
    disposition: 'degraded',
    message: {
      en: '"handoffPrompt" must be a non-empty text; it is {value}.',
      zh: '"handoffPrompt" 必须是非空字符串，实际为 {value}。',
    },
    cause: { en: 'The host prefills the text as it is.', zh: '宿主会原样预填该文本。' },
    fix: { en: 'Write a text or leave the field out.', zh: '写成字符串，或删除该字段。' },
  },
  HANDOFF_PROMPT_TOO_LONG: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: '"handoffPrompt" has {length} characters; the limit is {limit}.',
      zh: '"handoffPrompt" 有 {length} 个字符，上限 {limit}。',
    },
    cause: { en: 'It is a sentence for the input box, not a briefing.', zh: '它是输入框里的一句话，而不是说明书。' },
    fix: { en: 'Shorten it; the host’s own sentence is used meanwhile.', zh: '缩短；在此之前使用宿主通用话术。' },
  },
} as const satisfies Readonly<Record<string, CodeDefinition>>;
