import { RolecallError } from '@rolecall/base';
import type { CredentialSourceDeclaration, ProgramDeclaration } from './declaration.ts';
import { runProgram } from './run-program.ts';
import type { HeldSecret, SecretSource } from './secret-source.ts';

/** What a program is run in and for. */
export interface ProgramSurroundings {
  readonly dir: string;
  readonly organisation: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Secrets that a program answers with, asked for one by one; an answer is used until its time has passed. */
export function commandSource(
  id: string,
  declaration: Extract<CredentialSourceDeclaration, { from: 'command' }>,
  surroundings: ProgramSurroundings,
): SecretSource {
  const { argv, missingExitCode, refreshMs } = declaration;
  const kept = new Map<string, { readonly answer: Promise<HeldSecret | undefined>; readonly until: number }>();

  async function ask(name: string): Promise<HeldSecret | undefined> {
    const { exitCode, output } = await runDeclared(declaration, { ...surroundings, name });
    if (exitCode === 0) return output === '' ? undefined : { secret: output };
    if (exitCode === missingExitCode) return undefined;
    throw refused(argv[0] ?? '', name, exitCode);
  }

  return {
    id,
    place: argv.join(' '),
    read(name) {
      const now = performance.now();
      const known = kept.get(name);
      if (known && now < known.until) return known.answer;
      const answer = ask(name);
      kept.set(name, { answer, until: now + refreshMs });
      // What failed is asked again at the next need.
      answer.catch(() => kept.delete(name));
      return answer;
    },
  };
}

/** Runs a declared program for one name. A name has no character by which it could become an option or a path. */
export function runDeclared(
  { argv, environment = [], timeoutMs }: ProgramDeclaration,
  surroundings: ProgramSurroundings & { readonly name: string },
): Promise<{ readonly exitCode: number; readonly output: string }> {
  const { dir, organisation, name } = surroundings;
  const variables = environment.flatMap((variable) => {
    const value = surroundings.environment[variable];
    return value === undefined ? [] : [[variable, value] as const];
  });
  const filled = { '{name}': name, '{organisation}': organisation };
  return runProgram({
    argv: argv.map((argument) =>
      argument.replaceAll(/\{(name|organisation)\}/g, (place) => filled[place as keyof typeof filled]),
    ),
    environment: Object.fromEntries(variables),
    timeoutMs,
    cwd: dir,
  });
}

function refused(program: string, name: string, exitCode: number): RolecallError {
  return new RolecallError({
    code: 'credential_command_failed',
    message: {
      en: `The program "${program}" ended with ${exitCode} when it was asked for the credential "${name}".`,
      zh: `向程序“${program}”要凭证“${name}”时，它以 ${exitCode} 结束。`,
    },
    hint: {
      en: `If that means that it has none, declare missing_exit_code: ${exitCode}.`,
      zh: `如果这表示它没有这个凭证，声明 missing_exit_code: ${exitCode}。`,
    },
  });
}
