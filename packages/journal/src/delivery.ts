import type { JsonObject } from '@rolecall/base';
import type { OutboxItem } from './ports.ts';

/** Where an outbox item stands in its conversation. */
export type OutboxPlace = Pick<OutboxItem, 'conversation' | 'sequence' | 'index'>;

/** `waiting` is tried again; `dead` was tried as often as it may be; `dropped` was given up by a person. */
export type DeliveryState = 'waiting' | 'delivered' | 'dead' | 'dropped';

/** An outbox item that somebody outside waits for, and how far it has come. */
export interface DeliveryRecord extends OutboxPlace {
  /** Who waits for it, such as `channel:shop_web`. */
  readonly target: string;
  readonly state: DeliveryState;
  /** How often it was tried since it was put down, or since a person had it tried anew. */
  readonly attempts: number;
  readonly lastError?: string | undefined;
  /** When it is tried next, while it waits; else when it came into its state. */
  readonly at: string;
}

/** An item that was taken to be delivered. Nobody else gets it before the time for which it was taken has passed. */
export interface Delivery extends OutboxItem {
  readonly target: string;
  /** Which try this is, from 1. */
  readonly attempt: number;
  /** Rises with every taking, so that who took it too long ago cannot settle it any more. */
  readonly claim: number;
}

/** What became of a try. */
export type DeliveryOutcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly dueAt: string; readonly error: string }
  | { readonly state: 'dead'; readonly error: string };

/** An inbox item whose handling failed so often that it was set aside; those behind it went on. */
export interface SetAsideItem {
  readonly item: string;
  readonly conversation: string;
  readonly position: number;
  readonly kind: string;
  readonly data: JsonObject;
  readonly attempts: number;
  readonly lastError: string;
  readonly at: string;
}

/** What a person has done with a letter. */
export type LetterVerdict = 'retry' | 'drop';

/**
 * Deliveries and dead letters. What a commit's outbox names a target for (`OutboxDraft.to`) is delivered at least once, of
 * one conversation and target in order: behind an item that waits nothing is taken. One that is dead no longer holds the
 * others back.
 */
export interface LetterPorts {
  /** Takes the first waiting item of each conversation and target that is due at `at`, and keeps it until `until`. */
  claimDeliveries(claim: {
    readonly at: string;
    readonly until: string;
    readonly limit: number;
  }): Promise<readonly Delivery[]>;
  /** False when somebody else has taken or settled it meanwhile: then nothing is changed. */
  settleDelivery(
    delivery: OutboxPlace & Pick<Delivery, 'claim'>,
    outcome: DeliveryOutcome,
    at: string,
  ): Promise<boolean>;
  /** The oldest first; of these states, or all. */
  deliveries(filter?: {
    readonly states?: readonly DeliveryState[] | undefined;
    readonly conversation?: string | undefined;
    readonly limit?: number | undefined;
  }): Promise<readonly DeliveryRecord[]>;
  /** `retry` has a dead or waiting delivery tried at once and from the beginning; `drop` gives it up. False for any other. */
  decideDelivery(place: OutboxPlace, verdict: LetterVerdict, at: string): Promise<boolean>;

  /** Counts that the handling of a waiting item failed, and answers how often it has; 0 for one that waits no more. */
  countFailure(item: string, error: string, at: string): Promise<number>;
  /** Takes a waiting item out of its conversation's way, without a commit. False for any other. */
  setAside(item: string, error: string, at: string): Promise<boolean>;
  /** What was set aside, the oldest first. */
  setAsideItems(limit?: number): Promise<readonly SetAsideItem[]>;
  /** `retry` puts an item that was set aside back into its place; `drop` gives it up. False for any other. */
  decideItem(item: string, verdict: LetterVerdict, at: string): Promise<boolean>;
}
