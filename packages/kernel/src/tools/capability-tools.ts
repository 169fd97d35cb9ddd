import { STANDARD_CAPABILITIES } from '@rolecall/rolepack';
import type { RoundTool } from '../round.ts';

/** The kernel's tools behind the standard's capabilities. Source: RolePack, section 四·一. */
export const TOOLS_OF_CAPABILITY: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'file:read': ['read_file'],
  'file:write': ['write_file'],
  'file:list': ['list_dir', 'search_files'],
  'web:search': ['web_search'],
  'web:fetch': ['web_fetch'],
  'code:execute': ['run_code'],
  'memory:recall': ['memory_search', 'trace_summary', 'list_sessions'],
  'task:plan': ['task_plan'],
};

/** What a capability that a pack declares comes to here. */
export interface CapabilityState {
  readonly capability: string;
  /**
   * `served`: by these tools; `given`: needs none; `unavailable`: the standard knows it and nothing here serves it;
   * `unknown`: outside of the standard, and nothing here serves it. The pack works without the last two.
   */
  readonly status: 'served' | 'given' | 'unavailable' | 'unknown';
  readonly tools: readonly string[];
}

/** Each declared capability with the tools that serve it. Source: RolePack, section 四: what is unknown never blocks. */
export function capabilityStates(
  declared: readonly string[],
  tools: readonly Pick<RoundTool, 'name' | 'capability'>[],
): readonly CapabilityState[] {
  return [...new Set(declared)].map((capability): CapabilityState => {
    const own: readonly string[] = TOOLS_OF_CAPABILITY[capability] ?? [];
    const serving = tools
      .filter(({ name, capability: served }) => served === capability || (served === undefined && own.includes(name)))
      .map(({ name }) => name);
    if (serving.length > 0) return { capability, status: 'served', tools: serving };
    const known = STANDARD_CAPABILITIES.find((standard) => standard.capability === capability);
    if (known?.exposure === 'given') return { capability, status: 'given', tools: [] };
    return { capability, status: known ? 'unavailable' : 'unknown', tools: [] };
  });
}
