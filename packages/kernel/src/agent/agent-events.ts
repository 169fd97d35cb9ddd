import type { RoundEnd, RoundEvent } from '../round.ts';
import type { ApprovalData, QuestionData } from './agent-entries.ts';

/**
 * What happens in a conversation, as it happens. `sequence` is that of the last entry on record then: who reads the
 * journal from there on misses nothing.
 */
export type AgentEvent = { readonly conversation: string; readonly sequence: number } & (
  | { readonly type: 'input_accepted'; readonly id: string; readonly position: number }
  | { readonly type: 'round_started'; readonly round: string; readonly input: string }
  | ({ readonly round: string } & RoundEvent)
  | { readonly type: 'round_ended'; readonly round: string; readonly end: RoundEnd }
);

/** What a message was answered with. */
export interface AgentReply {
  readonly round: string;
  readonly end: RoundEnd;
  /** What the agent says; with a question it is the question. */
  readonly text: string;
  /** Waits for an answer; the next message is one, or lets it lapse. */
  readonly question?: QuestionData | undefined;
  /** Calls that wait for `decide`. */
  readonly approvals: readonly ApprovalData[];
  readonly problem?: { readonly code: string; readonly message: string } | undefined;
}
