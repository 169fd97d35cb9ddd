export type { ExitCode, PackCliIo } from './cli-io.ts';
export { runPackCommand } from './run-pack-command.ts';
