import { resolve } from 'node:path';
import { createRedactor, nearestName } from '@rolecall/base';
import {
  type CredentialPlace,
  openCredentials,
  placesOf,
  putCredential,
  removeCredential,
  type SecretSource,
  vaultNamed,
} from '@rolecall/mcp';
import { loadDefinition } from '../load-definition.ts';
import { type CredentialUse, credentialUses } from './credential-uses.ts';

/** A credential that is named somewhere, or kept somewhere; never its value. */
export interface ListedCredential {
  readonly name: string;
  /** The places that have it, in order of precedence; the first is used. None: it is missing. */
  readonly places: readonly CredentialPlace[];
  readonly uses: readonly CredentialUse[];
}

/** What is to be done to a credential. */
export interface CredentialAct {
  readonly name: string;
  /** The id of a declared source; the one that has it, or the first that can be written, without it. */
  readonly source?: string | undefined;
  /** A random value without it. */
  readonly secret?: string | undefined;
}

/** The credentials of a workspace, for people. No answer and no error holds a value. */
export interface WorkspaceCredentials {
  readonly sources: readonly Pick<SecretSource, 'id' | 'place'>[];
  list(): Promise<readonly ListedCredential[]>;
  where(name: string): Promise<ListedCredential>;
  /** A new one. */
  set(act: CredentialAct): Promise<{ readonly source: string }>;
  /** A new value for one that is there. Whoever runs takes it with the next call: no restart. */
  rotate(act: CredentialAct): Promise<{ readonly source: string; readonly uses: readonly CredentialUse[] }>;
  remove(act: Pick<CredentialAct, 'name' | 'source'>): Promise<{ readonly source: string }>;
  /** Seals a vault under its first key, or under one made now. */
  rekey(options: {
    readonly source?: string | undefined;
    readonly generate: boolean;
  }): Promise<{ readonly source: string; readonly secrets: number; readonly keyMadeIn?: string | undefined }>;
  /** The name that was perhaps meant. */
  nearest(name: string): Promise<string | undefined>;
}

/** Reads a workspace and its credential sources. No store is opened, and nothing starts but programs that are sources. */
export async function openWorkspaceCredentials(
  folder: string,
  options: { readonly environment?: Readonly<Record<string, string | undefined>> | undefined } = {},
): Promise<WorkspaceCredentials> {
  const dir = resolve(folder);
  const { environment = process.env } = options;
  const definition = await loadDefinition(dir);
  const { credentials: declared, organisation } = definition.config;
  const redactor = createRedactor();
  const credentials = openCredentials({ dir, sources: () => declared.sources, organisation, environment, redactor });
  const uses = credentialUses(definition);

  async function where(name: string): Promise<ListedCredential> {
    return { name, places: await placesOf(credentials, name), uses: uses.get(name) ?? [] };
  }

  /** Of a source that cannot be asked, the credentials that somebody needs tell why. */
  async function names(): Promise<readonly string[]> {
    const found = new Set(uses.keys());
    for (const { all } of credentials.sources()) {
      const secrets = await all?.().catch((error: unknown) => {
        if (uses.size === 0) throw error;
        return undefined;
      });
      for (const name of secrets?.keys() ?? []) found.add(name);
    }
    return [...found].sort();
  }

  return {
    sources: credentials.sources().map(({ id, place }) => ({ id, place })),
    async list() {
      const listed: ListedCredential[] = [];
      for (const name of await names()) listed.push(await where(name));
      return listed;
    },
    where,
    async set(act) {
      const { id: source } = await putCredential(credentials, 'set', act, redactor);
      return { source };
    },
    async rotate(act) {
      const { id: source } = await putCredential(credentials, 'rotate', act, redactor);
      return { source, uses: uses.get(act.name) ?? [] };
    },
    async remove(act) {
      const { id: source } = await removeCredential(credentials, act);
      return { source };
    },
    async rekey({ source: named, generate }) {
      const { id: source, rekey } = vaultNamed(credentials, named);
      const { secrets, keyMadeIn } = await rekey({ generate });
      return { source, secrets, keyMadeIn };
    },
    nearest: async (name) => nearestName(name, await names()),
  };
}
