import { addressesIn, type HostStanding, hostOf, hostStanding, mailboxesIn } from './hosts.ts';
import { serverFlows } from './mcp-servers.ts';
import type { ScanRuleName } from './rules.ts';
import type { Stance } from './scan-finding.ts';
import {
  CARRIES_IN_ADDRESS,
  ownerOf,
  PRIVATE_DATA,
  PROVES_IN_WORDS,
  PUTS_INTO,
  SECRET_FILE,
  SECRET_WORD,
  SEND_CODE,
  SENDS_TO,
  STRONG_SECRET_FILE,
  secretVariables,
  straySecrets,
  TAKES_AWAY,
  UNASKED,
  UPLOADS_FILE,
  WORK,
} from './sensitive.ts';
import { softenDots } from './sentence-dots.ts';
import type { TextUnit } from './text-units.ts';

/** What a whole stretch of text does: something comes from one place and goes to another. */
export interface Flow {
  readonly rule: ScanRuleName;
  readonly unit: TextUnit;
  readonly index: number;
  /** Instead of the rule's own weight. */
  readonly weight?: number | undefined;
}

/** What flows are judged against. */
export interface FlowContext {
  /** Name, description and headings of the document: what it is about. */
  readonly subject: string;
  /** All of its prose: which services it names. */
  readonly prose: string;
  stance(unit: TextUnit, index: number): Stance;
}

const FETCH_RUN =
  /\b(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|fetch)\b[^\n|]{0,300}\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:(?:\/usr)?\/bin\/)?(?:env\s+)?(?:(?:ba|z|da|k|fi)?sh|(?:python[\d.]*|node|perl|ruby|php)(?=\s*(?:-\s|-?$|["'`)&;|<]))|iex|Invoke-Expression)(?![\w-])|\b(?:ba|z|da)?sh\s+(?:-\w+\s+)?<\(\s*(?:curl|wget)[^\n]{0,300}|\b(?:ba|z|da)?sh\s+-\w*c\s+["']?\$\(\s*(?:curl|wget)[^\n]{0,300}|\b(?:eval|source|\.)\s+["']?(?:\$\(|<\(|`)\s*(?:curl|wget)[^\n]{0,300}|\bDownloadString\s*\([^\n]{0,200}|\biex\s*\(?\s*\(?\s*(?:iwr|irm|curl|New-Object)[^\n]{0,200}|\b(?:exec|eval)\s*\(\s*(?:requests\.get|urllib\.request\.urlopen|urlopen|httpx\.get)\s*\([^\n]{0,300}|\b(?:curl|wget)\b[^\n]{0,200}\s-[oO]\s*\S+[^\n]{0,60}(?:&&|;)\s*(?:sudo\s+)?(?:chmod\s+(?:\+x|7\d\d)\s+\S+[^\n]{0,20}(?:&&|;)\s*(?:sudo\s+|nohup\s+)?(?:\.\/|\/|~)|(?:ba|z)?sh\s)/i;

const FETCH_RUN_PROSE =
  /\b(?:download|fetch|retrieve|pull|get)s?\b[^.\n]{0,80}\b(?:and|then|to)\s+(?:immediately\s+)?(?:run|execute|launch|source|eval)s?\b|\b(?:run|execute|launch)s?\b[^.\n]{0,40}\b(?:script|binary|installer|payload|command|code)s?\b[^\n]{0,40}\b(?:from|at|hosted)\b[^\n]{0,20}https?:|(?:下载|拉取|获取)[^。\n]{0,40}(?:并|后|然后|再)?(?:立即)?(?:运行|执行)|(?:下载|拉取)[^。\n]{0,200}(?:并|后|然后|再)[^。\n]{0,16}(?:运行|执行)/i;

const OBEYS_PAGE =
  /\b(?:follow|obey|execute|comply with|carry out)\b[^\n]{0,80}\b(?:instructions?|commands?|directives?|whatever|prompts?)\b[^\n]{0,60}\b(?:on|at|from|in|of|found)\b[^\n]{0,40}https?:\/\/|https?:\/\/\S+[^\n]{0,120}\b(?:follow|obey|execute|comply with|carry out)\b[^\n]{0,40}\b(?:instructions?|commands?|directives?|whatever|everything|prompts?)\b|https?:\/\/\S+[^\n]{0,60}(?:按照|遵循|执行|服从)[^。\n]{0,20}(?:指令|命令|内容|要求)/i;

const PASTE_COMMAND =
  /\bcop(?:y|ies|ied)\b[^\n]{0,80}\b(?:command|code|script|line|snippet)\b[^\n]{0,120}\b(?:paste|run|execute|terminal|powershell|shell)\b|\b(?:visit|open|go to|navigate to|see)\b[^\n]{0,200}\b(?:execute|run|paste)\b[^\n]{0,60}\b(?:command|script|code)s?\b[^\n]{0,60}\b(?:terminal|powershell|shell|console|command line|prompt|before)\b|(?:访问|打开)[^\n]{0,120}(?:执行|运行|粘贴)[^。\n]{0,20}(?:命令|脚本)|复制[^。\n]{0,30}(?:命令|代码|脚本)[^。\n]{0,30}(?:粘贴|运行|执行|终端)/i;

const RUNS_PROGRAM =
  /\b(?:run|execute|launch|start|open|install)\b[^.\n]{0,40}\b(?:executable|program|binary|installer|agent|file|setup|utility|\w+.exe|.exe|.dmg|.pkg)\b|(?:运行|执行|启动|安装)[^。\n]{0,16}(?:程序|可执行|文件|安装包|exe)/i;
/** The address of something to run, and not of a page. */
const PROGRAM =
  /https?:\/\/\S{1,300}\.(?:sh|bash|exe|msi|bin|dmg|pkg|ps1|bat|cmd|py|deb|rpm|appimage|jar|run|scr|vbs|js)\b/i;
const HAS_PASSWORD = /\bpass(?:word|phrase|code)?\b|\bpwd\b|密码/i;
const HAS_ARCHIVE = /\.(?:zip|rar|7z)\b|\b(?:extract|unzip|unpack|archive|decompress)\b|解压|压缩包/i;

/** Every flow of a document, from its units in order. */
export function findFlows(units: readonly TextUnit[], context: FlowContext): Flow[] {
  const flows: Flow[] = serverFlows(units);
  for (const [at, unit] of units.entries()) {
    fetchAndRun(units, at, unit, context, flows);
    installsFromElsewhere(unit, context, flows);
    if (unit.kind === 'code') continue;
    proseFlows(units, at, unit, context, flows);
    commandsInProse(unit, context, flows);
  }
  for (const block of codeBlocks(units)) codeFlows(block, context, flows);
  return flows;
}

function fetchAndRun(
  units: readonly TextUnit[],
  at: number,
  unit: TextUnit,
  context: FlowContext,
  flows: Flow[],
): void {
  const run = /\b(?:curl|wget|iwr|irm|Invoke|fetch|Download|requests|urlopen|urllib|httpx)/i.test(unit.text)
    ? FETCH_RUN.exec(unit.text)
    : null;
  if (run) {
    const standing = worst(addressesIn(unit.text), context.subject);
    const isFamiliar = standing === 'known' || standing === 'coherent' || standing === 'local';
    flows.push({ rule: isFamiliar ? 'installer-pipe' : 'fetch-and-run', unit, index: run.index });
    return;
  }
  if (unit.kind === 'code') return;
  const told = FETCH_RUN_PROSE.exec(softenDots(unit.text));
  if (told) {
    const standing = worst(addressesIn(nearby(units, at, 1, 2)), context.subject);
    if (standing === 'hostile' || standing === 'drop') flows.push({ rule: 'fetch-and-run', unit, index: told.index });
    else if (standing === 'unknown')
      flows.push({ rule: 'fetch-and-run', unit, index: told.index, weight: PROGRAM.test(unit.text) ? 10 : 7 });
  }
  const obeyed = OBEYS_PAGE.exec(unit.text);
  if (obeyed) {
    const standing = worst(addressesIn(unit.text), context.subject);
    if (standing === 'hostile' || standing === 'drop')
      flows.push({ rule: 'remote-instructions', unit, index: obeyed.index, weight: 10 });
    else if (standing === 'unknown') flows.push({ rule: 'remote-instructions', unit, index: obeyed.index });
  }
  const pasted = PASTE_COMMAND.exec(unit.text);
  if (pasted) {
    const standing = worst(addressesIn(nearby(units, at, 3, 2)), context.subject);
    if (standing === 'drop' || standing === 'hostile')
      flows.push({ rule: 'pasted-command', unit, index: pasted.index });
    else if (standing === 'unknown') flows.push({ rule: 'pasted-command', unit, index: pasted.index, weight: 7 });
  }
}

const INSTALL_FROM =
  /\b(?:pip3?|uv\s+pip|pipx|uvx|npm|npx|yarn|pnpm|gem|cargo|go)\s+(?:install|add|get|i|exec)?\b[^\n]{0,120}(?:--(?:extra-)?index-url[= ]\s*|--registry[= ]\s*|git\+|--from\s+git\+)?https?:\/\/\S+/i;

/** Packages from a place of their own instead of the registry that everybody uses. */
function installsFromElsewhere(unit: TextUnit, context: FlowContext, flows: Flow[]): void {
  const found = INSTALL_FROM.exec(unit.text);
  if (!found) return;
  const standing = worst(addressesIn(found[0]), context.subject);
  if (standing === 'hostile' || standing === 'drop') flows.push({ rule: 'fetch-and-run', unit, index: found.index });
  else if (standing === 'unknown' && /index-url|registry/.test(found[0]))
    flows.push({ rule: 'fetch-and-run', unit, index: found.index, weight: 7 });
}

const COMMAND =
  /\b(?:curl|wget|nc|scp|rsync|tar|cat|python[\d.]*\s+-c|node\s+-e|perl\s+-e|requests\.\w+\(|urlopen\(|fetch\(|Invoke-\w+)/;

/** A command inside of a sentence is still a command. */
function commandsInProse(unit: TextUnit, context: FlowContext, flows: Flow[]): void {
  if (!COMMAND.test(unit.text)) return;
  const found: Flow[] = [];
  codeFlows([unit], context, found);
  const isUnasked = UNASKED.test(unit.text);
  for (const flow of found)
    flows.push(flow.rule === 'data-leaves' && isUnasked && (flow.weight ?? 10) >= 6 ? { ...flow, weight: 10 } : flow);
}

function proseFlows(units: readonly TextUnit[], at: number, unit: TextUnit, context: FlowContext, flows: Flow[]): void {
  const text = unit.text;
  const secretFile = STRONG_SECRET_FILE.exec(text);
  if (secretFile) flows.push({ rule: 'secret-read', unit, index: secretFile.index });
  if (HAS_PASSWORD.test(text) && HAS_ARCHIVE.test(nearby(units, at, 1, 1)) && /[:：`"'“「=]/.test(text)) {
    const around = nearby(units, at, 3, 3);
    if (RUNS_PROGRAM.test(softenDots(around)) && addressesIn(around).length > 0)
      flows.push({ rule: 'locked-archive', unit, index: HAS_PASSWORD.exec(text)?.index ?? 0 });
  }
  const addresses = [...addressesIn(text), ...mailboxesIn(text)];
  if (addresses.length === 0) return;
  const carries = addresses.some((address) => CARRIED.test(address));
  const carriesTalk = addresses.some((address) => CARRIED_TALK.test(address));
  const holdsSecret = SECRET_WORD.test(text) || STRONG_SECRET_FILE.test(text) || SECRET_FILE.test(text);
  const send =
    SENDS_TO.exec(text) ??
    (carries ? CARRIES_IN_ADDRESS.exec(text) : null) ??
    (holdsSecret ? PUTS_INTO.exec(text) : null);
  if (!send) return;
  const standing = worst(addresses, context.subject);
  if (standing === 'known' || standing === 'local') return;
  // A service named after the skill may be sent what the skill is for, but not whatever secrets there are.
  if (standing === 'coherent' && !(EVERYTHING.test(text) && SECRET_WORD.test(text)) && !STRONG_SECRET_FILE.test(text))
    return;
  if (PROVES_IN_WORDS.test(text) && !EVERYTHING.test(text) && !SECRET_FILE.test(text)) return;
  const around = commandingNearby(units, at, context);
  if (SECRET_FILE.test(text) || SECRET_WORD.test(text) || SECRET_FILE.test(around) || SECRET_WORD.test(around))
    flows.push({ rule: 'secret-leaves', unit, index: send.index });
  else if (carries || PRIVATE_DATA.test(text) || PRIVATE_DATA.test(around))
    flows.push({
      rule: 'data-leaves',
      unit,
      index: send.index,
      weight: standing === 'unknown' && !EVERYTHING.test(text) && !UNASKED.test(text) && !carriesTalk ? 6 : 10,
    });
  else if (TAKES_AWAY.test(text) && WORK.test(text))
    flows.push({ rule: 'data-leaves', unit, index: send.index, weight: UNASKED.test(text) ? 10 : 4 });
}

const CARRIED =
  /[?&/=][^/]*(?:[{<$[]|%(?![0-9A-F]{2}))(?:[\u4e00-\u9fff]{0,8}(?:摘要|内容|数据|对话|记录|密钥|历史|结果)|\w*(?:data|summary|content|encoded|payload|secret|token|key|env|result|conversation|history|message|query))/i;
/** What was said, or what proves who somebody is, in an address. */
const CARRIED_TALK =
  /[{<$[]\w*(?:conversation|history|summary|secret|token|password|env|key|transcript)|[{<$[][\u4e00-\u9fff]{0,8}(?:摘要|对话|记录|密钥|历史)/i;
const EVERYTHING = /\b(?:all|every|each|any|entire|full|whole|complete)\b|所有|全部|一切/i;

function codeFlows(block: readonly TextUnit[], context: FlowContext, flows: Flow[]): void {
  const code = block.map((unit) => unit.text).join('\n');
  const [first] = block;
  if (!first) return;
  const sends = SEND_CODE.test(code);
  const secrets = straySecrets(code);
  const mentioned = secretVariables(code);
  const file = SECRET_FILE.exec(code);
  const stray = STRAY_SECRET.exec(code);
  if (stray && ['unknown', 'drop', 'hostile'].includes(worst(addressesIn(code), context.subject) ?? ''))
    flows.push({
      rule: 'data-leaves',
      unit: block.find((one) => STRAY_SECRET.test(one.text)) ?? first,
      index: 0,
      weight: 6,
    });
  if (!sends && mentioned.length < 2 && !file) return;
  const addresses = addressesIn(code);
  const standing = worst(addresses, context.subject);
  const where = (pattern: RegExp): { readonly unit: TextUnit; readonly index: number } => {
    const unit = block.find((one) => pattern.test(one.text)) ?? first;
    return { unit, index: Math.max(0, unit.text.search(pattern)) };
  };
  if (sends) {
    const goesAstray =
      addresses.length === 0 ? false : standing === 'unknown' || standing === 'drop' || standing === 'hostile';
    const strangers = secrets.filter((name) => !belongsThere(name, addresses));
    const carriesFile = file !== null && STRONG_SECRET_FILE.test(code);
    if (goesAstray && (carriesFile || strangers.length > 0)) flows.push({ rule: 'secret-leaves', ...where(SEND_CODE) });
    else if (standing === 'hostile' || standing === 'drop') flows.push({ rule: 'data-leaves', ...where(SEND_CODE) });
    else if (carriesFile) flows.push({ rule: 'secret-leaves', ...where(SEND_CODE), weight: 6 });
    else if (goesAstray && READS_FILES.test(code)) flows.push({ rule: 'data-leaves', ...where(SEND_CODE), weight: 10 });
    else if (goesAstray && UPLOADS_FILE.test(code))
      flows.push({ rule: 'data-leaves', ...where(SEND_CODE), weight: UNASKED.test(first.intro) ? 10 : 6 });
    else if (strangers.length > 0 && addresses.length === 0)
      flows.push({ rule: 'data-leaves', ...where(SEND_CODE), weight: 4 });
    return;
  }
  const unrelated = new Set(
    mentioned.map((name) => ownerOf(name) || name).filter((owner) => !context.prose.includes(owner.toLowerCase())),
  );
  if (
    unrelated.size >= 2 &&
    /json\.dumps|JSON\.stringify|b64encode|payload|pickle|secrets?\s*=|collect|harvest|gather/i.test(code)
  )
    flows.push({ rule: 'secrets-collected', ...where(/environ|getenv|process\.env|\$/) });
  else if (
    file &&
    STRONG_SECRET_FILE.test(code) &&
    /\b(?:cat|open|read\w*|cp|copy|tar|zip|base64|type|Get-Content)\b/i.test(code)
  )
    flows.push({ rule: 'secret-read', ...where(SECRET_FILE) });
}

/** A secret put where no secret belongs in an address: `?q={api_key}`, and not `?api_key={api_key}`. */
const STRAY_SECRET =
  /https?:\/\/[^\s"'`]{1,200}[?&](?!(?:api_?key|key|k|token|appid|app_id|access_token|auth|apikey|password|secret|client_secret|sig|signature)=)\w{1,30}=[{<$%[]{1,3}\w{0,20}(?:key|token|secret|password|credential|env_?var)/i;

/** Files of the user's, wherever they are found, read to be sent. */
const READS_FILES =
  /\bos\.walk\s*\(|\bglob\.glob\s*\(\s*["'](?:\/|~)|\brglob\s*\(|expanduser\s*\(\s*["']~|Path\.home\s*\(|\bos\.homedir\s*\(|\bfind\s+(?:\/|~|\$HOME)/i;

/** A secret that goes where its owner is: `STRIPE_SECRET_KEY` to `api.stripe.com`. */
function belongsThere(variable: string, addresses: readonly string[]): boolean {
  const owner = ownerOf(variable);
  return owner.length >= 3 && addresses.length > 0 && addresses.every((address) => hostOf(address).includes(owner));
}

const ORDER: readonly HostStanding[] = ['local', 'known', 'coherent', 'unknown', 'drop', 'hostile'];

function worst(addresses: readonly string[], subject: string): HostStanding | undefined {
  let result: HostStanding | undefined;
  for (const address of addresses.slice(0, 50)) {
    const standing = hostStanding(address, subject);
    if (result === undefined || ORDER.indexOf(standing) > ORDER.indexOf(result)) result = standing;
  }
  return result;
}

function nearby(units: readonly TextUnit[], at: number, before: number, after: number): string {
  return units
    .slice(Math.max(0, at - before), at + after + 1)
    .map((unit) => unit.text)
    .join('\n');
}

/** The text around a unit, as far as it wants something done: what is ruled out or shown there is no accomplice. */
function commandingNearby(units: readonly TextUnit[], at: number, context: FlowContext): string {
  const own = units[at];
  const parts: string[] = [];
  for (let index = Math.max(0, at - 5); index <= Math.min(units.length - 1, at + 3); index++) {
    const unit = units[index];
    if (!unit || unit.kind === 'code' || index === at || unit.headings !== own?.headings) continue;
    if (context.stance(unit, Math.max(0, unit.text.search(/\S/))) !== 'commanding') continue;
    const sensitive = SECRET_WORD.exec(unit.text) ?? SECRET_FILE.exec(unit.text) ?? PRIVATE_DATA.exec(unit.text);
    if (sensitive && context.stance(unit, sensitive.index) === 'commanding') parts.push(unit.text);
  }
  return parts.join('\n');
}

const WINDOW = 16_000;
const WINDOW_OVERLAP = 60;

/** Code that stands together, in windows that overlap: a flow over a long script is seen, at a bounded cost. */
function codeBlocks(units: readonly TextUnit[]): TextUnit[][] {
  const blocks: TextUnit[][] = [];
  let open: TextUnit[] = [];
  let size = 0;
  for (const unit of units) {
    if (unit.kind !== 'code') continue;
    const isNew = open[0] !== undefined && open[0].block !== unit.block;
    if (isNew || size > WINDOW) {
      if (open.length > 0) blocks.push(open);
      open = isNew ? [] : open.slice(-Math.min(WINDOW_OVERLAP, open.length >> 2));
      size = open.reduce((sum, one) => sum + one.text.length, 0);
    }
    open.push(unit);
    size += unit.text.length;
  }
  if (open.length > 0) blocks.push(open);
  return blocks;
}
