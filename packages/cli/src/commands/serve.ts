import { once } from 'node:events';
import { openWorkspace, type Workspace, type WorkspaceRole } from '@rolecall/host';
import { startHealthServer, startServer } from '@rolecall/server';
import { readApiToken } from '../api-token.ts';
import { type CommandContext, noEmployee, workspaceDir } from '../command-context.ts';
import { findConsole } from '../console-dir.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { type Serving, servingLines } from '../print/serving.ts';

export interface ServeOptions {
  readonly workspace: string;
  readonly port: number;
  readonly host: string;
  /** A folder; `true` with the bare option, `false` with `--no-console`. */
  readonly console?: string | boolean | undefined;
  readonly json?: boolean | undefined;
  /** `worker` works conversations and serves nothing but its health; `api` serves and leaves them to workers. */
  readonly role: WorkspaceRole;
}

/** `rolecall serve`: opens the workspace, serves API and page, and works until it is told to stop. */
export async function serve(context: CommandContext, options: ServeOptions): Promise<ExitCode> {
  const { io, texts, language } = context;
  const dir = workspaceDir(context, options.workspace);
  const workspace = await openWorkspace(dir, { environment: io.env, log: io.err, language, role: options.role });
  try {
    if (workspace.employees().length === 0) {
      throw noEmployee();
    }
    if (options.role === 'worker') return await work(context, options, workspace);
    const token = await readApiToken(dir, io.env);
    const consoleDir = findConsole(options.console, io.cwd);
    const server = await startServer({
      workspace,
      host: options.host,
      port: options.port,
      token: token.token,
      consoleDir,
      pageCustomers: consoleDir === undefined ? [] : workspace.page.customers,
      log: io.err,
    });
    announce(context, options, { workspace, server, token, consoleDir });
    if (!io.stopping.aborted) await once(io.stopping, 'abort');
    if (!options.json) io.err(texts.serving.stopping);
    await server.close();
    return EXIT.fine;
  } finally {
    await workspace.close();
  }
}

/** Works conversations until it is told to stop; a round that is under way is finished. */
async function work({ io, texts }: CommandContext, options: ServeOptions, workspace: Workspace): Promise<ExitCode> {
  const { host, port } = options;
  const health = await startHealthServer({ workspace, host, port });
  if (options.json) io.out(JSON.stringify({ type: 'working', port: health.port }));
  else io.out(texts.serving.working(workspace.name, health.port));
  if (!io.stopping.aborted) await once(io.stopping, 'abort');
  if (!options.json) io.err(texts.serving.stopping);
  await health.close();
  return EXIT.fine;
}

function announce(context: CommandContext, options: ServeOptions, serving: Serving): void {
  const { io, texts, language } = context;
  if (!options.json) {
    for (const line of servingLines(serving, options, texts, language)) io.out(line);
    return;
  }
  const { server, token, consoleDir } = serving;
  const shown = token.isGiven ? undefined : token.token;
  const { url, port } = server;
  io.out(JSON.stringify({ type: 'listening', url, port, token: shown, page: consoleDir !== undefined }));
}
