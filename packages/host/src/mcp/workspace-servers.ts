import { join, resolve } from 'node:path';
import type { McpBinding, McpServerDeclaration } from '@rolecall/assets';
import {
  type Bilingual,
  type CapabilityKey,
  createRedactor,
  type Language,
  meantOrKnown,
  RolecallError,
  systemClock,
} from '@rolecall/base';
import { createResourcePort, type McpResources, openCredentials, openToolPins, type ToolPins } from '@rolecall/mcp';
import type { McpOffer } from '@rolecall/rolepack';
import { type EmployeeDefinition, loadDefinition } from '../load-definition.ts';

/** The servers of one employee, for people who look at them or try them. */
export interface EmployeeServers {
  readonly employee: string;
  readonly declared: Readonly<Record<string, McpServerDeclaration>>;
  /** The capabilities that are bound to tools of servers. */
  readonly bindings: Readonly<Record<CapabilityKey, McpBinding>>;
  /** Of a bound capability: what its contract says that a call does; undefined where no contract is bound. */
  effectOf(capability: CapabilityKey): 'read' | 'write' | undefined;
  /** What the employee's role pack offers in its `mcp.json`. It starts nothing: an employee binds through contracts. */
  readonly offers: readonly McpOffer[];
  readonly resources: McpResources;
}

/** The servers of all employees of a workspace, apart from its conversations: no store is opened. */
export interface WorkspaceServers extends AsyncDisposable {
  readonly dir: string;
  readonly employees: readonly EmployeeServers[];
  readonly pins: ToolPins;
  /** Of one employee, or of the only one that declares the server. Throws `employee_unknown` and `server_unknown`. */
  withServer(server: string, employee?: string): EmployeeServers;
}

/** Reads a workspace and stands ready to reach the servers of its employees. Nothing starts before it is asked for. */
export async function openWorkspaceServers(
  folder: string,
  options: {
    readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
    readonly log?: ((line: string) => void) | undefined;
    /** In which whoever reads the log reads it; English by default. */
    readonly language?: Language | undefined;
  } = {},
): Promise<WorkspaceServers> {
  const dir = resolve(folder);
  const { environment = process.env, log, language = 'en' } = options;
  const definition = await loadDefinition(dir);
  const redactor = createRedactor();
  const pins = openToolPins(join(dir, 'rolecall.lock'));
  const { credentials: declared, organisation } = definition.config;
  const credentials = openCredentials({ dir, sources: () => declared.sources, organisation, environment, redactor });

  function serversOf({ id, release, pack }: EmployeeDefinition): EmployeeServers {
    const { mcp_servers: declared, resources: bound } = release.employee;
    const bindings = Object.fromEntries(
      Object.entries(bound).flatMap(([capability, binding]) =>
        'server' in binding ? [[capability, binding] as const] : [],
      ),
    );
    return {
      employee: id,
      declared,
      bindings,
      effectOf: (capability) =>
        Object.values(release.contracts).find(({ contract }) => contract.capability === capability)?.contract.effect,
      offers: pack.mcpServers,
      resources: createResourcePort({
        servers: declared,
        employee: id,
        workspaceDir: dir,
        credentials,
        redactor,
        lock: pins,
        clock: systemClock,
        bindings,
        log: ({ server, text }) => log?.(redactor.redact(`mcp ${server}: ${text[language]}`)),
      }),
    };
  }

  const employees = definition.employees.map(serversOf);
  return {
    dir,
    employees,
    pins,
    withServer: (server, employee) => withServer(employees, server, employee),
    async [Symbol.asyncDispose]() {
      await Promise.all(employees.map(({ resources }) => resources.close()));
    },
  };
}

function withServer(employees: readonly EmployeeServers[], server: string, named: string | undefined): EmployeeServers {
  const chosen = employees.filter(({ employee }) => named === undefined || employee === named);
  if (chosen.length === 0) {
    const ids = employees.map(({ employee }) => employee);
    throw new RolecallError({
      code: 'employee_unknown',
      message:
        named === undefined
          ? { en: 'The workspace has no employee that can run.', zh: '工作区里没有可以运行的员工。' }
          : { en: `There is no employee "${named}".`, zh: `没有员工“${named}”。` },
      hint: hintFor(named ?? '', ids),
    });
  }
  const [found, other] = chosen.filter(({ declared }) => Object.hasOwn(declared, server));
  if (found === undefined) {
    const names = [...new Set(chosen.flatMap(({ declared }) => Object.keys(declared)))];
    throw new RolecallError({
      code: 'server_unknown',
      message: { en: `No server "${server}" is declared.`, zh: `没有声明服务器“${server}”。` },
      hint: hintFor(server, names),
    });
  }
  if (other === undefined) return found;
  throw new RolecallError({
    code: 'employee_missing',
    message: {
      en: `"${server}" is declared by ${found.employee} and ${other.employee}.`,
      zh: `${found.employee} 和 ${other.employee} 都声明了“${server}”。`,
    },
    hint: { en: 'Say whose with --employee.', zh: '用 --employee 写明是谁的。' },
  });
}

function hintFor(name: string, known: readonly string[]): Bilingual {
  return known.length === 0 ? { en: 'See rolecall check.', zh: '见 rolecall check。' } : meantOrKnown(name, known);
}
