import type { SecretSource } from './secret-source.ts';

/** Secrets in variables of this process: the name in capitals behind a prefix. An empty variable is none. */
export function environmentSource(
  id: string,
  prefix: string,
  environment: Readonly<Record<string, string | undefined>>,
): SecretSource {
  return {
    id,
    place: `${prefix}*`,
    async read(name) {
      const secret = environment[variableOf(prefix, name)];
      return secret ? { secret } : undefined;
    },
  };
}

/** The variable of a name. */
export function variableOf(prefix: string, name: string): string {
  return `${prefix}${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}
