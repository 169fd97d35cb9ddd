/**
 * Accepts, commits and reserves, one after the other and five times each, for a test that watches the system calls of this
 * process: before each it asks for a file `/rolecall-mark/<what>`, which is not there.
 */
import { accessSync } from 'node:fs';
import { openSqliteStore } from '../src/index.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: sync-process.ts <file>');

const store = await openSqliteStore({ file, projections: [], engine: 'child@1.0.0' });
const ports = store.for('org-1');
const at = new Date().toISOString();
const { id: contact } = await ports.upsertContact({ externalId: 'customer-1', level: 'verified', at });
const accept = () =>
  ports.accept({
    conversation: { contact, employee: 'employee-1', channel: 'page' },
    kind: 'message',
    data: { text: 'x'.repeat(500) },
    at,
  });
const accepted = await accept();
const conversation = accepted.status === 'conflict' ? '' : accepted.conversation;
const lease = await ports.acquireLease(conversation, 'writer', 3_600_000, at);
let sequence = 0;

async function commit(durability: 'power' | 'process', operation?: string): Promise<void> {
  const entry = { conversation, sequence: sequence + 1, at, kind: 'test.note', kindVersion: 1, engine: 'e', data: {} };
  const result = await ports.commit({
    conversation,
    expectedSequence: sequence,
    fence: lease?.fence ?? 0,
    at,
    entries: [entry],
    durability,
    ...(operation === undefined ? {} : { reserve: [{ base: operation, intent: 1, operation }] }),
  });
  if (result.status !== 'committed') throw new Error(JSON.stringify(result));
  sequence++;
}

for (let index = 0; index < 5; index++) {
  mark('accept');
  await accept();
  mark('ordinary');
  await commit('process');
  mark('reserve');
  await commit('power', `operation-${index}`);
}
mark('end');
await store.close();

function mark(what: string): void {
  try {
    accessSync(`/rolecall-mark/${what}`);
  } catch {
    // It is never there: to be asked for is all it is for.
  }
}
