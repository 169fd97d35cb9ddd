import type { Clock, Redactor } from '@rolecall/base';
import { createMemory, type Embedder, type MemoryStorage, type ScopedMemory } from '@rolecall/kernel';

const KEPT = 200;

/** The memories of contacts, kept while they are in use: a search follows only what has been written since. */
export interface ContactMemories {
  /** What is remembered of a contact; its days are those of the time zone. */
  of(contact: string, timeZone: string): ScopedMemory;
}

export interface ContactMemoryParts {
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Asked when a memory is first used. */
  readonly embedder: () => Embedder | undefined;
}

/** Keeps the 200 used last. What is let go is read again from the storage. */
export function createContactMemories(
  storage: MemoryStorage,
  { clock, redactor, embedder }: ContactMemoryParts,
): ContactMemories {
  const memories = new Map<string, ScopedMemory>();
  return {
    of(contact, timeZone) {
      const key = JSON.stringify([contact, timeZone]);
      const memory =
        memories.get(key) ??
        createMemory({
          storage,
          scope: { kind: 'contact', id: contact },
          clock,
          timeZone,
          embedder: embedder(),
          redact: (value) => redactor.redact(value),
        });
      memories.delete(key);
      memories.set(key, memory);
      const oldest = memories.keys().next().value;
      if (memories.size > KEPT && oldest !== undefined) memories.delete(oldest);
      return memory;
    },
  };
}
