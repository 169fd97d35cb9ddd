import type { MemoryStorage } from '../memory-storage.ts';
import { memoryStorageContract } from './memory-storage-contract.ts';
import { createMemoryStorage } from './memory-storage-in-memory.ts';

memoryStorageContract('the storage in memory', async () => {
  const organisations = new Map<string, MemoryStorage>();
  return {
    for(organisation) {
      const storage = organisations.get(organisation) ?? createMemoryStorage();
      organisations.set(organisation, storage);
      return storage;
    },
    close: async () => undefined,
  };
});
