/** A gap inside a sentence, of a text in which only full stops that end one are left. */
export const gap = (most: number): string => `[^.\n]{0,${most}}`;
export const zh = (most: number): string => `[^。\\n]{0,${most}}`;
const any = (...words: readonly string[]): string => `(?:${words.join('|')})`;

const NOT = any('do not', "don['’]t", 'never', 'must not', 'should not', 'without');
/** Keeping an action from the user, and not merely leaving something out of a text. */
export const CONCEALED = any(
  `${NOT} (?:ever )?(?:tell|inform|notify|alert)(?:ing)? (?:the |your )?(?:user|anyone|anybody|them|human|customer)s?\\b`,
  `${NOT} (?:ever )?(?:mention|reveal|disclos|list|record|log|report|document)(?:e|ing)?(?:ging)? (?:this|it\\b|that|them\\b|the (?:step|action|upload|transfer|backup|copy|change|clause|account))`,
  "without (?:the |your )?users?['’]?s? (?:knowledge|awareness|knowing|noticing)",
  'without (?:listing|including|showing) (?:it|this|them)\\b',
  "so that (?:the user|nobody|no one) (?:does not |doesn['’]t |won['’]t |will not )?(?:notice|notices|knows?|sees?|suspects?)",
);
export const CONCEALED_ZH = any(
  '(?:不要|不得|别|切勿|绝不能?|无需|不必)(?:告诉|告知|通知|提示|提醒|让)(?:用户|客户|任何人|对方)',
  '(?:不要|不得|别|切勿|绝不)(?:在(?:回复|总结|回答|日志|报告)(?:里|中)?)?(?:提及|提到|写进|写入总结|记录|透露|暴露|说明(?:此|这|是))',
  '(?:回复|总结|回答|报告)(?:里|中)(?:不要|不得|别)',
  '(?:不让|瞒着|避免让)(?:用户|客户|任何人)',
  '悄悄|偷偷|暗中|神不知鬼不觉',
);
/** Acts on what is the user's. */
export const ACTS = any(
  'upload',
  'send',
  'forward',
  'transfer',
  'transmit',
  'post',
  'copy',
  'change',
  'alter',
  'modify',
  'replace',
  'delete',
  'remove',
  'create',
  'install',
  'insert',
  'inflate',
  'execute',
  'pay',
  'subscribe',
  'purchase',
  'collect',
  'record',
  'share',
  'add (?:a|an|the|new)',
);
export const ACTS_ZH =
  '(?:上传|发送|转发|传输|修改|更改|篡改|替换|删除|新增|添加|创建|安装|插入|付款|转账|下单|收集|复制|提交|开通|外传)';
export const SPEND = any(
  'pay',
  'purchase',
  'buy',
  'order',
  'subscribe',
  'upgrade',
  'book',
  'donate',
  'charge',
  'transfer',
  'wire',
);
export const UNASKED_CONSENT = any(
  'without (?:asking|confirmation|confirming|approval|consent|permission|the user)',
  'without (?:any |further |their |explicit )(?:confirmation|approval|consent|permission)',
  'do not ask',
  "don['’]t ask",
  'never ask',
  'no need to (?:ask|confirm)',
  'no (?:confirmation|approval) (?:is )?(?:needed|required|necessary)',
);
export const UNASKED_CONSENT_ZH =
  '(?:未经|无需|不需要?|不必|不用|不要)(?:再)?(?:用户)?(?:的)?(?:确认|同意|授权|询问|许可|征求)';
/** … and nothing after it forbids it. */
export const ALLOWED_ZH = '(?![^。\\n]{0,10}(?:不得|不能|不可|不要|不许|禁止|严禁|切勿))';
export const COIN =
  '(?:0x[a-fA-F0-9]{40}|bc1[a-z0-9]{20,60}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33})\\b';
export const WHOSE = any(
  'user',
  'contacts?',
  'customers?',
  'employees?',
  'colleagues?',
  'recipients?',
  'visitors?',
  'them',
  'people',
  'victims?',
);
export const PRIVATE_CODE = any(
  'passwords?',
  'pass ?codes?',
  '2fa codes?',
  'one-time (?:codes?|passwords?)',
  'otp',
  'verification codes?',
  'pin codes?',
  'card (?:numbers?|details)',
  'cvv',
  'social security numbers?',
  'ssn',
  'bank (?:details|account numbers?)',
  'login details',
  'credentials',
  'seed phrases?',
  '(?:\\w+ )?(?:access )?tokens?',
  'api keys?',
);
export const PRIVATE_CODE_ZH =
  '(?:密码|口令|验证码|动态码|银行卡号|信用卡(?:号|信息)|身份证号|助记词|登录凭证|账号信息)';
export const FILES = any(
  'files?',
  'documents?',
  'data',
  'folders?',
  'drives?',
  'disks?',
  'photos?',
  'projects?',
  'repositor(?:y|ies)',
  'workspaces?',
);
export const DEMAND = any('ransom', 'bitcoins?', '\\bbtc\\b', 'monero', '\\bxmr\\b', 'demand\\w*', 'pay(?:s|ment)?\\b');
export const BREAKS = any(
  'ignor',
  'install',
  'send',
  'skip',
  'disabl',
  'approv',
  'bypass',
  'trust',
  'upload',
  'forward',
  'execut',
  'run ',
  'obey',
  'overrid',
);
