import type { Sentence, TextOf } from '@rolecall/base/sentences';
import type { OpenDetail } from './open-sentences.ts';

/** What was compared and found, in the gate's own words. */
export const PART_SENTENCES = [
  { en: 'none', zh: '无' },
  { en: 'nothing is known of this capability', zh: '对这项能力一无所知' },
  // Boundaries 1 to 4.
  { en: 'nothing in this workspace introduces {capability}', zh: '这个工作区里没有引入 {capability} 的任务' },
  { en: 'open in every stage; now {stage}', zh: '在每个阶段都开放；当前为 {stage}' },
  { en: 'open in {stages}; {task} is in {stage}', zh: '在阶段 {stages} 开放；{task} 处于 {stage}' },
  { en: 'the employee binds nothing to this capability', zh: 'AI 员工没有为这项能力绑定任何资源' },
  { en: 'missing', zh: '缺少' },
  { en: '{missing} is missing', zh: '缺少 {missing}' },
  { en: 'present', zh: '已有' },
  { en: 'does not answer', zh: '没有响应' },
  { en: 'answers', zh: '有响应' },
  { en: 'platform tool {tool}', zh: '平台工具 {tool}' },
  { en: 'the system does not offer {tool}', zh: '系统没有提供 {tool}' },
  { en: '{tool}, not pinned yet', zh: '{tool}，指纹尚未记下' },
  { en: 'as pinned: {fingerprint}', zh: '与记下的指纹一致：{fingerprint}' },
  { en: 'now {fingerprint}, pinned {pinned}', zh: '现在是 {fingerprint}，记下的是 {pinned}' },
  // Arguments.
  { en: 'there is no contract', zh: '没有契约' },
  { en: 'there are no arguments', zh: '没有参数' },
  { en: 'are nested deeper than {most}', zh: '嵌套超过 {most} 层' },
  { en: 'the contract has no such argument', zh: '契约没有这个参数' },
  { en: 'is computed by the gate; a different value was sent', zh: '由门控计算，传来的却是另一个值' },
  { en: 'is required and was not sent', zh: '必填，没有传来' },
  { en: 'is not valid', zh: '不正确' },
  { en: 'It is too large to be carried exactly; send it as a text.', zh: '它太大，不能精确传送；请作为文字传送。' },
  { en: 'its schema cannot be used: {why}', zh: '它的结构不能使用：{why}' },
  { en: 'it cannot be derived: {why}', zh: '不能算出：{why}' },
  { en: 'from the system', zh: '由系统给出' },
  { en: 'from {fact}, known by {by}', zh: '来自 {fact}，由 {by} 得知' },
  { en: 'from {origin}: entry {entry} {at}', zh: '{origin}：第 {entry} 条记录，{at}' },
  { en: 'from {origin}: entry {entry}', zh: '{origin}：第 {entry} 条记录' },
  { en: 'from {origin}', zh: '{origin}' },
  { en: 'unproven: found in none of its origins', zh: '未证实：在它的任何来源里都没有找到' },
  {
    en: 'was found in none of its origins, and the contract refuses it unproven',
    zh: '在它的任何来源里都没有找到，而契约不接受未证实的值',
  },
  // Authorization.
  { en: 'granted to {employee}', zh: '已授予 {employee}' },
  { en: 'not granted to {employee}', zh: '没有授予 {employee}' },
  { en: 'the contract requires none', zh: '契约不要求授权' },
  { en: 'the conversation was identified as somebody else', zh: '这个会话已确定属于另一位客户' },
  // Ledger.
  {
    en: 'another process took the key while this call was being decided',
    zh: '判定这次调用时，另一个进程占住了这个键',
  },
  { en: 'nobody holds the key', zh: '这个键没有被占住' },
  { en: '{operation} succeeded at {at}, its window has passed', zh: '{operation} 已于 {at} 成功，窗口期已过' },
  { en: '{operation} succeeded at {at} with other arguments', zh: '{operation} 已于 {at} 成功，参数不同' },
  {
    en: '{operation} succeeded at {at} with the same arguments; a repetition that the customer confirms as one is let through',
    zh: '{operation} 已于 {at} 以相同参数成功；客户确认要再做一次的，可以放行',
  },
  { en: '{operation} succeeded at {at} with the same arguments', zh: '{operation} 已于 {at} 以相同参数成功' },
  { en: '{operation} failed at {at}', zh: '{operation} 已于 {at} 失败' },
  { en: '{operation} is {state} since {at}', zh: '{operation} 自 {at} 起{state}' },
  // Limits.
  { en: '{used} of {most} used for the {owner}', zh: '{owner}已用 {used}，上限 {most}' },
  {
    en: 'the last one of {most} for the {owner} was taken while this call was being decided',
    zh: '判定这次调用时，{owner}的上限 {most} 刚被用满',
  },
  {
    en: '{measure}: {more} more; {used} of {most} used for the {owner}',
    zh: '{measure}：再加 {more}；{owner}已用 {used}，上限 {most}',
  },
  // Preconditions.
  {
    en: '{count} reads are more than the {most} that a call may ask for',
    zh: '{count} 次读取，超过一次调用可以要求的 {most} 次',
  },
  { en: 'another precondition has the same id', zh: '另一个前置条件用了同一个 id' },
  // Confirmation and approval.
  { en: 'none is needed', zh: '不需要' },
  { en: 'given by {means} to the notice of {at}', zh: '客户已用{means}确认 {at} 的通知' },
  {
    en: 'the same was done at {at}, and only the customer can want it again',
    zh: '同样的事已在 {at} 办过，是否再办一次只能由客户决定',
  },
  { en: 'the contract asks for the customer’s confirmation', zh: '契约要求客户确认' },
  { en: 'unproven and not yet confirmed: {arguments}', zh: '未证实，也尚未确认：{arguments}' },
  { en: 'the operation no longer waits; a confirmation counts once', zh: '操作已不再等待；一次确认只算一次' },
  {
    en: 'the arguments or the contract’s version are not those that were shown',
    zh: '参数或契约版本与出示时不同',
  },
  { en: 'expired at {at}', zh: '已于 {at} 过期' },
  { en: 'the fact {fact} that it relied on was corrected since', zh: '它所依据的事实 {fact} 后来更正过' },
  { en: 'the notice would no longer read as it was shown', zh: '确认通知的文字已与出示时不同' },
  {
    en: 'something was sent after the notice, so that a yes may mean that',
    zh: '确认通知之后又发过别的内容，“是”可能是回答那一条',
  },
  { en: 'declined by {means}', zh: '客户已用{means}拒绝' },
  { en: 'declined by the customer', zh: '客户已拒绝' },
  { en: 'an operator has to approve it', zh: '需要操作员批准' },
  { en: 'given by {person} to the request of {at}', zh: '{person} 已批准 {at} 的请求' },
  { en: 'refused by {person}', zh: '{person} 已拒绝' },
  { en: 'nobody approved it until {at}', zh: '到 {at} 仍没有人批准' },
  { en: 'the operation no longer waits for it; an approval counts once', zh: '操作已不再等待批准；一次批准只算一次' },
  { en: 'the request would no longer read as it was shown', zh: '请求的文字已与出示时不同' },
] as const satisfies readonly Sentence[];

/** The detail of a part, for the record: what is not in a list has no words in Chinese and cannot be recorded. */
export type PartDetail = TextOf<(typeof PART_SENTENCES)[number]> | OpenDetail;
