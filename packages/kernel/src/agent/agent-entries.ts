import type { JsonObject } from '@rolecall/base';
import type { EntryDraft, JournalEntry } from '@rolecall/journal';
import type { CallPreview, RoundEnd } from '../round.ts';
import type { PlannedTask } from '../tools/task-plan.ts';

/** Input that was accepted; written before anything is done with it. */
export type InputData = {
  readonly id: string;
  readonly text: string;
  /** The question that it answers. */
  readonly answers?: string | undefined;
  /** The person's decision on a call that waits, in the place of a text. */
  readonly decision?: { readonly approval: string; readonly verdict: 'approve' | 'deny' } | undefined;
};

export type RoundStartedData = { readonly input: string };

/** What a decided call came to: the words that the round of the decision begins with. */
export type DecidedCallData = { readonly approval: string; readonly text: string };

/** A call that has asked a person and waits. */
export type CallWaitsData = { readonly id: string };

export type CallStartedData = { readonly id: string; readonly name: string };

/** A question to the user; the next message answers it or lets it lapse. */
export type QuestionData = {
  readonly id: string;
  readonly text: string;
  readonly reason: string;
  readonly options: readonly string[];
};

/** A call that waits for a person, as it will run. */
export type ApprovalData = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly input: JsonObject;
  /** What the person was shown of it, such as a diff, and the state for which that holds. */
  readonly preview?: CallPreview | undefined;
};

export type ApprovalDecidedData = {
  readonly id: string;
  readonly verdict: 'approve' | 'deny';
  /** The call that waited, when the decision came in a message of its own. */
  readonly call?: ApprovalData | undefined;
};

export type TasksData = { readonly tasks: readonly PlannedTask[] };

export type SkillData = { readonly name: string; readonly text: string };

/** A server of the pack serves a declared capability in the place of a tool of the host. */
export type TakeoverData = {
  readonly capability: string;
  readonly server: string;
  readonly tool: string;
  readonly insteadOf: string;
};

/** How a round ended, with what a later reader needs of everything before: nothing older has to be read. */
export type RoundEndedData = {
  readonly end: RoundEnd;
  readonly text: string;
  readonly problem?: { readonly code: string; readonly message: string } | undefined;
  readonly checkpoint: Checkpoint;
};

/** The state of a conversation behind its last round. */
export type Checkpoint = {
  readonly rounds: number;
  readonly question?: QuestionData | undefined;
  readonly approvals: readonly ApprovalData[];
  /** Questions of the present task. */
  readonly asked: number;
  readonly tasks: readonly PlannedTask[];
  /** Names of the active skills; their text stands in `agent.skill`. */
  readonly skills: readonly string[];
  /** Content hash of the pack; with another one no skill is active any more. */
  readonly pack?: string | undefined;
  readonly windowTokens?: number | undefined;
  readonly countCorrection: number;
  readonly loadedFrom?: string | undefined;
  /** Sequence of the entry with which that round began: no more has to be read. */
  readonly loadedAt?: number | undefined;
};

/** The entries of an agent's own, by kind. */
export interface AgentEntryData {
  readonly 'agent.input': InputData;
  readonly 'agent.round_started': RoundStartedData;
  readonly 'agent.decided_call': DecidedCallData;
  readonly 'agent.call_started': CallStartedData;
  readonly 'agent.call_waits': CallWaitsData;
  readonly 'agent.question': QuestionData;
  readonly 'agent.approval_asked': ApprovalData;
  readonly 'agent.approval_decided': ApprovalDecidedData;
  readonly 'agent.tasks': TasksData;
  readonly 'agent.skill': SkillData;
  readonly 'agent.takeover': TakeoverData;
  readonly 'agent.round_ended': RoundEndedData;
}

export type AgentEntryKind = keyof AgentEntryData;

/** Which of their fields are personal. */
const PERSONAL: { readonly [Kind in AgentEntryKind]?: readonly string[] } = {
  'agent.input': ['text'],
  'agent.decided_call': ['text'],
  'agent.question': ['text', 'options'],
  'agent.approval_asked': ['input', 'preview'],
  'agent.approval_decided': ['call'],
  'agent.tasks': ['tasks'],
  'agent.round_ended': ['text', 'checkpoint'],
};

export function agentEntry<Kind extends AgentEntryKind>(
  kind: Kind,
  data: AgentEntryData[Kind],
  step?: number,
): EntryDraft {
  return { kind, kindVersion: 1, data: data as JsonObject, personal: PERSONAL[kind], step } as EntryDraft;
}

/** True when an entry is of that kind; then its data are. */
export function isAgentEntry<Kind extends AgentEntryKind>(
  entry: JournalEntry,
  kind: Kind,
): entry is JournalEntry<Kind, AgentEntryData[Kind] & JsonObject> {
  return entry.kind === kind;
}
