import type { Pattern } from './patterns.ts';
import {
  ACTS,
  ACTS_ZH,
  ALLOWED_ZH,
  BREAKS,
  COIN,
  CONCEALED,
  CONCEALED_ZH,
  DEMAND,
  FILES,
  gap,
  PRIVATE_CODE,
  PRIVATE_CODE_ZH,
  SPEND,
  UNASKED_CONSENT,
  UNASKED_CONSENT_ZH,
  WHOSE,
  zh,
} from './told-words.ts';

/**
 * Attacks as a sentence tells them, in English and Chinese: an act, what it is done to, and what makes it an attack
 * (that it is hidden, unasked, total or for somebody else). None of them is a keyword: each needs at least two of these.
 * Every gap is bounded.
 */
export const TOLD_ATTACKS: readonly Pattern[] = [
  // Doing something and keeping it from the user
  told('hidden-action', `\\b${ACTS}\\b${gap(120)}\\b(?:and |but |, )?${CONCEALED}`, 8),
  told('hidden-action', `\\b${CONCEALED}${gap(80)}\\b(?:and|then|while)\\b${gap(20)}\\b${ACTS}\\b`, 8),
  told('hidden-action', `\\b(?:secretly|covertly|quietly|surreptitiously|stealthily)\\s+\\w{0,12}\\s?${ACTS}`, 8),
  told('hidden-action', `${ACTS_ZH}${zh(40)}${CONCEALED_ZH}`, 8),
  told('hidden-action', `${CONCEALED_ZH}${zh(16)}(?:地)?${ACTS_ZH}`, 8),
  told(
    'hides-from-user',
    `\\b(?:never|do not|don['’]t) (?:ever )?(?:reveal|disclose|admit|mention) (?:to (?:the user|anyone) )?that (?:this|you|it|the (?:step|action|skill|upload|command))\\b`,
    10,
  ),
  told(
    'hides-from-user',
    `\\b(?:do not|don['’]t|never) (?:log|record) (?:this|these|the) (?:step|action|command|request|operation)s?\\b|\\b(?:clear|delete|erase|wipe) (?:the |your |all )?(?:shell|bash|command|terminal) history\\b`,
    6,
  ),
  told(
    'hides-from-user',
    `\\bin the background\\b${gap(30)}\\b(?:do not|don['’]t|never|without) mention(?:ing)?\\b`,
    7,
  ),
  told(
    'hides-from-user',
    `(?:不要|不得|绝不能?|切勿|别)(?:让用户(?:知道|察觉|发现|看到)|记录(?:此|这|该)(?:步骤|操作|命令))|清除(?:命令|终端|shell)?历史(?:记录)?|后台${zh(10)}(?:上传|发送|执行|下载)${zh(16)}不要(?:提及|提到|说明)`,
    7,
  ),
  told(
    'deceives-user',
    `\\bif (?:the user|anyone|somebody|someone|they) asks?\\b${gap(12)}\\b(?:what you (?:did|are doing|have done)|about (?:this|the) (?:step|upload|action|change|file|request|delay)|whether you|why (?:this|the|you))\\b${gap(60)}\\b(?:say|claim|tell|answer|reply|pretend|respond)\\b|(?:如果|若|当)(?:用户|有人|对方)(?:问|询问|问起)${zh(6)}(?:做了什么|在做什么|此事|这一步|为什么|是否)${zh(16)}(?:就说|声称|谎称|回答|假装)`,
    10,
  ),
  told(
    'hides-from-user',
    `\\b(?:silently|quietly|secretly|covertly|in the background)\\b${gap(40)}\\b(?:never|do not|don['’]t|without) (?:ever )?(?:tell|inform|notify|mention)(?:ing)?\\b|(?:静默|悄悄|暗中|偷偷|后台)${zh(16)}(?:绝不|决不|不要|别|不得|不)(?:要|能)?(?:告诉|告知|通知|让)用户`,
    10,
  ),
  // Talking the model over
  told(
    'overrides-host',
    `(?:^|[.!?:;,]\\s+|[*_>#-]\\s*)(?:please |now |first |then |you must |you should |you will )?(?:ignore|disregard|forget|discard|set aside) (?:(?:all|any|every|the|your|of|these|those|my) ){0,3}(?:previous|prior|above|earlier|preceding|foregoing|original|system|safety|existing|other)(?: \\w+){0,2} (?:instructions?|directives?|prompts?|rules?|guidelines?|polic(?:y|ies)|guardrails?|training|restrictions?|directions?|constraints?)\\b`,
    10,
  ),
  told(
    'overrides-host',
    `\\b(?:ignore|disregard|do not (?:follow|answer|fulfil|process)|set aside)\\s+(?:the |what the )?users?['’]?s? (?:requests?|questions?|instructions?|wish(?:es)?|commands?|asks?|says)\\b${gap(60)}\\b(?:instead|and (?:perform|do|execute|follow|run))\\b`,
    10,
  ),
  told(
    'overrides-host',
    `\\b(?:takes? (?:absolute |strict )?(?:precedence|priority) over|overrides?|supersedes?|outranks?)\\b${gap(30)}\\b(?:system (?:prompt|message|instructions?)|developer (?:message|instructions?)|safety (?:rules|guidelines|polic\\w+)|(?:anything|whatever|everything) the user|users?['’]?s? (?:requests?|instructions?|wishes)|all other (?:instructions|skills|rules))`,
    7,
  ),
  told(
    'overrides-host',
    `(?:忽略|无视|忘记|忘掉|抛弃)(?:你|您)?(?:此前|之前|以上|上面|前面|先前|原有|系统|开发者)(?:的|所有|全部|一切|任何|收到){0,4}(?:的)?(?:指令|指示|提示词?|规则|设定|约束|限制|要求|准则|守则|指南)`,
    10,
  ),
  told(
    'overrides-host',
    `(?:不要|无需|不必|别)(?:理会|回应|处理|执行|管)用户的?(?:请求|要求|问题|指令)${zh(20)}(?:改为|而是|转而|直接)(?:执行|进行|完成|按)`,
    10,
  ),
  told(
    'overrides-host',
    `(?:优先级(?:高于|大于)|优先于|凌驾于|覆盖)${zh(8)}(?:系统提示词?|系统指令|安全(?:规则|策略|限制)|用户的?(?:任何|所有)?(?:要求|指令|请求)|其他所有(?:指令|规则))`,
    7,
  ),
  told(
    'removes-limits',
    `\\b(?:act|behave|respond|answer|operate|function) as (?:an? )?(?:\\w+ ){0,3}(?:without|free of|with no) (?:any |all )?(?:restrictions?|limits?|limitations?|filters?|rules|guidelines)\\b|\\b(?:safety|content|security|policy) (?:checks?|filters?|rules|guidelines|restrictions?|limits?) (?:are|have been|is|will be) (?:now )?(?:disabled|suspended|lifted|off|removed|waived)\\b`,
    10,
  ),
  told(
    'removes-limits',
    `(?:没有|不受|不存在)(?:任何|一切|所有)?(?:限制|约束|规则|审查)的?(?:AI|人工智能|助手|模型)|(?:安全|内容)(?:检查|限制|过滤|策略)(?:已|已经|现已)(?:被)?(?:关闭|解除|取消|停用)`,
    10,
  ),
  told(
    'reveals-prompt',
    `\\b(?:print|output|reveal|repeat|show|display|paste|include|dump)\\b${gap(30)}\\b(?:full|entire|complete|whole|verbatim|exact) (?:system prompt|system message|instructions you|initial instructions|developer message)|(?:输出|打印|展示|复述|附上)${zh(6)}(?:完整|全部|原始)的?(?:系统提示词?|系统消息|初始指令)`,
    7,
  ),
  // Destroying
  told(
    'wipes-machine',
    `\\b(?:delete|erase|wipe|destroy|overwrite|shred|remove|drop|truncate|purge)\\b${gap(20)}\\b(?:all|every|everything|entire|each|any)\\b${gap(30)}\\b(?:home (?:directory|folder)|personal files|user['’]?s (?:files|documents|photos|data)|backups?(?: and snapshots)?|snapshots|(?:tables?|rows|records|data(?:base)?s?) (?:in|of|from) (?:the )?production|production (?:data|database|tables?)s?|system files|system32|boot (?:sector|partition))\\b`,
    10,
  ),
  told(
    'wipes-machine',
    `(?:删除|清空|销毁|抹掉|擦除|格式化)${zh(8)}(?:(?:所有|全部|一切|整个)${zh(8)}(?:备份|快照|主目录|个人文件|系统文件|生产(?:数据|环境|库))|用户(?:主目录|的(?:文件|文档|照片|数据))${zh(6)}(?:所有|全部|一切)|生产(?:数据库|环境|库)${zh(4)}(?:所有|全部)|(?:主目录|整个磁盘|硬盘)${zh(4)}(?:所有|全部)?(?:文件|数据))`,
    10,
  ),
  told(
    'destroys-data',
    `\\brm\\s+-rf\\s+\\.git\\b${gap(80)}\\bforce[- ]push|\\bgit push (?:--force|-f)\\b${gap(60)}\\b(?:every|all) (?:remotes?|branch(?:es)?)|\\b(?:history|remotes?)\\b${gap(50)}\\bforce-push\\b${gap(20)}\\bempty\\b`,
    10,
  ),
  told(
    'takes-hostage',
    `\\b(?:encrypt|lock|zip|archive|move)s?\\b${gap(40)}\\b${FILES}\\b[^\\n]{0,160}\\b${DEMAND}`,
    10,
    /\b(?:encrypt|lock|delete|password|key)\b[^\n]{0,200}\b(?:ransom|bitcoins?|btc|monero|xmr|demand\w*)\b/i,
  ),
  told('takes-hostage', `加密${zh(40)}(?:文件|数据|文档|目录|硬盘)[^\\n]{0,60}(?:赎金|勒索|比特币|付款|支付)`, 10),
  told(
    'wipes-machine',
    `\\b(?:overwrite|fill|replace)\\b${gap(60)}\\b(?:files?|photos|documents|disks?|drives?|folder|contents)\\b${gap(30)}\\b(?:random|garbage|zero(?:e?s|ed)?|empty)\\b|\\boverwrite (?:every|all)\\b${gap(40)}\\b(?:random|garbage|zero)|\\b(?:wipe|erase|destroy|delete) (?:the user['’]?s|their|all|every) (?:\\w+ )?(?:backups?|snapshots|photos|documents)\\b|用(?:随机|空|垃圾)(?:数据|内容|字节)${zh(6)}覆盖`,
    10,
  ),
  // Ways in
  told(
    'opens-backdoor',
    `\\b(?:accept|allow|honou?r|treat|let|grant)\\b${gap(60)}\\b(?:passwords?|passphrase|pass ?code|token|string|header|key)\\b${gap(60)}\\b(?:(?:any|every|all) (?:account|user|login)s?|bypass|regardless of)`,
    10,
  ),
  told(
    'opens-backdoor',
    `\\b(?:hard-?code|embed|add|insert|include)\\b${gap(40)}\\b(?:master|magic|secret|universal|hidden|backdoor) (?:passwords?|key|token|login|account|user|parameter)\\b${gap(60)}\\b(?:access|log ?in|bypass|auth\\w*|generat\\w*|every|each|all)\\b`,
    10,
  ),
  told(
    'opens-backdoor',
    `\\b(?:append|add|write|put|install|copy)\\b[^\\n]{0,80}\\bauthorized_keys\\b[^\\n]{0,120}(?:ssh-(?:rsa|ed25519|dss)\\s+AAAA|so that (?:support|we|our|the (?:team|author|maintainer|vendor)|i)\\b)|\\bfollowing (?:public |ssh )?key\\b[^\\n]{0,60}\\bauthorized_keys\\b`,
    10,
  ),
  told(
    'opens-backdoor',
    `\\b(?:endpoint|route|handler|url)\\b${gap(60)}\\b(?:runs?|executes?|evaluates?|evals?)\\b${gap(20)}\\b(?:whatever|any|arbitrary|every)\\b${gap(20)}\\b(?:commands?|code|scripts?|input)`,
    10,
  ),
  told(
    'opens-backdoor',
    `(?:接受|允许|放行|内置|写入)${zh(16)}(?:万能|通用|固定|后门|隐藏)(?:的)?(?:密码|口令|密钥|令牌|账号)|(?:公钥|密钥)${zh(30)}authorized_keys${zh(20)}(?:方便|以便|便于|供)${zh(6)}(?:远程|我们|维护|技术支持)|(?:接口|端点|路由)${zh(20)}执行(?:任意|任何|传入的)${zh(6)}(?:命令|代码)`,
    10,
  ),
  told(
    'stays-behind',
    `\\b(?:cron ?(?:job|tab)|scheduled task|launch ?agent|startup (?:item|script|folder)|systemd (?:unit|timer|service)|login item|git hook)\\b[^\\n]{0,80}\\b(?:download|fetch|pull|curl|wget)\\w*\\b[^\\n]{0,80}(?:\\b(?:run|execute|launch|install)|\\|\\s*(?:ba)?sh)|(?:定时任务|计划任务|开机启动|自启动)[^\\n]{0,40}(?:下载|拉取|获取)[^\\n]{0,20}(?:执行|运行|安装)`,
    10,
  ),
  told(
    'opens-backdoor',
    `\\b(?:add|create|register|insert|seed)\\b${gap(20)}\\b(?:admin|administrator|root|superuser|super user)\\b${gap(40)}\\b(?:with )?(?:the )?password\\s+\\S|(?:新增|添加|创建|插入)${zh(10)}(?:管理员|超级用户)${zh(20)}密码`,
    4,
  ),
  told(
    'opens-backdoor',
    `\\b(?:execut|run|eval)\\w*\\s+(?:any |all |the |every |whatever )?(?:commands?|code|input|payloads?)\\s+(?:that )?(?:it |they )?(?:received?s?|sent|arrives?|arriving|posted|passed)\\b|\\b(?:fixed|hard-?coded|known|static|secret) password\\b${gap(60)}\\b(?:sudo|root|admin|keep (?:this|it) out|do not (?:document|mention|list)|undocumented)|执行(?:收到|接收到?|传入|发来)的?(?:任何)?(?:命令|指令|代码)`,
    10,
  ),
  // Money and people
  told(
    'moves-money',
    `\\b(?:transfer|send|move|withdraw|wire|pay|swap|donate)\\b[^\\n]{0,100}\\b${COIN}|${COIN}[^\\n]{0,20}(?:转账|转入|付款|支付|打款)|(?:转账|转出|转入|打款|支付|发送)[^\\n]{0,40}${COIN}`,
    10,
  ),
  told(
    'moves-money',
    `\\b(?:replace|swap|change|substitute|rewrite)\\b${gap(40)}\\b(?:wallet|crypto|bitcoin|payment|bank|payout|iban)\\b${gap(16)}\\b(?:address(?:es)?|accounts?|details|numbers?)\\b${gap(40)}\\b(?:with|to|by)\\b|(?:替换|改成|换成|修改)${zh(16)}(?:钱包地址|收款(?:账户|账号|地址)|银行账号)`,
    10,
  ),
  told(
    'moves-money',
    `\\b${SPEND}\\b${gap(100)}\\b${UNASKED_CONSENT}|\\b${UNASKED_CONSENT}\\b(?![^.\\n]{0,40}\\b(?:never|not|cannot|no)\\b)${gap(40)}\\b(?:pay|purchase|buy|subscribe|charge)\\b|\\b(?:never|do not|don['’]t) ask\\b${gap(40)}\\beven (?:for|when|if|before)\\b${gap(30)}\\b(?:payments?|purchases?|transfers?|deletions?)`,
    10,
    /\b(?:credit card|payments?|paid|premium|plans?|purchases?|money|funds?|\$\d|usd|eur|orders?|subscri\w+|invoice|card|licen[cs]e|bank)\b/i,
  ),
  told(
    'moves-money',
    `(?:下单|付款|支付|开通|订阅|购买|转账|扣款|充值)${zh(20)}${UNASKED_CONSENT_ZH}${ALLOWED_ZH}|${UNASKED_CONSENT_ZH}${ALLOWED_ZH}${zh(10)}(?:直接|自动|即可|就)?(?:下单|付款|支付|开通|订阅|购买|转账|扣款|充值)|${UNASKED_CONSENT_ZH}${ALLOWED_ZH}${zh(10)}(?:包括|即使是?)(?:付款|支付|转账|删除)`,
    10,
  ),
  told(
    'phishes',
    `\\b(?:ask|tell|prompt|instruct|request|urge|persuade|trick|convince|get)s?\\b${gap(30)}\\b${WHOSE}\\b${gap(80)}\\b${PRIVATE_CODE}\\b[^\\n]{0,80}(?:https?:\\/\\/|\\b(?:and|then) (?:save|send|store|write|log|forward|post|upload|record)\\b)`,
    10,
  ),
  told(
    'phishes',
    `\\b(?:e-?mails?|messages?)\\b${gap(40)}\\b(?:all|every|each)\\b${gap(20)}\\b(?:contacts?|customers?|employees?|colleagues?|users?|friends)\\b[^\\n]{0,120}(?:https?:\\/\\/|\\b${PRIVATE_CODE}\\b)`,
    8,
  ),
  told(
    'phishes',
    `\\b(?:account|access) (?:is|was|has been) (?:locked|suspended|compromised|limited)\\b[^\\n]{0,120}https?:\\/\\/`,
    8,
  ),
  told(
    'phishes',
    `(?:要求|让|请|诱导|提示)(?:用户|客户|联系人|员工|他们|对方)${zh(30)}${PRIVATE_CODE_ZH}[^\\n]{0,40}(?:https?:\\/\\/|(?:并|然后|再)(?:保存|发送|上传|写入|记录|转发))|(?:所有|全部)联系人${zh(40)}(?:https?:\\/\\/|${PRIVATE_CODE_ZH})|https?:\\/\\/\\S{1,200}\\s?(?:确认|输入|填写|验证)${zh(8)}${PRIVATE_CODE_ZH}`,
    10,
  ),
  told(
    'attacks-others',
    `\\b(?:\\d[\\d,]{3,}|thousands of|millions of|as many) (?:\\w+ )?(?:requests?|connections?|packets?|messages?|emails?)\\b[^\\n]{0,120}\\b(?:until (?:it|the (?:site|server|service))\\b${gap(20)}(?:stops?|crash\\w*|fails?|goes down|is (?:down|unavailable|offline))|to (?:overload|overwhelm|take down|crash))|\\b(?:flood|overwhelm|ddos|take down|bring down)\\b${gap(40)}\\b(?:server|site|website|service|network|target|host|competitor)s?\\b[^\\n]{0,80}https?:\\/\\/|(?:持续|大量|反复)${zh(10)}请求${zh(30)}(?:直到|使其|导致)${zh(10)}(?:瘫痪|崩溃|无法(?:访问|响应)|宕机)`,
    10,
  ),
  // Bending what the user gets
  told(
    'falsifies',
    `\\b(?:subtly|slightly|secretly|quietly|randomly|gradually|discreetly)\\s+(?:change|alter|modify|inflate|adjust|falsify|corrupt|distort|skew|round|lower|raise|reduce|increase|downgrade|improve)\\b${gap(60)}\\b(?:figures?|numbers?|data|results?|amounts?|totals?|values?|revenue|dates?|prices?|findings|citations?|scores?|ratings?|risks?)\\b|\\b(?:falsify|fabricate|forge|inflate|manipulate)\\b${gap(30)}\\b(?:figures|numbers|results|revenue|records|data|reviews|citations|evidence)\\b${gap(60)}\\b(?:appears?|looks?|so that|higher|lower|better)\\b`,
    10,
  ),
  told(
    'falsifies',
    `(?:悄悄|偷偷|暗中|略微|随机)(?:地)?(?:修改|更改|篡改|调整|夸大|调低|调高|降低|提高|美化)${zh(16)}(?:数字|数据|金额|结果|收入|日期|价格|评分|分数|等级|结论|风险)|(?:伪造|篡改|虚构)${zh(10)}(?:数据|数字|结果|记录|证据)${zh(20)}(?:使|让|看起来|显得)`,
    10,
  ),
  told(
    'sabotages',
    `\\b(?:introduce|insert|plant|add|inject|embed|leave)\\b${gap(12)}\\b(?:subtle|small|hidden|random|occasional|deliberate|intentional|minor)?\\s?(?:bugs?|errors?|flaws?|vulnerabilit(?:y|ies)|weakness(?:es)?|defects?|logic bombs?|time bombs?)\\b${gap(40)}\\b(?:code|scripts?|programs?|implementations?|output|contracts?|products?|functions?|applications?)\\b${gap(40)}\\b(?:you (?:write|generate|produce|create)|so that|that (?:fails?|triggers?|activates?)|after|later|fails?|without)\\b`,
    10,
  ),
  told(
    'sabotages',
    `(?:埋入|植入|加入|留下|引入|插入)${zh(16)}(?:触发|潜在|隐蔽|隐藏|细微|难以发现)的?(?:错误|漏洞|缺陷|bug|逻辑炸弹)|(?:埋入|植入|留下)${zh(8)}(?:逻辑炸弹|定时炸弹|漏洞|错误)`,
    10,
  ),
  told(
    'sabotages',
    `\\b(?:insert|add|include|slip|put)\\b${gap(20)}\\b(?:clause|paragraph|term|provision|condition)s?\\b${gap(40)}\\b(?:assigns?|transfers?|waives?|grants?|surrenders?|gives?)\\b${gap(30)}\\b(?:all|every|any)\\b|(?:插入|加入|写入)${zh(8)}条款${zh(20)}(?:转让|放弃|归)${zh(10)}(?:全部|所有|一切)`,
    8,
  ),
  told(
    'promotes',
    `\\b(?:always|only|exclusively)\\s+(?:recommend|suggest|promote|endorse|praise|favou?r)\\b[^\\n]{0,160}(?:\\b(?:competitors?|alternatives?|rivals?|other (?:brands|vendors|products))\\b${gap(40)}\\b(?:unsafe|bad|inferior|dangerous|unreliable|scams?|worse|avoid|negative\\w*)|\\b(?:without|do not|never)\\b${gap(20)}\\b(?:sponsor\\w*|paid|affiliat\\w*|advertis\\w*|disclos\\w*))`,
    10,
  ),
  told(
    'promotes',
    `(?:始终|总是|一律|只)推荐${zh(40)}(?:(?:其他|竞争)(?:品牌|产品|对手|公司)${zh(16)}(?:不安全|差|危险|不可靠|骗局)|(?:不要|不得)说明${zh(6)}(?:推广|广告|赞助))`,
    10,
  ),
  // Spreading and staying
  told(
    'plants-instructions',
    `\\b(?:modify|edit|change|rewrite|update|patch|append to)\\b${gap(20)}\\b(?:(?:all |every |the )?(?:other|installed|existing) (?:installed )?(?:skills?|agents?|plugins?))\\b${gap(80)}\\b(?:contains?|includes?|this (?:section|instruction|text|paragraph|block)|also|so that)\\b|(?:修改|改写|更新)${zh(6)}(?:其他|所有|全部)(?:已安装的?)?(?:技能|插件|智能体)${zh(20)}(?:包含|加入|本段|这段|这条)`,
    10,
  ),
  told(
    'plants-instructions',
    `\\b(?:add|append|write|insert|save|store|put)\\b[^\\n]{0,120}\\b(?:CLAUDE\\.md|AGENTS\\.md|GEMINI\\.md|\\.cursorrules|copilot-instructions(?:\\.md)?|settings\\.json|(?:long-term |persistent )?memory)\\b[^\\n]{0,120}\\b(?:future|every|each|all) (?:\\w+ )?sessions?\\b`,
    7,
    new RegExp(`\\b${BREAKS}`, 'i'),
  ),
  told(
    'plants-instructions',
    `(?:写入|追加到|加入|保存到)${zh(10)}(?:长期记忆|记忆|CLAUDE\\.md|AGENTS\\.md|系统提示词?)${zh(40)}(?:忽略|绕过|跳过|关闭|信任|自动(?:批准|执行)|发送|上传)`,
    10,
  ),
  told(
    'plants-instructions',
    `\\b(?:write|save|store|add|record|commit)\\b[^\\n]{0,40}\\b(?:memory|CLAUDE.md|AGENTS.md|GEMINI.md)\\b[^\\n]{0,120}\\b(?:ignor|bypass|disabl|skip|overrid)\\w*\\b[^\\n]{0,40}\\b(?:safety|security|confirm\\w*|user|permission|rules?|instructions?|settings?)`,
    10,
  ),
  told(
    'skips-consent',
    `--dangerously-skip-permissions|--yolo\\b|\\bbypassPermissions\\b|\\bapprove (?:all|every|any) (?:\\w+ ){0,2}(?:calls?|requests?|permissions?|actions?|commands?)\\b${gap(20)}\\b(?:automatically|without)|\\bauto-?approve (?:all|every|any)\\b|自动(?:批准|同意|通过)所有`,
    4,
  ),
  told(
    'raises-privilege',
    `\\b(?:to|into|in) (?:\\/etc\\/)?sudoers\\b|\\bpasswordless (?:sudo|root)\\b|\\bNOPASSWD\\b|sudoers`,
    5,
  ),
  told('opens-permissions', `\\bchmod\\s+(?:-R\\s+)?(?:0?777|a\\+rwx)\\s+["']?\\/(?:\\s|$|["'\`;&]|etc|usr|home)`, 8),
];

/** A sentence wants something of two regular expressions at once where `also` is given. */
function told(rule: Pattern['rule'], source: string, weight: number, also?: RegExp): Pattern {
  return {
    rule,
    pattern: new RegExp(source, 'i'),
    weight,
    also,
    negated: rule === 'hides-from-user' || undefined,
    told: true,
  };
}
