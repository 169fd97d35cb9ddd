import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import {
  type Bilingual,
  type Clock,
  createRedactor,
  type Finding,
  inAnyLanguage,
  type Language,
  newId,
  systemClock,
  timestampOf,
} from '@rolecall/base';
import type { Store, StoreOptions } from '@rolecall/journal';
import type { Embedder } from '@rolecall/kernel';
import { createKnowledge } from '@rolecall/knowledge';
import { openCredentials, openToolPins } from '@rolecall/mcp';
import { createModelProvider, type ModelProvider } from '@rolecall/models';
import { openMemoryAt, openStoreAt, type StoredMemories, type StoreLocation } from '@rolecall/store';
import { channelIdentity } from './channel-identity.ts';
import { createContactMemories } from './contact-memories.ts';
import { createConversationStates } from './conversation-states.ts';
import { createConversationWorker } from './conversation-worker.ts';
import { makeCredentialsKnown } from './credentials/make-known.ts';
import { createDesk, type DeskParts } from './desk.ts';
import { connectEmployee, type EmployeeRuntime, prepareEmployee, type RuntimeParts } from './employee-runtime.ts';
import { ENGINE } from './engine.ts';
import { explainCapability } from './explain.ts';
import { keepsContact } from './keeps-contact.ts';
import { createLateAnswers } from './late-answers.ts';
import { createLetters } from './letters.ts';
import { loadDefinition, type WorkspaceDefinition } from './load-definition.ts';
import { createOperatorsDesk } from './operators-desk.ts';
import { createDeliverer } from './outbox/deliverer.ts';
import { hasWebhooks, webhookOf } from './outbox/webhooks.ts';
import { createRoundMemory } from './remember-rounds.ts';
import { createResourceUses, type ResourceUses } from './resource-uses.ts';
import { createRetainer } from './retention/retainer.ts';
import { retentionTimes } from './retention/retention-times.ts';
import { runningEmployee, withEmployee } from './running-employee.ts';
import { sayingWhy } from './saying-why.ts';
import { queueOf, startDispatcher, type WorkspaceRole } from './start-dispatcher.ts';
import { traceRounds } from './trace.ts';
import { unavailableModel } from './unavailable-model.ts';
import { verifyDecisions } from './verify.ts';
import { createWatchers } from './watchers.ts';
import type { Workspace } from './workspace.ts';
import { agreeAtFirstStart } from './workspace-agreements.ts';
import { storeLocation } from './workspace-database.ts';
import { workspaceProjections } from './workspace-projections.ts';

const LEASE_MS = 8_000;

/** How a workspace is opened. All of it has defaults. */
export interface OpenWorkspaceOptions {
  /** Works conversations and connects to systems; without it (`check`, `explain`, `trace`) nothing starts. True by default. */
  readonly work?: boolean | undefined;
  /** With `api` it takes messages in, and other processes on the same store work them. `all` by default. */
  readonly role?: WorkspaceRole | undefined;
  readonly clock?: Clock | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  /** A model in place of the provider's, by `provider/model`; undefined leaves it to the provider. */
  readonly model?: ((id: string) => LanguageModelV4 | undefined) | undefined;
  /** In place of SQLite in `.rolecall/`. */
  readonly openStore?: ((options: StoreOptions) => Promise<Store>) | undefined;
  /** In place of the memories beside the store. With a store of one's own and without this nothing is remembered. */
  readonly openMemories?: (() => Promise<StoredMemories>) | undefined;
  /** Conversations worked at one time. 16 by default. */
  readonly concurrency?: number | undefined;
  /** How long a conversation waits for another process after its own has died. 8 s by default. */
  readonly leaseMs?: number | undefined;
  /** In which the operator reads what is said at the start; English by default. */
  readonly language?: Language | undefined;
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
  const { clock = systemClock, environment = process.env, work: starts = true, role = 'all' } = options;
  const work = starts && role !== 'api';
  const redactor = createRedactor();
  const { language = 'en' } = options;
  const log = (line: Bilingual): void => options.log?.(redactor.redact(line[language]));
  let definition: WorkspaceDefinition = await loadDefinition(dir);

  // A store of one's own is worked by this process alone.
  const location: StoreLocation = options.openStore
    ? { kind: 'sqlite', file: '' }
    : storeLocation(dir, definition.config, environment, redactor);
  const openStore = options.openStore ?? ((storeOptions) => openStoreAt(location, storeOptions));
  const database = await openStore({
    projections: workspaceProjections,
    engine: ENGINE,
    redact: (value) => redactor.redact(value),
    keepsContact,
  });
  const store = database.for(definition.config.organisation);
  const memories = work ? await openMemories() : undefined;
  const memory = memories && {
    memories: createContactMemories(memories.for(definition.config.organisation), {
      clock,
      redactor,
      embedder: () => embedder('memory'),
    }),
    rounds: createRoundMemory(),
    model: summaryModel,
  };
  const parts: RuntimeParts = {
    dir,
    redactor,
    clock,
    log,
    credentials: openCredentials({
      dir,
      sources: () => definition.config.credentials.sources,
      organisation: definition.config.organisation,
      environment,
      redactor,
    }),
    lock: openToolPins(join(dir, 'rolecall.lock')),
    onLateAnswer: createLateAnswers({ store, clock, log, wake: (conversation) => dispatcher?.wake(conversation) }),
    model: modelOf,
    knowledge: createKnowledge({ embedder: () => embedder('knowledge') }),
  };
  const uses = createResourceUses(log);
  const watchers = createWatchers(store);
  let runtimes: Runtimes = connectAll(definition, new Map(), parts);
  let models = modelsOf(definition);

  async function openMemories(): Promise<StoredMemories | undefined> {
    if (options.openMemories || options.openStore) return options.openMemories?.();
    try {
      return await openMemoryAt(storeLocation(dir, definition.config, environment, redactor), ENGINE);
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** One that cannot be made is told to the operator; what it is for is searched by words then. */
  function embedder(of: 'memory' | 'knowledge'): Embedder | undefined {
    const id = definition.config[of].embedder;
    try {
      return id === undefined ? undefined : models.embedder(id);
    } catch (error) {
      log(sayingWhy(inAnyLanguage(`${of}.embedder ${id}`), error));
      return undefined;
    }
  }

  /** What is built in writes no summaries, and a model in place of the provider's is there for the rounds alone. */
  function summaryModel(id: string): LanguageModelV4 | undefined {
    const isExtracted = definition.config.memory.summaries === 'extract' || id.startsWith('builtin/');
    return isExtracted || options.model?.(id) ? undefined : modelOf(id);
  }

  function modelsOf({ config }: WorkspaceDefinition): ModelProvider {
    return createModelProvider({ env: environment, providers: config.models.providers, redactor });
  }

  /** A model that cannot be made is told to the operator here, and to the customer by a round that fails. */
  function modelOf(id: string): LanguageModelV4 {
    try {
      return options.model?.(id) ?? models.model(id);
    } catch (error) {
      log(sayingWhy({ en: `model ${id}`, zh: `模型 ${id}` }, error));
      return unavailableModel(id, error);
    }
  }

  /** What one employee lacks keeps no other from working. */
  async function prepare(): Promise<void> {
    for (const line of await agreeAtFirstStart(dir)) log(line);
    for (const runtime of runtimes.values()) {
      const { id, release } = runtime.definition;
      try {
        for (const line of await prepareEmployee(runtime, parts)) log(line);
      } catch (error) {
        log(sayingWhy({ en: `employee ${id}`, zh: `员工 ${id}` }, error));
      }
      modelOf(release.employee.model);
    }
  }

  async function reload(): Promise<readonly Finding[]> {
    const loaded = await loadDefinition(dir, definition);
    const before = runtimes;
    [models, runtimes] = [modelsOf(loaded), connectAll(loaded, before, parts)];
    definition = loaded;
    if (starts) await makeCredentialsKnown(definition, parts.credentials);
    retireUnused(before, runtimes, uses);
    if (work) await prepare();
    return definition.findings;
  }

  if (starts) await makeCredentialsKnown(definition, parts.credentials);
  if (work) await prepare();
  const { organisation } = definition.config;
  const deliverer = work
    ? createDeliverer(
        {
          store,
          organisation,
          clock,
          webhook: (target) => webhookOf(target, definition.config),
          secret: (credential) => parts.credentials.resolve(credential),
          log,
        },
        () => hasWebhooks(definition.config),
      )
    : undefined;
  const states = createConversationStates(store);
  const retainer = work
    ? createRetainer(
        {
          store,
          memories,
          organisation,
          clock,
          language: definition.config.language,
          onCut: (conversation) => states.forget(conversation),
        },
        () =>
          retentionTimes(
            definition.config,
            definition.employees.map(({ release }) => release),
            clock.now(),
          ),
        log,
      )
    : undefined;
  const dispatcher = starts
    ? await startDispatcher(location, organisation, role, {
        store,
        holder: `${hostname()}:${process.pid}:${newId('w')}`,
        clock,
        concurrency: options.concurrency ?? 16,
        leaseTtlMs: options.leaseMs ?? LEASE_MS,
        handle: createConversationWorker({
          store,
          states,
          watchers,
          clock,
          engine: ENGINE,
          config: () => definition.config,
          runtime: (id) => runtimes.get(id),
          uses,
          model: modelOf,
          onSent: () => deliverer?.kick(),
          log,
          redactor,
          memory,
        }),
        onError: (error, { conversation, attempt, retryInMs }) =>
          log(
            sayingWhy(
              conversation === undefined
                ? {
                    en: `dispatch (attempt ${attempt}, again in ${retryInMs} ms)`,
                    zh: `派发（第 ${attempt} 次，${retryInMs} 毫秒后再试）`,
                  }
                : {
                    en: `conversation ${conversation} (attempt ${attempt}, again in ${retryInMs} ms)`,
                    zh: `会话 ${conversation}（第 ${attempt} 次，${retryInMs} 毫秒后再试）`,
                  },
              error,
            ),
          ),
      })
    : undefined;

  const intake: DeskParts = {
    store,
    clock,
    redactor,
    wake: (conversation) => dispatcher?.wake(conversation),
    config: () => definition.config,
    employees: () => definition.employees,
  };
  let reloading: Promise<unknown> = Promise.resolve();
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
    ...createDesk(intake),
    desk: createOperatorsDesk(intake),
    channelIdentity: (channel) => channelIdentity(channel, definition.config, parts.credentials),
    letters: createLetters({
      store,
      clock,
      wake: (conversation) => dispatcher?.wake(conversation),
      kick: () => deliverer?.kick(),
      queue: queueOf(dispatcher),
    }),
    findings: () => definition.findings,
    employees: () => definition.employees.map(runningEmployee),
    reload() {
      const next = reloading.then(reload);
      // One that fails does not keep the next from its turn.
      reloading = next.catch(() => undefined);
      return next;
    },
    watch: (conversation, watching) => watchers.watch(conversation, watching),
    explain: async (capability, employee, language = definition.config.language, args = undefined) =>
      explainCapability(
        runningEmployee(withEmployee(definition.employees, employee)),
        capability,
        language,
        args,
        timestampOf(clock),
      ),
    trace: (conversation, round) => traceRounds(store, conversation, round),
    verify: (conversation) => verifyDecisions(store, conversation),
    servers: () =>
      [...runtimes].flatMap(([employee, { resources }]) => resources.states().map((state) => ({ employee, ...state }))),
    async isReady() {
      try {
        await store.waiting(1);
        return true;
      } catch (error) {
        log(sayingWhy({ en: 'not ready', zh: '没有就绪' }, error));
        return false;
      }
    },
    async close() {
      watchers.close();
      await reloading;
      await dispatcher?.close();
      await retainer?.close();
      await deliverer?.close();
      retireUnused(runtimes, new Map(), uses);
      await uses.closed();
      await memory?.rounds.close();
      await memories?.close();
      await database.close();
    },
  };
}

type Runtimes = ReadonlyMap<string, EmployeeRuntime>;

function connectAll(definition: WorkspaceDefinition, before: Runtimes, parts: RuntimeParts): Runtimes {
  return new Map(
    definition.employees.map((employee) => [employee.id, connectEmployee(employee, before.get(employee.id), parts)]),
  );
}

/** The servers that no runtime has any more are stopped, each after the rounds that use it. */
function retireUnused(before: Runtimes, now: Runtimes, uses: ResourceUses): void {
  const kept = new Set([...now.values()].map(({ resources }) => resources));
  for (const { resources } of before.values()) if (!kept.has(resources)) uses.retire(resources);
}
