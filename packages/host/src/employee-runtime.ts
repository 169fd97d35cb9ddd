import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type Bilingual, type Clock, canonicalJson, type Redactor } from '@rolecall/base';
import type { ResourcePort } from '@rolecall/gate';
import type { Knowledge, OpenedKnowledge } from '@rolecall/knowledge';
import type { Credentials, LateAnswer, McpResources, PinReport, ToolPins } from '@rolecall/mcp';
import { createResourcePort } from '@rolecall/mcp';
import type { EmployeeDefinition } from './load-definition.ts';
import { writeForSystems } from './mcp/write-for-systems.ts';
import { employeeResources } from './platform/employee-resources.ts';
import { platformToolsOf } from './platform/platform-tools.ts';

/** What the runtimes of all employees of a workspace share. */
export interface RuntimeParts {
  readonly dir: string;
  readonly credentials: Credentials;
  readonly redactor: Redactor;
  readonly lock: ToolPins;
  readonly knowledge: Knowledge;
  readonly clock: Clock;
  readonly log: (line: Bilingual) => void;
  /** Takes in an answer to a write that came after its call had timed out. */
  readonly onLateAnswer: (late: LateAnswer) => void;
  readonly model: (id: string) => LanguageModelV4;
}

/** An employee with its connections. */
export interface EmployeeRuntime {
  readonly definition: EmployeeDefinition;
  readonly resources: McpResources;
  /** The same together with the platform tools: what a round calls. */
  readonly port: ResourcePort;
  /** What the material of its release says; undefined when it has none. */
  readonly knowledge: OpenedKnowledge | undefined;
}

/** Connections of a definition; those of the runtime before it stay when servers and bindings are the same. */
export function connectEmployee(
  definition: EmployeeDefinition,
  before: EmployeeRuntime | undefined,
  parts: RuntimeParts,
): EmployeeRuntime {
  const { mcp_servers: servers, resources: bindings, model } = definition.release.employee;
  if (before && connectionsOf(before.definition) === connectionsOf(definition)) {
    return runtimeOf(definition, before.resources, parts);
  }
  const resources = createResourcePort({
    servers,
    employee: definition.id,
    workspaceDir: parts.dir,
    credentials: parts.credentials,
    redactor: parts.redactor,
    lock: parts.lock,
    clock: parts.clock,
    bindings,
    askModel: writeForSystems(() => parts.model(model)),
    onLateAnswer: parts.onLateAnswer,
    log: ({ server, text: { en, zh } }) => parts.log({ en: `mcp ${server}: ${en}`, zh: `mcp ${server}：${zh}` }),
  });
  return runtimeOf(definition, resources, parts);
}

function runtimeOf(definition: EmployeeDefinition, resources: McpResources, parts: RuntimeParts): EmployeeRuntime {
  const { material } = definition;
  const knowledge = material.length > 0 ? parts.knowledge.open(material) : undefined;
  const port = employeeResources(resources, platformToolsOf(definition, knowledge));
  return { definition, resources, port, knowledge };
}

/** What connections are made with; the model belongs to it where some system may use it. */
function connectionsOf({ release: { employee } }: EmployeeDefinition): string {
  const { mcp_servers, resources, model } = employee;
  const mayUseModel = Object.values(resources).some((binding) => 'server' in binding && binding.sampling);
  return canonicalJson([mcp_servers, resources, mayUseModel ? model : '']);
}

/**
 * First start of what an employee binds: credentials that nobody has set are made, and tools that have no pin are pinned.
 * Says of each what happened.
 */
export async function prepareEmployee(runtime: EmployeeRuntime, parts: RuntimeParts): Promise<readonly Bilingual[]> {
  const { employee } = runtime.definition.release;
  const said: Bilingual[] = [];
  // Nobody waits for it but the first search.
  void runtime.knowledge?.prepare();
  for (const name of credentialNames(employee.mcp_servers)) {
    const status = await parts.credentials.ensureCredential(name);
    if (status === 'created') said.push(credentialMade(name));
  }
  const pins = await runtime.resources.pinAll(employee.resources);
  return [...said, ...pins.flatMap(describePin), ...pins.flatMap((pin) => destructiveRead(pin, runtime.definition))];
}

/** Said when it is seen first; from then on the lock has it, and `rolecall check` names it as an error. */
function destructiveRead(
  { capability, server, tool, hints }: PinReport,
  { space }: EmployeeDefinition,
): readonly Bilingual[] {
  const isRead = space.entries[capability]?.bound?.contract.effect === 'read';
  if (!isRead || hints?.destructive !== true || hints.read_only === true) return [];
  return [
    {
      en: `${capability} is a read, and the tool ${server}/${tool} says that it is destructive; see rolecall check`,
      zh: `${capability} 是读操作，而工具 ${server}/${tool} 自称有破坏性；见 rolecall check`,
    },
  ];
}

function credentialMade(name: string): Bilingual {
  return { en: `credential "${name}" was made for this workspace`, zh: `已为这个工作区生成凭证“${name}”` };
}

function unreachable(tool: string, capability: string, reason: string | undefined): Bilingual {
  return reason === undefined
    ? { en: `${capability}: ${tool} cannot be reached`, zh: `${capability}：连接不到 ${tool}` }
    : {
        en: `${capability}: ${tool} cannot be reached (${reason})`,
        zh: `${capability}：连接不到 ${tool}（${reason}）`,
      };
}

function credentialNames(servers: EmployeeDefinition['release']['employee']['mcp_servers']): readonly string[] {
  const names = Object.values(servers).flatMap((server) =>
    // Only a secret of our own making can be made here; what a remote system knows us by, somebody has to set.
    server.transport === 'stdio' ? Object.values(server.env).flatMap(credentialIn) : [],
  );
  return [...new Set(names)];
}

function credentialIn(value: string | { readonly credential: string }): readonly string[] {
  return typeof value === 'string' ? [] : [value.credential];
}

function describePin({ status, capability, server, tool, reason }: PinReport): readonly Bilingual[] {
  switch (status) {
    case 'pinned':
      return [
        {
          en: `pinned ${capability} → ${server}/${tool} in rolecall.lock`,
          zh: `已在 rolecall.lock 中记下指纹：${capability} → ${server}/${tool}`,
        },
      ];
    case 'kept':
      return [];
    case 'drifted':
      return [
        {
          en: `${capability}: the tool ${server}/${tool} is no longer what was pinned; it is blocked until it is looked at`,
          zh: `${capability}：工具 ${server}/${tool} 与记下的指纹不同；有人查看之前一直拦住`,
        },
      ];
    case 'unavailable':
      return [unreachable(`${server}/${tool}`, capability, reason)];
    default:
      return status satisfies never;
  }
}
