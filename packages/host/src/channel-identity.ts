import { durationMs } from '@rolecall/base';
import type { CredentialSource } from '@rolecall/mcp';
import type { ChannelIdentity } from './workspace.ts';
import type { WorkspaceConfig } from './workspace-config.ts';

const DAY_MS = 86_400_000;

/** How a channel's signed tokens are checked. The key is read anew each time, so that it can be exchanged without a restart. */
export async function channelIdentity(
  channel: string,
  { channels }: Pick<WorkspaceConfig, 'channels'>,
  credentials: CredentialSource,
): Promise<ChannelIdentity | undefined> {
  const declared = Object.hasOwn(channels, channel) ? channels[channel]?.identity : undefined;
  if (!declared) return undefined;
  const { algorithm, key, audience, max_lifetime } = declared;
  return {
    algorithm,
    key: await credentials.resolve(key),
    audience,
    maxLifetimeMs: durationMs(max_lifetime) ?? DAY_MS,
  };
}
