import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { CapabilitySpace, Release } from '@rolecall/assets';
import { type JsonObject, timestampOf } from '@rolecall/base';
import { gateProjections, recomputeDecision } from '@rolecall/gate';
import {
  drive,
  type InboxDraft,
  type InboxItem,
  type JournalEntry,
  type StorePorts,
  type Writing,
} from '@rolecall/journal';
import { createMemoryStore } from '@rolecall/journal/testing';
import { type Script, type ScriptedModel, scriptedModel } from '@rolecall/kernel/testing';
import { type ConversationState, emptyState, foldConversation } from '../conversation-state.ts';
import { type EmployeeEntries, isEmployeeEntry } from '../entries.ts';
import { firstSeenProjection } from '../greet.ts';
import { deskProjection } from '../hand-over/desk-projection.ts';
import { handleItem } from '../handle-item.ts';
import type { RoundContext } from '../round-context.ts';
import { type DeskSystem, deskSystem } from './desk-system.ts';
import { deskRelease } from './library-desk.ts';

const START = Date.parse('2026-03-02T08:00:00.000Z');

/** The process died; nothing after that point happened. */
export class Died extends Error {}

export interface BenchOptions {
  readonly release?: { readonly release: Release; readonly space: CapabilitySpace };
  readonly script?: Script;
  readonly level?: 'anonymous' | 'verified';
  readonly context?: Partial<RoundContext>;
  /** One process handles every item and folds what is new, as a worker does: for long conversations. */
  readonly isOneProcess?: boolean;
}

/** A message as it was sent. */
export type Sent = EmployeeEntries['employee.replied'];

/** How a piece of work is done. */
export interface WorkOptions {
  /** The process dies instead of making this commit of the item, from 1. */
  readonly dieBefore?: number;
  readonly context?: Partial<RoundContext>;
  /** In place of `handleItem`. */
  readonly handle?: typeof handleItem;
}

/** An AI employee at work on the library's desk, with a store, a system and a clock of its own. */
export interface EmployeeBench {
  readonly system: DeskSystem;
  readonly store: StorePorts;
  readonly clock: { now(): number; advance(ms: number): void };
  readonly conversation: string;
  readonly model: ScriptedModel;
  /** What `onProblem` was told. */
  readonly problems: unknown[];
  use(model: LanguageModelV4): void;
  /** Goes on in a conversation that the same contact has with another employee, on the same channel or another one. */
  turnTo(party: { readonly employee?: string; readonly channel?: string }): void;
  /** Puts an item into the inbox. */
  accept(kind: InboxDraft['kind'], data?: JsonObject): Promise<string>;
  /** Turns due timers into items. */
  claimTimers(): Promise<number>;
  /** Handles what waits, each item by a process that folds the journal anew (`isOneProcess`: what is new in it); answers what was sent. */
  work(options?: WorkOptions): Promise<readonly Sent[]>;
  say(text: string, options?: WorkOptions): Promise<readonly Sent[]>;
  press(operation: string, button: 'confirm' | 'decline', options?: WorkOptions): Promise<readonly Sent[]>;
  entries(): Promise<readonly JournalEntry[]>;
  state(): Promise<ConversationState>;
  /** The decisions that come out different when they are made again. */
  different(): Promise<readonly number[]>;
}

/** Opens a desk for a verified reader, who has not written yet. */
export async function openBench(options: BenchOptions = {}): Promise<EmployeeBench> {
  const { release, space } = options.release ?? deskRelease();
  const system = deskSystem();
  let now = START;
  const clock = {
    now: () => now,
    advance: (ms: number) => {
      now += ms;
    },
  };
  const store = createMemoryStore({
    projections: [...gateProjections, firstSeenProjection, deskProjection],
    engine: 'test@1.0.0',
  }).for('org');
  const contact = await store.upsertContact({
    externalId: 'reader-1',
    level: options.level ?? 'verified',
    at: timestampOf(clock),
  });
  let party = { contact: contact.id, employee: 'ida', channel: 'page' };
  const model = scriptedModel(options.script ?? []);
  const problems: unknown[] = [];
  let used: LanguageModelV4 = model;
  let conversation = '';
  let processes = 0;
  let folded = emptyState('zh');

  async function fold(): Promise<ConversationState> {
    const known = options.isOneProcess ? folded : emptyState('zh');
    folded = foldConversation(known, await store.entries(conversation, known.sequence));
    return folded;
  }

  async function accept(kind: InboxDraft['kind'], data: JsonObject = {}): Promise<string> {
    const accepted = await store.accept({ conversation: conversation || party, kind, data, at: timestampOf(clock) });
    if (accepted.status === 'conflict') throw new Error(accepted.reason);
    conversation = accepted.conversation;
    return accepted.item;
  }

  async function handle(
    item: InboxItem,
    { dieBefore, context, handle: handleAs = handleItem }: WorkOptions,
  ): Promise<void> {
    const lease = await store.acquireLease(conversation, `process-${++processes}`, 60_000, timestampOf(clock));
    const record = await store.conversation(conversation);
    if (!lease || !record) throw new Error('the conversation cannot be worked on');
    const round = `round_${item.id}`;
    const before = await fold();
    const surroundings: RoundContext = {
      release,
      space,
      voice: VOICE,
      model: used,
      modelOptions: { windowTokens: 64_000, maxIterations: 6, errorHandling: 'stop' },
      contact,
      conversation: record,
      store,
      resources: system,
      clock,
      readSkill: async (name, file) => ({
        found: true,
        skill: name,
        file: file ?? `${name}.md`,
        text: `# ${name}`,
      }),
      onProblem: (problem) => void problems.push(problem),
      ...options.context,
      ...context,
    };
    const writing = until(handleAs(surroundings, before, item, round), dieBefore ?? Number.POSITIVE_INFINITY);
    const driving = {
      store,
      lease,
      sequence: before.sequence,
      round,
      engine: 'test@1.0.0',
      clock,
      release: release.hash,
    };
    try {
      await drive(writing, driving);
    } finally {
      await store.releaseLease(lease);
    }
  }

  async function work(how: WorkOptions = {}): Promise<readonly Sent[]> {
    const { sequence } = await fold();
    for (let [item] = await store.inbox(conversation, 1); item; [item] = await store.inbox(conversation, 1)) {
      await handle(item, how);
    }
    return sentIn(await store.entries(conversation, sequence));
  }

  const bench: EmployeeBench = {
    system,
    store,
    clock,
    model,
    problems,
    get conversation() {
      return conversation;
    },
    use: (other) => {
      used = other;
    },
    turnTo: (other) => {
      party = { ...party, ...other };
      conversation = '';
      folded = emptyState('zh');
    },
    accept,
    claimTimers: async () => {
      const due = await store.dueTimers(timestampOf(clock));
      for (const timer of due) await store.claimTimer(timer, timestampOf(clock));
      return due.length;
    },
    work,
    say: async (text, how) => {
      await accept('message', { text });
      return work(how);
    },
    press: async (operation, button, how) => {
      await accept(button === 'confirm' ? 'confirm_button' : 'decline_button', { operation });
      return work(how);
    },
    entries: () => store.entries(conversation),
    state: fold,
    different: async () =>
      (await store.entries(conversation))
        .filter((entry) => entry.kind === 'gate.decision' && recomputeDecision(entry, release).status !== 'identical')
        .map(({ sequence }) => sequence),
  };
  return bench;
}

/** Persona, rules and one skill of the desk's role pack. */
export const VOICE: RoundContext['voice'] = {
  persona: '你在图书馆前台工作。\n  两格缩进。',
  rules: '1. 不猜测。\r\n2. 不承诺。',
  skills: [{ name: 'shelf-marks', description: '怎样读索书号' }],
};

/** What was sent in some entries, in order. */
export function sentIn(entries: readonly JournalEntry[]): readonly Sent[] {
  return entries.flatMap((entry) => (isEmployeeEntry(entry, 'employee.replied') ? [entry.data as Sent] : []));
}

/** All text of some messages. */
export function textOf(sent: readonly Sent[]): string {
  return sent.map(({ text }) => text).join('\n');
}

/** The same writing in a process that dies instead of making its n-th commit. */
async function* until<Result>(writing: Writing<Result>, dieBefore: number): Writing<Result> {
  let step = await writing.next();
  for (let commits = 1; !step.done; commits++) {
    if (commits >= dieBefore) throw new Died();
    step = await writing.next(yield step.value);
  }
  return step.value;
}
