import type { CommitResult } from '../../commit.ts';

/** How long leases last and how far the counter looks back in the model. */
export const LEASE_MS = 1_000;
export const WINDOW_MS = 3_000;
export const LIMIT = 5;

/** One thing that one of several writers does. */
export type Step =
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'accept'; readonly conversation: number; readonly key: number | undefined }
  | { readonly do: 'acquire' | 'renew' | 'release'; readonly writer: number; readonly conversation: number }
  | {
      readonly do: 'commit';
      /** Without one it is whoever held the lease last. */
      readonly writer: number | undefined;
      /** The writer has not seen the last entry. */
      readonly stale: boolean;
      readonly conversation: number;
      readonly entries: number;
      readonly intent: number | undefined;
      readonly replaces: boolean;
      /** By how much; nothing is counted without it. */
      readonly raises: number | undefined;
      readonly givesBack: boolean;
      readonly consumes: boolean;
    };

export type CommitStep = Extract<Step, { do: 'commit' }>;

/** What must be true of one conversation, told without any database. */
export interface ConversationModel {
  sequence: number;
  holder: number | undefined;
  fence: number;
  expiresAt: number;
  readonly accepted: string[];
  readonly consumed: string[];
  readonly keys: Map<number, string>;
}

/** What a writer believes, rightly or not. */
export interface Belief {
  fence: number;
  sequence: number;
}

/** The whole organisation, told without any database. */
export class InterleavingModel {
  now = 0;
  readonly conversations: readonly ConversationModel[];
  readonly ledger = new Map<number, string>();
  readonly raised: { readonly operation: string; readonly amount: number; readonly at: number }[] = [];

  constructor(sequences: readonly number[], fences: readonly number[]) {
    this.conversations = sequences.map((sequence, index) => ({
      sequence,
      holder: undefined,
      fence: fences[index] ?? 0,
      expiresAt: 0,
      accepted: [],
      consumed: [],
      keys: new Map(),
    }));
  }

  isHeld(conversation: ConversationModel): boolean {
    return conversation.holder !== undefined && conversation.expiresAt > this.now;
  }

  /** Whether the lease is granted; the model moves on with it. */
  acquire(conversation: ConversationModel, writer: number): boolean {
    if (this.isHeld(conversation) && conversation.holder !== writer) return false;
    if (!this.isHeld(conversation)) conversation.fence++;
    conversation.holder = writer;
    conversation.expiresAt = this.now + LEASE_MS;
    return true;
  }

  isSame(conversation: ConversationModel, writer: number, belief: Belief): boolean {
    return conversation.holder === writer && conversation.fence === belief.fence;
  }

  /** The answer that the store must give; the model moves on when it is `committed`. */
  commit(step: CommitStep, operation: string, belief: Belief): CommitResult['status'] {
    const conversation = this.conversations[step.conversation]!;
    if (!this.isHeld(conversation) || conversation.fence !== belief.fence) return 'fence_lost';
    if (conversation.sequence !== belief.sequence) return 'sequence_moved';
    if (step.intent !== undefined && this.ledger.has(step.intent) && !step.replaces) return 'key_taken';
    const counted = this.raised.filter(({ at }) => at > this.now - WINDOW_MS);
    const oldest = step.givesBack ? this.raised[0] : undefined;
    const left = counted.filter((raise) => raise !== oldest).reduce((sum, { amount }) => sum + amount, 0);
    if (step.raises !== undefined && left + step.raises > LIMIT) return 'limit_reached';

    if (step.intent !== undefined) this.ledger.set(step.intent, operation);
    if (oldest) this.raised.shift();
    if (step.raises !== undefined) this.raised.push({ operation, amount: step.raises, at: this.now });
    if (step.consumes && conversation.accepted.length > 0) conversation.consumed.push(conversation.accepted.shift()!);
    conversation.sequence += step.entries;
    return 'committed';
  }
}
