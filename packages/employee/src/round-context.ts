import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { CapabilitySpace, Release } from '@rolecall/assets';
import type { Clock, JsonObject, Language } from '@rolecall/base';
import type { CallContext, ResourcePort } from '@rolecall/gate';
import type { ContactRecord, ConversationRecord, InboxItem, JournalEntry, StorePorts } from '@rolecall/journal';
import type { MemoryPort, RoundEvent, RoundOptions, SkillShelf } from '@rolecall/kernel';
import type { ConversationState } from './conversation-state.ts';
import { createInstanceFinder, type InstanceFinder } from './journey.ts';
import type { KnowledgePort } from './knowledge-port.ts';
import type { EmployeeVoice } from './prompt.ts';

/** What an employee works with while it handles one inbox item. A round keeps it from beginning to end. */
export interface RoundContext {
  readonly release: Release;
  readonly space: CapabilitySpace;
  readonly voice: EmployeeVoice;
  readonly model: LanguageModelV4;
  readonly modelOptions: ModelOptions;
  readonly contact: ContactRecord;
  readonly conversation: ConversationRecord;
  readonly store: CallContext['store'] & Pick<StorePorts, 'readApart'>;
  readonly resources: ResourcePort;
  readonly clock: Clock;
  /** The text of a skill of the pack or of the workspace, or of a file that belongs to it. */
  readonly readSkill: SkillShelf['read'];
  /** What is remembered of this contact. */
  readonly memory?: MemoryPort | undefined;
  /** What the material of the release says; without it nothing is looked up for a planner. */
  readonly knowledge?: KnowledgePort | undefined;
  /** Told as it happens; nothing depends on it. */
  readonly onProgress?: ((progress: JsonObject) => void) | undefined;
  /** Takes secrets out of what a model wrote, before anything of it is used. */
  readonly redact?: (<Value>(value: Value) => Value) | undefined;
  /** Told of what must not happen, for the operator's log. */
  readonly onProblem?: ((problem: unknown) => void) | undefined;
  /** True when something of the customer waits in the inbox behind the item. */
  readonly hasUnread?: (() => Promise<boolean>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What pack and host set for the model. */
export type ModelOptions = Omit<RoundOptions, 'language' | 'providerOptions'>;

/** One item at work: the context, the conversation as far as it is written, and what this round finds out. */
export interface ItemAtWork {
  readonly context: RoundContext;
  /** The conversation with everything that this round has committed so far. */
  state: ConversationState;
  readonly item: InboxItem;
  readonly round: string;
  /** In which this round answers. */
  readonly language: Language;
  /** The language of the stable part of the prompt, which does not change with the customer's. */
  readonly promptLanguage: Language;
  readonly finder: InstanceFinder;
}

/** Joins context, state and item. */
export function startWork(
  context: RoundContext,
  state: ConversationState,
  item: InboxItem,
  round: string,
  language: Language,
): ItemAtWork {
  const promptLanguage = context.release.expression?.default_language ?? 'zh';
  return {
    context,
    state,
    item,
    round,
    language,
    promptLanguage,
    finder: createInstanceFinder(context.release.tasks, state.instances, () => context.clock.now()),
  };
}

/** What the gate needs to know around a call. */
export function callContextOf(work: ItemAtWork, step?: number): CallContext {
  const { context, state, language, finder } = work;
  return {
    release: context.release,
    space: context.space,
    contact: context.contact,
    conversation: context.conversation,
    identity: () => work.state.identity,
    language,
    said: state.said,
    earlierReads: state.earlierReads,
    taskState: (task, provenFacts, subject) => finder.stateFor(task, provenFacts, subject),
    store: context.store,
    resources: context.resources,
    clock: context.clock,
    step,
    signal: context.signal,
  };
}

/**
 * What the running round has written; one that was interrupted and begun again is one with what it had written before. Of an
 * item that was given up and is tried again, with others in between, it is what was written since.
 */
export function entriesOfRound({ state, round }: ItemAtWork): readonly JournalEntry[] {
  return state.rounds.findLast((span) => span.round === round)?.entries ?? [];
}

/**
 * A round's events as progress for whoever watches; model text stays inside until it is checked, and so does what calls
 * were given and what they answered.
 */
export function progressOf(event: RoundEvent): JsonObject | undefined {
  switch (event.type) {
    case 'text_delta':
      return undefined;
    case 'call_started': {
      const { input: _, ...told } = event;
      return told;
    }
    case 'call_ended': {
      const { output: _, ...told } = event;
      return told;
    }
    default:
      return { ...event };
  }
}
