import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openGate } from '../test/embed.ts';
import { lendingSystem, sampleRelease } from './testing/index.ts';

const LOAN = '#L2890441';

it('the example of the pages takes a write through the boundaries, once and confirmed', async () => {
  const system = lendingSystem({ [LOAN]: { holder: 'reader-1', state: 'open', fee: 0 } });
  const gate = await openGate(sampleRelease(), system, 'reader-1');
  const close = () => gate.propose('loan:close', { loan_id: LOAN, reason: 'read to the end' });

  await gate.hear(`Please close my loan ${LOAN}, I finished it.`);
  const proposed = await close();
  expect(proposed).toMatchObject({ kind: 'awaiting_confirmation', decision: { verdict: 'block' } });
  if (proposed.kind !== 'awaiting_confirmation') return;
  expect(proposed.notice.text).toContain(LOAN);
  expect(await gate.confirm(proposed.notice.operation)).toMatchObject({ receipt: { outcome: 'succeeded' } });
  expect(await close()).toMatchObject({ kind: 'blocked', code: 'duplicate_operation' });
  expect(await gate.propose('loan:burn', {})).toMatchObject({ kind: 'blocked', decision: { boundary: 'installed' } });
  expect((await gate.journal()).filter(({ kind }) => kind === 'gate.decision')).toHaveLength(4);
});

it.each(['gate.md', 'gate.zh.md'])('the example stands in %s as it runs here', (page) => {
  const at = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(at(`../../../docs/${page}`)).toContain(at('../test/embed.ts').trim());
});
