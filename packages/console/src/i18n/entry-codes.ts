/** Codes in entries of the journal, in words. One that is not here is shown as it is. */

/** How a round ended. */
export const ROUND_ENDS = {
  natural: { en: 'Answered', zh: '已答复' },
  step_limit: { en: 'Step limit reached', zh: '达到步数上限' },
  ended_by_tool: { en: 'Ended by a tool', zh: '由工具结束' },
  aborted: { en: 'Broken off', zh: '已中止' },
  failed: { en: 'Failed', zh: '失败' },
  refused: { en: 'Refused', zh: '已拒绝' },
  model_failed: { en: 'Model failed', zh: '模型故障' },
  confirmed: { en: 'Confirmed', zh: '已确认' },
  declined: { en: 'Declined', zh: '客户未同意' },
  blocked: { en: 'Blocked', zh: '被拦截' },
  awaiting_confirmation: { en: 'Waits for a confirmation', zh: '等待确认' },
  awaiting_approval: { en: 'Waits for an approval', zh: '等待批准' },
  approved: { en: 'Approved', zh: '已批准' },
  approval_expired: { en: 'Nobody approved it in time', zh: '没有人及时批准' },
  resumed: { en: 'Resumed', zh: '已恢复' },
  nothing_due: { en: 'Nothing was due', zh: '没有要做的事' },
  settled: { en: 'Settled', zh: '已核实' },
  still_in_doubt: { en: 'Still not settled', zh: '仍待核实' },
  settlement_incomplete: { en: 'Settlement incomplete', zh: '核实内容不完整' },
  late_answer_incomplete: { en: 'Late answer incomplete', zh: '迟到的回答不完整' },
  approval_incomplete: { en: 'Approval incomplete', zh: '批准内容不完整' },
  operator_item_incomplete: { en: 'Operator’s item incomplete', zh: '操作员的内容不完整' },
  set_aside: { en: 'Set aside', zh: '已搁置' },
  nothing_to_confirm: { en: 'Nothing to confirm', zh: '没有可以确认的事' },
  already_done: { en: 'Already done', zh: '已经办过' },
  greeted: { en: 'Greeted', zh: '已问候' },
  already_greeted: { en: 'Already greeted', zh: '已经问候过' },
  reminded: { en: 'Reminded', zh: '已提醒' },
  silence: { en: 'After a silence', zh: '客户久未说话' },
  quiet_hours: { en: 'Quiet hours', zh: '免打扰时段' },
  stage_timed_out: { en: 'Stage timed out', zh: '阶段超时' },
  timer_unknown: { en: 'Timer unknown', zh: '定时器不认识' },
  event_handled: { en: 'Event handled', zh: '事件已处理' },
  event_handled_quietly: { en: 'Event handled without a word', zh: '事件已处理，未说话' },
  event_unheard: { en: 'Nobody subscribes to the event', zh: '没有任务订阅这个事件' },
  handed_over: { en: 'Handed over', zh: '已转人工' },
  hand_over_unanswered: { en: 'Nobody took over', zh: '无人接手' },
  taken_over: { en: 'Taken over', zh: '已由人工接手' },
  taken_back: { en: 'Handed back', zh: '已交还' },
  person_wrote: { en: 'A person wrote', zh: '人工已写' },
  left_to_person: { en: 'Left to the person', zh: '留给人工' },
  held_by_person: { en: 'With a person', zh: '由人工处理中' },
  follow_up_done: { en: 'Follow-up done', zh: '跟进办完' },
  employee_unknown: { en: 'AI employee unknown', zh: 'AI 员工不存在' },
} as const;

/** Why a model stopped. */
export const MODEL_FINISHES = {
  stop: { en: 'done', zh: '说完' },
  'tool-calls': { en: 'calls tools', zh: '调用工具' },
  length: { en: 'cut at its length', zh: '到达长度上限' },
  'content-filter': { en: 'filtered', zh: '被内容过滤' },
  error: { en: 'failed', zh: '出错' },
} as const;

/** What an operator answered to a request, or nobody. */
export const APPROVAL_VERDICTS = {
  approve: { en: 'Approved', zh: '已批准' },
  refuse: { en: 'Refused', zh: '已拒绝' },
  expired: { en: 'Expired', zh: '已过期' },
} as const;

/** Why a sentence was withheld. */
export const REPLY_CHECKS = {
  claim: { en: 'No receipt or fact bears it out', zh: '没有回执或事实可以证实' },
  never_say: { en: 'Must not be said', zh: '不得说的话' },
  policy: { en: 'Against a policy', zh: '违反政策' },
} as const;

/** What a task did about an event. */
export const SUBSCRIPTION_OUTCOMES = {
  done: { en: 'Done', zh: '已办' },
  not_met: { en: 'Condition not met', zh: '条件不成立' },
  no_instance: { en: 'No such task', zh: '没有这个任务实例' },
  failed: { en: 'Failed', zh: '失败' },
} as const;
