import { createInterface } from 'node:readline';
import { inBoth, RolecallError } from '@rolecall/base';
import { openWorkspaceServers, type WorkspaceServers } from '@rolecall/host';
import { type Login, listenForRedirect } from '@rolecall/mcp';
import { type CommandContext, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { MCP_TEXTS } from '../mcp-texts.ts';
import { openBrowser } from '../open-browser.ts';
import { disclosed } from '../terminal/printable.ts';

interface LoginOptions {
  readonly workspace: string;
  readonly employee?: string | undefined;
  readonly json?: boolean | undefined;
}

/** How long a person may take. */
const PATIENCE_MS = 600_000;

/**
 * `rolecall mcp login <server>`: a person agrees in a browser, which comes back to this machine; or, with `--paste`, the
 * address that it ended at is given on standard input. A code is never an argument: others could see it.
 */
export async function mcpLogin(
  context: CommandContext,
  server: string,
  options: LoginOptions & { readonly paste?: boolean | undefined; readonly browser: boolean },
): Promise<ExitCode> {
  const { io } = context;
  const texts = MCP_TEXTS[context.language];
  await using servers = await open(context, options);
  const { resources } = servers.withServer(server, options.employee);
  // Also when nobody comes back to it: no other program of this machine is given the answer.
  await using listener = await listenForRedirect(resources.redirectPort(server) ?? 0);
  const login = await resources.beginLogin(server, listener.url);
  const { url, issuer, scope } = login;
  if (options.json) io.out(JSON.stringify({ url, issuer, scope }));
  else for (const line of [texts.loginAt(disclosed(issuer), scope), url]) io.out(line);
  const stopping = AbortSignal.any([io.stopping, AbortSignal.timeout(PATIENCE_MS)]);
  if (options.paste) io.err(texts.loginPaste);
  else {
    if (options.browser && io.isTerminal) openBrowser(url, io.env);
    io.err(texts.loginWaits);
  }
  const answer = options.paste
    ? await pasted(context, login, stopping)
    : await listener.answer(login.isAnswer, stopping);
  const given = await login.finish(answer);
  if (options.json) io.out(JSON.stringify({ server, status: 'logged_in', scope: given.scope }));
  else io.out(texts.loggedIn(server, given.scope));
  return EXIT.fine;
}

/** `rolecall mcp logout <server>` */
export async function mcpLogout(context: CommandContext, server: string, options: LoginOptions): Promise<ExitCode> {
  const { io } = context;
  const texts = MCP_TEXTS[context.language];
  await using servers = await open(context, options);
  const { existed, revoked } = await servers.withServer(server, options.employee).resources.logOut(server);
  if (options.json) io.out(JSON.stringify({ server, existed, revoked }));
  else io.out(existed ? texts.loggedOut(server, revoked) : texts.notLoggedIn(server));
  return EXIT.fine;
}

async function pasted({ io }: CommandContext, login: Login, signal: AbortSignal): Promise<URLSearchParams> {
  const lines = createInterface({ input: io.input, signal });
  for await (const line of lines) {
    const text = line.trim();
    if (text === '') continue;
    lines.close();
    const parameters = URL.canParse(text) ? new URL(text).searchParams : undefined;
    if (parameters !== undefined && login.isAnswer(parameters)) return parameters;
    break;
  }
  throw new RolecallError({
    code: 'authorization_state_mismatch',
    message: inBoth(MCP_TEXTS, (texts) => texts.pastedInvalid),
  });
}

function open({ io, ...context }: CommandContext, options: LoginOptions): Promise<WorkspaceServers> {
  const dir = workspaceDir({ io, ...context }, options.workspace);
  return openWorkspaceServers(dir, { environment: io.env, log: io.err, language: context.language });
}
