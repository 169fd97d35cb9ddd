import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { Language } from '@rolecall/base';
import { compressedEntry } from './entries.ts';
import type { Passage } from './memory/summary/passages.ts';
import { summariseText } from './memory/summary/summarise-text.ts';
import { summaryText } from './memory/summary/summary-text.ts';
import { promptTokens } from './message-tokens.ts';
import { userMessage } from './prompt.ts';
import type { RoundTool, RoundToolResult } from './round.ts';
import { promptLanguageOf } from './round-options.ts';
import { addUsage, commit, type RunningRound, replaceBeforeInput } from './running-round.ts';
import { compressedText } from './sentences.ts';

/** What is compressed is handed to the model in at most this share of the window. */
const MATERIAL_PERCENT = 60;
const LEAST_SUMMARY_TOKENS = 256;
const MOST_SUMMARY_TOKENS = 2_000;

/** One object for all rounds: a schema is counted once for as long as it lives. */
const COMPRESS_INPUT = { type: 'object', properties: {}, additionalProperties: false };

/** `compress_context` for one round. */
export function compressTool(round: () => RunningRound, language: Language): RoundTool {
  return {
    name: 'compress_context',
    title: language === 'zh' ? '压缩上下文' : 'Compress the context',
    description:
      language === 'zh'
        ? '上下文空间紧张时，把当前输入之前的旧对话压缩成一段临时摘要。当前输入和本轮内容不受影响。'
        : 'When the context runs short, condenses the conversation before the current input into one temporary summary. The input and this round are left as they are.',
    inputSchema: COMPRESS_INPUT,
    effect: 'read',
    execute: () => compressContext(round()),
  };
}

/**
 * Compresses what stands before the current input and has no summary yet. Its summary lives to the end of the round and
 * never enters memory. Where there is nothing to compress it says so. Source: RolePack, section 六 D2.
 */
async function compressContext(round: RunningRound): Promise<RoundToolResult> {
  const language = promptLanguageOf(round.input.options);
  const zh = language === 'zh';
  const targets = round.isCompressing ? [] : compressibleMessages(round);
  if (targets.length === 0) {
    const message = zh
      ? '没有可压缩的内容：当前输入之前没有旧对话。请直接收尾。'
      : 'There is nothing to compress before the current input. Bring the round to its end.';
    return { output: { status: 'nothing_to_compress', message } };
  }
  round.isCompressing = true;
  try {
    const before = promptTokens(targets, round.counter);
    const { model, signal, options } = round.input;
    const { summary, usage } = await summariseText(materialOf(targets, round), {
      model,
      scope: 'conversation',
      language,
      focus: options.summaryFocus,
      outputLimit: Math.max(LEAST_SUMMARY_TOKENS, Math.min(MOST_SUMMARY_TOKENS, Math.floor(before / 4))),
      redact: round.redact,
      signal,
    });
    // What the model has not seen to is not thrown away on a guess.
    if (!usage) {
      const message = zh ? '压缩没有成功，上下文保持不变。' : 'Compressing did not work; the context is as it was.';
      return { output: { error: 'compress_failed', message }, isError: true };
    }
    addUsage(round, usage);
    const message = userMessage(compressedText(summaryText(summary), language));
    const after = promptTokens([message], round.counter);
    if (after >= before) {
      const note = zh ? '旧对话已经很短，无需压缩。' : 'What stands before the input is short already.';
      return { output: { status: 'nothing_to_compress', message: note } };
    }
    replaceBeforeInput(round, targets, message);
    await commit(round, [
      compressedEntry(round.steps, { messages: targets.length, tokensBefore: before, tokensAfter: after }),
    ]);
    round.tell?.({ type: 'compressed', step: round.steps, messages: targets.length });
    return { output: { status: 'compressed', messages: targets.length, tokens_before: before, tokens_after: after } };
  } finally {
    round.isCompressing = false;
  }
}

/** Everything between the system part and the input that does not stand as a summary. */
function compressibleMessages({ prompt, inputIndex, summaryMessages }: RunningRound): LanguageModelV4Message[] {
  return prompt.slice(0, inputIndex).filter((message) => message.role !== 'system' && !summaryMessages.has(message));
}

/** The newest of it, as far as a request has room. */
function materialOf(messages: readonly LanguageModelV4Message[], round: RunningRound): readonly Passage[] {
  const most = Math.floor((round.windowTokens * MATERIAL_PERCENT) / 100);
  const taken: Passage[] = [];
  let room = most;
  for (const passage of messages.map(passageOf).reverse()) {
    room -= round.counter(passage.text);
    if (room < 0 && taken.length > 0) break;
    taken.unshift(passage);
  }
  return taken;
}

function passageOf(message: LanguageModelV4Message): Passage {
  const by = message.role === 'system' ? 'tool' : message.role;
  if (message.role === 'system') return { by, text: '' };
  const text = message.content
    .map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'tool-call') return `[${part.toolName}] ${JSON.stringify(part.input)}`;
      if (part.type === 'tool-result') return JSON.stringify('value' in part.output ? part.output.value : '');
      return '';
    })
    .join('\n');
  return { by, text };
}
