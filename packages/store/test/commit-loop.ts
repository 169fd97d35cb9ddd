/** Commits to one conversation until it is killed; prints the sequence of every commit that was answered. */
import { openSqliteStore } from '../src/index.ts';

const [file, conversation, fence] = process.argv.slice(2);
if (file === undefined || conversation === undefined)
  throw new Error('usage: commit-loop.ts <file> <conversation> <fence>');

const ports = (await openSqliteStore({ file, projections: [], engine: 'child@1.0.0' })).for('org-1');
const at = new Date().toISOString();
for (let sequence = 0; ; sequence += 2) {
  const entries = [1, 2].map((offset) => ({
    conversation,
    sequence: sequence + offset,
    at,
    kind: 'test.note',
    kindVersion: 1,
    engine: 'child@1.0.0',
    data: { text: 'x'.repeat(500) },
  }));
  const operation = `${conversation}-${sequence}`;
  const result = await ports.commit({
    conversation,
    expectedSequence: sequence,
    fence: Number(fence),
    at,
    entries,
    reserve: [{ base: operation, intent: 1, operation }],
    outbox: [{ kind: 'reply', data: {} }],
  });
  if (result.status !== 'committed') throw new Error(JSON.stringify(result));
  process.stdout.write(`${result.sequence}\n`);
}
