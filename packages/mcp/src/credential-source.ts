import { resolve as resolvePath } from 'node:path';
import { canonicalJson, newSecret, type Redactor, RolecallError } from '@rolecall/base';
import { commandSource, type ProgramSurroundings } from './credentials/command-source.ts';
import {
  CREDENTIAL_PREFIX,
  type CredentialSourceDeclaration,
  DEFAULT_CREDENTIAL_SOURCES,
} from './credentials/declaration.ts';
import { environmentSource, variableOf } from './credentials/environment-source.ts';
import { fileSource } from './credentials/file-source.ts';
import type { SecretSource } from './credentials/secret-source.ts';
import { vaultKeySource } from './credentials/vault-key.ts';
import { vaultSource } from './credentials/vault-source.ts';

/** Where named secrets come from. Assets hold the names; nothing but a child's environment or a header holds a value. */
export interface CredentialSource {
  /**
   * The secret under this name, or undefined. It is known to the redactor before this answers.
   *
   * Read anew every time, so that a secret can be exchanged without a restart.
   */
  resolve(name: string): Promise<string | undefined>;
}

/** A source that can also make a secret. */
export interface Credentials extends CredentialSource {
  /** Makes a random secret where none has one, in the first source that can be written; `absent` where none can. */
  ensureCredential(name: string): Promise<'present' | 'created' | 'absent'>;
  /** The sources in the order in which they are asked. */
  sources(): readonly SecretSource[];
}

/** What credentials are opened with. */
export interface CredentialsOptions {
  /** In which relative paths begin and programs run. */
  readonly dir: string;
  /** In order of precedence. Asked anew each time, so that a configuration may change. The environment, else a file. */
  readonly sources?: (() => readonly CredentialSourceDeclaration[]) | undefined;
  /** Whose they are: a vault belongs to one. */
  readonly organisation?: string | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  readonly redactor: Redactor;
}

/** The environment variable that is looked at first where nothing else is declared. */
export function credentialVariable(name: string): string {
  return variableOf(CREDENTIAL_PREFIX, name);
}

/**
 * Secrets from the declared sources: the first that has one gives it. A source that fails is an error and not a reason to
 * ask the next, which may hold an older value.
 *
 * No error holds any part of a secret, not even as its cause.
 */
export function openCredentials(options: CredentialsOptions): Credentials {
  const { dir, organisation = 'default', environment = process.env, redactor } = options;
  const surroundings = { dir, organisation, environment };
  let known: { readonly declared: string; readonly sources: readonly SecretSource[] } | undefined;

  function sources(): readonly SecretSource[] {
    const declarations = options.sources?.() ?? DEFAULT_CREDENTIAL_SOURCES;
    const declared = canonicalJson(declarations);
    if (known?.declared !== declared) known = { declared, sources: sourcesOf(declarations, surroundings) };
    return known.sources;
  }

  async function resolve(name: string): Promise<string | undefined> {
    checkCredentialName(name);
    for (const source of sources()) {
      const held = await source.read(name);
      if (held === undefined) continue;
      checkSecret(name, held.secret);
      redactor.add(name, held.secret);
      return held.secret;
    }
    return undefined;
  }

  async function ensureCredential(name: string): Promise<'present' | 'created' | 'absent'> {
    if ((await resolve(name)) !== undefined) return 'present';
    const update = sources().find((source) => source.update !== undefined)?.update;
    if (update === undefined) return 'absent';
    let isMade = false;
    await update((before) => {
      // Another process may have made it since.
      isMade = !before.has(name);
      if (!isMade) return before;
      const secret = newSecret();
      redactor.add(name, secret);
      return new Map([...before, [name, { secret, since: new Date().toISOString() }]]);
    });
    return isMade ? 'created' : 'present';
  }

  return { resolve, ensureCredential, sources };
}

/**
 * Letters, digits, `_`, `-` and `.`, beginning with a letter: nothing that a program could take for an option or a path.
 * Throws `credential_name_invalid`.
 */
export function checkCredentialName(name: string): void {
  if (/^[A-Za-z][A-Za-z0-9_.-]{0,127}$/.test(name)) return;
  throw new RolecallError({
    code: 'credential_name_invalid',
    message: {
      en: `"${name.slice(0, 40)}" is no name of a credential.`,
      zh: `“${name.slice(0, 40)}”不能用作凭证的名字。`,
    },
    hint: {
      en: 'A name begins with a letter and has letters, digits, "_", "-" and "." only.',
      zh: '名字以字母开头，只含字母、数字、“_”、“-”和“.”。',
    },
  });
}

/** Anything shorter occurs in ordinary text and could not be kept out of records. */
const SHORTEST_SECRET = 6;

/** Throws `credential_too_short`. */
export function checkSecret(name: string, secret: string): void {
  if (secret.length >= SHORTEST_SECRET) return;
  throw new RolecallError({
    code: 'credential_too_short',
    message: {
      en: `The credential "${name}" is shorter than ${SHORTEST_SECRET} characters.`,
      zh: `凭证“${name}”短于 ${SHORTEST_SECRET} 个字符。`,
    },
    hint: {
      en: 'So short a secret cannot be kept out of records. Use a longer one.',
      zh: '这么短的密钥无法不进入记录。请用更长的。',
    },
  });
}

function sourcesOf(
  declarations: readonly CredentialSourceDeclaration[],
  surroundings: ProgramSurroundings,
): readonly SecretSource[] {
  const counts = new Map<string, number>();
  return declarations.map((declaration) => {
    const count = (counts.get(declaration.from) ?? 0) + 1;
    counts.set(declaration.from, count);
    return sourceOf(count === 1 ? declaration.from : `${declaration.from}:${count}`, declaration, surroundings);
  });
}

function sourceOf(
  id: string,
  declaration: CredentialSourceDeclaration,
  surroundings: ProgramSurroundings,
): SecretSource {
  const { dir, organisation, environment } = surroundings;
  switch (declaration.from) {
    case 'environment':
      return environmentSource(id, declaration.prefix, environment);
    case 'file':
      return fileSource(id, resolvePath(dir, declaration.path));
    case 'vault': {
      const key = vaultKeySource(declaration.key, surroundings);
      return vaultSource({ id, file: resolvePath(dir, declaration.path), key, organisation });
    }
    case 'command':
      return commandSource(id, declaration, surroundings);
    default:
      return declaration satisfies never;
  }
}
