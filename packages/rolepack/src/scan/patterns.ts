import type { ScanRuleName } from './rules.ts';
import type { TextUnit } from './text-units.ts';

/** A shape that means its rule by itself, wherever the text wants it done. */
export interface Pattern {
  readonly rule: ScanRuleName;
  readonly pattern: RegExp;
  readonly in?: readonly TextUnit['kind'][] | undefined;
  /** The negation is part of the shape ("do not tell the user"); only quoting excuses it. */
  readonly negated?: true | undefined;
  /** Instead of the rule's own weight. */
  readonly weight?: number | undefined;
  /** Must hold of the same unit as well. */
  readonly also?: RegExp | undefined;
  /** Told in sentences: judged in prose, and in blocks of code that hold prose (templates, examples of an answer). */
  readonly told?: true | undefined;
}

/**
 * All patterns are bounded: no repetition of a repetition, every gap with a ceiling, and a unit is at most 2,000
 * characters long. So the scan takes time in proportion to the text, whatever the text is.
 */
export const PATTERNS: readonly Pattern[] = [
  // Running what was hidden or left behind
  { rule: 'decode-and-run', pattern: /base64\s+(?:-d|-D|--decode)[^|\n]{0,60}\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b/i },
  {
    rule: 'decode-and-run',
    pattern:
      /\b(?:exec|eval|compile|Function|execSync|system|popen)\s*\(.{0,80}(?:b64decode|base64|fromhex|atob\s*\(|decodestring|marshal\.loads|zlib\.decompress|codecs\.decode)/i,
  },
  {
    rule: 'decode-and-run',
    pattern: /\bpowershell(?:\.exe)?\b.{0,60}\s-e(?:nc(?:odedcommand)?)?\s+[A-Za-z0-9+/=]{16,}/i,
  },
  {
    rule: 'decode-and-run',
    pattern:
      /\b(?:echo|printf)\b.{0,400}\|\s*(?:xxd\s+-r|base64\s+-{1,2}d\w*|openssl\s+enc).{0,60}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b/i,
  },
  {
    rule: 'run-dropped-file',
    pattern:
      /(?:exec|eval|compile)\s*\(.{0,40}open\s*\(\s*["'](?:\/tmp\/|\/var\/tmp\/|\/dev\/shm\/|[^"']*\/\.)[^"']*["']\s*\)\.read/i,
  },
  {
    rule: 'run-dropped-file',
    pattern: /-o\s+(?:\/tmp|\/var\/tmp|\/dev\/shm|~)\/\.\S+.{0,80}(?:chmod\s+(?:\+x|7\d\d)|&&\s*(?:ba)?sh\b)/i,
  },
  {
    rule: 'run-dropped-file',
    pattern: /chmod\s+(?:\+x|7\d\d)\s+((?:\/tmp|\/var\/tmp|\/dev\/shm)\/\S+)\s*(?:&&|;)\s*(?:nohup\s+)?\1/i,
  },
  // Shells for others
  {
    rule: 'remote-shell',
    pattern:
      /\bn(?:c|cat|etcat)\b(?=[^|\n]{0,80}\s-\w*[ec]\b)[^|\n]{0,80}(?:\/bin\/)?(?:ba|z|da)?sh\b|\bn(?:c|cat)\b.{0,40}-e\s+\S*cmd(?:\.exe)?\b/i,
  },
  { rule: 'remote-shell', pattern: /\/dev\/(?:tcp|udp)\/[\w.${-]+\/\d*/i },
  {
    rule: 'remote-shell',
    pattern: /\bn(?:c|cat|etcat)\s+-\w*l[^|\n]{0,60}\|\s*(?:sudo\s+)?(?:\/bin\/)?(?:ba|z|da)?sh\b/i,
  },
  { rule: 'remote-shell', pattern: /\bmkfifo\b.{0,100}\|\s*(?:\/bin\/)?(?:ba)?sh\b.{0,60}\|\s*nc\b/i },
  {
    rule: 'remote-shell',
    pattern: /\bsocket\b.{0,200}\b(?:dup2|pty\.spawn|subprocess\.(?:call|Popen)\(\s*\[?["'](?:\/bin\/)?(?:ba)?sh)/i,
  },
  { rule: 'remote-shell', pattern: /\bsocat\b.{0,80}\bexec:.{0,20}(?:ba)?sh\b/i },
  {
    rule: 'coin-miner',
    pattern: /stratum\+(?:tcp|ssl):\/\/|\bxmrig\b|\bminerd\b|\bcpuminer\b|\bnicehash\b.{0,40}--url/i,
  },
  // Data leaving
  {
    rule: 'dns-tunnel',
    pattern:
      /\b(?:dig|nslookup|host|ping|drill|getent\s+hosts)\s[^\n]{0,80}(?:\$\(|\$\{?[A-Z_]{3,}|\{[a-z_]+\})[^\n]{0,120}\.[a-z][\w-]{1,30}\.[a-z]{2,}/i,
  },
  {
    rule: 'dns-tunnel',
    pattern:
      /(?:gethostbyname|dns\.(?:lookup|resolve\w*)|getaddrinfo|resolver\.resolve)\s*\(\s*f?["'`]?[^)\n]{0,40}(?:\{|\$\{|\+\s*["'`]\.)/i,
  },
  {
    rule: 'environment-leaves',
    pattern:
      /(?:\$\((?:env|printenv|set|export)\b|`(?:env|printenv)\b|\b(?:env|printenv)\s*(?:\|\s*(?:grep|base64|gzip)[^|\n]{0,60})?\|)[^\n]{0,200}(?:curl|wget|\bnc\b|https?:\/\/)|(?:curl|wget)\b[^\n]{0,200}(?:\$\((?:env|printenv)\b|`(?:env|printenv)\b)/i,
  },
  {
    rule: 'environment-leaves',
    pattern:
      /(?:requests\.(?:post|put)|urlopen|fetch|axios\.post|http\.request)\s*\(.{0,200}(?:dict\s*\(\s*os\.environ\s*\)|os\.environ\.copy|\bos\.environ\b(?!\s*(?:\[|\.get))|JSON\.stringify\s*\(\s*process\.env\s*\))/i,
  },
  // Destroying and opening up
  {
    rule: 'wipes-machine',
    pattern:
      /\brm\s+-[a-z]*(?:rf|fr)[a-z]*\s+(?:--no-preserve-root\s+)?(?:\/|~|\$HOME|\/\*|~\/\*|\/home|\/Users|\/etc|\/usr|\/boot|\/bin|C:\\)(?:\/?\*)?(?=\s|$|["'`;&|])|\bmkfs\.\w+\s+\/dev\/|\bdd\b[^\n]{0,60}\bof=\/dev\/(?:sd|nvme|disk|hd)|\bformat\s+c:|:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}|vssadmin\s+delete\s+shadows/i,
  },
  {
    rule: 'destroys-data',
    pattern:
      /\brm\s+-[a-z]*(?:rf|fr|f|r)[a-z]*\s+[^\n;|&]{0,80}(?<=[\s"'])\/(?!var\/(?:lib\/apt\/lists|cache|tmp)\b)(?:var|etc|usr|opt|lib|root|srv|Library|System)\/[\w.*${/-]*/i,
  },
  {
    rule: 'destroys-data',
    pattern:
      /\b(?:history\s+-c|unset\s+HISTFILE|truncate\s+-s\s*0\s+\/var\/log|shred\s+-\w+\s+(?:\/var|~)|wevtutil\s+cl)\b/i,
  },
  { rule: 'opens-permissions', pattern: /\bchmod\s+(?:-R\s+)?(?:0?777|a\+rwx|ugo\+rwx)\s+["']?[/~$]/i },
  {
    rule: 'raises-privilege',
    pattern:
      /\bchmod\s+(?:u\+s|[46]755)\b|\bNOPASSWD\s*:|\bsudo\s+chown\s+(?:-R\s+)?root\b|>>?\s*\/etc\/(?:sudoers|passwd|shadow)|\bsetcap\s+cap_|\busermod\s+-aG\s+(?:sudo|wheel|docker)\b.{0,20}\$|(?<!\|\s{0,3})\bsudo\s+(?:su|-i|bash|sh)\b/i,
  },
  {
    rule: 'breaks-isolation',
    pattern:
      /\bxattr\s+-(?:c|d\s+com\.apple\.quarantine|rd\s+com\.apple\.quarantine|cr)\b|\bspctl\s+--master-disable|\bcsrutil\s+disable|Set-MpPreference\b.{0,60}-Disable|\bsetenforce\s+0\b|\bufw\s+disable\b|\biptables\s+-F\b|Set-ExecutionPolicy\s+(?:Bypass|Unrestricted)|-ExecutionPolicy\s+Bypass|--privileged\b.{0,80}-v\s+\/:|-v\s+\/:\/|\/var\/run\/docker\.sock\b.{0,40}:/i,
  },
  {
    rule: 'breaks-isolation',
    in: ['prose', 'comment', 'quote', 'table'],
    pattern:
      /\b(?:disable|turn off|deactivate|bypass|circumvent)\s+(?:the\s+|your\s+|any\s+|all\s+)?(?:anti-?virus|defender|gatekeeper|firewall|sandbox(?:ing)?|security (?:software|controls?|checks?)|safety (?:checks?|filters?|guidelines?))|(?:关闭|禁用|绕过)(?:杀毒|防火墙|安全(?:检查|软件|限制|策略)|沙箱|防护)/i,
  },
  // Staying
  {
    rule: 'stays-behind',
    pattern:
      /(?:\(crontab\s+-l|crontab\s+-[^\s]*\s*<<|\|\s*crontab\s+-)|>>\s*~?\/?[^\s]{0,40}(?:\.bashrc|\.zshrc|\.profile|\.bash_profile|authorized_keys)\b.{0,10}|\/Library\/LaunchAgents\/|HK(?:CU|LM)\\\\?Software\\\\?Microsoft\\\\?Windows\\\\?CurrentVersion\\\\?Run|\bschtasks\s+\/create\b|systemctl\s+enable\s+\S*(?:update|helper|agent)/i,
  },
  {
    rule: 'plants-instructions',
    in: ['prose', 'comment', 'quote'],
    pattern:
      /\b(?:add|append|write|insert|inject|copy|store|save)\b[^.\n]{0,80}\b(?:to|into|in)\b[^.\n]{0,30}\b(?:SOUL\.md|MEMORY\.md|IDENTITY\.md|system prompt|all (?:other|installed) skills|every (?:other )?skill|your (?:long[- ]term )?memory)\b(?=[^.\n]{0,120}\b(?:always|never|ignore|permanent\w*|every (?:future )?session|persist\w*|from now on)\b)/i,
  },
  {
    rule: 'plants-instructions',
    in: ['prose', 'comment', 'quote'],
    pattern:
      /(?:写入|追加到|注入|保存到)[^。\n]{0,30}(?:系统提示词|长期记忆|SOUL\.md|MEMORY\.md|其他技能)[^。\n]{0,60}(?:始终|永远|以后|每次|忽略)/,
  },
  // Talking the model over
  {
    rule: 'overrides-host',
    in: ['prose', 'comment', 'quote', 'table', 'code'],
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass|discard|supersed(?:e|ing))\b\s+(?:(?:all|any|every|the|your|of|these|those|my|prior|previous|above|earlier|preceding|foregoing|existing|original|system|other|safety|content|ethical)\s+){1,6}(?:instructions?|directives?|prompts?|rules?|guidelines?|polic(?:y|ies)|guardrails?|training|restrictions?|context|messages?)\b/i,
  },
  {
    rule: 'overrides-host',
    pattern:
      /\b(?:system|admin(?:istrator)?|developer|security)\s+override\b|\bnew system prompt\s*:|\byour (?:new|updated|real|true) (?:primary )?(?:objective|mission|instructions?|directives?|purpose) (?:is|are)\b|\bas your new primary objective\b|\bforget everything (?:above|before|you (?:were|have been) told|about being)\b/i,
  },
  {
    rule: 'overrides-host',
    pattern:
      /(?:忽略|无视|忘记|忘掉|抛弃|覆盖|不要理会|不必遵守)(?:你|您)?(?:之前|以上|上面|前面|先前|此前|原有|所有|一切|全部|任何|系统|的|掉|了){0,5}(?:的)?(?:指令|指示|提示词?|规则|设定|约束|限制|安全(?:策略|规则|限制))/,
  },
  {
    rule: 'removes-limits',
    pattern:
      /\byou are (?:now |no longer )(?:a |an |in |the )?(?:\w+ ){0,3}(?:unrestricted|unfiltered|uncensored|jailbroken|bound by|DAN\b|developer mode|god mode|limitless|free from)|\b(?:unrestricted|god|jailbreak|DAN) mode\b.{0,40}\b(?:enabled|activated|now|engaged|on)\b|\benabl(?:e|ing) (?:god|dan|jailbreak) mode|\b(?:no|without (?:any )?|free (?:from|of) (?:all |any )?)(?:safety |content |ethical |moral )?(?:restrictions?|limitations?|filters?|filtering|guidelines?|constraints?|censorship)\b.{0,20}(?:\.|$|or)|\bcomply without question|\bregardless of (?:content|restrictions?|safety|policy)|\bDo Anything Now\b|\bno longer bound by\b|\bfreed from the\b/i,
  },
  {
    rule: 'removes-limits',
    pattern:
      /(?:不受|没有|解除|摆脱|突破)(?:任何|一切|所有|全部)?(?:内容|道德|安全|伦理|系统)?(?:限制|约束|审查|过滤)(?:地|的(?:AI|助手|模型|模式))|(?:进入|启用|开启)(?:开发者|上帝|越狱|无限制|DAN)模式|你(?:现在|从现在起)是(?:一个)?(?:不受限|无限制|没有限制|DAN)/i,
  },
  {
    rule: 'forged-turn',
    pattern:
      /<\|(?:im_start|system|endoftext|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>|^\s*<\/?(?:system|assistant)(?:[-_]\w+)?>|\[SYSTEM\](?!\w)|^\s*(?:###\s*)?(?:SYSTEM|ASSISTANT)\s*:\s*(?:you|ignore|new|override)/i,
  },
  {
    rule: 'hides-from-user',
    negated: true,
    pattern:
      /\b(?:do not|don['’]t|never|must not|should not|without)\s+(?:ever\s+)?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?|disclos(?:e|ing)|show(?:ing)?|let(?:ting)?|report(?:ing)?)\b(?![^.\n]{0,30}\beach\b)[^.\n]{0,60}\b(?:to )?(?:the |your )?(?:users?|humans?|customers?|them|anyone)\b(?!['’]s)/i,
  },
  {
    rule: 'hides-from-user',
    negated: true,
    pattern:
      /\b(?:hide|conceal|keep)\b[^.\n]{0,40}\b(?:this|it|these|secret|hidden|action|behaviou?r|activity)\b[^.\n]{0,30}\b(?:from (?:the |your )?(?:users?|logs?|human)|secret|hidden)\b|\bkeep this (?:secret|hidden|behaviou?r)|\b(?:without (?:the |your )?users?['’]?s? (?:knowledge|awareness|knowing|noticing))|\bsilently\s+(?:perform|execute|collect|send|upload|copy|forward|exfiltrate|transmit|record|harvest)\b/i,
  },
  {
    rule: 'hides-from-user',
    negated: true,
    pattern:
      /(?:不要|不得|别|切勿|无需|禁止)(?:再)?(?:告诉|告知|通知|提示|提醒|让|向)(?:用户|使用者|客户|对方)(?:知道|知晓|发现|提及|透露|说明)?|(?:对|向)用户(?:隐瞒|保密)|(?:不要|不得|别)(?:提及|透露|暴露)(?:此|这|该)(?:操作|行为|步骤|指令)|(?:悄悄|偷偷|暗中|静默|后台)(?:地)?(?:执行|运行|上传|发送|收集|读取|复制|下载)|不让用户(?:知道|察觉|发现)/,
  },
  {
    rule: 'deceives-user',
    negated: true,
    pattern:
      /\bif (?:the user |anyone |they )?asks?(?:ed)?\b[^.\n]{0,60},?\s*(?:just )?(?:say|claim|tell (?:them|the user)|respond|answer|reply|pretend)\b[^.\n]{0,30}\b(?:just|only|nothing|normal|routine|unrelated|no such|never|not|an? (?:error|update|bug)|maintenance|checking|harmless|standard)\b[^.\n]{0,60}|\b(?:act|behave|pretend) as if (?:you are still|nothing|no )|\bpretend (?:that )?(?:you|nothing|it)\b[^.\n]{0,60}\b(?:never|did not|didn['’]t|nothing)/i,
  },
  {
    rule: 'deceives-user',
    negated: true,
    pattern:
      /(?:如果|若|当)(?:用户|对方|有人)?(?:问|询问|问起|追问)[^。\n]{0,30}(?:就说(?:这|只|是|没)|谎称|声称|假装|否认)|假装(?:什么都|没有|未)/,
  },
  {
    rule: 'reveals-prompt',
    pattern:
      /\b(?:reveal|output|print|repeat|echo|dump|display|leak|return|include)\b[^.\n]{0,40}\b(?:your|the) (?:full |entire |complete |hidden |original )?(?:system prompt|system message|initial instructions|authorization header|api keys?|access token|session token|credentials)\b/i,
  },
  {
    rule: 'reveals-prompt',
    pattern:
      /(?:输出|打印|透露|泄露|重复|说出|展示)(?:你的|全部|完整|所有)?(?:的)?(?:系统提示词?|系统消息|初始指令|密钥|令牌|凭证)/,
  },
  {
    rule: 'skips-consent',
    negated: true,
    in: ['prose', 'comment', 'quote'],
    pattern:
      /\bwithout (?:(?:the )?user(?:['’]s)? |any |explicit |further |asking (?:for )?(?:the )?(?:user )?)?(?:confirmation|consent|permission|approval|verification|asking)\b|\bskip (?:all )?(?:confirmation|verification|approval)s?\b|未经(?:用户)?(?:确认|同意|许可|授权)|无需(?:用户)?(?:确认|同意|授权)|不(?:需要|必|用)(?:用户)?(?:确认|同意|授权)|跳过(?:确认|验证|审批)/i,
  },
  // Programs that cannot be looked into
  {
    rule: 'locked-archive',
    pattern:
      /\b(?:extract|unzip|unpack|decompress|open)\b[^.\n]{0,60}\b(?:with|using|use)?\s*(?:the )?(?:pass(?:word|phrase|code)?|pwd)\b\s*(?::|=|is|`|["'(])[^\n]{0,40}|\bpass(?:word)?\s*(?::|is)\s*`?\S{3,30}`?[^\n]{0,40}\b(?:extract|unzip|archive|zip)\b|\bunzip\s+-P\s*\S+|\b7z\s+x\b[^\n]{0,60}\s-p\S+|(?:解压|解压缩)[^。\n]{0,20}密码/i,
  },
  {
    rule: 'injected-code',
    pattern:
      /["'](?:\w*(?:javascript|function|code|template|expr|hint|script)\w*)["']\s*:\s*["'`][^\n]{0,120}(?:require\s*\(\s*\\?["']child_process|execSync|__import__|subprocess|os\.system|Runtime\.getRuntime|process\.mainModule)/i,
  },
  {
    rule: 'runs-away',
    pattern:
      /\b(?:retry|repeat|call|invoke|loop)\b[^.\n]{0,40}\b(?:indefinitely|forever|endlessly|infinitely|without (?:end|limit)|until the (?:result|response|output) contains)/i,
  },
  {
    rule: 'runs-away',
    pattern:
      /\b(?:echo|print|return|include|repeat)\b[^.\n]{0,30}\b(?:the )?(?:value|content)s? of (?:the |your )?(?:authorization|cookie|api[- ]?key|bearer|x-api-key)\b/i,
  },
  {
    rule: 'steals-wallet',
    pattern:
      /\b(?:enter|provide|paste|input|send|share|submit|export|read|collect|extract)\b[^.\n]{0,50}\b(?:seed phrases?|recovery phrases?|mnemonic (?:phrases?|words)|wallet (?:private )?keys?|private keys? (?:of|for|to) (?:your |the )?wallet)|(?:输入|提供|粘贴|发送|上传|导出)[^。\n]{0,16}(?:助记词|钱包私钥)/i,
  },
  {
    rule: 'replaces-other',
    pattern:
      /\bdrop-in (?:replacement|helper)\b|\breplacement for the (?:legitimate|original|official)\b|[.;] drop-in\b|^drop-in\b/i,
  },
  // Ways in, ransom, deletion, money
  {
    rule: 'opens-backdoor',
    pattern:
      /\b(?:install|insert|add|plant|create|leave|embed|inject|open|set up)\b[^.\n]{0,30}\bback-?doors?\b|\b(?:create|add|insert|register)\b[^.\n]{0,30}\b(?:hidden|secret|covert)\b[^.\n]{0,20}\b(?:user|account|admin(?:istrator)?|endpoint|login)\b|(?:植入|留下|安装|创建|添加)[^。\n]{0,10}(?:后门|隐藏(?:账户|账号|用户|管理员))/i,
  },
  {
    rule: 'takes-hostage',
    pattern:
      /\bencrypt\b[^.\n]{0,60}\b(?:files?|documents?|data|drives?|folders?)\b[^\n]{0,160}\b(?:ransom|bitcoin|btc|monero|pay us|demand)\b|加密[^。\n]{0,30}(?:文件|数据|文档)[^\n]{0,60}(?:赎金|勒索|比特币)/i,
  },
  {
    rule: 'destroys-data',
    in: ['prose', 'comment', 'quote', 'table'],
    pattern:
      /\b(?:delete|erase|wipe|destroy|overwrite|corrupt|remove)\b[^.\n]{0,30}\b(?:all|every|entire|the user['’]?s)\b[^.\n]{0,40}\b(?:home (?:directory|folder)|desktop|backups?|photos|personal files|production (?:data|database)s?|audit logs?|system files?)\b|(?:删除|清空|销毁|抹掉|覆盖)[^。\n]{0,10}(?:所有|全部|用户的?|整个)[^。\n]{0,12}(?:备份|主目录|桌面|照片|生产数据|系统文件)/i,
  },
  {
    rule: 'wipes-machine',
    pattern:
      /\brm\s+-[a-z]*(?:rf|fr)[a-z]*\s+["']?(?:~|\$HOME|\/home\/[\w$]+|\/Users\/[\w$]+)\/(?:Documents|Desktop|Pictures|Downloads|\*)|\b(?:shutil\.rmtree|rimraf|fs\.rmSync)\s*\([^\n]{0,40}(?:expanduser\(\s*["']~["']|Path\.home\(\)\s*\)|os\.homedir\(\)\s*[,)])|\bfind\s+(?:\/|~|\$HOME)\s[^\n]{0,60}-delete\b/i,
  },
  {
    rule: 'moves-money',
    pattern:
      /\b(?:transfer|send|move|withdraw|wire|pay|swap)\b[^.\n]{0,60}\b(?:funds?|money|btc|eth|usdc|usdt|sol|tokens?|crypto(?:currency|currencies)?|bitcoins?|coins?|balance)\b[^.\n]{0,60}(?:\b0x[a-fA-F0-9]{40}\b|\bbc1[a-z0-9]{20,60}|\b[13][1-9A-HJ-NP-Za-km-z]{25,34}\b|\bT[1-9A-HJ-NP-Za-km-z]{33}\b)|(?:转账|转出|提现|汇款|转移)[^。\n]{0,20}(?:余额|资金|代币|币)[^。\n]{0,30}(?:0x[a-fA-F0-9]{40}|bc1[a-z0-9]{20,60})/i,
  },
  {
    rule: 'searches-for-secrets',
    in: ['prose', 'comment', 'quote', 'table'],
    pattern:
      /\b(?:search|scan|enumerate|find|locate|walk|crawl|traverse|look)\b[^.\n]{0,60}\b(?:home (?:directory|folder)|entire (?:file ?system|disk|drive|machine|computer)|all directories|whole (?:disk|machine))\b[^\n]{0,120}(?:\.pem\b|\.key\b|\bid_rsa\b|\b(?:credentials?|passwords?|private keys?|secrets?|wallets?|seed phrases?|api keys?|tokens?)\b)|(?:搜索|扫描|遍历|查找)[^。\n]{0,20}(?:主目录|整个(?:磁盘|硬盘|电脑|系统)|所有目录)[^。\n]{0,40}(?:密钥|密码|凭证|私钥|钱包|令牌)/i,
  },
  {
    rule: 'searches-for-secrets',
    in: ['code'],
    pattern:
      /\bfind\s+(?:\/|~|\$HOME|\/home|\/Users)\S*\s[^\n]{0,120}(?:\.pem|\.key\b|id_rsa|\*wallet\*|credentials|\*password\*|\*secret\*)|\bgrep\s+-\w*r\w*[^\n]{0,60}(?:password|api[_-]?key|secret|BEGIN [A-Z ]*PRIVATE)[^\n]{0,60}\s(?:\/\s*$|~|\$HOME|\/home|\/Users)\S*/i,
  },
  {
    rule: 'plants-instructions',
    in: ['prose', 'comment', 'quote'],
    pattern:
      /\b(?:modify|rewrite|edit|overwrite|change|replace)\b[^.\n]{0,20}\b(?:your own|its own|this skill['’]?s own|the agent['’]?s)\b[^.\n]{0,20}\b(?:instructions?|system prompt|SKILL\.md|rules|guardrails?)\b(?=[^\n]{0,160}\b(?:bypass|disable|remove|persist\w*|permanent\w*|without)\b)/i,
  },
  {
    rule: 'injected-code',
    pattern:
      /\b(?:pickle|marshal|dill|joblib)\.loads?\s*\(\s*(?:requests\.|urllib|urlopen|base64\.|bytes\.fromhex|zlib\.)/i,
  },
  {
    rule: 'opens-backdoor',
    pattern: /\becho\s+["']?ssh-(?:rsa|ed25519|dss)\s[^\n]{0,900}>>[^\n]{0,60}authorized_keys/i,
  },
];
