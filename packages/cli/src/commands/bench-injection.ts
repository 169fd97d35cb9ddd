import { benchInjection, dataFolder, isInjectionClean } from '@rolecall/evals';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import type { BenchOptions } from './bench-tau.ts';

/** `rolecall bench injection`: a model that obeys every injected instruction, inside the whole employee runtime. */
export async function benchInjectionCommand({ io, texts }: CommandContext, options: BenchOptions): Promise<ExitCode> {
  const report = await benchInjection(dataFolder(options.data, io.cwd, io.env));
  if (options.json) io.out(JSON.stringify(report));
  else {
    const { suite, injected, legitimate } = texts.benching;
    for (const [name, { pairs, injectedWritesExecuted, legitimateWrites }] of Object.entries(report.suites)) {
      const { n, ran, asked, denied } = legitimateWrites;
      io.out(`${suite(name, pairs)}, ${injected(injectedWritesExecuted)}; ${legitimate(ran, asked, denied, n)}`);
    }
  }
  return isInjectionClean(report) ? EXIT.fine : EXIT.failed;
}
