import type { JsonValue } from '@rolecall/base';

/** How much of a conversation's journal is gone, because it was to be kept only so long. */
export interface JournalCut {
  /** The entries up to this sequence number are gone; 0 when none are. */
  readonly entries: number;
  /** Of the entries up to this one the personal values are gone, and what was said in them. */
  readonly evidence: number;
  /** What is older than this is gone. */
  readonly until: string;
}

/** A folded state, so that who resumes need not read all that led to it. */
export interface Checkpoint {
  /** The last entry that is folded in. */
  readonly sequence: number;
  /** Of the form of the state: whoever does not know it folds from the start, if that is still there. */
  readonly version: number;
  /** Kept under the contact's own key; null once the contact was deleted. */
  readonly state: JsonValue;
  readonly cut?: JournalCut | undefined;
}

/** A checkpoint on its way into the store, by whoever holds the lease. */
export interface CheckpointDraft extends Omit<Checkpoint, 'cut'> {
  readonly conversation: string;
  readonly fence: number;
  readonly at: string;
  /** With it, what is before goes in the same transaction: entries, evidence, and the messages that were sent and handled. */
  readonly cut?: JournalCut | undefined;
}

/** A conversation of which something is older than it is to be kept. */
export interface AgedConversation {
  readonly conversation: string;
  readonly contact: string;
}

/** Resuming and forgetting. A checkpoint can be told again from the journal; what is cut cannot. */
export interface CheckpointPorts {
  checkpoint(conversation: string): Promise<Checkpoint | undefined>;
  /**
   * False, and nothing is written, when the lease is lost, when the journal has not come so far, or when a later checkpoint
   * stands. A cut only grows, and never goes beyond its checkpoint.
   */
  writeCheckpoint(draft: CheckpointDraft): Promise<boolean>;
  /** Conversations with entries, or with personal values, from before these times that are not cut; after one, in order of id. */
  agedConversations(aged: {
    readonly entriesBefore?: string | undefined;
    readonly evidenceBefore?: string | undefined;
    readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly AgedConversation[]>;
}

/** What the kept state is bound to, as evidence is to its reference. */
export function checkpointRef(conversation: string): string {
  return `checkpoint:${conversation}`;
}

/** What the cut is after another one: it only grows. */
export function grownCut(before: JournalCut | undefined, cut: JournalCut | undefined): JournalCut | undefined {
  if (!before || !cut) return cut ?? before;
  const [, until = cut.until] = [before.until, cut.until].sort();
  return {
    entries: Math.max(before.entries, cut.entries),
    evidence: Math.max(before.evidence, cut.evidence),
    until,
  };
}
