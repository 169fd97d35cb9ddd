import { type CapabilityKey, canonicalJson, type JsonObject, type JsonValue } from '@rolecall/base';
import { declaredOf, pinContent, type ToolDescription } from '@rolecall/mcp';
import type { EmployeeServers, WorkspaceServers } from './workspace-servers.ts';

/** How a bound tool stands to what was agreed to. */
export interface PinDifference {
  readonly employee: string;
  readonly capability: CapabilityKey;
  readonly server: string;
  readonly tool: string;
  /** `gone`: the server has no such tool. `unavailable`: it cannot be looked at. */
  readonly status: 'same' | 'drifted' | 'unpinned' | 'gone' | 'unavailable';
  readonly reason?: string | undefined;
  /** What is different, by its place in the declaration; empty of a pin that does not say what it agreed to. */
  readonly changes: readonly {
    readonly path: string;
    readonly before: JsonValue | undefined;
    readonly after: JsonValue | undefined;
  }[];
  /** As the server declares it now. */
  readonly now?: ToolDescription | undefined;
}

/** Compares every bound tool with `rolecall.lock`. Starts the servers; changes nothing. */
export async function pinDifferences(
  servers: WorkspaceServers,
  employee?: string | undefined,
): Promise<readonly PinDifference[]> {
  const chosen = servers.employees.filter((each) => employee === undefined || each.employee === employee);
  const found: PinDifference[] = [];
  for (const each of chosen) found.push(...(await differencesOf(servers, each)));
  return found;
}

/** Agrees to a tool as it is now. */
export async function repin({ pins }: WorkspaceServers, { server, tool, now }: PinDifference): Promise<void> {
  if (now !== undefined) await pins.pin(server, tool, now.fingerprint, pinContent(now));
}

async function differencesOf(servers: WorkspaceServers, each: EmployeeServers): Promise<readonly PinDifference[]> {
  const found: PinDifference[] = [];
  for (const [capability, { server, tool }] of Object.entries(each.bindings)) {
    const base = { employee: each.employee, capability, server, tool, changes: [] };
    const tools = await each.resources.listTools(server).catch((error: Error) => error);
    if (tools instanceof Error) {
      found.push({ ...base, status: 'unavailable', reason: tools.message });
      continue;
    }
    const named = tools.filter(({ name }) => name === tool);
    const [now] = named;
    if (now === undefined || named.length > 1) {
      const reason = now === undefined ? undefined : `The server declares ${named.length} tools of this name.`;
      found.push({ ...base, status: 'gone', reason });
    } else if (now.pinned === undefined) found.push({ ...base, status: 'unpinned', now });
    else if (now.pinned === now.fingerprint) found.push({ ...base, status: 'same', now });
    else {
      const before = await servers.pins.declared?.(server, tool);
      const changes = before === undefined ? [] : changesBetween(before, declaredOf(now), '');
      found.push({ ...base, status: 'drifted', now, changes });
    }
  }
  return found;
}

/** The smallest parts that differ, by their place. */
function changesBetween(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: string,
): PinDifference['changes'] {
  if (before !== undefined && after !== undefined && canonicalJson(before) === canonicalJson(after)) return [];
  if (!isPlain(before) || !isPlain(after)) return [{ path, before, after }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key) =>
    before[key] === undefined && after[key] === undefined
      ? []
      : changesBetween(before[key], after[key], path === '' ? key : `${path}.${key}`),
  );
}

function isPlain(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
