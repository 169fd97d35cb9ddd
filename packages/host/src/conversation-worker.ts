import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Release } from '@rolecall/assets';
import { type Bilingual, type Clock, describeError, type JsonValue, type Redactor, timestampOf } from '@rolecall/base';
import {
  type ConversationState,
  emptyState,
  giveUpItem,
  handleGivenUp,
  handleItem,
  handleUnattended,
  type RoundContext,
} from '@rolecall/employee';
import {
  type Commit,
  type DriveContext,
  drive,
  type InboxItem,
  isFromCustomer,
  type Lease,
  RoundDropped,
  type StorePorts,
  type TakenItem,
} from '@rolecall/journal';
import type { MemoryPort } from '@rolecall/kernel';
import { readSkillOf } from '@rolecall/rolepack';
import type { ContactMemories } from './contact-memories.ts';
import type { ConversationStates } from './conversation-states.ts';
import type { EmployeeRuntime } from './employee-runtime.ts';
import { modelOptionsOf } from './model-options.ts';
import { routeOutbox } from './outbox/route-outbox.ts';
import type { RoundMemory } from './remember-rounds.ts';
import type { ResourceUses } from './resource-uses.ts';
import { sayingWhy } from './saying-why.ts';
import { voiceOfPack } from './voice-of-pack.ts';
import type { Watchers } from './watchers.ts';
import { createWorkPlaces } from './work-places.ts';
import type { WorkspaceConfig } from './workspace-config.ts';

/** What a worker needs of the workspace around it. */
export interface WorkerParts {
  readonly store: StorePorts;
  readonly states: ConversationStates;
  readonly watchers: Watchers;
  readonly clock: Clock;
  readonly engine: string;
  /** Read at the beginning of each round: a running one keeps what it began with. */
  readonly config: () => WorkspaceConfig;
  readonly runtime: (employee: string) => EmployeeRuntime | undefined;
  readonly uses: ResourceUses;
  readonly model: (id: string) => LanguageModelV4;
  /** Something was sent that somebody outside waits for. */
  readonly onSent: () => void;
  readonly log: (line: Bilingual) => void;
  readonly redactor: Redactor;
  /** Nothing is remembered without it. */
  readonly memory?: MemoryParts | undefined;
}

/** What is remembered of contacts, and who writes it. */
export interface MemoryParts {
  readonly memories: ContactMemories;
  readonly rounds: RoundMemory;
  /** Writes the summaries of an employee that has this model; they are extracted from the words without one. */
  readonly model: (id: string) => LanguageModelV4 | undefined;
}

/** An item whose handling has failed so often is set aside. */
const MOST_ATTEMPTS = 6;

/** What was interrupted more often may be what kills the process: it is handled alone, so that it takes no other with it. */
const MOST_BESIDE_OTHERS = 1;

/** Handles the first item in a conversation's inbox. Whoever calls it looks for the next one. */
export function createConversationWorker(
  parts: WorkerParts,
): (conversation: string, lease: Lease, signal: AbortSignal) => Promise<void> {
  const kept = new Set<string>();
  const places = createWorkPlaces();

  async function keepRelease(release: Release): Promise<void> {
    if (kept.has(release.hash)) return;
    await parts.store.putDocument(release.hash, JSON.parse(JSON.stringify(release)) as JsonValue);
    kept.add(release.hash);
  }

  async function partiesOf(item: InboxItem): Promise<Pick<RoundContext, 'contact' | 'conversation'>> {
    const conversation = await parts.store.conversation(item.conversation);
    const contact = conversation && (await parts.store.contact(conversation.contact));
    if (!conversation || !contact) throw new Error(`The conversation ${item.conversation} is not in the store.`);
    return { conversation, contact };
  }

  /** How the commits of an item's round are made. */
  function drivingOf(
    item: InboxItem,
    lease: Lease,
    sequence: number,
    channel: string,
    release: Release | undefined,
  ): DriveContext {
    return {
      lease,
      sequence,
      round: roundOf(item),
      release: release?.hash,
      engine: parts.engine,
      clock: parts.clock,
      causedBy: `inbox:${item.id}`,
      store: watchedStore((commit) =>
        release ? routeOutbox(commit, { channel, release, config: parts.config() }) : commit,
      ),
    };
  }

  async function handle(item: InboxItem, lease: Lease, signal: AbortSignal): Promise<void> {
    const { conversation, contact } = await partiesOf(item);
    const runtime = parts.runtime(conversation.employee);
    const state = await parts.states.current(conversation.id, parts.config().language);
    const round = roundOf(item);
    const release = runtime?.definition.release;
    const driving = drivingOf(item, lease, state.sequence, conversation.channel, release);
    if (!runtime) {
      await drive(handleUnattended(state, item, round, parts.clock), driving);
      return;
    }
    await keepRelease(runtime.definition.release);
    const surroundings = roundContext(runtime, { contact, conversation, signal });
    await parts.uses.during(runtime.resources, () => drive(handleItem(surroundings, state, item, round), driving));
    const closed = await closedState(lease);
    if (surroundings.memory) remember(runtime, surroundings, surroundings.memory, closed);
  }

  /** The round has ended and its item is done with: what goes wrong here is made up for by the next one. */
  async function closedState(lease: Lease): Promise<ConversationState> {
    const { language } = parts.config();
    try {
      return await parts.states.closed(lease, language, timestampOf(parts.clock));
    } catch (error) {
      const { conversation } = lease;
      const what = { en: `checkpoint of conversation ${conversation}`, zh: `会话 ${conversation} 的检查点` };
      parts.log(sayingWhy(what, error));
      return await parts.states.current(conversation, language);
    }
  }

  /** Only hands the round over: the next message does not wait for its summary. */
  function remember(
    runtime: EmployeeRuntime,
    surroundings: RoundContext,
    memory: MemoryPort,
    state: ConversationState,
  ): void {
    const { strategy } = runtime.definition.pack;
    if (strategy.reflect.summary === 'off') return;
    const { conversation } = surroundings;
    parts.memory?.rounds.remember(conversation.id, state, {
      memory,
      model: parts.memory.model(surroundings.release.employee.model),
      focus: strategy.prepare.summaryFocus,
      redact: (value) => parts.redactor.redact(value),
      onProblem: (problem) =>
        parts.log(
          sayingWhy({ en: `memory of conversation ${conversation.id}`, zh: `会话 ${conversation.id} 的记忆` }, problem),
        ),
    });
  }

  /** Taken once: a round keeps what it began with, whatever is loaded meanwhile. */
  function roundContext(
    runtime: EmployeeRuntime,
    { contact, conversation, signal }: Pick<RoundContext, 'contact' | 'conversation' | 'signal'>,
  ): RoundContext {
    const { release, space, pack, skills } = runtime.definition;
    return {
      release,
      space,
      voice: voiceOfPack(pack, skills),
      model: parts.model(release.employee.model),
      modelOptions: modelOptionsOf(pack.strategy, parts.config(), release.employee.model),
      contact,
      conversation,
      store: parts.store,
      resources: runtime.port,
      clock: parts.clock,
      readSkill: (name, file) => readSkillOf(pack, skills, name, file),
      knowledge: runtime.knowledge,
      memory: parts.memory?.memories.of(contact.id, release.employee.time_zone),
      hasUnread: async () => (await parts.store.inbox(conversation.id)).some(({ kind }) => isFromCustomer(kind)),
      onProgress: (progress) => parts.watchers.progress(conversation.id, progress),
      redact: (value) => parts.redactor.redact(value),
      onProblem: (problem) =>
        parts.log(sayingWhy({ en: `conversation ${conversation.id}`, zh: `会话 ${conversation.id}` }, problem)),
      signal,
    };
  }

  function watchedStore(routed: (commit: Commit) => Commit): Pick<StorePorts, 'commit'> {
    return {
      commit: async (unrouted) => {
        const commit = routed(unrouted);
        const result = await parts.store.commit(commit);
        if (result.status !== 'committed') return result;
        parts.watchers.moved(commit.conversation);
        if (commit.outbox?.some(({ to }) => to !== undefined)) parts.onSent();
        return result;
      },
    };
  }

  /** What failed too often is set aside; what it says to the customer goes the way of every other message. */
  async function giveUp(item: InboxItem, lease: Lease, error: string, signal: AbortSignal): Promise<void> {
    const { id } = item;
    const isTold =
      (await hasTold(item, () => tellInFull(item, lease, error, signal))) ||
      (await hasTold(item, () => tellInShort(item, lease, error)));
    if (!isTold) await parts.store.setAside(id, error, timestampOf(parts.clock));
    parts.log({
      en: `conversation ${item.conversation}: ${item.kind} ${id} was set aside; see rolecall letters (${error})`,
      zh: `会话 ${item.conversation}：${item.kind} ${id} 已搁置；见 rolecall letters（${error}）`,
    });
  }

  /** What the item broke on may break this too. */
  async function hasTold({ conversation }: InboxItem, tell: () => Promise<void>): Promise<boolean> {
    try {
      await tell();
      return true;
    } catch (failure) {
      parts.states.forget(conversation);
      if (failure instanceof RoundDropped) throw failure;
      const what = {
        en: `conversation ${conversation}: the customer could not be told`,
        zh: `会话 ${conversation}：没能告诉客户`,
      };
      parts.log(sayingWhy(what, failure));
      return false;
    }
  }

  async function tellInFull(item: InboxItem, lease: Lease, error: string, signal: AbortSignal): Promise<void> {
    const { conversation, contact } = await partiesOf(item);
    const runtime = parts.runtime(conversation.employee);
    if (!runtime) return tellInShort(item, lease, error);
    const state = await parts.states.current(conversation.id, parts.config().language);
    const surroundings = roundContext(runtime, { contact, conversation, signal });
    await parts.uses.during(runtime.resources, () =>
      drive(
        giveUpItem(surroundings, state, item, roundOf(item), error),
        drivingOf(item, lease, state.sequence, conversation.channel, runtime.definition.release),
      ),
    );
  }

  async function tellInShort(item: InboxItem, lease: Lease, error: string): Promise<void> {
    const { config, store } = parts;
    const conversation = await store.conversation(item.conversation);
    if (!conversation) throw new Error(`The conversation ${item.conversation} is not in the store.`);
    // The journal may be what cannot be read.
    const known = await parts.states.current(conversation.id, config().language).catch(() => undefined);
    const state = known ?? { ...emptyState(config().language), sequence: conversation.sequence };
    const release = parts.runtime(conversation.employee)?.definition.release;
    await drive(
      handleGivenUp(state, item, roundOf(item), error),
      drivingOf(item, lease, state.sequence, conversation.channel, release),
    );
  }

  /** Handles it, unless it has been interrupted as often as may be. */
  async function attempt({ item, interruptions }: TakenItem, lease: Lease, signal: AbortSignal): Promise<void> {
    const most = parts.config().limits.interruptions;
    if (interruptions > most) {
      // To say that it was given up is what was interrupted last.
      const error = interrupted(interruptions);
      await parts.store.setAside(item.id, error, timestampOf(parts.clock));
      parts.log({
        en: `conversation ${item.conversation}: ${item.kind} ${item.id} was set aside without a word (${error})`,
        zh: `会话 ${item.conversation}：${item.kind} ${item.id} 已搁置，没有告诉客户（${error}）`,
      });
      return;
    }
    if (interruptions === most) return giveUp(item, lease, interrupted(interruptions), signal);
    try {
      await handle(item, lease, signal);
    } catch (error) {
      // What was folded may be ahead of what is written.
      parts.states.forget(item.conversation);
      if (!(await isHopeless(item, error, signal).catch(() => false))) throw error;
      await giveUp(item, lease, parts.redactor.redact(describeError(error)), signal);
    }
  }

  /** Counts a failure of the item itself, and says whether it was the last one. What the store cannot write is not counted. */
  async function isHopeless(item: InboxItem, error: unknown, signal: AbortSignal): Promise<boolean> {
    if (error instanceof RoundDropped || signal.aborted) return false;
    const told = parts.redactor.redact(describeError(error));
    return (await parts.store.countFailure(item.id, told, timestampOf(parts.clock))) >= MOST_ATTEMPTS;
  }

  return async (_, lease, signal) => {
    const taken = await places.beside(async () => {
      const first = await parts.store.takeUp(lease, MOST_BESIDE_OTHERS);
      if (first?.isBegun) await attempt(first, lease, signal);
      return first;
    });
    if (taken === undefined || taken.isBegun) return;
    await places.alone(async () => {
      signal.throwIfAborted();
      const again = await parts.store.takeUp(lease);
      if (again) await attempt(again, lease, signal);
    });
  };
}

function interrupted(times: number): string {
  return `process_died: whoever handled it died, or hung, ${times} times.`;
}

/** A round belongs to its item, so that one that is begun again is the same round. */
function roundOf(item: InboxItem): string {
  return `round_${item.id.replace(/^[a-z]+_/, '')}`;
}
