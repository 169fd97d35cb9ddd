export type { OpenStore } from './contract/arrange.ts';
export { createMemoryStore } from './memory-store.ts';
export { storeContract } from './store-contract.ts';
