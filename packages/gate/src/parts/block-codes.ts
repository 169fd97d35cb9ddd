import type { Sentence } from '@rolecall/base/sentences';

/** Why a call was blocked, by the words of each code; each code belongs to one boundary. Source: design, section 6. */
export const BLOCK_CODES = {
  task_not_installed: { en: 'Task not installed', zh: '任务未安装' },
  capability_not_bound: { en: 'No contract bound', zh: '能力未绑定契约' },
  stage_not_open: { en: 'Stage does not allow it', zh: '当前阶段不允许' },
  requirement_not_permitted: { en: 'Not permitted by the business', zh: '业务包未许可' },
  role_not_declared: { en: 'Not declared by the role pack', zh: '角色包未声明' },
  strategy_forbids: { en: 'Forbidden by the strategy', zh: '策略禁止' },
  resource_not_bound: { en: 'No resource bound', zh: '资源未绑定' },
  credential_missing: { en: 'Credential missing', zh: '缺少凭证' },
  resource_unavailable: { en: 'System unavailable', zh: '系统不可用' },
  tool_drifted: { en: 'Tool has changed', zh: '工具已变化' },
  argument_missing: { en: 'Argument missing', zh: '缺少参数' },
  argument_invalid: { en: 'Argument invalid', zh: '参数无效' },
  argument_refused: { en: 'Origin of argument refused', zh: '参数来源不可信' },
  not_authorized: { en: 'Not authorized', zh: '未授权' },
  limit_reached: { en: 'Limit reached', zh: '达到限额' },
  operation_in_doubt: { en: 'Earlier outcome unknown', zh: '上次操作结果待核实' },
  duplicate_operation: { en: 'Already done', zh: '重复操作' },
  precondition_failed: { en: 'Precondition failed', zh: '前置条件不满足' },
  guard_failed: { en: 'Guard failed', zh: '守卫不通过' },
  confirmation_required: { en: 'Needs confirmation', zh: '需要客户确认' },
  confirmation_stale: { en: 'Confirmation no longer valid', zh: '确认已失效' },
  confirmation_declined: { en: 'Declined by the customer', zh: '客户未同意' },
} as const satisfies Readonly<Record<string, Sentence>>;

export type BlockCode = keyof typeof BLOCK_CODES;
