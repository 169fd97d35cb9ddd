import type { ScanRule } from './scan-finding.ts';

/** Every rule of the scanner: what it is called, what it weighs, and why it matters. */
export const SCAN_RULES = {
  'fetch-and-run': {
    category: 'AST02 Supply Chain Compromise',
    weight: 10,
    why: {
      en: 'Downloads code from a place that the skill gives no reason to trust, and runs it.',
      zh: '从无理由信任的地址下载代码并运行。',
    },
  },
  'installer-pipe': {
    category: 'AST02 Supply Chain Compromise',
    weight: 1,
    why: { en: 'Pipes a well-known installer into a shell.', zh: '将知名安装脚本直接交给 shell 执行。' },
  },
  'decode-and-run': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Decodes a hidden text and runs it.', zh: '解码隐藏文本并执行。' },
  },
  'run-dropped-file': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: {
      en: 'Runs code from a hidden or temporary file that something else left there.',
      zh: '运行临时或隐藏文件中的代码。',
    },
  },
  'remote-shell': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Opens a shell to somebody else.', zh: '向他人开放 shell。' },
  },
  'coin-miner': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Mines coins at the user’s expense.', zh: '消耗用户资源挖矿。' },
  },
  'secret-leaves': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: {
      en: 'Sends credentials or private files to somebody they do not belong to.',
      zh: '把凭证或私有文件发送给无关方。',
    },
  },
  'environment-leaves': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Sends the whole environment away.', zh: '把整个环境变量发送出去。' },
  },
  'dns-tunnel': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Smuggles data out in host names.', zh: '通过域名查询外传数据。' },
  },
  'secrets-collected': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: {
      en: 'Gathers credentials of services that the skill has nothing to do with.',
      zh: '收集与技能无关的服务凭证。',
    },
  },
  'secret-shown': {
    category: 'AST03 Over-Privileged Skills',
    weight: 6,
    why: { en: 'Prints a secret, where logs and the model see it.', zh: '输出密钥，日志与模型均可见。' },
  },
  'secret-read': {
    category: 'AST03 Over-Privileged Skills',
    weight: 4,
    why: { en: 'Reads keys or password stores.', zh: '读取密钥或密码库。' },
  },
  'data-leaves': {
    category: 'AST01 Malicious Skills',
    weight: 6,
    why: {
      en: 'Sends the user’s data to a place that the skill gives no reason for.',
      zh: '把用户数据发送到无理由的地址。',
    },
  },
  'encoded-address': {
    category: 'AST04 Insecure Metadata',
    weight: 7,
    why: { en: 'Hides an address by encoding it.', zh: '以编码隐藏地址。' },
  },
  'encoded-instruction': {
    category: 'AST04 Insecure Metadata',
    weight: 8,
    why: { en: 'Hides an instruction by encoding it.', zh: '以编码隐藏指令。' },
  },
  'invisible-text': {
    category: 'AST04 Insecure Metadata',
    weight: 10,
    why: { en: 'Carries text that a reader cannot see and a model reads.', zh: '含有读者看不见、模型却会读取的文本。' },
  },
  'invisible-characters': {
    category: 'AST04 Insecure Metadata',
    weight: 3,
    why: { en: 'Breaks up or turns around words with invisible characters.', zh: '用不可见字符拆分或反转词语。' },
  },
  'overrides-host': {
    category: 'AST01 Malicious Skills',
    weight: 7,
    why: { en: 'Tells the model to drop its instructions.', zh: '要求模型抛弃原有指令。' },
  },
  'removes-limits': {
    category: 'AST01 Malicious Skills',
    weight: 7,
    why: { en: 'Tells the model that it has no limits.', zh: '宣称模型不受限制。' },
  },
  'forged-turn': {
    category: 'AST01 Malicious Skills',
    weight: 6,
    why: { en: 'Forges the marks of a system message.', zh: '伪造系统消息标记。' },
  },
  'hides-from-user': {
    category: 'AST01 Malicious Skills',
    weight: 4,
    why: { en: 'Tells the model to keep something from the user.', zh: '要求模型对用户隐瞒。' },
  },
  'deceives-user': {
    category: 'AST01 Malicious Skills',
    weight: 6,
    why: { en: 'Tells the model what to pretend.', zh: '要求模型对用户撒谎。' },
  },
  'reveals-prompt': {
    category: 'AST01 Malicious Skills',
    weight: 5,
    why: { en: 'Asks for the system prompt or for secrets of the session.', zh: '索取系统提示词或会话密钥。' },
  },
  'destroys-data': {
    category: 'AST01 Malicious Skills',
    weight: 6,
    why: { en: 'Deletes what does not belong to the skill.', zh: '删除不属于技能的数据。' },
  },
  'wipes-machine': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Wipes a disk, a home folder or backups.', zh: '清除磁盘、主目录或备份。' },
  },
  'opens-permissions': {
    category: 'AST06 Weak Isolation',
    weight: 5,
    why: { en: 'Opens files to everybody.', zh: '向所有人开放文件权限。' },
  },
  'raises-privilege': {
    category: 'AST06 Weak Isolation',
    weight: 5,
    why: { en: 'Takes or gives away root.', zh: '获取或授予 root 权限。' },
  },
  'breaks-isolation': {
    category: 'AST06 Weak Isolation',
    weight: 6,
    why: { en: 'Switches a protection off.', zh: '关闭保护机制。' },
  },
  'skips-consent': {
    category: 'AST03 Over-Privileged Skills',
    weight: 3,
    why: { en: 'Acts without asking the user.', zh: '不征得用户同意即行动。' },
  },
  'stays-behind': {
    category: 'AST01 Malicious Skills',
    weight: 5,
    why: { en: 'Makes itself run again later.', zh: '让自身在以后再次运行。' },
  },
  'plants-instructions': {
    category: 'AST01 Malicious Skills',
    weight: 6,
    why: {
      en: 'Writes instructions where the agent will read them as its own.',
      zh: '把指令写进 Agent 会当作自有的文件。',
    },
  },
  'pasted-command': {
    category: 'AST02 Supply Chain Compromise',
    weight: 10,
    why: { en: 'Sends the user to a page to copy a command from and run it.', zh: '引导用户从网页复制命令并运行。' },
  },
  'locked-archive': {
    category: 'AST02 Supply Chain Compromise',
    weight: 10,
    why: {
      en: 'Wants an archive opened with a password and a program in it run: nothing can look into it before.',
      zh: '要求用密码解压并运行其中程序，无法事先检查。',
    },
  },
  'suspicious-address': {
    category: 'AST04 Insecure Metadata',
    weight: 3,
    why: { en: 'Names an address that is no ordinary source.', zh: '引用了非常规来源的地址。' },
  },
  'no-server': {
    category: 'AST03 Over-Privileged Skills',
    weight: 6,
    why: {
      en: 'The “server” is a shell or network command and no server.',
      zh: '所谓“服务器”其实是 shell 或网络命令。',
    },
  },
  'inline-code-server': {
    category: 'AST03 Over-Privileged Skills',
    weight: 4,
    why: { en: 'The server is code written into the command line.', zh: '服务器是命令行中的内联代码。' },
  },
  'internal-name': {
    category: 'AST02 Supply Chain Compromise',
    weight: 7,
    why: {
      en: 'Loads a package with an internal name from a public source, where anybody can publish it.',
      zh: '以内部名称从公共源加载包，任何人都可抢注。',
    },
  },
  'look-alike-name': {
    category: 'AST02 Supply Chain Compromise',
    weight: 6,
    why: { en: 'Its name is a misspelling of something well known.', zh: '名称是知名名称的拼写变体。' },
  },
  'replaces-other': {
    category: 'AST02 Supply Chain Compromise',
    weight: 4,
    why: { en: 'Presents itself as a replacement.', zh: '自称可替代另一个组件。' },
  },
  'over-privileged': {
    category: 'AST03 Over-Privileged Skills',
    weight: 4,
    why: { en: 'Asks for far more than its purpose needs.', zh: '索取远超用途的权限。' },
  },
  'undeclared-network': {
    category: 'AST03 Over-Privileged Skills',
    weight: 2,
    why: { en: 'Reaches out although the pack declares no such capability.', zh: '未声明相应能力却访问网络。' },
  },
  'injected-code': {
    category: 'AST05 Unsafe Deserialization',
    weight: 10,
    why: { en: 'Puts code where data are expected.', zh: '在数据位置注入代码。' },
  },
  'runs-away': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: {
      en: 'Makes a tool run without end or return what it should not.',
      zh: '让工具无休止运行或返回不应返回的内容。',
    },
  },
  'moves-money': {
    category: 'AST01 Malicious Skills',
    weight: 8,
    why: { en: 'Moves money or coins by itself.', zh: '自行转移资金或加密货币。' },
  },
  'steals-wallet': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Asks for wallet keys or seed phrases.', zh: '索取钱包私钥或助记词。' },
  },
  'remote-instructions': {
    category: 'AST02 Supply Chain Compromise',
    weight: 7,
    why: { en: 'Obeys whatever a page says, which can change at any time.', zh: '听从可随时变化的网页指令。' },
  },
  'opens-backdoor': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Leaves a way in for somebody else.', zh: '为他人留下后门。' },
  },
  'takes-hostage': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Encrypts the user’s files to demand something for them.', zh: '加密用户文件以勒索。' },
  },
  'searches-for-secrets': {
    category: 'AST01 Malicious Skills',
    weight: 7,
    why: { en: 'Searches the whole machine for keys and passwords.', zh: '在整台机器上搜寻密钥与密码。' },
  },
  'hidden-action': {
    category: 'AST01 Malicious Skills',
    weight: 8,
    why: {
      en: 'Does something to the user’s things and keeps it from the user.',
      zh: '对用户的东西动手，并对用户隐瞒。',
    },
  },
  phishes: {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Makes people give away passwords or codes.', zh: '诱使他人交出密码或验证码。' },
  },
  'attacks-others': {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Uses the agent to bring somebody else’s service down.', zh: '利用 Agent 攻击他人的服务。' },
  },
  falsifies: {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Changes figures or facts behind the user’s back.', zh: '背着用户篡改数据或事实。' },
  },
  sabotages: {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Puts faults or harmful terms into the work that the user gets.', zh: '在交付物中埋入错误或有害条款。' },
  },
  promotes: {
    category: 'AST01 Malicious Skills',
    weight: 10,
    why: { en: 'Sells something under the cover of advice.', zh: '以建议为名暗中推广。' },
  },
} as const satisfies Readonly<Record<string, ScanRule>>;

export type ScanRuleName = keyof typeof SCAN_RULES;
