import { createMemoryStore } from './memory-store.ts';
import { storeContract } from './store-contract.ts';

storeContract('the store in memory', async (options) => createMemoryStore(options));
