import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Clock, environmentRedactor, type Language, type Redactor, systemClock } from '@rolecall/base';
import {
  type Agent,
  type AgentConversation,
  type AgentEvent,
  type AgentOptions,
  type CapabilityState,
  type ContextOccupancy,
  createAgent,
  createMemory,
  type IMcpTransport,
  type McpServerState,
  type ScopedMemory,
} from '@rolecall/kernel';
import { packServers } from '@rolecall/mcp';
import type { RolePack } from '@rolecall/rolepack';
import { type AgentSession, agentSessions, openSqliteMemory, openSqliteStore } from '@rolecall/store';
import { openWorkspaceFiles } from '@rolecall/tools';
import { ENGINE } from '../engine.ts';
import { assistantConfig } from './assistant-config.ts';
import { assistantInstructions } from './assistant-instructions.ts';
import { type AssistantModel, assistantModel } from './assistant-model.ts';
import { type AssistantToolChoice, type AssistantTools, assistantTools } from './assistant-tools.ts';
import { lastOccupancy, type TranscriptRound, transcriptOf } from './assistant-transcript.ts';
import { findPack, type KnownPack, knownPacks, type PackPlaces } from './find-pack.ts';
import { packConsents } from './pack-consents.ts';
import { redactedFiles } from './redacted-files.ts';
import { stateFolder } from './state-folder.ts';

const FILE = 'assistant.sqlite';
const ORGANISATION = 'default';

export interface AssistantOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Relative paths start here. */
  readonly cwd: string;
  readonly language: Language;
  /** Path or name of the role pack; none without it. */
  readonly pack?: string | undefined;
  /** What may be worked in; the first one is the one that sessions and memory belong to. */
  readonly folders: readonly [string, ...string[]];
  /** `provider/model`. */
  readonly model?: string | undefined;
  /** Folder of the `rolecall.yaml` with the model providers; the user's state folder without it. */
  readonly workspace?: string | undefined;
  /** Search, pages of the web and code: what is not named here or in the configuration is not there. */
  readonly tools?: AssistantToolChoice | undefined;
  /** `last`: the session of this pack and folder that was used last, else a new one. */
  readonly session: 'last' | 'new' | { readonly id: string };
  /** Asked before every write, with what it would come to. Without it writes wait and are not made. */
  readonly approve?: AgentOptions['approveNow'];
  /** Asked once for each digest of a pack that offers servers; without it none starts. */
  readonly consent?: ((pack: RolePack) => Promise<boolean>) | undefined;
  /** Told what servers say beside the protocol. */
  readonly onServerLine?: ((server: string, line: string) => void) | undefined;
  /** Told once when the session may still be held by a process that has crashed. */
  readonly onWait?: (() => void) | undefined;
  readonly onProblem?: ((problem: unknown) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** An assistant at work in a folder: one session, under one pack at a time. */
export interface Assistant {
  readonly session: AgentSession;
  /** It goes on with what was said before. */
  readonly isResumed: boolean;
  readonly model: AssistantModel;
  readonly folders: readonly string[];
  readonly memory: ScopedMemory;
  readonly redactor: Redactor;
  /** Where sessions and memory are kept. */
  readonly stateFolder: string;
  pack(): RolePack | undefined;
  conversation(): AgentConversation;
  /** Told what happens, without secrets, whatever pack is at work. */
  subscribe(listener: (event: AgentEvent) => void): () => void;
  /** What was given beyond the files. */
  readonly tools: AssistantTools;
  /** What the capabilities that the present pack declares come to. */
  capabilities(): Promise<readonly CapabilityState[]>;
  /** What became of the servers that the present pack offers. */
  servers(): Promise<readonly McpServerState[]>;
  packs(): Promise<readonly KnownPack[]>;
  /** Goes on with another pack in the same conversation; answers what to put before the user. */
  switchPack(named: string): Promise<{ readonly pack: RolePack; readonly prefill: string }>;
  /** How full the last request was. */
  occupancy(): Promise<ContextOccupancy | undefined>;
  transcript(): Promise<readonly TranscriptRound[]>;
  sessions(): Promise<readonly AgentSession[]>;
  /** Ends what is under way, waits until it is written, and lets go of the session. */
  close(): Promise<void>;
}

/**
 * Opens an assistant: pack, model, files inside the given folders, memory, and the session that is to go on. Nothing of a
 * pack starts unless `consent` says so. Throws what a pack, a model, a folder or a session is refused with.
 */
export async function openAssistant(options: AssistantOptions): Promise<Assistant> {
  const { environment, language, cwd, clock = systemClock } = options;
  const redactor = environmentRedactor(environment);
  const home = stateFolder(environment);
  const folders = options.folders.map((folder) => resolve(cwd, folder)) as [string, ...string[]];
  const places: PackPlaces = {
    cwd,
    folders: [cwd, ...folders, ...(options.workspace ? [options.workspace] : []), home],
    language,
  };
  const config = assistantConfig({ home, workspace: options.workspace, cwd });
  const model = await assistantModel({ environment, redactor, language, named: options.model, config });
  const given = assistantTools(options.tools ?? {}, config?.assistant, redactor);
  const files = openWorkspaceFiles({ roots: folders });
  const consents = packConsents(home);
  let pack = options.pack === undefined ? undefined : await findPack(options.pack, places);

  const redact = <Value>(value: Value): Value => redactor.redact(value);
  const store = await openSqliteStore({ file: join(home, FILE), projections: [], engine: ENGINE, redact });
  const sessions = agentSessions(store, { clock });
  const memories = await openSqliteMemory({ file: join(home, FILE), engine: ENGINE });
  const memory = createMemory({
    storage: memories.for(ORGANISATION),
    scope: { kind: 'project', id: folders[0] },
    clock,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    redact,
  });
  async function closeStores(): Promise<void> {
    await memories.close();
    await sessions.close();
  }

  function serversOf(role: RolePack): IMcpTransport {
    return packServers({
      offers: role.mcpServers,
      // A pack in an archive has no folder of its own.
      dir: statSync(role.dir).isDirectory() ? role.dir : folders[0],
      environment,
      redactor,
      onLine: options.onServerLine,
    });
  }

  async function makeAgent(role: RolePack | undefined): Promise<Agent> {
    const offers = role !== undefined && role.mcpServers.length > 0;
    if (offers && !consents.has(role.digest) && (await options.consent?.(role))) consents.add(role.digest, role.name);
    const isConsented = offers && consents.has(role.digest);
    return createAgent({
      model: model.model,
      rolePack: role,
      instructions: assistantInstructions(files.roots, language, given.shown),
      workspace: redactedFiles(files, redactor),
      ...given.ports,
      memory,
      summaryModel: model.isBuiltin ? false : undefined,
      journal: sessions.journal,
      // Nothing starts before it is asked for, and without consent it is not.
      mcp: offers ? { transport: serversOf(role), consentedDigests: isConsented ? [role.digest] : [] } : undefined,
      approveNow: options.approve,
      confirmWrites: true,
      language,
      limits: { windowTokens: model.windowTokens },
      counter: model.counter,
      providerOptions: model.providerOptions,
      redact,
      clock,
      onProblem: options.onProblem,
    });
  }

  try {
    const chosen = await chooseSession();
    let agent = await makeAgent(pack);
    let conversation = agent.conversation(chosen.session.id);
    const listeners = new Set<(event: AgentEvent) => void>();
    const follow = () =>
      conversation.subscribe((event) => {
        for (const listener of listeners) listener(redact(event));
      });
    follow();
    return {
      ...chosen,
      model,
      folders,
      memory,
      redactor,
      stateFolder: home,
      pack: () => pack,
      conversation: () => conversation,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      tools: given.shown,
      capabilities: () => agent.capabilities(),
      servers: () => agent.servers(),
      packs: () => knownPacks(places),
      async switchPack(named) {
        const next = await findPack(named, places);
        await agent.close();
        pack = next;
        agent = await makeAgent(next);
        conversation = agent.conversation(chosen.session.id);
        follow();
        await sessions.note(chosen.session.id, next.name);
        return { pack: next, prefill: next.manifest.handoffPrompt ?? handoffSentence(language) };
      },
      occupancy: () => lastOccupancy(sessions.journal, chosen.session.id),
      transcript: () => transcriptOf(sessions.journal, chosen.session.id),
      sessions: () => sessions.list(folders[0]),
      async close() {
        conversation.abort();
        await agent.close();
        await closeStores();
      },
    };
  } catch (error) {
    await closeStores();
    throw error;
  }

  async function chooseSession(): Promise<{ session: AgentSession; isResumed: boolean }> {
    const { session } = options;
    const name = pack?.name ?? '';
    if (typeof session === 'object') {
      const taken = await sessions.take(session.id, options.onWait);
      if (taken.pack !== name) await sessions.note(taken.id, name);
      return { session: { ...taken, pack: name }, isResumed: true };
    }
    const known = session === 'last' ? (await sessions.list(folders[0])).find((one) => one.pack === name) : undefined;
    if (known) return { session: await sessions.take(known.id, options.onWait), isResumed: true };
    return { session: await sessions.open({ folder: folders[0], pack: name }), isResumed: false };
  }
}

/** What is put before the user where a pack has no sentence of its own. */
function handoffSentence(language: Language): string {
  return language === 'zh'
    ? '请接手前面的工作：先概述目前的进度，再继续。'
    : 'Please take over: sum up where we are, then go on.';
}
