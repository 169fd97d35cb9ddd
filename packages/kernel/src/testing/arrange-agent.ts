import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { loadPackFrom, memorySource, type RolePack } from '@rolecall/rolepack';
import type { AgentOptions } from '../agent/agent-options.ts';
import { type Agent, createAgent } from '../agent/create-agent.ts';
import type { RoundToolCall, RoundToolResult } from '../round.ts';
import type { AgentTool } from '../tools/agent-tool.ts';
import { type Script, type ScriptedModel, scriptedModel } from './scripted-model.ts';

export const PERSONA = '你是一名细心的撰稿人。';
export const RULES = '- 只说已经发生的事。\n- 规则内容𠮷不可改动。';

/** A role pack out of texts. */
export async function packOf(
  strategy: object,
  files: Readonly<Record<string, string>> = {},
  manifest: object = {},
): Promise<RolePack> {
  const base = { name: 'writer', formatVersion: '1.0.0', interactionType: 'tool_assistant', strategy, ...manifest };
  const all = { 'manifest.json': JSON.stringify(base), 'persona.md': PERSONA, 'rules.md': RULES, ...files };
  const encoder = new TextEncoder();
  const bytes = new Map(Object.entries(all).map(([path, text]) => [path, encoder.encode(text)]));
  const { pack, report } = await loadPackFrom(memorySource(bytes, 'pack'));
  if (!pack) throw new Error(JSON.stringify(report.entries));
  return pack;
}

/** An agent's tool that answers with what a function makes of the call. */
export function agentTool(
  name: string,
  effect: AgentTool['effect'],
  execute: (call: RoundToolCall) => RoundToolResult | Promise<RoundToolResult>,
  more: Partial<AgentTool> = {},
): AgentTool {
  return { name, description: `The tool ${name}.`, inputSchema: { type: 'object' }, effect, execute, ...more };
}

/** An agent with a scripted model, and that model. */
export function arrangeAgent(
  script: Script,
  options: Partial<AgentOptions> = {},
): { readonly agent: Agent; readonly model: ScriptedModel } {
  const model = scriptedModel(script);
  return { agent: createAgent({ model, summaryModel: false, sleep: async () => undefined, ...options }), model };
}

/** All texts of a request, in order. */
export function textsOf(request: LanguageModelV4CallOptions | undefined): string[] {
  return (request?.prompt ?? []).flatMap((message) => {
    if (message.role === 'system') return [message.content];
    return message.content.flatMap((part) => {
      if (part.type === 'text') return [part.text];
      if (part.type === 'tool-result') return [JSON.stringify('value' in part.output ? part.output.value : '')];
      return [];
    });
  });
}

export function toolNamesOf(request: LanguageModelV4CallOptions | undefined): string[] {
  return (request?.tools ?? []).map(({ name }) => name);
}
