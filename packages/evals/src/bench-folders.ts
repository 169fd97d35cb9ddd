import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RolecallError } from '@rolecall/base';

/** The folder that holds `examples/` in the repository. */
const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * The workspace of an example: `cwd` itself, or under `examples/` of `cwd` or of the repository that this file belongs to.
 * Throws `bench_example_missing`.
 */
export function exampleFolder(name: string, cwd: string): string {
  const places = [cwd, join(cwd, 'examples', name), join(REPOSITORY, 'examples', name)];
  const found = places.find((place) => place.endsWith(name) && existsSync(join(place, 'rolecall.yaml')));
  if (found !== undefined) return found;
  throw new RolecallError({
    code: 'bench_example_missing',
    message: { en: `The example ${name} is not here.`, zh: `这里没有示例 ${name}。` },
    hint: {
      en: `Run it in the example's folder, or where examples/${name} is.`,
      zh: `在示例的文件夹里运行，或在有 examples/${name} 的地方运行。`,
    },
  });
}

/** The folder with public data: the one named, else `ROLECALL_DATA`, else `shared/data` beside the repository. */
export function dataFolder(
  named: string | undefined,
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (named !== undefined) return resolve(cwd, named);
  const declared = environment.ROLECALL_DATA;
  return declared ? resolve(cwd, declared) : resolve(REPOSITORY, '../shared/data');
}
