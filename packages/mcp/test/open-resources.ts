import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpBinding, McpServerDeclaration, StdioServerDeclaration } from '@rolecall/assets';
import { type Clock, createRedactor, type JsonObject, type Redactor, systemClock } from '@rolecall/base';
import type { ResourceAnswer, ResourceCall } from '@rolecall/gate';
import {
  type CredentialSourceDeclaration,
  type Credentials,
  createResourcePort,
  type McpResources,
  openCredentials,
  openToolPins,
  type ResourcePortOptions,
  type ToolPins,
} from '../src/index.ts';

const HOSTILE = join(import.meta.dirname, 'hostile-server.ts');

/** A credential that must be seen nowhere. */
export const CANARY = 'canary-"7d1f"\\aa55-secret';

/** Resources over real child processes in a folder of their own; ends both when the test's scope ends. */
export interface OpenResources extends AsyncDisposable {
  readonly folder: string;
  readonly resources: McpResources;
  readonly credentials: Credentials;
  readonly redactor: Redactor;
  readonly lock: ToolPins;
  readonly log: string[];
  /** The same in Chinese. */
  readonly logZh: string[];
  /** Process ids of all children that were started, in order. */
  starts(): readonly number[];
  /** Calls a tool of the server `hostile`. */
  call(tool: string, values?: JsonObject, options?: Partial<ResourceCall>): Promise<ResourceAnswer>;
}

export interface ResourceSetup {
  /** Flags of the hostile server. */
  readonly flags?: readonly string[];
  readonly servers?: Readonly<Record<string, McpServerDeclaration>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits?: ResourcePortOptions['limits'];
  readonly clock?: Clock;
  readonly bindings?: ResourcePortOptions['bindings'];
  readonly onLateAnswer?: ResourcePortOptions['onLateAnswer'];
  readonly askModel?: ResourcePortOptions['askModel'];
  readonly sources?: readonly CredentialSourceDeclaration[];
  /** In place of a folder of its own. */
  readonly folder?: string;
}

export function openResources(setup: ResourceSetup = {}): OpenResources {
  const folder = setup.folder ?? mkdtempSync(join(tmpdir(), 'mcp-'));
  const starts = join(folder, 'starts');
  const redactor = createRedactor();
  const environment = setup.environment ?? { ROLECALL_CREDENTIAL_CANARY: CANARY };
  const credentials = openCredentials({
    dir: folder,
    environment,
    redactor,
    ...(setup.sources === undefined ? {} : { sources: () => setup.sources ?? [] }),
  });
  const lock = openToolPins(join(folder, 'rolecall.lock'));
  const log: string[] = [];
  const logZh: string[] = [];
  const hostile = stdioServer([HOSTILE, ...(setup.flags ?? [])], { SECRET: { credential: 'canary' }, STARTS: starts });
  const resources = createResourcePort({
    servers: { hostile, ...setup.servers },
    workspaceDir: folder,
    credentials,
    redactor,
    lock,
    clock: setup.clock ?? systemClock,
    employee: 'lin',
    log: ({ server, text }) => {
      log.push(`${server}: ${text.en}`);
      logZh.push(text.zh);
    },
    limits: setup.limits,
    bindings: setup.bindings,
    onLateAnswer: setup.onLateAnswer,
    askModel: setup.askModel,
  });
  return {
    folder,
    resources,
    credentials,
    redactor,
    lock,
    log,
    logZh,
    starts: () => (existsSync(starts) ? readFileSync(starts, 'utf8').trim().split('\n').map(Number) : []),
    call: (tool, values = {}, options = {}) =>
      resources.call({
        capability: 'thing:do',
        binding: bindingOf(tool),
        arguments: values,
        requestId: 'op_1',
        timeoutMs: 20_000,
        ...options,
      }),
    async [Symbol.asyncDispose]() {
      await resources.close();
      if (setup.folder === undefined) rmSync(folder, { recursive: true });
    },
  };
}

export function bindingOf(tool: string, more: Partial<McpBinding> = {}): McpBinding {
  return { server: 'hostile', tool, ...more };
}

export function stdioServer(args: readonly string[], env: StdioServerDeclaration['env'] = {}): StdioServerDeclaration {
  return { transport: 'stdio', command: 'node', args: [...args], env };
}
