import { join } from 'node:path';
import { computeCapabilitySpace, type Release } from '@rolecall/assets';
import { type Clock, createRedactor, type JsonObject, type JsonValue, RolecallError } from '@rolecall/base';
import type { ResourceAnswer, ResourcePort } from '@rolecall/gate';
import { loadDefinition } from '@rolecall/host';
import { createResourcePort, openCredentials, openToolPins } from '@rolecall/mcp';
import type { RuledRelease } from '../gate-session.ts';

/** An example business at work: its release, its real system, and the means to set the scene in it. */
export interface TauBusiness extends RuledRelease {
  /** The employee's own systems. Remembers what the last write answered. */
  readonly resources: ResourcePort;
  /** The capability that a tool of the benchmark serves. */
  capabilityOf(tool: string): string | undefined;
  /** What the system answered to the last call that was let through to a tool. */
  lastAnswer(): ResourceAnswer | undefined;
  restore(): Promise<void>;
  valuesAt(paths: readonly (readonly string[])[]): Promise<readonly JsonValue[]>;
  setValueAt(path: readonly string[], value: JsonValue): Promise<void>;
  /** Past the gate: what somebody else did to the system. */
  callTool(tool: string, args: JsonObject): Promise<ResourceAnswer>;
  close(): Promise<void>;
}

/** Opens the example in `dir` over a database, in memory. Throws `bench_example_invalid` where its files have errors. */
export async function openTauBusiness(dir: string, database: string, clock: Clock): Promise<TauBusiness> {
  const { employees, findings } = await loadDefinition(dir);
  const broken = findings.find(({ severity }) => severity === 'error');
  const [employee] = employees;
  if (broken || !employee) {
    throw new RolecallError({
      code: 'bench_example_invalid',
      at: { file: broken?.file ?? dir, line: broken?.line, path: broken?.path },
      message: broken
        ? { en: broken.message, zh: broken.zh.message }
        : { en: 'There is no AI employee.', zh: '没有 AI 员工。' },
      hint: { en: 'See rolecall check.', zh: '见 rolecall check。' },
    });
  }
  const { release, space } = employee;
  const servers = Object.entries(release.employee.mcp_servers).map(([name, declared]) => [
    name,
    declared.transport === 'stdio'
      ? { ...declared, args: [...declared.args, '--database', database, '--memory', '--rehearsal'] }
      : declared,
  ]);
  const pins = openToolPins(join(dir, 'rolecall.lock'));
  const redactor = createRedactor();
  const mcp = createResourcePort({
    servers: Object.fromEntries(servers),
    workspaceDir: dir,
    credentials: openCredentials({ dir, environment: {}, redactor }),
    redactor,
    // A bench agrees to nothing: what has no pin stays without one.
    lock: { pinned: pins.pinned, pin: async () => {} },
    clock,
  });
  let last: ResourceAnswer | undefined;
  const server = Object.keys(release.employee.mcp_servers)[0] ?? '';
  const callTool = (tool: string, args: JsonObject): Promise<ResourceAnswer> =>
    mcp.call({
      capability: 'rehearsal:call',
      binding: { server, tool },
      arguments: args,
      requestId: 'rehearsal',
      timeoutMs: 60_000,
    });
  return {
    release,
    space,
    resources: {
      inspect: mcp.inspect,
      call: async (call) => {
        last = await mcp.call(call);
        return last;
      },
    },
    capabilityOf: (tool) => capabilityOf(release, tool),
    lastAnswer: () => last,
    restore: async () => {
      structured(await callTool('rehearsal_restore', {}));
    },
    valuesAt: async (paths) => {
      const { values } = structured(await callTool('rehearsal_read', { paths: paths.map((path) => [...path]) }));
      return values as readonly JsonValue[];
    },
    setValueAt: async (path, value) => {
      structured(await callTool('rehearsal_set', { path: [...path], value }));
    },
    callTool,
    close: () => mcp.close(),
  };
}

/** The same business after an edit of what was linked. */
export function editedRules(release: Release, edit: (release: Release) => Release, name: string): RuledRelease {
  const edited = { ...edit(release), hash: `${release.hash}:${name}` };
  return { release: edited, space: computeCapabilitySpace(edited) };
}

function capabilityOf({ employee }: Release, tool: string): string | undefined {
  const bound = Object.entries(employee.resources).find(([, binding]) => 'tool' in binding && binding.tool === tool);
  return bound?.[0];
}

function structured(answer: ResourceAnswer): JsonObject {
  if (answer.status === 'answered' && !answer.isError && answer.structured) return answer.structured as JsonObject;
  throw new RolecallError({
    code: 'bench_system_failed',
    message: {
      en: `The example's system did not do what the bench asked for: ${JSON.stringify(answer)}`,
      zh: `示例的系统没有做评测所要求的事：${JSON.stringify(answer)}`,
    },
  });
}
