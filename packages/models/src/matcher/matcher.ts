import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Text,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { canonicalJson, textIn } from '@rolecall/base';
import { type MatcherOptions, readMatcherOptions } from './matcher-options.ts';
import { type PlannedStep, planStep } from './plan-step.ts';
import { offeredStep, readConversation, rulesWithFinder } from './read-conversation.ts';
import type { Step, StepRules } from './step.ts';

const PROVIDER = 'builtin';
const MODEL_ID = 'matcher';
const TOKENLESS: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const NO_OPTIONS: MatcherOptions = { language: 'en', capabilities: [], closed: [] };
const RANKING_SHOWN = 3;

/**
 * `builtin/matcher`: a small deterministic planner behind the interface of a language model.
 *
 * It ranks the capabilities that it is given through `matcherProviderOptions` by their likeness to the customer's words,
 * fills arguments from schemas and origins, takes the next message as the answer to a question of the gate, and quotes
 * knowledge. It knows no business and learns nothing: the same prompt and options give the same answer. It is for first
 * contact, tests and CI; its provider metadata say in every answer that it was the planner, and why it did what it did.
 * Source: design, section 10.
 */
export function createMatcher(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: PROVIDER,
    modelId: MODEL_ID,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const { content, finishReason, providerMetadata, warnings } = answer(options);
      return { content: [...content], finishReason, usage: TOKENLESS, warnings: [...warnings], providerMetadata };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const parts = partsOf(answer(options));
      return {
        stream: new ReadableStream<LanguageModelV4StreamPart>({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
}

type Content = LanguageModelV4Text | LanguageModelV4ToolCall;

interface Answer {
  readonly content: readonly Content[];
  readonly finishReason: LanguageModelV4FinishReason;
  readonly providerMetadata: SharedV4ProviderMetadata;
  readonly warnings: readonly SharedV4Warning[];
}

function answer(options: LanguageModelV4CallOptions): Answer {
  const given = readMatcherOptions(options.providerOptions);
  const matcherOptions = given ?? NO_OPTIONS;
  const conversation = readConversation(options.prompt, matcherOptions);
  const offered = rulesOf(options);
  const { step, ranked } = planStep(conversation, matcherOptions, rulesWithFinder(offered, matcherOptions));
  const planned = { step: offeredStep(step, offered, matcherOptions), ranked };
  return {
    content: contentOf(planned.step, options.prompt),
    finishReason: { unified: planned.step.kind === 'call' ? 'tool-calls' : 'stop', raw: undefined },
    providerMetadata: traceOf(planned, matcherOptions),
    warnings: warningsOf(options, given),
  };
}

/** Only what the step offers is called; without tools nothing is. */
function rulesOf({ tools, toolChoice }: LanguageModelV4CallOptions): StepRules {
  const offered = tools?.map(({ name }) => name) ?? [];
  switch (toolChoice?.type) {
    case 'none':
      return { tools: new Set() };
    case 'tool':
      return { tools: new Set(offered.filter((name) => name === toolChoice.toolName)) };
    default:
      return { tools: new Set(offered) };
  }
}

function contentOf(step: Step, prompt: LanguageModelV4CallOptions['prompt']): readonly Content[] {
  if (step.kind === 'text') return step.text === '' ? [] : [{ type: 'text', text: step.text }];
  return [{ type: 'tool-call', toolCallId: nextCallId(prompt), toolName: step.tool, input: canonicalJson(step.input) }];
}

/** The first number that no call in the prompt has yet. */
function nextCallId(prompt: LanguageModelV4CallOptions['prompt']): string {
  const used = new Set<string>();
  for (const message of prompt) {
    if (message.role !== 'assistant' && message.role !== 'tool') continue;
    for (const part of message.content) if ('toolCallId' in part) used.add(part.toolCallId);
  }
  let number = used.size + 1;
  while (used.has(`${MODEL_ID}_${number}`)) number += 1;
  return `${MODEL_ID}_${number}`;
}

function traceOf({ step, ranked }: PlannedStep, options: MatcherOptions): SharedV4ProviderMetadata {
  return {
    rolecall: {
      planner: `${PROVIDER}/${MODEL_ID}`,
      because: step.because,
      ranked: ranked.slice(0, RANKING_SHOWN).map(({ topic, score }) => ({
        topic: topic.kind === 'knowledge' ? (topic.source ?? topic.title) : topic.capability.capability,
        title: topic.kind === 'knowledge' ? topic.title : textIn(topic.capability.title, options.language),
        kind: topic.kind,
        score: Math.round(score * 1000) / 1000,
      })),
    },
  };
}

function warningsOf(
  { responseFormat }: LanguageModelV4CallOptions,
  given: MatcherOptions | undefined,
): readonly SharedV4Warning[] {
  const warnings: SharedV4Warning[] = [];
  if (!given) {
    warnings.push({
      type: 'other',
      message: 'builtin/matcher got no options under providerOptions.rolecall: it knows no capability.',
    });
  }
  if (responseFormat?.type === 'json') warnings.push({ type: 'unsupported', feature: 'responseFormat' });
  return warnings;
}

function partsOf({ content, finishReason, providerMetadata, warnings }: Answer): readonly LanguageModelV4StreamPart[] {
  const body = content.flatMap((part, index): readonly LanguageModelV4StreamPart[] => {
    if (part.type === 'text') {
      const id = `text_${index}`;
      return [
        { type: 'text-start', id },
        { type: 'text-delta', id, delta: part.text },
        { type: 'text-end', id },
      ];
    }
    return [
      { type: 'tool-input-start', id: part.toolCallId, toolName: part.toolName },
      { type: 'tool-input-delta', id: part.toolCallId, delta: part.input },
      { type: 'tool-input-end', id: part.toolCallId },
      part,
    ];
  });
  return [
    { type: 'stream-start', warnings: [...warnings] },
    ...body,
    { type: 'finish', usage: TOKENLESS, finishReason, providerMetadata },
  ];
}
