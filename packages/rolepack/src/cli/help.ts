/** What `rolecall pack --help` prints. */
export const GENERAL_HELP = `rolecall pack <command> …  work with role packs

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

const usage = (line: string, text: string) => `rolecall pack ${line}\n\n${text}\n`;

/** What each command's \`--help\` prints. */
export const COMMAND_HELP: Readonly<Record<string, string>> = {
  new: usage(
    'new <folder> [--name <name>] [--lang zh|en]',
    'Writes a pack that passes "check": manifest, persona, rules and one skill.',
  ),
  check: usage(
    'check <path…> [--json | --sarif] [--strict] [--verbose] [--lang zh|en]',
    'Loads each pack as a host would, starting nothing. --json: one { path, ok, entries } a line, with every file, key and\nentry met. --verbose shows in text what was simply loaded, too.',
  ),
  scan: usage(
    'scan <path…> [--json | --sarif] [--strict] [--lang zh|en]',
    'Scans a pack, a plugin, a folder with a SKILL.md or a single file. --json: one { path, verdict, findings } a line.\nExit code 1 for a malicious path, and with --strict for a suspicious one.',
  ),
  diff: usage(
    'diff <old> <new> [--json] [--strict]',
    'Added authority first, then weaker rules, then what breaks. With --strict exit code 1 when authority grew.',
  ),
  fix: usage('fix <path…> [--dry-run] [--json]', 'Repairs what has one right answer, in place. --dry-run only tells.'),
  migrate: usage(
    'migrate <path…> [--dry-run] [--json]',
    'Older names, retired keys, plain-text capabilities and short versions to format 1.0.0, in place.',
  ),
  pack: usage(
    'pack <folder> [-o <file.zip>] [--key <private.pem>]',
    'Checks and scans, then writes a zip that is the same on every system. --key signs it (ed25519).',
  ),
  unpack: usage('unpack <zip> [-o <folder>]', 'Unpacks a sound archive, or nothing of it.'),
  verify: usage(
    'verify <path> [--digest sha256:…] [--trust <public.pem>]',
    'Verifies a pack, or every pack that a workspace has locked.',
  ),
  install: usage(
    'install <path> [--dir <workspace>] [--trust <public.pem>] [--yes]',
    'Checks, scans, installs under role-packs/ and locks the digest. Asks where a person has to decide.',
  ),
  import: usage(
    'import <path> [--from <format>] [-o <folder>] [--json]',
    'Formats: agent-skills, agent-plugin, claude-plugin, claude-agent, vscode-agent, character-card, lobechat.',
  ),
  export: usage(
    'export <path> --to <format> [-o <folder>] [--json]',
    'Formats: agent-plugin, agent-skills, claude-agent, agents-md.',
  ),
  list: usage('list [workspace] [--json]', 'The packs under role-packs/, with what keeps one from loading.'),
  show: usage(
    'show <path> [--json]',
    'Name, digest, rules, skills, capabilities, strategy, servers and files of one pack.',
  ),
};
