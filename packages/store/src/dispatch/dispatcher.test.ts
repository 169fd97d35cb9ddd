import { createMemoryStore } from '@rolecall/journal/testing';
import { dispatcherContract } from '../../test/dispatcher-contract.ts';
import { createDispatcher } from './dispatcher.ts';

dispatcherContract(
  'the dispatcher of one process',
  async () => createMemoryStore({ projections: [], engine: 'test@1.0.0' }).for('org-1'),
  async (options) => createDispatcher(options),
);
