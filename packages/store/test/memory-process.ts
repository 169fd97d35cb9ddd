/** Remembers the rounds `r0` to `r39` and prints how many of them it was the first to keep. */
import { createMemory } from '@rolecall/kernel';
import { openSqliteMemory } from '../src/memory/open-sqlite-memory.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: memory-process.ts <file>');

const memories = await openSqliteMemory({ file, engine: 'child@1.0.0' });
const memory = createMemory({
  storage: memories.for('org-1'),
  scope: { kind: 'contact', id: 'c1' },
  clock: { now: () => Date.now() },
  timeZone: 'UTC',
});
let kept = 0;
for (let round = 0; round < 40; round++) {
  const text = `第${round}轮`;
  const { status } = await memory.remember({
    session: 's1',
    round: `r${round}`,
    at: new Date(1_780_000_000_000 + round).toISOString(),
    summary: { type: 'general', text, verbatim: [], language: 'zh', writtenBy: 'extract' },
    original: { input: text, reply: '好' },
  });
  if (status === 'kept') kept += 1;
}
await memories.close();
process.stdout.write(`${kept}\n`);
