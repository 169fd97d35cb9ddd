import type { Language } from '@rolecall/base';

/** Why the web gave no answer. A value, never an exception: the model is told and goes on. */
export interface WebProblem {
  readonly problem: WebProblemCode;
  /** What is particular about it: a status, a limit, a type; never an address of the host's own. */
  readonly detail?: string | undefined;
}

export type WebAnswer<Answer extends object> = Answer | WebProblem;

export type WebProblemCode = keyof typeof TEXTS;

const TEXTS = {
  address_invalid: {
    zh: '这不是可用的网址。只取 http 和 https，不带用户名和密码，主机不用数字的变形写法。',
    en: 'This address cannot be used. Only http and https, without user or password, with a host that is plainly written.',
  },
  address_refused: {
    zh: '这个网址指向本机、内网或其他非公开的地址，不会访问。',
    en: 'This address leads to this machine, a private network or another address that is not public; it is not visited.',
  },
  port_refused: { zh: '不访问这个端口。', en: 'This port is not visited.' },
  secret_refused: {
    zh: '请求中含有已知的密钥，没有发送。',
    en: 'The request holds a known secret and was not sent.',
  },
  name_unknown: { zh: '找不到这个主机名。', en: 'There is no host of that name.' },
  unreachable: { zh: '连接不上，或连接中断。', en: 'It cannot be reached, or the connection broke.' },
  timed_out: { zh: '在时限内没有答复完。', en: 'It has not answered within the time limit.' },
  aborted: { zh: '已中止。', en: 'Stopped.' },
  too_many_redirects: { zh: '跳转次数太多。', en: 'It redirects too many times.' },
  status_refused: { zh: '服务器没有给出这个页面。', en: 'The server does not give this page.' },
  too_large: { zh: '内容超过大小限制，没有读取。', en: 'It is larger than the limit and was not read.' },
  type_refused: { zh: '不是可读文字的内容类型。', en: 'Its type is no text that can be read.' },
  encoding_refused: { zh: '无法解压或解码。', en: 'It cannot be decompressed or decoded.' },
  not_readable: { zh: '页面里没有可读的文字。', en: 'There is no text to read in the page.' },
  page_unparsable: { zh: '页面过于复杂，没有在限度内解析完。', en: 'The page could not be parsed within the limits.' },
  search_format_off: {
    zh: '搜索服务没有开放 JSON 格式；请其管理员在 search.formats 中加入 json。',
    en: 'The search service does not offer JSON; its operator adds json to search.formats.',
  },
  search_limited: {
    zh: '搜索服务暂时限制了次数，请稍后再试。',
    en: 'The search service limits requests for now; try later.',
  },
  search_answer_invalid: {
    zh: '搜索服务的答复无法理解。',
    en: 'The answer of the search service cannot be understood.',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>;

export function isWebProblem(answer: object): answer is WebProblem {
  return 'problem' in answer;
}

export function webProblemText({ problem, detail }: WebProblem, language: Language): string {
  const text = TEXTS[problem][language];
  if (detail === undefined) return text;
  return language === 'zh' ? `${text}（${detail}）` : `${text} (${detail})`;
}
