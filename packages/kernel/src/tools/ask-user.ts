import { isJsonObject, type JsonObject, type Language, newId } from '@rolecall/base';
import type { ResolvedStrategy } from '@rolecall/rolepack';
import { agentEntry, type QuestionData } from '../agent/agent-entries.ts';
import type { RoundTool } from '../round.ts';
import { inputProblem, textInput } from './agent-tool.ts';

/** When and how often the role may ask back. */
export interface AskSetting {
  readonly strategy: ResolvedStrategy;
  readonly language: Language;
  /** Questions of the present task so far. */
  readonly asked: () => number;
}

const REASONS = {
  ambiguity: { zh: '要求有歧义', en: 'the request is ambiguous' },
  decision: { zh: '需要用户做决定', en: 'the user has to decide' },
  missing_info: { zh: '缺少必要信息', en: 'something needed is missing' },
  confirm: { zh: '动手前需要确认', en: 'something is to be confirmed first' },
} as const;

type Reason = keyof typeof REASONS;

/**
 * `ask_user`, only where the strategy asks back (`userFollowup: ask`), only for the reasons that it names (`askOn`; any
 * without it) and at most `askLimit` times for one task. A question ends the round.
 */
export function askUserTool({ strategy, language, asked }: AskSetting): RoundTool | undefined {
  if (strategy.reflect.userFollowup !== 'ask') return undefined;
  const { askOn, askLimit } = strategy.global;
  const reasons = (Object.keys(REASONS) as Reason[]).filter(
    (reason) => askOn.length === 0 || (askOn as readonly string[]).includes(reason),
  );
  const zh = language === 'zh';
  const listed = reasons.map((reason) => REASONS[reason][language]).join(zh ? '、' : ', ');
  return {
    name: 'ask_user',
    title: zh ? '提问' : 'Ask',
    description: zh
      ? `向用户提一个问题并等待回答；提问后本轮结束。仅在以下情况使用：${listed}。每个任务最多 ${askLimit} 次。`
      : `Asks the user one question and waits; the round ends with it. Only when ${listed}. At most ${askLimit} times a task.`,
    inputSchema: {
      type: 'object',
      properties: {
        question: { type: 'string' },
        reason: { type: 'string', enum: reasons },
        options: { type: 'array', items: { type: 'string' } },
      },
      required: ['question', 'reason'],
    },
    effect: 'read',
    async *execute({ id, input, step }) {
      const question = textInput(input, 'question');
      if (question === undefined)
        return inputProblem('question_missing', zh ? '缺少 question。' : 'The question is missing.');
      if (!reasons.includes(input.reason as Reason)) {
        return inputProblem(
          'reason_not_allowed',
          zh ? `reason 只能是：${reasons.join('、')}。` : `The reason must be one of: ${reasons.join(', ')}.`,
        );
      }
      if (asked() >= askLimit) {
        return inputProblem(
          'ask_limit_reached',
          zh
            ? `本任务的提问次数（${askLimit}）已用完。请按最合理的假设继续，并在答复里说明假设。`
            : `The questions of this task (${askLimit}) are used up. Go on with the most sensible assumption and say so.`,
        );
      }
      const data: QuestionData = {
        id: newId('question'),
        text: question,
        reason: String(input.reason),
        options: optionsOf(input),
      };
      yield { entries: [agentEntry('agent.question', data), agentEntry('agent.call_waits', { id }, step)] };
      return { output: { status: 'asked' }, endsRound: true };
    },
  };
}

/** Texts are taken as they are; some models write `{ label }`. */
function optionsOf(input: JsonObject): string[] {
  if (!Array.isArray(input.options)) return [];
  return input.options.flatMap((option) => {
    if (typeof option === 'string') return option === '' ? [] : [option];
    return isJsonObject(option) && typeof option.label === 'string' ? [option.label] : [];
  });
}
