export { type CliIo, EXIT, type ExitCode } from './io.ts';
export { runCli } from './run-cli.ts';
