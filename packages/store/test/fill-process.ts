/** Accepts messages until the disk takes no more; prints one JSON line: what was acknowledged, and what it was told then. */
import { openSqliteStore } from '../src/index.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: fill-process.ts <file>');

const ports = (await openSqliteStore({ file, projections: [], engine: 'child@1.0.0' })).for('org-1');
const at = new Date().toISOString();
const { id: contact } = await ports.upsertContact({ externalId: 'customer-1', level: 'verified', at });
const conversation = { contact, employee: 'employee-1', channel: 'page' };
const accepted: string[] = [];
try {
  for (let index = 0; index < 10_000; index++) {
    const answer = await ports.accept({ conversation, kind: 'message', data: { text: 'x'.repeat(3_000) }, at });
    if (answer.status === 'accepted') accepted.push(answer.item);
  }
} catch (error) {
  const { code, hint } = error as { readonly code?: string; readonly hint?: string };
  process.stdout.write(`${JSON.stringify({ accepted, code, hint })}\n`);
}
