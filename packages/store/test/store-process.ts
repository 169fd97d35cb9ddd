/**
 * A second process on the same file, for the tests. Reads one JSON command a line from its input and writes one JSON
 * answer a line: `[method, ...arguments]` calls a method of the ports of `org-1`.
 */
import { createInterface } from 'node:readline';
import { openSqliteStore } from '../src/index.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: store-process.ts <file>');

try {
  const store = await openSqliteStore({ file, projections: [], engine: 'child@1.0.0' });
  const ports = store.for('org-1') as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  answer('open');
  for await (const line of createInterface({ input: process.stdin })) {
    const [method, ...args] = JSON.parse(line) as [string, ...unknown[]];
    answer(await ports[method]?.(...args));
  }
  await store.close();
} catch (error) {
  answer({ error: (error as { code?: string }).code ?? String(error) });
}

function answer(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value ?? null)}\n`);
}
