import { durationMs } from '@rolecall/base';
import { CREDENTIAL_PREFIX, type CredentialSourceDeclaration, DEFAULT_CREDENTIAL_SOURCES } from '@rolecall/mcp';
import { z } from 'zod';

const LONGEST_TIMEOUT_MS = 120_000;
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable');

/** A duration of the text form, as milliseconds. */
function duration(least: number, most: number) {
  return z.string().transform((text, context) => {
    const ms = durationMs(text);
    if (ms !== undefined && ms >= least && ms <= most) return ms;
    context.addIssue({ code: 'custom', message: `a duration of ${least} to ${most} ms, such as 5s` });
    return z.NEVER;
  });
}

const program = {
  argv: z.array(z.string().min(1)).min(1),
  environment: z.array(variable).optional(),
  timeout: duration(1, LONGEST_TIMEOUT_MS).default(10_000),
};

const vaultKey = z
  .discriminatedUnion('from', [
    z.strictObject({ from: z.literal('environment'), variable }),
    z.strictObject({ from: z.literal('file'), path: z.string().min(1) }),
    z.strictObject({
      from: z.literal('keyring'),
      account: z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$/)
        .optional(),
    }),
    z.strictObject({ from: z.literal('command'), ...program }),
  ])
  .transform((key) => (key.from === 'command' ? withTimeout(key) : key));

const source = z
  .discriminatedUnion('from', [
    z.strictObject({ from: z.literal('environment'), prefix: variable.default(CREDENTIAL_PREFIX) }),
    z.strictObject({ from: z.literal('file'), path: z.string().min(1).default('.rolecall/credentials.json') }),
    z.strictObject({
      from: z.literal('vault'),
      path: z.string().min(1).default('.rolecall/vault.json'),
      key: vaultKey,
    }),
    z.strictObject({
      from: z.literal('command'),
      ...program,
      missing_exit_code: z.int().min(1).max(255).optional(),
      refresh: duration(0, 86_400_000).default(60_000),
    }),
  ])
  .transform((declared): CredentialSourceDeclaration => {
    if (declared.from !== 'command') return declared;
    const { missing_exit_code: missingExitCode, refresh: refreshMs, ...rest } = declared;
    return { ...withTimeout(rest), missingExitCode, refreshMs };
  });

/** `credentials` of `rolecall.yaml`: where they are looked for, in order. */
export const credentialsConfig = z
  .strictObject({ sources: z.array(source) })
  .default({ sources: [...DEFAULT_CREDENTIAL_SOURCES] });

function withTimeout<Declared extends { readonly timeout: number }>({
  timeout,
  ...rest
}: Declared): Omit<Declared, 'timeout'> & { readonly timeoutMs: number } {
  return { ...rest, timeoutMs: timeout };
}
