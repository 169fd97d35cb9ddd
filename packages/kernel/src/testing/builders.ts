import type { JsonObject } from '@rolecall/base';
import type { Writing } from '@rolecall/journal';
import type { RoundInput, RoundOptions, RoundTool, RoundToolCall, RoundToolResult } from '../round.ts';
import { type Script, type ScriptedModel, scriptedModel } from './scripted-model.ts';

/** A tool that answers with what a function makes of the call. */
export function tool(
  name: string,
  effect: RoundTool['effect'],
  answer: (call: RoundToolCall) => RoundToolResult | Promise<RoundToolResult>,
): RoundTool {
  return { name, description: `The tool ${name}.`, inputSchema: { type: 'object' }, effect, execute: answer };
}

/** A tool that may write on its way. */
export function writingTool(
  name: string,
  effect: RoundTool['effect'],
  execute: (call: RoundToolCall) => Writing<RoundToolResult>,
): RoundTool {
  return { name, description: `The tool ${name}.`, inputSchema: { type: 'object' }, effect, execute };
}

/** A read that answers with its own input. */
export const echo: RoundTool = tool('echo', 'read', ({ input }) => ({ output: input }));

/** A round of a scripted model; waits are not waited for but noted. */
export interface ArrangedRound {
  readonly model: ScriptedModel;
  readonly input: RoundInput;
  readonly waits: readonly number[];
}

export function arrangeRound(
  script: Script,
  overrides: Partial<Omit<RoundInput, 'options' | 'model'>> = {},
  options: Partial<RoundOptions> = {},
): ArrangedRound {
  const model = scriptedModel(script);
  const waits: number[] = [];
  const input: RoundInput = {
    model,
    stableText: 'You are a test.',
    changingText: 'It is noon.',
    history: [],
    input: 'Hello',
    tools: [echo],
    options: { windowTokens: 32_000, maxIterations: 50, errorHandling: 'retry', language: 'en', ...options },
    ...overrides,
    ports: {
      sleep: async (delayMs) => {
        waits.push(delayMs);
      },
      ...overrides.ports,
    },
  };
  return { model, input, waits };
}

/** The data of all entries of one kind. */
export function dataOf(entries: readonly { readonly kind: string; readonly data: JsonObject }[], kind: string) {
  return entries.filter((entry) => entry.kind === kind).map((entry) => entry.data);
}

/** A summary in the form that a model is asked for. */
export function summaryOf(text: string): string {
  return JSON.stringify({ type: 'general', text, verbatim: [], subject: '' });
}
