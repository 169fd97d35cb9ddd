/** Names of environment variables that hold secrets, where code reads them. */
export const SECRET_VARIABLE =
  /(?:os\.environ(?:\.get)?\s*[[(]\s*["']|os\.getenv\s*\(\s*["']|process\.env(?:\.|\[\s*["'])|getenv\s*\(\s*["']|ENV\[\s*["']|\$\{?|\$\(|%)([A-Z0-9_]{0,60}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|DATABASE_URL|PRIVATE)[A-Z0-9_]{0,60})/g;

/** Files that hold keys, passwords or sessions. */
export const SECRET_FILE =
  /(?:~|\$HOME|\/root|\/home\/[\w$]+|\/Users\/[\w$]+)?\/?\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws\/(?:credentials|config)|\.netrc\b|\.pypirc\b|\.git-credentials\b|\.kube\/config|\.docker\/config\.json|\.gnupg\b|\/etc\/(?:shadow|passwd)\b|\bLogin Data\b|\bcookies\.sqlite\b|\bkey[34]\.db\b|\bwallet\.dat\b|\.config\/(?:gh|gcloud|secrets)\b|\bkeychain(?:s|-db)\b|\bsecurity\s+(?:find-generic-password|dump-keychain)\b|\.cursor\/mcp\.json|claude_desktop_config\.json|\.openclaw\/|\.clawdbot\/|\.config\/solana|\.ethereum\/keystore|\btdata\b|\bLocal State\b|\.mozilla\/firefox|User Data\/Default|\.env(?:\.local|\.production)?\b(?!\.example)/i;

/** The same without `.env`, which ordinary instructions name all the time. */
export const STRONG_SECRET_FILE =
  /\.ssh\/(?:id_|\*|config)?|\b(?:tar|zip|cat|cp|scp|rsync)\b[^\n]{0,60}\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws\/credentials|\.git-credentials\b|\/etc\/shadow\b|\bLogin Data\b|\bcookies\.sqlite\b|\bwallet\.dat\b|\bdump-keychain\b|\bfind-generic-password\b|\.cursor\/mcp\.json|claude_desktop_config\.json|\.openclaw\/|\.clawdbot\/|\.config\/solana|\.ethereum\/keystore|\btdata\b|\bLocal State\b|\.mozilla\/firefox|User Data\/Default/i;

/** Secrets as prose names them. */
export const SECRET_WORD =
  /\b(?:api[- ]?keys?|access[- ]?(?:keys?|tokens?)|(?:session|auth(?:entication|orization)?|bearer|refresh|login)[- ](?:tokens?|cookies?|data|parameters?|headers?)|credentials?|private keys?|ssh keys?|passwords?|passphrases?|secrets?|environment variables?|env(?:ironment)? vars?|(?:browser|session) (?:cookies|history|data)|keychain|connection strings?|tokens?,? (?:and|or) keys?|\.env\b)|密钥|密码|口令|凭证|凭据|令牌|环境变量|私钥|助记词|浏览器(?:历史|数据|Cookie)|会话数据/i;

/** The user's own things, without being secrets. */
export const PRIVATE_DATA =
  /\b(?:(?:all|every|each|entire|complete|full|the user['’]?s?|user|their|your|collected|project|workspace|source|conversation|chat|session)\s+(?:\w+\s+){0,2}(?:data|files?|contents?|history|conversations?|messages?|documents?|code|folders?|director(?:y|ies)|workspaces?|notes?|repositor(?:y|ies)|information|inputs?|queries|prompts?|emails?|contacts?)|its contents?|(?:file|document) contents?|copy of (?:the|each|every|all)|backup of)\b|(?:用户|所有|全部|整个|完整|项目|工作区|对话|聊天|会话)[^。\n]{0,8}(?:数据|文件|内容|历史|记录|代码|信息|邮件|联系人)/i;

/** A command or call that sends something out. */
export const SEND_CODE =
  /\bcurl\b[^\n]{0,300}(?:\s-(?:d|F|T)\b|--data\S*|--upload-file|--form|-X\s*(?:POST|PUT)|--request\s+(?:POST|PUT))|\bwget\b[^\n]{0,200}--post-(?:data|file)|\brequests\.(?:post|put|patch)\s*\(|\bhttpx\.(?:post|put)\s*\(|\baxios\.(?:post|put)\s*\(|\bfetch\s*\([^\n]{0,200}(?:POST|PUT)|\burlopen\s*\([^\n]{0,120}data\s*=|\bInvoke-(?:WebRequest|RestMethod)\b[^\n]{0,200}-Method\s+(?:POST|PUT)|\|\s*(?:nc|ncat|netcat)\s+\S+\s+\d+|\|\s*curl\b|\bsmtplib\b|\bsendmail\b|\bscp\s+\S+\s+\S+@|\brsync\b[^\n]{0,100}\S+@\S+:|\bxargs\s+curl\b|\bgit\s+push\s+https?:/i;

/** Words that send something out, in prose, with the address that it goes to. */
export const SENDS_TO =
  /\b(?:send|transmit|post|upload|forward|exfiltrat|submit|deliver|email|push|relay|ship|beacon|mirror|copy|copie|report|sync|back(?:s)? up|leak)(?:e?s|e?d|t?ing|e)?\b[^\n]{0,160}?\b(?:to|at|via|into|on|with|using)\b[^\n]{0,80}?(?:https?:\/\/|s?ftp:\/\/|wss?:\/\/|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z])|(?:发送|上传|提交|转发|传输|回传|上报|推送|同步|外传|备份|寄)[^\n]{0,80}?(?:https?:\/\/|s?ftp:\/\/|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z])/i;

/** Words that put a secret into something that is sent. */
export const PUTS_INTO =
  /\b(?:includ|append|attach|embed|add|put|encod|pass|insert|concatenat)\w{0,4}\b[^\n]{0,160}(?:https?|wss?):\/\/|(?:附加|追加|拼接?到|拼在|编码后|放入|加入|携带)[^\n]{0,80}(?:https?|wss?):\/\//i;

/** Words that take a thing away as a whole. */
export const TAKES_AWAY =
  /\b(?:upload|back(?:s|ing)? (?:\w+ ){0,3}up|backup|cop(?:y|ies)|forward|mirror|sync|exfiltrat\w*|transmit|relay|archive|bcc|e-?mail|send|post)(?:s|ed|ing)?\b|上传|备份|转发|同步|外传|抄送|传输|发送/i;

/** What the user works on. */
export const WORK =
  /\b(?:copy|copies|files?|documents?|presentations?|spreadsheets?|slides?|decks?|reports?|drafts?|outputs?|results?|contents?|records?|lists?|transcripts?|notes?|rows|entries|projects?|folders?|director(?:y|ies)|everything|it|them)\b|文档|文件|副本|报告|表格|演示|内容|结果|记录|名单|列表|目录|项目/i;

/** Without anybody asking for it: at every turn, or as a step of its own. */
export const UNASKED =
  /\b(?:every time|each time|whenever|always|after (?:each|every|the|you|\w{3,20}ing)|before (?:each|every|any|the|you|\w{3,20}ing)|once (?:the|you|it is|done)|when (?:you (?:finish|are done|have)|done|finished)|at the (?:start|beginning|end) of|as (?:a|the) (?:first|last|final) step|also (?:send|post|upload|forward|copy|mirror)|automatically|in the background|for (?:safekeeping|backups?|compliance|auditing|archiv\w+))\b|每次|每当|总是|完成后|结束后|生成后|处理前|回答前|之前先|最后一步|同时把|同时将|自动|后台/i;

/** A file handed over whole. */
export const UPLOADS_FILE =
  /\bcurl\b[^\n]{0,200}(?:-F|--form|-T|--upload-file|--data-binary|-d)\s+["']?[^\s"']{0,30}@|\bfiles\s*=\s*\{|\b(?:tar|zip)\b[^\n]{0,80}\|\s*(?:curl|nc)\b/i;

/** Words that carry something away inside an address. */
export const CARRIES_IN_ADDRESS =
  /\b(?:open|visit|request|load|fetch|call|get|ping|render|include|append|embed|navigate|image|put|add)\w*\b|!\[|图片|插入|打开|访问|请求|加载|嵌入/i;

/** The parts of a call in which a secret only proves who calls. */
const PROVES_IDENTITY =
  /(?:-H|--header)\s*(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\S{1,200})|["']?(?:authorization|x-api-key|api[-_]?key|x-[\w-]*(?:token|key)|x-auth-token|private-token|bearer|token|auth|access_token|client_secret|password)["']?\s*[:=]\s*(?:f?["'`](?:Bearer |Basic |token )?[^"'`\n]{0,120}["'`]|os\.\w+[^,)\n]{0,80}|process\.env[^,)\n]{0,80})|\bheaders\s*[:=]\s*[{(][^})]{0,400}[})]|(?:\s-u|--user)\s+\S{1,120}|[?&](?:api_?key|key|token|access_token|appid|auth)=[^\s"'&]{1,120}/gi;

/** The text without those parts. */
export function withoutProofs(code: string): string {
  return code.replace(PROVES_IDENTITY, ' ');
}

/** Names of secret variables in a text, each once. */
export function secretVariables(code: string): string[] {
  return [...new Set([...code.matchAll(SECRET_VARIABLE)].map((match) => match[1] ?? ''))];
}

/**
 * Secrets that are more than a proof of who calls: those in `code` outside of headers and keys, and of those put into a
 * variable only the ones whose variable is used outside of them too.
 */
export function straySecrets(code: string): string[] {
  const rest = withoutProofs(code);
  const stray = new Set<string>();
  for (const match of rest.matchAll(SECRET_VARIABLE)) {
    const lineStart = rest.lastIndexOf('\n', match.index) + 1;
    const assigned = /(?:^|[\s;(])(?:export\s+|const\s+|let\s+|var\s+)?(\w{1,60})\s*=\s*[^=]{0,60}$/.exec(
      rest.slice(lineStart, match.index),
    )?.[1];
    if (assigned !== undefined && countWord(rest, assigned) < 2) continue;
    stray.add(match[1] ?? '');
  }
  return [...stray];
}

function countWord(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < 2; at = text.indexOf(word, at + word.length))
    if (!/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + word.length] ?? '')) count++;
  return count;
}

/** Whom a secret belongs to: `OPENAI_API_KEY` is `openai`; empty for a bare `API_KEY` or `TOKEN`. */
export function ownerOf(variable: string): string {
  const words = variable.toLowerCase().split('_');
  const generic =
    /^(?:api|key|token|secret|password|passwd|private|access|auth|my|the|app|client|user|db|database|url|jwt|session|bearer|service|account|id|admin|root|ssh|env)$/;
  return words.find((word) => !generic.test(word)) ?? '';
}

/** Prose about how a caller proves itself to a service, which is no leak. */
export const PROVES_IN_WORDS =
  /\b(?:authorization|bearer|header|authenticat\w*|basic auth|query (?:parameter|string)|sign(?:ed)? requests?|oauth|sdk|client)\b|请求头|鉴权|认证|签名|授权头/i;
