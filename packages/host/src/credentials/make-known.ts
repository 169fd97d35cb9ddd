import type { CredentialSource } from '@rolecall/mcp';
import type { WorkspaceDefinition } from '../load-definition.ts';
import { credentialUses } from './credential-uses.ts';

/**
 * Reads each credential that the workspace names, so that the redactor knows it before anything is taken in: a customer may
 * write one before it was ever used, and a process may never use it. What cannot be read is told where it is needed.
 */
export async function makeCredentialsKnown(
  definition: WorkspaceDefinition,
  credentials: CredentialSource,
): Promise<void> {
  for (const name of credentialUses(definition).keys()) await credentials.resolve(name).catch(() => undefined);
}
