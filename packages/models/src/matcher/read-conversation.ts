import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { isJsonObject, type JsonObject } from '@rolecall/base';
import type { MatcherOptions } from './matcher-options.ts';
import { type Conversation, type PastCall, readPrompt } from './read-prompt.ts';
import type { Step, StepRules } from './step.ts';

/** The tool that calls any capability by its name, where there are too many to list. */
const CALL_CAPABILITY = 'call_capability';

/**
 * The prompt as a conversation in which every capability has a tool of its own, and in which earlier look-ups of material
 * left nothing open.
 */
export function readConversation(prompt: LanguageModelV4Prompt, options: MatcherOptions): Conversation {
  const { words, calls, earlier } = readPrompt(prompt);
  const direct = (all: readonly PastCall[]) => all.map((call) => directCall(call, options));
  return {
    words,
    calls: direct(calls),
    earlier: earlier.map((exchange) => ({
      words: exchange.words,
      calls: direct(exchange.calls).filter(({ tool }) => tool !== options.lookUp?.tool),
    })),
  };
}

function directCall(call: PastCall, { capabilities }: MatcherOptions): PastCall {
  if (call.tool !== CALL_CAPABILITY) return call;
  const named = capabilities.find(({ capability }) => capability === call.input.capability);
  const input: JsonObject = isJsonObject(call.input.arguments) ? call.input.arguments : {};
  return named ? { ...call, tool: named.tool, input } : call;
}

/** With `call_capability` every capability may be called. */
export function rulesWithFinder(rules: StepRules, { capabilities }: MatcherOptions): StepRules {
  if (!rules.tools.has(CALL_CAPABILITY)) return rules;
  return { tools: new Set([...rules.tools, ...capabilities.map(({ tool }) => tool)]) };
}

/** The step as the offered tools can take it. */
export function offeredStep(step: Step, offered: StepRules, { capabilities }: MatcherOptions): Step {
  if (step.kind === 'text' || offered.tools.has(step.tool)) return step;
  const capability = capabilities.find(({ tool }) => tool === step.tool)?.capability;
  if (capability === undefined || !offered.tools.has(CALL_CAPABILITY)) return step;
  return { ...step, tool: CALL_CAPABILITY, input: { capability, arguments: step.input } };
}
