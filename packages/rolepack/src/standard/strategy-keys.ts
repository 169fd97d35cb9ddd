import type { Bilingual } from '@rolecall/base';
import type { ValueOf, ValueShape } from './shape.ts';

/**
 * `frozen`: consumed by a reference implementation, same behaviour everywhere. `conditional`: frozen, acts only under
 * its condition. `draft`: may change. `retired`: taken out of the standard. Source: RolePack, section 六.
 */
export type KeyStatus = 'frozen' | 'conditional' | 'draft' | 'retired';

/** One strategy key as the table defines it. */
export interface StrategyKey {
  readonly status: Exclude<KeyStatus, 'retired'>;
  readonly shape: ValueShape;
  /** What holds when the pack says nothing, or says something outside the range. Undefined: the host's own setting. */
  readonly default: unknown;
  /** The room of Rolecall that reads the value; undefined means that nothing does, and the report says so. */
  readonly consumer: string | undefined;
  readonly meaning: Bilingual;
  /** With `conditional`: what must hold, as a strategy path and its value. */
  readonly condition?: { readonly stage: string; readonly key: string; readonly value: string } | undefined;
}

const onlyWhenAsking = { stage: 'reflect', key: 'userFollowup', value: 'ask' } as const;

/** Every strategy key, by stage. The resolver's defaults, the types and the schema come from here. */
export const STRATEGY_KEYS = {
  prepare: {
    summaryFocus: {
      status: 'frozen',
      shape: { type: 'text', min: 1, max: 500 },
      default: undefined,
      consumer: 'kernel: round summary',
      meaning: {
        en: 'What a round summary looks at: which facts are worth keeping, and in what form.',
        zh: '轮次摘要的提炼视角：判断“值得记什么”的信息维度与保留形式。',
      },
    },
  },
  act: {
    toolMode: {
      status: 'frozen',
      shape: { type: 'choice', values: ['allow', 'block'] },
      default: 'allow',
      consumer: 'kernel: tools; gate: boundary 3',
      meaning: { en: 'Whether tools may be called at all.', zh: '是否允许工具调用。' },
    },
    temperature: {
      status: 'frozen',
      shape: { type: 'number', min: 0, max: 2 },
      default: undefined,
      consumer: 'kernel: model options',
      meaning: { en: 'Randomness of the model.', zh: '生成随机性。' },
    },
    outputLimit: {
      status: 'draft',
      shape: { type: 'integer', min: 1, max: 65536 },
      default: undefined,
      consumer: 'kernel: round options',
      meaning: { en: 'Most tokens of one model answer.', zh: '单次模型输出的 token 上限。' },
    },
    streaming: {
      status: 'draft',
      shape: { type: 'choice', values: ['streaming', 'non-streaming'] },
      default: 'streaming',
      consumer: 'kernel: round options',
      meaning: { en: 'Whether text is shown while it is written.', zh: '是否流式输出。' },
    },
    toolStepLimit: {
      status: 'draft',
      shape: { type: 'integer', min: 0, max: 100 },
      default: 0,
      consumer: 'kernel: round options',
      meaning: { en: 'Most steps with tool calls in a round; 0 for none.', zh: '每轮含工具调用的步数上限；0 为不限。' },
    },
    providerRouting: {
      status: 'draft',
      shape: { type: 'choice', values: ['auto', 'fixed'] },
      default: 'auto',
      consumer: undefined,
      meaning: { en: 'Whether another model may stand in.', zh: '模型路由：可否自动换用其他模型。' },
    },
    multiStepReasoning: {
      status: 'draft',
      shape: { type: 'choice', values: ['auto', 'manual'] },
      default: 'auto',
      consumer: 'kernel: round options',
      meaning: {
        en: 'Whether a round goes on by itself after a step with calls.',
        zh: '含调用的一步之后是否自动继续。',
      },
    },
    toolReadonly: {
      status: 'draft',
      shape: { type: 'choice', values: ['full', 'readonly'] },
      default: 'full',
      consumer: 'kernel: tools; gate: boundary 3',
      meaning: { en: 'Whether only tools without an effect are left.', zh: '是否只保留无副作用的工具。' },
    },
    toolApproval: {
      status: 'draft',
      shape: { type: 'choice', values: ['auto', 'confirm'] },
      default: 'auto',
      consumer: 'kernel: approval of writes; not in an AI employee',
      meaning: { en: 'Whether each effect is asked for first.', zh: '每次产生副作用前是否先询问。' },
    },
  },
  reflect: {
    summary: {
      status: 'frozen',
      shape: { type: 'choice', values: ['on', 'off'] },
      default: 'on',
      consumer: 'kernel: round summary',
      meaning: { en: 'Whether a round leaves a summary.', zh: '是否生成轮次摘要。' },
    },
    selfReview: {
      status: 'frozen',
      shape: { type: 'switch-number' },
      default: 0,
      consumer: 'kernel: closing review',
      meaning: {
        en: 'One closing review when the round ran a tool; 0 for none, any positive number for once.',
        zh: '本轮执行过工具时做一次终审；0 为不审，任意正数均为一次。',
      },
    },
    userFollowup: {
      status: 'frozen',
      shape: { type: 'choice', values: ['ask', 'silent'] },
      default: 'silent',
      consumer: 'kernel: ask_user',
      meaning: { en: 'Whether the role asks back or waits for input.', zh: '主动引导提问，还是只等输入。' },
    },
  },
  global: {
    askOn: {
      status: 'conditional',
      shape: { type: 'choices', values: ['ambiguity', 'decision', 'missing_info', 'confirm'] },
      default: [],
      consumer: 'kernel: ask_user',
      condition: onlyWhenAsking,
      meaning: { en: 'When the role asks; one or several.', zh: '主动提问的触发条件，可组合。' },
    },
    askLimit: {
      status: 'conditional',
      shape: { type: 'integer', min: 1 },
      default: 3,
      consumer: 'kernel: ask_user',
      condition: onlyWhenAsking,
      meaning: { en: 'Most questions for one task.', zh: '每任务提问上限。' },
    },
    errorHandling: {
      status: 'frozen',
      shape: { type: 'choice', values: ['retry', 'degrade', 'stop'] },
      default: 'retry',
      consumer: 'kernel: model errors',
      meaning: { en: 'What happens when the model fails.', zh: '异常策略。' },
    },
    tokenBudget: {
      status: 'draft',
      shape: { type: 'integer', min: 0, max: 1_000_000 },
      default: 200_000,
      consumer: 'kernel: round options',
      meaning: { en: 'Tokens in and out of a round; 0 for none.', zh: '每轮进出 token 总预算；0 为不限。' },
    },
    stepBudget: {
      status: 'draft',
      shape: { type: 'integer', min: 0, max: 500 },
      default: 50,
      consumer: 'kernel: round options',
      meaning: { en: 'Calls in a round; 0 for none.', zh: '每轮调用次数预算；0 为不限。' },
    },
    contextLimit: {
      status: 'draft',
      shape: { type: 'integer', min: 1024, max: 10_000_000 },
      default: undefined,
      consumer: 'kernel: round options',
      meaning: { en: 'Lowers the context window, in tokens.', zh: '下调上下文窗口（token）。' },
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, StrategyKey>>>>;

type Table = typeof STRATEGY_KEYS;
export type StrategyStage = keyof Table;

type Resolved<K> = K extends { readonly shape: infer S; readonly default: infer D }
  ? D extends undefined
    ? ValueOf<S> | undefined
    : ValueOf<S>
  : never;

/** A strategy with every key in place: the pack's value where it is legal, else the default. */
export type ResolvedStrategy = {
  readonly [Stage in StrategyStage]: { readonly [Key in keyof Table[Stage]]: Resolved<Table[Stage][Key]> };
};

/** A strategy as a pack may write it, after aliases were followed and illegal values taken out. */
export type PackStrategy = {
  readonly [Stage in StrategyStage]?:
    | {
        readonly [Key in keyof Table[Stage]]?:
          | (Table[Stage][Key] extends { readonly shape: infer S } ? ValueOf<S> : never)
          | undefined;
      }
    | undefined;
};

/** The definition of one key, or undefined. Never answers for a name that only exists on an object's prototype. */
export function strategyKey(stage: string, key: string): StrategyKey | undefined {
  if (!Object.hasOwn(STRATEGY_KEYS, stage)) return undefined;
  const keys: Readonly<Record<string, StrategyKey>> = STRATEGY_KEYS[stage as StrategyStage];
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}
