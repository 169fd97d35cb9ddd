import type { Language } from '@rolecall/base';

/** What `rolecall credentials` says. */
const en = {
  about: 'look after credentials; a value is never shown, and never taken from the command line',
  commands: {
    list: 'list credentials: where each comes from, since when, who uses it',
    where: 'tell which sources have a credential, in the order in which they are asked',
    set: 'set a new credential; the value comes from standard input or is asked for',
    rotate: 'give a credential a new value; running servers take it with the next call',
    remove: 'take a credential out of its source',
    rekey: 'seal a vault anew under the first of its keys, or under a new one',
  },
  arguments: { name: 'name of the credential' },
  options: {
    source: 'id of a declared source, as the list has it',
    generate: 'a random value of 256 bits',
    generateKey: 'make a new key of 256 bits where the present one is (a file or the keyring)',
    yes: 'also one that is in use',
  },
  ask: (name: string) => `Value of ${name} (not shown): `,
  noValue: 'No value came in.',
  noValueHint: 'Pipe it in, such as: pass show orders | rolecall credentials set orders_token; or use --generate.',
  none: 'No credential is named or kept here.',
  missing: 'missing',
  unknown: (name: string) => `No source has the credential "${name}", and nobody needs it.`,
  didYouMean: (name: string) => `Did you mean "${name}"?`,
  since: (at: string) => `since ${at}`,
  hidden: 'not used: an earlier source has it',
  unused: 'nobody needs it',
  server: (employee: string, server: string, as: string) => `${employee} → ${server} (${as})`,
  channel: (channel: string, as: 'identity' | 'webhook') =>
    `channel ${channel} (${as === 'identity' ? 'signed tokens' : 'webhook'})`,
  events: (webhook: string) => `events → ${webhook}`,
  done: {
    set: (name: string, source: string) => `${name} is in ${source}.`,
    rotate: (name: string, source: string) =>
      `${name} has a new value in ${source}; who uses it takes it with the next call.`,
    remove: (name: string, source: string) => `${name} is no longer in ${source}.`,
  },
  needsYes: (name: string, users: string) => `${name} is in use: ${users}. Say --yes if it is to go.`,
  rekeyed: (source: string, secrets: number) =>
    `${source} is sealed anew with ${secrets} ${secrets === 1 ? 'secret' : 'secrets'}.`,
  keyMade: (place: string) => `The new key is in ${place}. Without it the vault cannot be opened: keep a copy apart.`,
  oldKey: 'The older lines of the key may now be taken out where they are kept.',
};

export type CredentialsTexts = typeof en;

const zh: CredentialsTexts = {
  about: '管理凭证；值从不显示，也从不写在命令行里',
  commands: {
    list: '列出凭证：来自哪里、何时设置、谁在用',
    where: '说明哪些来源有这个凭证，按查找顺序',
    set: '设置一个新凭证；值从标准输入读取，或隐藏输入',
    rotate: '给凭证换一个新值；正在运行的服务器下一次调用时就会用上',
    remove: '从来源中删除一个凭证',
    rekey: '用保险库的第一把密钥（或一把新密钥）重新加密',
  },
  arguments: { name: '凭证名称' },
  options: {
    source: '已声明来源的编号，列表里有',
    generate: '生成 256 位随机值',
    generateKey: '在现有密钥所在之处（文件或系统钥匙串）生成一把 256 位新密钥',
    yes: '正在使用的也删除',
  },
  ask: (name) => `${name} 的值（不显示）：`,
  noValue: '没有收到值。',
  noValueHint: '请用管道传入，例如：pass show orders | rolecall credentials set orders_token；或用 --generate。',
  none: '这里没有声明或保存任何凭证。',
  missing: '缺少',
  unknown: (name) => `没有来源有凭证「${name}」，也没有谁需要它。`,
  didYouMean: (name) => `是不是「${name}」？`,
  since: (at) => `设置于 ${at}`,
  hidden: '未使用：前面的来源已有',
  unused: '没有谁需要它',
  server: (employee, server, as) => `${employee} → ${server}（${as}）`,
  channel: (channel, as) => `渠道 ${channel}（${as === 'identity' ? '签名令牌' : 'webhook'}）`,
  events: (webhook) => `事件 → ${webhook}`,
  done: {
    set: (name, source) => `${name} 已存入 ${source}。`,
    rotate: (name, source) => `${name} 在 ${source} 中已换新值；使用者下一次调用时就会用上。`,
    remove: (name, source) => `${name} 已从 ${source} 中删除。`,
  },
  needsYes: (name, users) => `${name} 正在使用：${users}。确要删除请加 --yes。`,
  rekeyed: (source, secrets) => `${source} 已重新加密，其中有 ${secrets} 个凭证。`,
  keyMade: (place) => `新密钥在 ${place}。没有它就打不开保险库：请另存一份。`,
  oldKey: '密钥的旧行现在可以从保存处删掉了。',
};

export const CREDENTIALS_TEXTS: Readonly<Record<Language, CredentialsTexts>> = { en, zh };
