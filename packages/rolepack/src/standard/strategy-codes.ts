import type { CodeDefinition } from './code.ts';

/** Codes of the strategy, and of the lists of skills, capabilities and match words. */
export const STRATEGY_CODES = {
  INVALID_STRATEGY: {
    severity: 'error',
    disposition: 'degraded',
    message: { en: '"strategy" must be an object; it is {value}.', zh: '"strategy" 必须是对象，实际为 {value}。' },
    cause: {
      en: 'Keys are grouped by stage: prepare, act, reflect, global.',
      zh: '键按阶段分组：prepare、act、reflect、global。',
    },
    fix: { en: 'Write "strategy": { "act": { … } }.', zh: '写成 "strategy": { "act": { … } }。' },
  },
  INVALID_STRATEGY_STAGE: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: '"strategy.{key}" must be an object; it is {value}.',
      zh: '"strategy.{key}" 必须是对象，实际为 {value}。',
    },
    cause: { en: 'A stage holds keys, not a value.', zh: '阶段内是键，而不是值。' },
    fix: { en: 'Write an object of keys.', zh: '写成键的对象。' },
  },
  INVALID_STRATEGY_VALUE: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: '"{key}" must be {range}; it is {value}. {fallback}',
      zh: '"{key}" 必须是{range}，实际为 {value}。{fallback}',
    },
    cause: {
      en: 'A value outside the range falls back to the default; the rest of the pack is not touched.',
      zh: '越界值回落默认值，不影响其他键。',
    },
    fix: { en: 'Write a value inside the range.', zh: '改为区间内的值。' },
  },
  LEGACY_STRATEGY_VALUE: {
    severity: 'notice',
    disposition: 'loaded',
    message: { en: '"{key}": {value} is the older form of {current}.', zh: '"{key}": {value} 是 {current} 的旧写法。' },
    cause: { en: 'Older packs wrote "on" and "off".', zh: '旧包使用 "on"/"off"。' },
    fix: {
      en: 'Write {current} ("rolecall pack fix" does it).',
      zh: '写 {current}（"rolecall pack fix" 可自动处理）。',
    },
  },
  UNKNOWN_STRATEGY_STAGE: {
    severity: 'warning',
    disposition: 'ignored',
    message: { en: '"strategy.{key}" is not a stage.{nearest}', zh: '"strategy.{key}" 不是策略阶段。{nearest}' },
    cause: { en: 'Stages are prepare, act, reflect and global.', zh: '阶段只有 prepare、act、reflect、global。' },
    fix: { en: 'Move the keys under their stage.', zh: '把键移到对应阶段下。' },
  },
  UNKNOWN_STRATEGY_KEY: {
    severity: 'warning',
    disposition: 'ignored',
    message: { en: '"{key}" is not a strategy key.{nearest}', zh: '"{key}" 不是策略键。{nearest}' },
    cause: { en: 'A typing error, or a key of a newer format.', zh: '拼写错误，或来自更新格式的键。' },
    fix: { en: 'Correct or delete it.', zh: '改正或删除。' },
  },
  RETIRED_STRATEGY_KEY: {
    severity: 'warning',
    disposition: 'ignored',
    message: { en: '"{key}" was retired on {since}. {instead}', zh: '"{key}" 已于 {since} 退役。{instead}' },
    cause: { en: 'The behaviour that the key steered does not exist any more.', zh: '该键所控制的行为已不存在。' },
    fix: { en: 'Run "rolecall pack migrate".', zh: '运行 "rolecall pack migrate"。' },
  },
  ALIAS_STRATEGY_KEY: {
    severity: 'warning',
    disposition: 'loaded',
    message: {
      en: '"{key}" is the older name of "{current}"; it is read as such.',
      zh: '"{key}" 是 "{current}" 的旧名，已按新名读取。',
    },
    cause: { en: 'The standard settled on another name.', zh: '标准已统一命名。' },
    fix: { en: 'Rename it ("rolecall pack migrate" does it).', zh: '改名（"rolecall pack migrate" 可自动处理）。' },
  },
  DRAFT_STRATEGY_KEY: {
    severity: 'notice',
    disposition: 'ignored',
    message: {
      en: '"{key}" is a draft key that this host does not consume: without effect.',
      zh: '"{key}" 是草案键，当前宿主未消费，不生效。',
    },
    cause: {
      en: 'A draft key enters the standard once an implementation consumes it.',
      zh: '草案键须有实现消费方可冻结。',
    },
    fix: { en: 'Keep it for hosts that consume it, or delete it.', zh: '保留给支持它的宿主，或删除。' },
  },
  STRATEGY_KEY_WITHOUT_EFFECT: {
    severity: 'warning',
    disposition: 'ignored',
    message: { en: '"{key}" has no effect without "{condition}".', zh: '没有 "{condition}" 时 "{key}" 不生效。' },
    cause: {
      en: 'The key only refines another behaviour that is not switched on.',
      zh: '该键只细化另一个未开启的行为。',
    },
    fix: { en: 'Add "{condition}" or delete the key.', zh: '补充 "{condition}" 或删除该键。' },
  },
  ASK_LIMIT_HIGH: {
    severity: 'warning',
    disposition: 'loaded',
    message: {
      en: '"global.askLimit" is {value}; more than {limit} questions tire people.',
      zh: '"global.askLimit" 为 {value}，超过 {limit} 次提问会打扰用户。',
    },
    cause: { en: 'Any positive number is legal.', zh: '任意正整数均合法。' },
    fix: { en: 'Choose {limit} or less.', zh: '建议不超过 {limit}。' },
  },
  SKILLS_NOT_ARRAY: {
    severity: 'error',
    disposition: 'degraded',
    message: { en: '"skills" must be a list; it is {value}.', zh: '"skills" 必须是数组，实际为 {value}。' },
    cause: { en: 'The field limits the skills to the files it names.', zh: '该字段是技能文件白名单。' },
    fix: { en: 'Write [{ "file": "skills/….md" }] or leave it out.', zh: '写成 [{ "file": "skills/….md" }] 或删除。' },
  },
  SKILLS_TOO_MANY: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: 'There are {count} skills; the limit is {limit}. The rest is not loaded.',
      zh: '共有 {count} 个技能，上限 {limit}，其余不装载。',
    },
    cause: {
      en: 'Every skill’s name and description stand in every prompt.',
      zh: '每个技能的名称与描述都会进入提示词。',
    },
    fix: { en: 'Split the pack or move details into references/.', zh: '拆分角色包，或把细节移到 references/。' },
  },
  INVALID_MANIFEST_SKILL: {
    severity: 'error',
    disposition: 'ignored',
    message: {
      en: 'This entry must be { "file": "skills/…" } inside the pack; it is {value}.',
      zh: '该项必须是包内的 { "file": "skills/…" }，实际为 {value}。',
    },
    cause: { en: 'The entry has no file, or one that leaves the pack.', zh: '缺少 file，或路径指向包外。' },
    fix: { en: 'Name a file relative to the pack.', zh: '写相对于角色包的文件路径。' },
  },
  CAPABILITIES_NOT_ARRAY: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: '"capabilities" must be a list; it is {value}. No privileged tool is exposed.',
      zh: '"capabilities" 必须是数组，实际为 {value}。不暴露任何特权工具。',
    },
    cause: {
      en: 'The pack wanted to limit its tools; reading a broken limit as "all" would widen it.',
      zh: '角色包意在限制工具；把写坏的限制当作“全部”会放大权限。',
    },
    fix: { en: 'Write [{ "capability": "web:search" }].', zh: '写成 [{ "capability": "web:search" }]。' },
  },
  CAPABILITIES_TOO_MANY: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: 'There are {count} capabilities; the limit is {limit}. The rest is not declared.',
      zh: '共有 {count} 个能力，上限 {limit}，其余不生效。',
    },
    cause: { en: 'A role that needs that many is several roles.', zh: '需要这么多能力的通常是多个角色。' },
    fix: { en: 'Split the pack.', zh: '拆分角色包。' },
  },
  INVALID_CAPABILITY: {
    severity: 'error',
    disposition: 'ignored',
    message: {
      en: 'A capability must be { "capability": "domain:action" }; it is {value}.',
      zh: '能力必须是 { "capability": "域:动作" }，实际为 {value}。',
    },
    cause: { en: 'Keys match ^[a-z]+:[a-zA-Z0-9._-]+$.', zh: '能力名须匹配 ^[a-z]+:[a-zA-Z0-9._-]+$。' },
    fix: { en: 'Write a key such as "web:search".', zh: '写成 "web:search" 之类的能力名。' },
  },
  CAPABILITY_STRING: {
    severity: 'warning',
    disposition: 'loaded',
    message: { en: '"{key}" is written as a plain text; it is accepted.', zh: '"{key}" 写成了字符串，已接受。' },
    cause: { en: 'The standard’s form is an object.', zh: '标准写法是对象。' },
    fix: {
      en: 'Write { "capability": "{key}" } ("rolecall pack fix" does it).',
      zh: '写成 { "capability": "{key}" }（"rolecall pack fix" 可自动处理）。',
    },
  },
  CAPABILITY_STYLE: {
    severity: 'warning',
    disposition: 'loaded',
    message: { en: '"{key}" should be lower case with hyphens.', zh: '"{key}" 建议全小写并用连字符。' },
    cause: {
      en: 'Names that differ only in case are read as two capabilities.',
      zh: '仅大小写不同的名称会被当作两个能力。',
    },
    fix: { en: 'Write "{suggestion}".', zh: '写 "{suggestion}"。' },
  },
  CAPABILITY_DUPLICATE: {
    severity: 'notice',
    disposition: 'ignored',
    message: { en: '"{key}" is declared twice.', zh: '"{key}" 重复声明。' },
    cause: { en: 'The second entry adds nothing.', zh: '第二项没有作用。' },
    fix: { en: 'Delete one.', zh: '删除其中之一。' },
  },
  INVALID_KEYWORDS: {
    severity: 'error',
    disposition: 'degraded',
    message: { en: '"keywords" must be {range}; it is {value}.', zh: '"keywords" 必须是{range}，实际为 {value}。' },
    cause: {
      en: 'Numbers, objects, or a list with something else than texts.',
      zh: '写成了数值、对象，或数组含非字符串元素。',
    },
    fix: { en: 'Write ["word", "word"].', zh: '写成 ["词", "词"]。' },
  },
  INVALID_TRIGGER: {
    severity: 'error',
    disposition: 'degraded',
    message: { en: '"trigger" must be {range}; it is {value}.', zh: '"trigger" 必须是{range}，实际为 {value}。' },
    cause: {
      en: 'Numbers, objects, or a list with something else than texts.',
      zh: '写成了数值、对象，或数组含非字符串元素。',
    },
    fix: { en: 'Write ["word", "word"].', zh: '写成 ["词", "词"]。' },
  },
  MATCH_WORDS_TOO_MANY: {
    severity: 'error',
    disposition: 'degraded',
    message: {
      en: '"{key}" has {count} words; the limit is {limit}. The first {limit} are kept.',
      zh: '"{key}" 有 {count} 个词，上限 {limit}，保留前 {limit} 个。',
    },
    cause: { en: 'Match words help people to find the pack.', zh: '匹配词用于检索。' },
    fix: { en: 'Keep the best ones.', zh: '保留最重要的词。' },
  },
  MATCH_WORD_TOO_LONG: {
    severity: 'error',
    disposition: 'ignored',
    message: {
      en: 'A word of "{key}" has {length} characters; the limit is {limit}.',
      zh: '"{key}" 中有词长 {length} 个字符，上限 {limit}。',
    },
    cause: { en: 'A sentence is no match word.', zh: '句子不是匹配词。' },
    fix: { en: 'Shorten it.', zh: '缩短。' },
  },
} as const satisfies Readonly<Record<string, CodeDefinition>>;
