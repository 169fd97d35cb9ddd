import type { Language } from '@rolecall/base';

const GENERAL_EN = `rolecall pack <command> …  work with role packs

  new <folder>            write a new pack              [--name …] [--lang zh|en]
  check <path…>           check packs                   [--json | --sarif] [--strict] [--verbose]
  scan <path…>            look for attacks              [--json | --sarif] [--strict]
  diff <old> <new>        what a new version changes    [--json]
  fix <path…>             apply the safe repairs        [--dry-run]
  migrate <path…>         bring older forms to 1.0.0    [--dry-run]
  pack <folder>           write a zip                   [-o file.zip] [--key private.pem]
  unpack <zip>            open a zip safely             [-o folder]
  verify <path>           check digest and signature    [--digest sha256:…] [--trust public.pem]
  install <path>          install into a workspace      [--dir workspace] [--trust public.pem] [--yes]
  import <path>           make a pack of another format [--from format] [-o folder]
  export <path> --to …    write another format          agent-plugin | agent-skills | claude-agent | agents-md
  list [workspace]        packs of a workspace          [--json]
  show <path>             one pack in full              [--json]

A path is a pack's folder, its manifest.json, a zip, or a workspace with role-packs/. Findings are worded in --lang.
Exit codes: 0 fine, 1 an error (or a warning with --strict), 2 not understood.
`;

const GENERAL_ZH = `rolecall pack <命令> …  处理角色包

  new <文件夹>            新建角色包                    [--name …] [--lang zh|en]
  check <路径…>           检查                          [--json | --sarif] [--strict] [--verbose]
  scan <路径…>            扫描攻击                      [--json | --sarif] [--strict]
  diff <旧> <新>          新版本的变化                  [--json]
  fix <路径…>             应用安全修复                  [--dry-run]
  migrate <路径…>         旧写法迁移到 1.0.0            [--dry-run]
  pack <文件夹>           打包为 zip                    [-o file.zip] [--key private.pem]
  unpack <zip>            安全解包                      [-o 文件夹]
  verify <路径>           校验摘要与签名                [--digest sha256:…] [--trust public.pem]
  install <路径>          安装到工作区                  [--dir 工作区] [--trust public.pem] [--yes]
  import <路径>           由其他格式生成角色包          [--from 格式] [-o 文件夹]
  export <路径> --to …    导出为其他格式                agent-plugin | agent-skills | claude-agent | agents-md
  list [工作区]           列出工作区的角色包            [--json]
  show <路径>             完整显示一个角色包            [--json]

路径可以是角色包文件夹、其 manifest.json、zip，或含 role-packs/ 的工作区。--lang 决定结果的语言。
退出码：0 正常，1 有错误（加 --strict 时含警告），2 用法不对。
`;

/** What \`rolecall pack --help\` prints. */
export function generalHelp(language: Language): string {
  return language === 'zh' ? GENERAL_ZH : GENERAL_EN;
}

/** What \`rolecall pack <command> --help\` prints; the general help for a command without its own. */
export function commandHelp(name: string, language: Language): string {
  const own = Object.hasOwn(COMMAND_HELP, name) ? COMMAND_HELP[name] : undefined;
  if (own === undefined) return generalHelp(language);
  return `rolecall pack ${own.usage}\n\n${own[language]}\n`;
}

interface CommandHelp {
  readonly usage: string;
  readonly en: string;
  readonly zh: string;
}

const COMMAND_HELP: Readonly<Record<string, CommandHelp>> = {
  new: {
    usage: 'new <folder> [--name <name>] [--lang zh|en]',
    en: 'Writes a pack that passes "check": manifest, persona, rules and one skill.',
    zh: '写出可通过 check 的角色包：manifest、persona、rules 与一个技能。',
  },
  check: {
    usage: 'check <path…> [--json | --sarif] [--strict] [--verbose] [--lang zh|en]',
    en: 'Loads each pack as a host would, starting nothing. --json: one { path, ok, entries } a line, with every file, key and\nentry met. --verbose shows in text what was simply loaded, too.',
    zh: '像宿主一样装载每个角色包，不启动任何东西。--json：每行一个 { path, ok, entries }，包含遇到的每个文件、键与条目。\n--verbose 在文本中也显示正常装载的条目。',
  },
  scan: {
    usage: 'scan <path…> [--json | --sarif] [--strict] [--lang zh|en]',
    en: 'Scans a pack, a plugin, a folder with a SKILL.md or a single file. --json: one { path, verdict, findings } a line.\nExit code 1 for a malicious path, and with --strict for a suspicious one.',
    zh: '扫描角色包、插件、含 SKILL.md 的文件夹或单个文件。--json：每行一个 { path, verdict, findings }。\n恶意时退出码为 1；加 --strict 时可疑也为 1。',
  },
  diff: {
    usage: 'diff <old> <new> [--json] [--strict]',
    en: 'Added authority first, then weaker rules, then what breaks. With --strict exit code 1 when authority grew.',
    zh: '先列新增权限，再列被削弱的规则与破坏性变更。加 --strict 时权限增大则退出码为 1。',
  },
  fix: {
    usage: 'fix <path…> [--dry-run] [--json]',
    en: 'Repairs what has one right answer, in place. --dry-run only tells.',
    zh: '就地修复有唯一正确答案的问题；--dry-run 只报告。',
  },
  migrate: {
    usage: 'migrate <path…> [--dry-run] [--json]',
    en: 'Older names, retired keys, plain-text capabilities and short versions to format 1.0.0, in place.',
    zh: '就地把旧名、退役键、字符串能力与简写版本迁移到 1.0.0。',
  },
  pack: {
    usage: 'pack <folder> [-o <file.zip>] [--key <private.pem>]',
    en: 'Checks and scans, then writes a zip that is the same on every system. --key signs it (ed25519).',
    zh: '先检查与扫描，再写出各系统字节一致的 zip。--key 使用 ed25519 签名。',
  },
  unpack: {
    usage: 'unpack <zip> [-o <folder>]',
    en: 'Unpacks a sound archive, or nothing of it.',
    zh: '解包完好的归档，否则什么都不写。',
  },
  verify: {
    usage: 'verify <path> [--digest sha256:…] [--trust <public.pem>]',
    en: 'Verifies a pack, or every pack that a workspace has locked.',
    zh: '校验一个角色包，或工作区锁定的全部角色包。',
  },
  install: {
    usage: 'install <path> [--dir <workspace>] [--trust <public.pem>] [--yes]',
    en: 'Checks, scans, installs under role-packs/ and locks the digest. Asks where a person has to decide.',
    zh: '检查、扫描、安装到 role-packs/ 并锁定摘要；需要人工决定时询问。',
  },
  import: {
    usage: 'import <path> [--from <format>] [-o <folder>] [--json]',
    en: 'Formats: agent-skills, agent-plugin, claude-plugin, claude-agent, vscode-agent, character-card, lobechat.',
    zh: '格式：agent-skills、agent-plugin、claude-plugin、claude-agent、vscode-agent、character-card、lobechat。',
  },
  export: {
    usage: 'export <path> --to <format> [-o <folder>] [--json]',
    en: 'Formats: agent-plugin, agent-skills, claude-agent, agents-md.',
    zh: '格式：agent-plugin、agent-skills、claude-agent、agents-md。',
  },
  list: {
    usage: 'list [workspace] [--json]',
    en: 'The packs under role-packs/, with what keeps one from loading.',
    zh: '列出 role-packs/ 下的角色包，以及未能装载的原因。',
  },
  show: {
    usage: 'show <path> [--json]',
    en: 'Name, digest, rules, skills, capabilities, strategy, servers and files of one pack.',
    zh: '显示名称、摘要、规则、技能、能力、策略、服务器与文件。',
  },
};
