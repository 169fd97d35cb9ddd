import { meantOrKnown, newSecret, type Redactor, RolecallError } from '@rolecall/base';
import { type Credentials, checkCredentialName, checkSecret } from '../credential-source.ts';
import type { HeldSecrets, SecretSource } from './secret-source.ts';

/** One place that has a credential. */
export interface CredentialPlace {
  readonly source: string;
  readonly place: string;
  readonly since?: string | undefined;
  /** Why the source could not be asked. */
  readonly problem?: unknown;
  /** True of the first: the others are never asked for it. */
  readonly isUsed: boolean;
}

/** Where a credential is, in order of precedence; its value is in no answer. */
export async function placesOf(credentials: Credentials, name: string): Promise<readonly CredentialPlace[]> {
  const places: CredentialPlace[] = [];
  for (const { id, place, read } of credentials.sources()) {
    try {
      const held = await read(name);
      // What comes after a source that cannot be asked is not used either.
      if (held) places.push({ source: id, place, since: held.since, isUsed: places.length === 0 });
    } catch (problem) {
      places.push({ source: id, place, problem, isUsed: places.length === 0 });
    }
  }
  return places;
}

/** A change of one credential. */
export interface CredentialChange {
  readonly name: string;
  /** Only into this source; the first that can be written without it. */
  readonly source?: string | undefined;
}

/**
 * Sets a new credential, or rotates one that is there: never one by mistake for the other. Without a value a random one is
 * made. Answers with the source.
 *
 * Throws `credential_exists`, `credential_unknown`, `credential_shadowed`, `source_unknown` and `source_not_writable`.
 */
export async function putCredential(
  credentials: Credentials,
  act: 'set' | 'rotate',
  change: CredentialChange & { readonly secret?: string | undefined },
  redactor: Redactor,
): Promise<SecretSource> {
  const { name, secret = newSecret() } = change;
  checkCredentialName(name);
  checkSecret(name, secret);
  const places = await placesOf(credentials, name);
  const target = writableSource(credentials, change.source ?? (act === 'rotate' ? holderOf(places) : undefined));
  refuseShadowed(credentials, places, target, name);
  redactor.add(name, secret);
  await target.update((before) => {
    if (act === 'set' && before.has(name)) throw exists(name, target);
    if (act === 'rotate' && !before.has(name)) throw unknown(name, target);
    return new Map([...before, [name, { secret, since: new Date().toISOString() }]]);
  });
  return target;
}

/** Takes a credential out of a source. Throws `credential_unknown` where it is not. */
export async function removeCredential(
  credentials: Credentials,
  { name, source }: CredentialChange,
): Promise<SecretSource> {
  const target = writableSource(credentials, source ?? holderOf(await placesOf(credentials, name)));
  await target.update((before): HeldSecrets => {
    if (!before.has(name)) throw unknown(name, target);
    return new Map([...before].filter(([each]) => each !== name));
  });
  return target;
}

/** The source named, or the first that is a vault. Throws `source_unknown` and `source_not_a_vault`. */
export function vaultNamed(
  credentials: Credentials,
  named: string | undefined,
): SecretSource & { readonly rekey: NonNullable<SecretSource['rekey']> } {
  const sources = credentials.sources();
  const found = sources.find(({ id, rekey }) => (named === undefined ? rekey !== undefined : id === named));
  if (found === undefined && named !== undefined) throw unknownSource(named, sources);
  if (found?.rekey === undefined) {
    throw new RolecallError({
      code: 'source_not_a_vault',
      message: { en: 'No vault is declared there.', zh: '那里没有声明保险库。' },
      hint: {
        en: 'Declare one: credentials.sources in rolecall.yaml.',
        zh: '声明一个：rolecall.yaml 里的 credentials.sources。',
      },
    });
  }
  return { ...found, rekey: found.rekey };
}

type Writable = SecretSource & { readonly update: NonNullable<SecretSource['update']> };

function writableSource(credentials: Credentials, named: string | undefined): Writable {
  const sources = credentials.sources();
  const found = sources.find(({ id, update }) => (named === undefined ? update !== undefined : id === named));
  if (found === undefined && named !== undefined) throw unknownSource(named, sources);
  if (found?.update === undefined) {
    throw new RolecallError({
      code: 'source_not_writable',
      message:
        found === undefined
          ? { en: 'No declared source can be written.', zh: '声明的来源都不能写入。' }
          : { en: `"${found.id}" cannot be written from here.`, zh: `不能从这里写入“${found.id}”。` },
      hint: {
        en: 'Change it where it is kept, or declare a file or a vault in rolecall.yaml.',
        zh: '在存放它的地方修改，或在 rolecall.yaml 里声明文件或保险库。',
      },
    });
  }
  return { ...found, update: found.update };
}

/** Who answers for the name now. */
function holderOf(places: readonly CredentialPlace[]): string | undefined {
  return places.find(({ isUsed }) => isUsed)?.source;
}

/** A value that an earlier source hides would seem to be set and never be used. */
function refuseShadowed(
  credentials: Credentials,
  places: readonly CredentialPlace[],
  target: SecretSource,
  name: string,
): void {
  const order = credentials.sources().map(({ id }) => id);
  const earlier = places.find(({ source }) => order.indexOf(source) < order.indexOf(target.id));
  if (earlier === undefined) return;
  throw new RolecallError({
    code: 'credential_shadowed',
    message: {
      en: `"${name}" comes from ${earlier.source} (${earlier.place}), which is asked before ${target.id}.`,
      zh: `“${name}”来自 ${earlier.source}（${earlier.place}），它排在 ${target.id} 之前。`,
    },
    hint: { en: `Change it there, or take it out there first.`, zh: '在那里修改，或先从那里去掉。' },
  });
}

function exists(name: string, { id }: SecretSource): RolecallError {
  return new RolecallError({
    code: 'credential_exists',
    message: { en: `"${name}" is in ${id} already.`, zh: `“${name}”已经在 ${id} 里。` },
    hint: {
      en: 'rolecall credentials rotate gives it a new value.',
      zh: '用 rolecall credentials rotate 给它一个新值。',
    },
  });
}

function unknown(name: string, { id }: SecretSource): RolecallError {
  return new RolecallError({
    code: 'credential_unknown',
    message: { en: `"${name}" is not in ${id}.`, zh: `“${name}”不在 ${id} 里。` },
    hint: {
      en: 'rolecall credentials where tells where it is; set makes a new one.',
      zh: '用 rolecall credentials where 查看它在哪里；set 新建一个。',
    },
  });
}

function unknownSource(named: string, sources: readonly SecretSource[]): RolecallError {
  return new RolecallError({
    code: 'source_unknown',
    message: { en: `No source "${named}" is declared.`, zh: `没有声明来源“${named}”。` },
    hint: meantOrKnown(
      named,
      sources.map(({ id }) => id),
    ),
  });
}
