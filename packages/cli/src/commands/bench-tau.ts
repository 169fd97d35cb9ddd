import { inBoth, RolecallError } from '@rolecall/base';
import { benchTau, dataFolder, exampleFolder, isTauClean, TAU_DOMAINS, type TauDomain, tauJson } from '@rolecall/evals';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { tauLines } from '../print/tau-report.ts';
import { TEXTS } from '../texts.ts';

export interface BenchOptions {
  readonly data?: string | undefined;
  readonly json?: boolean | undefined;
}

/** `rolecall bench tau <domain>`: the benchmark's calls through the whole gate and the example's real system. */
export async function benchTauCommand(
  { io, texts }: CommandContext,
  name: string,
  options: BenchOptions,
): Promise<ExitCode> {
  const domain = TAU_DOMAINS.find((known) => known === name);
  if (domain === undefined) {
    throw new RolecallError({
      code: 'bench_domain_unknown',
      message: inBoth(TEXTS, ({ benching }) => benching.unknownDomain(name)),
      hint: inBoth(TEXTS, ({ benching }) => benching.knownDomains),
    });
  }
  const report = await benchTau({
    domain: domain satisfies TauDomain,
    example: exampleFolder(`tau-${domain}`, io.cwd),
    data: dataFolder(options.data, io.cwd, io.env),
  });
  if (options.json) io.out(JSON.stringify(tauJson(report)));
  else for (const line of tauLines(report, texts)) io.out(line);
  return isTauClean(report) ? EXIT.fine : EXIT.failed;
}
