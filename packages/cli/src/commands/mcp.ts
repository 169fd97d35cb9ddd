import { inBoth, type JsonObject, meantOrKnown, RolecallError } from '@rolecall/base';
import {
  addServer,
  type EmployeeServers,
  openWorkspaceServers,
  pinDifferences,
  repin,
  scaffoldContract,
  type WorkspaceServers,
} from '@rolecall/host';
import type { ToolDescription } from '@rolecall/mcp';
import { type CommandContext, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { MCP_TEXTS } from '../mcp-texts.ts';
import { answerLines, differenceLines, serverLines, toolLines } from '../print/mcp.ts';
import { TEXTS } from '../texts.ts';
import { declarationFrom, type ServerFlags } from './mcp-declaration.ts';

interface McpOptions {
  readonly workspace: string;
  readonly employee?: string | undefined;
  readonly json?: boolean | undefined;
}

/** `rolecall mcp list`: declared servers with state, tools and pins, and what role packs offer. */
export async function mcpList(
  context: CommandContext,
  options: McpOptions & { readonly connect: boolean },
): Promise<ExitCode> {
  const { io } = context;
  await using servers = await open(context, options);
  const texts = MCP_TEXTS[context.language];
  const chosen = employeesOf(servers, options.employee);
  let isFine = true;
  for (const each of chosen) {
    const differences = options.connect ? await pinDifferences(servers, each.employee) : [];
    for (const server of Object.keys(each.declared)) {
      const tools = options.connect ? await each.resources.listTools(server).catch(() => undefined) : undefined;
      const state = each.resources.states().find((known) => known.server === server);
      const bound = differences.filter((difference) => difference.server === server);
      isFine &&= !options.connect || tools !== undefined;
      if (options.json) {
        const pins = bound.map(({ now: _, ...pin }) => pin);
        io.out(JSON.stringify({ employee: each.employee, ...state, tools: tools?.length, bound: pins }));
      } else for (const line of serverLines(each, server, { state, tools, bound }, context.language)) io.out(line);
    }
    for (const { name, transport } of each.offers) {
      if (options.json) io.out(JSON.stringify({ employee: each.employee, offer: name, transport }));
      else io.out(`${each.employee}  ${texts.offered(name)}`);
    }
  }
  if (!options.json && chosen.every(({ declared }) => Object.keys(declared).length === 0)) io.out(texts.noServers);
  return isFine ? EXIT.fine : EXIT.failed;
}

/** `rolecall mcp inspect <server> [tool]`: what the server declares. */
export async function mcpInspect(
  context: CommandContext,
  server: string,
  tool: string | undefined,
  options: McpOptions,
): Promise<ExitCode> {
  await using servers = await open(context, options);
  const texts = MCP_TEXTS[context.language];
  const tools = await servers.withServer(server, options.employee).resources.listTools(server);
  const chosen = tool === undefined ? tools : [toolNamed(tools, tool)];
  for (const each of chosen) {
    if (options.json) context.io.out(JSON.stringify(each));
    else for (const line of toolLines(each, texts)) context.io.out(line);
  }
  return EXIT.fine;
}

/** `rolecall mcp call <server> <tool>`: one call by hand, outside the gate. What is not known to only read needs `--yes`. */
export async function mcpCall(
  context: CommandContext,
  server: string,
  tool: string,
  options: McpOptions & { readonly args?: JsonObject; readonly yes?: boolean; readonly timeout: number },
): Promise<ExitCode> {
  const { io } = context;
  const texts = MCP_TEXTS[context.language];
  await using servers = await open(context, options);
  const employee = servers.withServer(server, options.employee);
  if (!isRead(employee, server, tool)) {
    io.err(texts.outsideGate);
    if (!options.yes) {
      io.err(texts.needsYes(tool));
      return EXIT.usage;
    }
  }
  toolNamed(await employee.resources.listTools(server), tool);
  const answer = await employee.resources.call({
    capability: 'manual:call',
    binding: { server, tool },
    arguments: options.args ?? {},
    requestId: `manual_${Date.now().toString(36)}`,
    timeoutMs: options.timeout * 1_000,
    signal: io.stopping,
  });
  if (options.json) io.out(JSON.stringify(answer));
  else for (const line of answerLines(answer, texts)) io.out(line);
  return answer.status === 'answered' && !answer.isError ? EXIT.fine : EXIT.failed;
}

/** `rolecall mcp add <name>`: declares a server in the file of an employee. */
export async function mcpAdd(
  context: CommandContext,
  name: string,
  command: readonly string[],
  options: McpOptions & ServerFlags,
): Promise<ExitCode> {
  const { io } = context;
  const texts = MCP_TEXTS[context.language];
  const declaration = declarationFrom(command, options);
  await using servers = await open(context, options);
  const [only, other] = employeesOf(servers, options.employee);
  if (only === undefined || other !== undefined) {
    const ids = servers.employees.map(({ employee }) => employee).join(', ');
    throw new RolecallError({ code: 'employee_missing', message: inBoth(TEXTS, (texts) => texts.employeeNeeded(ids)) });
  }
  const { file } = await addServer(servers.dir, { employee: only.employee, server: name, declaration });
  if (options.json) io.out(JSON.stringify({ server: name, file, declaration }));
  else for (const line of [texts.added(name, file), texts.addNext]) io.out(line);
  return EXIT.fine;
}

/** `rolecall mcp diff`: bound tools beside what was agreed to. Fails while something is not as pinned. */
export async function mcpDiff(
  context: CommandContext,
  options: McpOptions & { readonly accept?: boolean },
): Promise<ExitCode> {
  const { io } = context;
  const texts = MCP_TEXTS[context.language];
  await using servers = await open(context, options);
  const differences = await pinDifferences(servers, options.employee);
  const other = differences.filter(({ status }) => status !== 'same');
  for (const difference of options.json ? differences : other) {
    const { now, ...rest } = difference;
    if (options.json) io.out(JSON.stringify({ ...rest, pinned: now?.pinned, fingerprint: now?.fingerprint }));
    else for (const line of differenceLines(difference, texts)) io.out(line);
  }
  const open_ = other.filter(({ now }) => now !== undefined);
  if (options.accept) {
    for (const difference of open_) {
      await repin(servers, difference);
      if (!options.json) io.out(texts.repinned(difference.server, difference.tool));
    }
  } else if (!options.json && open_.length > 0) io.out(texts.diffHint);
  if (!options.json && other.length === 0) io.out(texts.allSame(differences.length));
  const left = options.accept ? other.filter(({ now }) => now === undefined) : other;
  return left.length === 0 ? EXIT.fine : EXIT.failed;
}

/** `rolecall mcp scaffold <server> <tool>`: a contract draft on standard output. */
export async function mcpScaffold(
  context: CommandContext,
  server: string,
  tool: string,
  options: McpOptions & { readonly capability: string; readonly effect: 'read' | 'write' },
): Promise<ExitCode> {
  await using servers = await open(context, options);
  const found = toolNamed(await servers.withServer(server, options.employee).resources.listTools(server), tool);
  const { capability, effect } = options;
  const draft = scaffoldContract({ server, tool: found, capability, effect });
  context.io.out(options.json ? JSON.stringify({ draft }) : draft.trimEnd());
  return EXIT.fine;
}

function open({ io, ...context }: CommandContext, options: McpOptions): Promise<WorkspaceServers> {
  const dir = workspaceDir({ io, ...context }, options.workspace);
  return openWorkspaceServers(dir, { environment: io.env, log: io.err, language: context.language });
}

function employeesOf(servers: WorkspaceServers, named: string | undefined): readonly EmployeeServers[] {
  return servers.employees.filter(({ employee }) => named === undefined || employee === named);
}

/** Only a contract says what a call does; what a tool says of itself is a hint. */
function isRead({ bindings, effectOf }: EmployeeServers, server: string, tool: string): boolean {
  const effects = Object.entries(bindings)
    .filter(([, binding]) => binding.server === server && binding.tool === tool)
    .map(([capability]) => effectOf(capability));
  return effects.length > 0 && effects.every((effect) => effect === 'read');
}

function toolNamed(tools: readonly ToolDescription[], name: string): ToolDescription {
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  throw new RolecallError({
    code: 'tool_unknown',
    message: inBoth(MCP_TEXTS, (texts) => texts.toolUnknown(name)),
    hint: meantOrKnown(
      name,
      tools.map((tool) => tool.name),
    ),
  });
}
