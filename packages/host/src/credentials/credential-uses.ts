import { authorizationName } from '@rolecall/mcp';
import type { WorkspaceDefinition } from '../load-definition.ts';

/** Somebody who needs a credential: it goes there and nowhere else. */
export type CredentialUse =
  | { readonly by: 'server'; readonly employee: string; readonly server: string; readonly as: string }
  | { readonly by: 'channel'; readonly channel: string; readonly as: 'identity' | 'webhook' }
  | { readonly by: 'events'; readonly webhook: string };

/** Who needs which credential, by what the files of a workspace declare. */
export function credentialUses({
  config,
  employees,
}: Pick<WorkspaceDefinition, 'config' | 'employees'>): ReadonlyMap<string, readonly CredentialUse[]> {
  const uses = new Map<string, CredentialUse[]>();
  const add = (name: string, use: CredentialUse): void => {
    uses.set(name, [...(uses.get(name) ?? []), use]);
  };
  for (const { id: employee, release } of employees) {
    for (const [server, declared] of Object.entries(release.employee.mcp_servers)) {
      const values = declared.transport === 'stdio' ? declared.env : declared.headers;
      for (const [as, value] of Object.entries(values)) {
        if (typeof value !== 'string') add(value.credential, { by: 'server', employee, server, as });
      }
      const authorization = declared.transport === 'stdio' ? undefined : declared.authorization;
      if (authorization === undefined) continue;
      add(authorizationName(employee, server), { by: 'server', employee, server, as: 'authorization' });
      const { client_secret } = authorization;
      if (client_secret) add(client_secret.credential, { by: 'server', employee, server, as: 'client_secret' });
    }
  }
  for (const [channel, { identity, webhook }] of Object.entries(config.channels)) {
    if (identity) add(identity.key, { by: 'channel', channel, as: 'identity' });
    if (webhook) add(webhook.secret.credential, { by: 'channel', channel, as: 'webhook' });
  }
  for (const [webhook, { secret }] of Object.entries(config.events.webhooks)) {
    add(secret.credential, { by: 'events', webhook });
  }
  return uses;
}
