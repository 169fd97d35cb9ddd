import { nearestName } from '@rolecall/base';
import type { ResourceAnswer, ResourceCall, ResourcePort, ResourceState } from '@rolecall/gate';
import type { PlatformTool, PlatformTools } from './platform-tool.ts';

/** Everything an employee may be bound to: tools of MCP servers and tools of the platform, told apart by their binding. */
export function employeeResources(servers: ResourcePort, platform: PlatformTools): ResourcePort {
  return {
    inspect: (capability, binding, conversation) =>
      'platform' in binding
        ? platformState(binding.platform, platform)
        : servers.inspect(capability, binding, conversation),
    call: (call) =>
      'platform' in call.binding ? callPlatform(call, call.binding.platform, platform) : servers.call(call),
  };
}

async function platformState(name: string, tools: PlatformTools): Promise<ResourceState> {
  const tool = tools.get(name);
  if (!tool) return { credential: 'present', liveness: 'down', reason: unknownTool(name, tools) };
  const state = await tool.inspect();
  return state.ready
    ? { credential: 'present', liveness: 'up' }
    : { credential: 'present', liveness: 'down', reason: state.reason };
}

/** A tool that throws has done nothing: its effect would be the receipt. */
async function callPlatform(call: ResourceCall, name: string, tools: PlatformTools): Promise<ResourceAnswer> {
  const tool: PlatformTool | undefined = tools.get(name);
  if (!tool) return { status: 'not_sent', reason: unknownTool(name, tools) };
  const { capability, arguments: values, requestId, timeoutMs, signal } = call;
  try {
    return await tool.call({ capability, arguments: values, requestId, timeoutMs, signal });
  } catch (error) {
    return { status: 'not_sent', reason: `the platform tool ${name} threw ${nameOf(error)}` };
  }
}

/** What kind of error it was, without its words: nobody redacted them. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function unknownTool(name: string, tools: PlatformTools): string {
  const nearest = nearestName(name, tools.keys());
  return `There is no platform tool "${name}".${nearest === undefined ? '' : ` Did you mean "${nearest}"?`}`;
}
