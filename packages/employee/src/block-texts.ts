import type { Language } from '@rolecall/base';
import type { BlockCode } from '@rolecall/gate';

type BlockText = (title: string) => string;

/**
 * What a customer is told when a call was blocked and the asset has no text of its own: which kind of thing stopped it,
 * never a system, a tool or a code.
 */
const BLOCK_TEXTS: Record<BlockCode, Record<Language, BlockText>> = {
  task_not_installed: {
    zh: (title) => `「${title}」不在我负责的范围内，没有执行。`,
    en: (title) => `"${title}" is not part of my work here. Nothing was done.`,
  },
  capability_not_bound: {
    zh: (title) => `「${title}」还没有为我开通，没有执行。`,
    en: (title) => `"${title}" has not been set up for me. Nothing was done.`,
  },
  stage_not_open: {
    zh: (title) => `现在这个阶段不能进行「${title}」，没有执行。`,
    en: (title) => `"${title}" is not possible at this stage. Nothing was done.`,
  },
  requirement_not_permitted: {
    zh: (title) => `我没有获得办理「${title}」的许可，没有执行。`,
    en: (title) => `I am not permitted to do "${title}". Nothing was done.`,
  },
  role_not_declared: {
    zh: (title) => `「${title}」不属于我这个角色的能力，没有执行。`,
    en: (title) => `"${title}" is not among the abilities of my role. Nothing was done.`,
  },
  strategy_forbids: {
    zh: (title) => `我目前被设置为不能办理「${title}」，没有执行。`,
    en: (title) => `I am currently set up not to do "${title}". Nothing was done.`,
  },
  resource_not_bound: {
    zh: (title) => `我这里还没有接通办理「${title}」所需的系统，没有执行。`,
    en: (title) => `The system needed for "${title}" is not connected for me. Nothing was done.`,
  },
  credential_missing: {
    zh: (title) => `我目前没有进入相应系统的凭证，「${title}」没有执行。`,
    en: (title) => `I have no access to the system needed for "${title}" at the moment. Nothing was done.`,
  },
  resource_unavailable: {
    zh: (title) => `相应的系统现在连不上，「${title}」没有执行。请稍后再试。`,
    en: (title) => `The system needed for "${title}" cannot be reached right now. Nothing was done; please try later.`,
  },
  tool_drifted: {
    zh: (title) => `相应的系统有了变化，需要工作人员核对后才能办理「${title}」，没有执行。`,
    en: (title) => `The system behind "${title}" has changed and must be checked by staff first. Nothing was done.`,
  },
  argument_missing: {
    zh: (title) => `办理「${title}」还缺少信息，没有执行。`,
    en: (title) => `Some information is still missing for "${title}". Nothing was done.`,
  },
  argument_invalid: {
    zh: (title) => `「${title}」的信息不符合要求，没有执行。请核对后再告诉我。`,
    en: (title) => `The information given for "${title}" is not valid. Nothing was done; please check it.`,
  },
  argument_refused: {
    zh: (title) => `「${title}」的信息没有可靠的来源，没有执行。请您亲自告诉我。`,
    en: (title) =>
      `The information for "${title}" did not come from you, so nothing was done. Please give it to me yourself.`,
  },
  not_authorized: {
    zh: (title) => `按照您目前的身份，我不能办理「${title}」，没有执行。`,
    en: (title) => `I am not allowed to do "${title}" for you as things stand. Nothing was done.`,
  },
  limit_reached: {
    zh: (title) => `「${title}」的次数或数额已经达到上限，没有执行。`,
    en: (title) => `The limit for "${title}" has been reached. Nothing was done.`,
  },
  operation_in_doubt: {
    zh: (title) => `上一次「${title}」的结果还没有核实，在核实之前不会再次提交。`,
    en: (title) => `The result of the earlier "${title}" is not known yet. I will not send it again before it is.`,
  },
  duplicate_operation: {
    zh: (title) => `「${title}」之前已经办理过，没有重复执行。`,
    en: (title) => `"${title}" was already done earlier; it was not repeated.`,
  },
  precondition_failed: {
    zh: (title) => `「${title}」的条件不满足，没有执行。`,
    en: (title) => `The conditions for "${title}" are not met. Nothing was done.`,
  },
  guard_failed: {
    zh: (title) => `「${title}」的条件不满足，没有执行。`,
    en: (title) => `The conditions for "${title}" are not met. Nothing was done.`,
  },
  confirmation_required: {
    zh: (title) => `「${title}」需要您确认后才会执行，目前没有执行。`,
    en: (title) => `"${title}" needs your confirmation first. Nothing was done yet.`,
  },
  confirmation_stale: {
    zh: (title) => `您确认的「${title}」内容已经变化或过期，没有执行。`,
    en: (title) => `What you confirmed for "${title}" has changed or expired. Nothing was done.`,
  },
  confirmation_declined: {
    zh: (title) => `按您的意思，「${title}」没有执行。`,
    en: (title) => `As you wished, "${title}" was not carried out.`,
  },
};

/** Where the gate's reason says more than the code. */
const REASON_TEXTS: Readonly<Record<string, Record<Language, BlockText>>> = {
  operator_refused: {
    zh: (title) => `「${title}」没有得到我同事的批准，没有执行。`,
    en: (title) => `My colleague did not approve "${title}". Nothing was done.`,
  },
  approval_expired: {
    zh: (title) => `「${title}」在规定的时间内没有得到批准，没有执行。`,
    en: (title) => `"${title}" was not approved in time. Nothing was done.`,
  },
  operator_approval: {
    zh: (title) => `「${title}」需要我的同事批准后才能执行，目前没有执行。`,
    en: (title) => `"${title}" has to be approved by a colleague of mine first. Nothing was done yet.`,
  },
};

/** The engine's own words for a block. */
export function blockText(code: BlockCode, title: string, language: Language, reason?: string): string {
  const isGates = code.startsWith('confirmation_') && reason !== undefined && Object.hasOwn(REASON_TEXTS, reason);
  const texts = (isGates ? REASON_TEXTS[reason] : undefined) ?? BLOCK_TEXTS[code];
  return texts[language](title);
}
