import { processIo } from './io.ts';
import { runCli } from './run-cli.ts';

const code = await runCli(process.argv.slice(2), processIo());
// What is still in the pipes leaves before the process does.
await Promise.all(
  [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
);
process.exit(code);
