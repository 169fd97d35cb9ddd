import type { JournalEntry } from '@rolecall/journal';
import { messagesOfRound } from '../entries.ts';
import type { ActiveSkill, PastRound } from '../round.ts';
import { MOST_ACTIVE_SKILLS } from '../running-round.ts';
import type { PlannedTask } from '../tools/task-plan.ts';
import {
  type ApprovalData,
  type Checkpoint,
  type InputData,
  isAgentEntry,
  type QuestionData,
  type RoundEndedData,
  type TakeoverData,
} from './agent-entries.ts';

/** A round that has begun and not ended. */
export interface OpenRound {
  readonly round: string;
  readonly input: InputData;
  readonly entries: JournalEntry[];
}

/** A round that has ended, as the next ones remember it. */
export interface FoldedRound extends PastRound {
  /** Sequence of the entry with which it began. */
  readonly began: number;
}

/** A round that has ended, as a repeated message is answered with it. */
export interface EndedRound extends Omit<RoundEndedData, 'checkpoint'> {
  readonly round: string;
  readonly at: string;
  readonly question?: QuestionData | undefined;
}

/** What a conversation has come to, folded from its entries. Changes only by `foldEntry`. */
export interface ConversationState {
  /** Oldest first: the first round, then those that were read. */
  rounds: FoldedRound[];
  /** Rounds between the first and the next that were not read. */
  gap: number;
  /** Accepted and not begun, in order. */
  queue: InputData[];
  open: OpenRound | undefined;
  question: QuestionData | undefined;
  approvals: ApprovalData[];
  asked: number;
  tasks: readonly PlannedTask[];
  skills: ActiveSkill[];
  /** Servers that stood in for tools of the host, as they are on record. */
  takeovers: readonly TakeoverData[];
  windowTokens: number | undefined;
  countCorrection: number;
  /** The round behind the first one with which the last request began. */
  loadedFrom: string | undefined;
  /** Where that round began. */
  loadedAt: number | undefined;
  /** By the id of the input that they answered; of the rounds that were read. */
  ended: Map<string, EndedRound>;
}

export function emptyState(): ConversationState {
  return {
    rounds: [],
    gap: 0,
    queue: [],
    open: undefined,
    question: undefined,
    approvals: [],
    asked: 0,
    tasks: [],
    skills: [],
    takeovers: [],
    windowTokens: undefined,
    countCorrection: 1,
    loadedFrom: undefined,
    loadedAt: undefined,
    ended: new Map(),
  };
}

/** Takes one entry into the state, in the order in which it was written. */
export function foldEntry(state: ConversationState, entry: JournalEntry): void {
  takeAgentEntry(state, entry);
  if (state.open && entry.round === state.open.round) state.open.entries.push(entry);
  if (isAgentEntry(entry, 'agent.round_ended')) endRound(state, entry.round ?? '', entry.at, entry.data);
}

function takeAgentEntry(state: ConversationState, entry: JournalEntry): void {
  // Most entries are the kernel's own, and change nothing here.
  if (!entry.kind.startsWith('agent.')) return;
  if (isAgentEntry(entry, 'agent.input')) state.queue.push(entry.data);
  else if (isAgentEntry(entry, 'agent.round_started')) startRound(state, entry.round ?? '', entry.data.input);
  else if (isAgentEntry(entry, 'agent.takeover')) state.takeovers = [...state.takeovers, entry.data];
  else if (isAgentEntry(entry, 'agent.question')) {
    state.question = entry.data;
    state.asked += 1;
  } else if (isAgentEntry(entry, 'agent.approval_asked')) state.approvals = [...state.approvals, entry.data];
  else if (isAgentEntry(entry, 'agent.approval_decided')) {
    const { id } = entry.data;
    state.approvals = state.approvals.filter((approval) => approval.id !== id);
  } else if (isAgentEntry(entry, 'agent.tasks')) state.tasks = entry.data.tasks;
  else if (isAgentEntry(entry, 'agent.skill')) {
    const { name, text } = entry.data;
    state.skills = [...state.skills.filter((skill) => skill.name !== name), { name, text }].slice(-MOST_ACTIVE_SKILLS);
  }
}

function startRound(state: ConversationState, round: string, input: string): void {
  const queued = state.queue.find(({ id }) => id === input);
  if (!queued) return;
  state.queue = state.queue.filter(({ id }) => id !== input);
  state.open = { round, input: queued, entries: [] };
  // The question belongs to the message that comes next, whatever that is.
  state.question = undefined;
}

function endRound(state: ConversationState, round: string, at: string, data: RoundEndedData): void {
  const { checkpoint, ...ended } = data;
  const { open } = state;
  if (open?.round === round) {
    state.rounds.push({ round, messages: messagesOfOpenRound(open), began: open.entries[0]?.sequence ?? 0 });
    state.ended.set(open.input.id, { ...ended, round, at, question: checkpoint.question });
  }
  state.open = undefined;
  applyCheckpoint(state, checkpoint);
}

/** What the round has said so far: its input first, byte for byte. */
function messagesOfOpenRound(open: OpenRound): PastRound['messages'] {
  const messages = messagesOfRound(open.entries);
  messages.unshift({ role: 'user', text: inputTextOf(open) });
  return messages;
}

/** The text that a round begins with: the message, or what the decided call came to. */
export function inputTextOf({ input, entries }: OpenRound): string {
  if (!input.decision) return input.text;
  const decided = entries.find((entry) => isAgentEntry(entry, 'agent.decided_call'));
  return decided && isAgentEntry(decided, 'agent.decided_call') ? decided.data.text : '';
}

/** Sets what a checkpoint holds. Of skills it names those that are active; their texts were folded before. */
export function applyCheckpoint(state: ConversationState, checkpoint: Checkpoint): void {
  state.question = checkpoint.question;
  state.approvals = [...checkpoint.approvals];
  state.asked = checkpoint.asked;
  state.tasks = checkpoint.tasks;
  state.windowTokens = checkpoint.windowTokens;
  state.countCorrection = checkpoint.countCorrection;
  state.loadedFrom = checkpoint.loadedFrom;
  state.loadedAt = checkpoint.loadedAt;
}

/** Notes the round behind the first one with which a request began. */
export function noteLoaded(state: ConversationState, round: string | undefined): void {
  if (state.loadedFrom === round) return;
  state.loadedFrom = round;
  state.loadedAt = state.rounds.find((one) => one.round === round)?.began;
}

/** The state as the round's last entry keeps it. */
export function checkpointOf(state: ConversationState, roundsNow: number, pack: string | undefined): Checkpoint {
  const { question, approvals, asked, tasks, skills, windowTokens, countCorrection, loadedFrom, loadedAt } = state;
  return {
    rounds: roundsNow,
    question,
    approvals,
    asked,
    tasks,
    skills: skills.map(({ name }) => name),
    pack,
    windowTokens,
    countCorrection,
    loadedFrom,
    loadedAt,
  };
}
