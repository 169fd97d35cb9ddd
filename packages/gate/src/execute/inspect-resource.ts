import type { CapabilityKey } from '@rolecall/base';
import type { CallContext } from '../call-context.ts';
import type { ResourceBinding, ResourceState } from '../resource-port.ts';
import { nameOfError } from './call-resource.ts';

/** Asks the port for the state of a tool. A port that breaks its promise and throws counts as down. */
export async function inspect(
  capability: CapabilityKey,
  binding: ResourceBinding,
  { resources, conversation }: Pick<CallContext, 'resources' | 'conversation'>,
): Promise<ResourceState> {
  try {
    return await resources.inspect(capability, binding, conversation.id);
  } catch (error) {
    return { credential: 'present', liveness: 'down', reason: `the resource port threw ${nameOfError(error)}` };
  }
}
