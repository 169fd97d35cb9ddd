import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { type Clock, createRedactor, describeError, type Finding, newId, systemClock } from '@rolecall/base';
import { firstSeenProjection } from '@rolecall/employee';
import { gateProjections } from '@rolecall/gate';
import type { Store, StoreOptions } from '@rolecall/journal';
import { openCredentials, openToolPins } from '@rolecall/mcp';
import { createModelProvider } from '@rolecall/models';
import { createDispatcher, type Dispatcher, openSqliteStore } from '@rolecall/store';
import { createConversationStates } from './conversation-states.ts';
import { createConversationWorker } from './conversation-worker.ts';
import { createDesk } from './desk.ts';
import { connectEmployee, type EmployeeRuntime, prepareEmployee, type RuntimeParts } from './employee-runtime.ts';
import { ENGINE } from './engine.ts';
import { explainCapability } from './explain.ts';
import { loadDefinition, type WorkspaceDefinition } from './load-definition.ts';
import { runningEmployee, withEmployee } from './running-employee.ts';
import { traceRounds } from './trace.ts';
import { unavailableModel } from './unavailable-model.ts';
import { verifyDecisions } from './verify.ts';
import { createWatchers } from './watchers.ts';
import type { Workspace } from './workspace.ts';

/** How long a conversation waits for another process after its own has died. */
const LEASE_TTL_MS = 8_000;

/** How a workspace is opened. All of it has defaults. */
export interface OpenWorkspaceOptions {
  /** Works conversations and connects to systems; without it (`check`, `explain`, `trace`) nothing starts. True by default. */
  readonly work?: boolean | undefined;
  readonly clock?: Clock | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** A model in place of the provider's, by `provider/model`; undefined leaves it to the provider. */
  readonly model?: ((id: string) => LanguageModelV4 | undefined) | undefined;
  /** In place of SQLite in `.rolecall/`. */
  readonly openStore?: ((options: StoreOptions) => Promise<Store>) | undefined;
  /** Conversations worked at one time. 16 by default. */
  readonly concurrency?: number | undefined;
  /** One line without secrets, for the operator. */
  readonly log?: ((line: string) => void) | undefined;
}

/**
 * Opens a workspace folder: reads its files, computes the releases, opens the store and, unless told otherwise, connects
 * the employees to their systems and works their conversations.
 *
 * Throws `workspace_not_found` where there is no `rolecall.yaml`; what is wrong inside the files is in `findings()`.
 */
export async function openWorkspace(folder: string, options: OpenWorkspaceOptions = {}): Promise<Workspace> {
  const dir = resolve(folder);
  const { clock = systemClock, environment = process.env, work = true } = options;
  const redactor = createRedactor();
  const log = (line: string): void => options.log?.(redactor.redact(line));
  let definition: WorkspaceDefinition = await loadDefinition(dir);

  const openStore =
    options.openStore ??
    ((storeOptions) => openSqliteStore({ ...storeOptions, file: join(dir, '.rolecall', 'rolecall.sqlite') }));
  const database = await openStore({
    projections: [...gateProjections, firstSeenProjection],
    engine: ENGINE,
    redact: (value) => redactor.redact(value),
  });
  const store = database.for(definition.config.organisation);
  const parts: RuntimeParts = {
    dir,
    redactor,
    clock,
    log,
    credentials: openCredentials({ file: join(dir, '.rolecall', 'credentials.json'), environment, redactor }),
    lock: openToolPins(join(dir, 'rolecall.lock')),
  };
  let runtimes = connectAll(definition, new Map(), parts);
  const watchers = createWatchers(store);
  const provider = createModelProvider({ env: environment, providers: definition.config.models.providers, redactor });
  function modelOf(id: string): LanguageModelV4 {
    try {
      return options.model?.(id) ?? provider.model(id);
    } catch (error) {
      log(`model ${id}: ${describeError(error)}`);
      return unavailableModel(id, error);
    }
  }

  async function prepare(): Promise<void> {
    for (const runtime of runtimes.values()) {
      for (const line of await prepareEmployee(runtime, parts)) log(line);
      modelOf(runtime.definition.release.employee.model);
    }
  }

  let dispatcher: Dispatcher | undefined;
  if (work) {
    await prepare();
    dispatcher = createDispatcher({
      store,
      holder: `${hostname()}:${process.pid}:${newId('w')}`,
      clock,
      concurrency: options.concurrency ?? 16,
      leaseTtlMs: LEASE_TTL_MS,
      handle: createConversationWorker({
        store,
        states: createConversationStates(store),
        watchers,
        clock,
        engine: ENGINE,
        config: () => definition.config,
        runtime: (id) => runtimes.get(id),
        model: modelOf,
        log,
        redactor,
      }),
      onError: (error, { conversation, attempt, retryInMs }) =>
        log(
          `${conversation === undefined ? 'dispatch' : `conversation ${conversation}`}: ${describeError(error)} (attempt ${attempt}, again in ${retryInMs} ms)`,
        ),
    });
  }

  const desk = createDesk({
    store,
    clock,
    redactor,
    wake: (conversation) => dispatcher?.wake(conversation),
    config: () => definition.config,
    employees: () => definition.employees,
  });
  return {
    dir,
    clock,
    store,
    redactor,
    name: definition.config.name,
    language: definition.config.language,
    organisation: definition.config.organisation,
    page: {
      customers: definition.config.page.customers.map(({ external_id, display_name }) => ({
        externalId: external_id,
        displayName: display_name,
      })),
    },
    ...desk,
    findings: () => definition.findings,
    employees: () => definition.employees.map(runningEmployee),
    async reload(): Promise<readonly Finding[]> {
      definition = await loadDefinition(dir);
      const before = runtimes;
      runtimes = connectAll(definition, before, parts);
      if (work) await prepare();
      await closeUnused(before, runtimes);
      return definition.findings;
    },
    watch: (conversation, watching) => watchers.watch(conversation, watching),
    explain: async (capability, employee, language = definition.config.language) =>
      explainCapability(runningEmployee(withEmployee(definition.employees, employee)), capability, language),
    trace: (conversation, round) => traceRounds(store, conversation, round),
    verify: (conversation) => verifyDecisions(store, conversation),
    async close() {
      await dispatcher?.close();
      await closeUnused(runtimes, new Map());
      await database.close();
    },
  };
}

function connectAll(
  definition: WorkspaceDefinition,
  before: ReadonlyMap<string, EmployeeRuntime>,
  parts: RuntimeParts,
): ReadonlyMap<string, EmployeeRuntime> {
  return new Map(
    definition.employees.map((employee) => [employee.id, connectEmployee(employee, before.get(employee.id), parts)]),
  );
}

/** Stops the servers that no runtime uses any more. */
async function closeUnused(
  before: ReadonlyMap<string, EmployeeRuntime>,
  now: ReadonlyMap<string, EmployeeRuntime>,
): Promise<void> {
  const used = new Set([...now.values()].map(({ resources }) => resources));
  await Promise.all(
    [...before.values()].filter(({ resources }) => !used.has(resources)).map(({ resources }) => resources.close()),
  );
}
