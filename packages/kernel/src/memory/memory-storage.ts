import type { Memory, MemoryScope, MemorySession } from './memory-port.ts';

/**
 * Where memories are kept, for one organisation. Every method is atomic and holds its scope apart: what is in another
 * scope is neither seen nor changed, whatever ids are given.
 */
export interface MemoryStorage {
  /**
   * Adds a memory. Of two for one round the first stays: the answer is the one that is kept, its own or the earlier one.
   *
   * In the same write it supersedes what is older on the same subject, not deleted and not superseded yet; one that comes
   * late is itself superseded by the next newer one. `supersedes` and `supersededBy` are the storage's to set.
   */
  insert(scope: MemoryScope, memory: StoredMemory): Promise<{ readonly isNew: boolean; readonly memory: StoredMemory }>;
  byRounds(scope: MemoryScope, rounds: readonly string[]): Promise<readonly StoredMemory[]>;
  byIds(scope: MemoryScope, ids: readonly string[]): Promise<readonly StoredMemory[]>;
  /** By the time of the newest round, newest first; deleted ones do not count. */
  sessions(scope: MemoryScope, limit: number): Promise<readonly MemorySession[]>;
  /**
   * What has changed since a state that was answered before, for an index that follows; from the start without one. In
   * the order in which it was written. `isWhole` says that this is all there is, because something was purged.
   */
  changes(scope: MemoryScope, since: MemoryRevision | undefined): Promise<MemoryChanges>;
  /** Sets or takes away the mark of deletion; answers how many changed. */
  setDeleted(scope: MemoryScope, ids: readonly string[], deletedAt: string | undefined): Promise<number>;
  /** Notes that a search has answered with them; no change for an index. */
  touch(scope: MemoryScope, ids: readonly string[], accessedAt: string): Promise<void>;
  putVector(scope: MemoryScope, id: string, vector: StoredVector): Promise<void>;
  /** Destroys; what was superseded by a destroyed one is so no more. */
  purge(scope: MemoryScope, which: readonly string[] | 'deleted' | 'all'): Promise<number>;
}

export interface StoredMemory extends Memory {
  readonly vector?: StoredVector | undefined;
}

export interface StoredVector {
  /** Vectors of different embedders are never compared. */
  readonly embedder: string;
  readonly values: readonly number[];
}

/** A state of a scope; opaque to all but the storage that gave it. */
export interface MemoryRevision {
  readonly written: number;
  readonly purged: number;
}

export interface MemoryChanges {
  readonly revision: MemoryRevision;
  readonly isWhole: boolean;
  readonly memories: readonly StoredMemory[];
}
