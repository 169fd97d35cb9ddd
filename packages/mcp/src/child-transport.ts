import { resolve } from 'node:path';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { DEFAULT_INHERITED_ENV_VARS, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { StdioServerDeclaration } from '@rolecall/assets';
import { depart } from './departure.ts';

/**
 * A declared server as a child process, spoken to over stdin and stdout. Never through a shell.
 *
 * It runs in the workspace's folder, `node` is the one that runs us, and it dies when this process ends.
 */
export class ChildTransport extends StdioClientTransport {
  #child: number | undefined;
  #ended: Promise<void> | undefined;

  constructor(
    declaration: StdioServerDeclaration,
    variables: Readonly<Record<string, string>>,
    workspaceDir: string,
    messageLimitBytes: number,
  ) {
    super({
      command: commandOf(declaration.command, workspaceDir),
      args: declaration.args,
      cwd: workspaceDir,
      env: onlyThese(variables),
      stderr: 'pipe',
      maxBufferSize: messageLimitBytes,
    });
  }

  override async start(): Promise<void> {
    await super.start();
    this.#child = this.pid ?? undefined;
    watch(this);
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    if (this.pid !== null) depart(JSON.stringify(message));
    await super.send(message);
  }

  /** Resolves when the child has ended, however often it is asked. */
  override close(): Promise<void> {
    this.#ended ??= super.close().finally(() => forget(this));
    return this.#ended;
  }

  /** Ends the child at once, for one that no longer listens. */
  kill(): void {
    if (this.#child === undefined || !running.has(this)) return;
    try {
      process.kill(this.#child, 'SIGTERM');
    } catch {
      // It has ended by itself.
    }
  }
}

function commandOf(command: string, workspaceDir: string): string {
  if (command === 'node') return process.execPath;
  return command.startsWith('.') ? resolve(workspaceDir, command) : command;
}

/** The SDK adds variables of this process under the names below; `undefined` takes them out again. */
function onlyThese(variables: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = DEFAULT_INHERITED_ENV_VARS.map((name) => [name, undefined]);
  return { ...Object.fromEntries(inherited), ...variables } as Record<string, string>;
}

const running = new Set<ChildTransport>();

function killAll(): void {
  for (const transport of running) transport.kill();
}

function watch(transport: ChildTransport): void {
  if (running.size === 0) process.on('exit', killAll);
  running.add(transport);
}

function forget(transport: ChildTransport): void {
  if (running.delete(transport) && running.size === 0) process.off('exit', killAll);
}
