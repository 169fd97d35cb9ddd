import { spawnSync } from 'node:child_process';

const PROBE_TIMEOUT_MS = 5_000;

/** A program before the program: what is started is started inside of it. */
export type Launcher = readonly [string, ...string[]];

/**
 * Namespaces of Linux for a user without rights: no network but an empty one, no other process to be seen or signalled,
 * none of the host's message queues. Everything in it ends with its first process.
 */
const NAMESPACES: Launcher = [
  'unshare',
  '--map-current-user',
  '--net',
  '--ipc',
  '--pid',
  '--mount',
  '--fork',
  '--kill-child',
  '--mount-proc',
  '--',
];

let found: { readonly launcher: Launcher | undefined } | undefined;

/** The system's namespaces, where it lets this user have them. Tried once for each process. */
export function namespaceLauncher(): Launcher | undefined {
  found ??= { launcher: process.platform === 'linux' && works(NAMESPACES) ? NAMESPACES : undefined };
  return found.launcher;
}

function works([command, ...args]: Launcher): boolean {
  const { status } = spawnSync(command, [...args, 'true'], { stdio: 'ignore', timeout: PROBE_TIMEOUT_MS });
  return status === 0;
}

/** Whether this Node's permissions hold for connections too; those of Node 24 and earlier do not. */
export function nodeDeniesNetwork(): boolean {
  return process.allowedNodeEnvironmentFlags.has('--allow-net');
}
