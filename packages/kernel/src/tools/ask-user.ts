import { isJsonObject, type JsonObject, type Language, newId } from '@rolecall/base';
import type { EntryDraft } from '@rolecall/journal';
import type { ResolvedStrategy } from '@rolecall/rolepack';
import type { QuestionData } from '../agent/agent-entries.ts';
import type { RoundTool, RoundToolCall, RoundToolResult } from '../round.ts';
import { inputProblem, textInput } from './agent-tool.ts';

/** For what a role may ask back, and how often for one task. */
export interface AskPolicy {
  /** Any reason where it is empty. Source: `global.askOn`. */
  readonly on: readonly string[];
  /** Source: `global.askLimit`. */
  readonly limit: number;
}

/** How a strategy asks back; undefined where it does not (`reflect.userFollowup: silent`). */
export function askPolicyOf({ reflect, global }: ResolvedStrategy): AskPolicy | undefined {
  return reflect.userFollowup === 'ask' ? { on: global.askOn, limit: global.askLimit } : undefined;
}

/** One round's `ask_user`. */
export interface AskSetting {
  readonly policy: AskPolicy;
  readonly language: Language;
  /** Questions of the present task so far. */
  readonly asked: () => number;
  /** Takes a question on its way to the user. */
  readonly put: (question: QuestionData, call: RoundToolCall) => PutQuestion;
}

/** What becomes of a question. */
export interface PutQuestion {
  /** Written at once. */
  readonly entries: readonly EntryDraft[];
  /** Why it cannot be put, for the model. */
  readonly refused?: RoundToolResult | undefined;
}

const REASONS = {
  ambiguity: { zh: '要求有歧义', en: 'the request is ambiguous' },
  decision: { zh: '需要用户做决定', en: 'the user has to decide' },
  missing_info: { zh: '缺少必要信息', en: 'something needed is missing' },
  confirm: { zh: '动手前需要确认', en: 'something is to be confirmed first' },
} as const;

type Reason = keyof typeof REASONS;

/**
 * `ask_user`, for the reasons that the policy names and at most so often for one task. A question ends the round, which
 * asks one.
 */
export function askUserTool({ policy, language, asked, put }: AskSetting): RoundTool {
  const { limit } = policy;
  const { reasons, inputSchema, description } = askFrameOf(policy, language);
  const zh = language === 'zh';
  let isAsked = false;
  return {
    name: 'ask_user',
    title: zh ? '提问' : 'Ask',
    description,
    inputSchema,
    effect: 'read',
    async *execute(call) {
      const { input } = call;
      const question = textInput(input, 'question');
      if (question === undefined)
        return inputProblem('question_missing', zh ? '缺少 question。' : 'The question is missing.');
      if (!reasons.includes(input.reason as Reason)) {
        return inputProblem(
          'reason_not_allowed',
          zh ? `reason 只能是：${reasons.join('、')}。` : `The reason must be one of: ${reasons.join(', ')}.`,
        );
      }
      if (isAsked) {
        return inputProblem(
          'already_asked',
          zh ? '本轮已经问了一个问题，请等回答。' : 'This round asks a question already; wait for the answer.',
        );
      }
      if (asked() >= limit) {
        return inputProblem(
          'ask_limit_reached',
          zh
            ? `本任务的提问次数（${limit}）已用完。请按最合理的假设继续，并在答复里说明假设。`
            : `The questions of this task (${limit}) are used up. Go on with the most sensible assumption and say so.`,
        );
      }
      const data: QuestionData = {
        id: newId('question'),
        text: question,
        reason: String(input.reason),
        options: optionsOf(input),
      };
      const { entries, refused } = put(data, call);
      if (entries.length > 0) yield { entries };
      if (refused) return refused;
      isAsked = true;
      return { output: { status: 'asked' }, endsRound: true };
    },
  };
}

/** What is the same in every round of a policy: a schema is counted once for as long as it lives. */
interface AskFrame {
  readonly reasons: readonly Reason[];
  readonly description: string;
  readonly inputSchema: JsonObject;
}

const frames = { zh: new WeakMap<AskPolicy, AskFrame>(), en: new WeakMap<AskPolicy, AskFrame>() };

function askFrameOf(policy: AskPolicy, language: Language): AskFrame {
  const known = frames[language].get(policy);
  if (known) return known;
  const { on, limit } = policy;
  const reasons = (Object.keys(REASONS) as Reason[]).filter((reason) => on.length === 0 || on.includes(reason));
  const zh = language === 'zh';
  const listed = reasons.map((reason) => REASONS[reason][language]).join(zh ? '、' : ', ');
  const frame: AskFrame = {
    reasons,
    description: zh
      ? `向用户提一个问题并等待回答；提问后本轮结束。仅在以下情况使用：${listed}。每个任务最多 ${limit} 次。`
      : `Asks the user one question and waits; the round ends with it. Only when ${listed}. At most ${limit} times a task.`,
    inputSchema: {
      type: 'object',
      properties: {
        question: { type: 'string' },
        reason: { type: 'string', enum: reasons },
        options: { type: 'array', items: { type: 'string' } },
      },
      required: ['question', 'reason'],
    },
  };
  frames[language].set(policy, frame);
  return frame;
}

/** Texts are taken as they are; some models write `{ label }`. */
function optionsOf(input: JsonObject): string[] {
  if (!Array.isArray(input.options)) return [];
  return input.options.flatMap((option) => {
    if (typeof option === 'string') return option === '' ? [] : [option];
    return isJsonObject(option) && typeof option.label === 'string' ? [option.label] : [];
  });
}
