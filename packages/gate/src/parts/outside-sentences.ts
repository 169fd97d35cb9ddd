import type { Sentence } from '@rolecall/base/sentences';

/** Why a read that the gate made for itself gave nothing that could be used. */
export const READ_SENTENCES: readonly Sentence[] = [
  { en: 'nothing is bound', zh: '没有绑定任何资源' },
  { en: '{contract} is a write', zh: '{contract} 是写操作' },
  { en: '{contract} has no argument {name}', zh: '{contract} 没有参数 {name}' },
  { en: 'no answer came', zh: '没有收到回答' },
  { en: 'the answer is larger than {bytes} bytes, and nothing of it was taken', zh: '回答超过 {bytes} 字节，没有采用' },
  { en: 'more than one result code holds: {codes}', zh: '不止一个结果码成立：{codes}' },
  { en: 'no result code holds', zh: '没有一个结果码成立' },
  { en: 'the tool reports an error', zh: '工具报告出错' },
  { en: 'the answer has no structured content', zh: '回答没有结构化内容' },
  { en: 'the answer is nested deeper than {most}', zh: '回答嵌套超过 {most} 层' },
  { en: 'there is no record schema {schema}', zh: '没有记录结构 {schema}' },
  { en: 'the answer does not meet {schema}: {why}', zh: '回答不符合 {schema}：{why}' },
  { en: 'the contract names no record schema', zh: '契约没有写记录结构' },
  { en: 'what the contract declares of the answer is too much: {why}', zh: '契约声明要取的回答太大：{why}' },
  { en: 'it has {bytes} bytes, and at most {most} are told', zh: '有 {bytes} 字节，最多采用 {most} 字节' },
  { en: 'the resource port threw {error}', zh: '资源端口抛出 {error}' },
  { en: 'the platform tool {tool} threw {error}', zh: '平台工具 {tool} 抛出 {error}' },
  { en: 'the time to send it had passed', zh: '已过了可以发送的时间' },
  { en: 'failed', zh: '失败' },
  { en: 'unknown', zh: '结果未知' },
  { en: '{name} {problem}', zh: '{name}：{problem}' },
];

/** Why a system cannot be used, as its port tells it. */
export const SYSTEM_SENTENCES: readonly Sentence[] = [
  { en: 'The systems were closed.', zh: '系统已经关闭。' },
  { en: 'The server does not answer.', zh: '服务器没有回答。' },
  { en: 'The server cannot be reached.', zh: '连接不到服务器。' },
  { en: 'The server no longer knows the session.', zh: '服务器已经不认识这个会话。' },
  { en: 'It was given up before the server was ready.', zh: '服务器准备好之前，调用已被放弃。' },
  { en: 'A platform tool is no tool of an MCP server.', zh: '平台工具不是 MCP 服务器的工具。' },
  {
    en: 'All {count} places of the server are taken by other conversations.',
    zh: '服务器的 {count} 个位置都被其他会话占用。',
  },
  { en: 'The server has no tool "{tool}".', zh: '服务器没有工具“{tool}”。' },
  { en: 'The server declares {count} tools "{tool}".', zh: '服务器声明了 {count} 个名为“{tool}”的工具。' },
  { en: 'No server "{server}" is declared.', zh: '没有声明服务器“{server}”。' },
  {
    en: 'No server "{server}" is declared. Did you mean "{nearest}"?',
    zh: '没有声明服务器“{server}”。是不是想写“{nearest}”？',
  },
  { en: 'There is no platform tool "{tool}".', zh: '没有平台工具“{tool}”。' },
  {
    en: 'There is no platform tool "{tool}". Did you mean "{nearest}"?',
    zh: '没有平台工具“{tool}”。是不是想写“{nearest}”？',
  },
  { en: 'The business package names no knowledge base.', zh: '业务包没有写知识库。' },
  { en: 'The call was cancelled before it was sent.', zh: '调用在发送之前已取消。' },
  { en: 'It was to be sent by {at}, which has passed.', zh: '应在 {at} 之前发送，时间已过。' },
  { en: 'The call was not sent: {error}', zh: '调用没有发送：{error}' },
  {
    en: 'The binding gives the argument "{name}" of {tool} two values.',
    zh: '绑定给 {tool} 的参数“{name}”写了两个值。',
  },
  {
    en: 'The server failed {count} times in a row and is not tried again for {seconds} s.',
    zh: '服务器连续失败 {count} 次，{seconds} 秒之内不再尝试。',
  },
  {
    en: 'The server failed {count} times in a row and is not tried again for {seconds} s. {why}',
    zh: '服务器连续失败 {count} 次，{seconds} 秒之内不再尝试。{why}',
  },
  { en: 'The server could not be started: {error}. It said: {said}', zh: '启动不了服务器：{error}。它说：{said}' },
  { en: 'The server could not be started: {error}.', zh: '启动不了服务器：{error}。' },
  { en: 'The server could not be reached: {error}. It said: {said}', zh: '连接不到服务器：{error}。它说：{said}' },
  { en: 'The server could not be reached: {error}.', zh: '连接不到服务器：{error}。' },
];
