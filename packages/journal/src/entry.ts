import type { JsonObject, JsonValue } from '@rolecall/base';

/**
 * One typed, sequenced record of what happened in a conversation.
 *
 * Source: design, section 7. The stream is the conversation; a round is a span in it.
 */
export interface JournalEntry<Kind extends string = string, Data extends JsonObject = JsonObject> {
  readonly conversation: string;
  /** 1, 2, 3 … without a gap inside one conversation. */
  readonly sequence: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly round?: string | undefined;
  /** The model step inside the round, from 1. */
  readonly step?: number | undefined;
  /** `room.what-happened`, such as `gate.decision`. */
  readonly kind: Kind;
  /** Rises when the meaning of `data` changes. */
  readonly kindVersion: number;
  /** What led to it: `inbox:<id>`, `entry:<sequence>`, `timer:<id>`. */
  readonly causedBy?: string | undefined;
  /** Content hash of the release under which it was written; absent before the first one. */
  readonly release?: string | undefined;
  /** `name@version` of the engine that wrote it. */
  readonly engine: string;
  /**
   * What happened. Read through the ports, personal fields stand in their place again (or as a tombstone
   * `{ $deleted: true }` when the contact was deleted); in the stored row they are references.
   */
  readonly data: Data;
  /** One record per personal field that was moved out of `data`. */
  readonly evidence?: readonly EvidenceReference[] | undefined;
}

/** Stands in an entry for a personal value that is kept apart, under the contact's own key. */
export interface EvidenceReference {
  /** The top-level field of `data` that it stands for. */
  readonly field: string;
  readonly ref: string;
  /** HMAC-SHA-256 of the canonical JSON under the contact's key: `hmac-sha256:<hex>`. */
  readonly hash: string;
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null';
  /** Characters of the canonical JSON. */
  readonly length: number;
  /** It is too large to be read by the way: entries show `APART` for it, and `readApart` reads it. */
  readonly apart?: true | undefined;
}

/** What stands in an entry for a personal value that is read only when it is asked for. */
export const APART = { $apart: true } as const;

/** An entry before the driver gives it its conversation, sequence, time, round, release and engine. */
export interface EntryDraft<Kind extends string = string, Data extends JsonObject = JsonObject> {
  readonly kind: Kind;
  readonly kindVersion: number;
  readonly data: Data;
  /** Top-level fields of `data` that are personal: kept as evidence, by reference. */
  readonly personal?: readonly (keyof Data & string)[] | undefined;
  /** Those of the personal fields that are too large to be read with every entry. */
  readonly apart?: readonly (keyof Data & string)[] | undefined;
  readonly step?: number | undefined;
  readonly causedBy?: string | undefined;
}

/** One change that a projection asks for. Rows are JSON under a key in a named table of the organisation. */
export type RowChange =
  | {
      readonly op: 'put';
      readonly table: string;
      readonly key: string;
      /** Whose rows these are for lookups across conversations, such as `contact:<id>`. */
      readonly scope?: string | undefined;
      readonly value: JsonValue;
    }
  | { readonly op: 'delete'; readonly table: string; readonly key: string };

/**
 * A pure view over the journal. Rooms export theirs, `host` hands them to the store, a commit applies them in its own
 * transaction, and a rebuild gives the same rows.
 */
export interface Projection {
  readonly name: string;
  /** The entry kinds it reads. */
  readonly kinds: readonly string[];
  /** `read` answers the present value of a row that this projection owns, with the changes made so far. */
  apply(entry: JournalEntry, read: (table: string, key: string) => JsonValue | undefined): readonly RowChange[];
}
