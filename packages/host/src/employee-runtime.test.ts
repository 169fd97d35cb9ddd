import { deskRelease } from '@rolecall/employee/testing';
import type { PinReport } from '@rolecall/mcp';
import { describe, expect, it } from 'vitest';
import { type EmployeeRuntime, prepareEmployee, type RuntimeParts } from './employee-runtime.ts';

/** What a first start says when the tools have these hints. */
async function saidAtFirst(reports: readonly PinReport[]): Promise<readonly string[]> {
  const runtime = {
    definition: { id: 'ida', ...deskRelease() },
    resources: { pinAll: async () => reports },
  } as unknown as EmployeeRuntime;
  const parts = { credentials: { ensureCredential: async () => 'present' } } as unknown as RuntimeParts;
  return (await prepareEmployee(runtime, parts)).map(({ en }) => en);
}

const pinned = (capability: string, hints: PinReport['hints']): PinReport => ({
  capability,
  server: 'library',
  tool: 'some_tool',
  status: 'pinned',
  hints,
});

describe('a first start', () => {
  it('says of a tool that has no pin yet that a read is bound to something destructive', async () => {
    const said = await saidAtFirst([pinned('loan:get', { destructive: true })]);
    expect(said.join('\n')).toContain('loan:get is a read, and the tool library/some_tool says that it is destructive');
  });

  it.each([
    ['of a write', 'loan:return', { destructive: true }],
    ['of a tool that only reads', 'loan:get', { destructive: true, read_only: true }],
    ['of a tool that says nothing', 'loan:get', {}],
  ])('says nothing of the kind %s', async (_, capability, hints) => {
    expect((await saidAtFirst([pinned(capability, hints)])).join('\n')).not.toContain('destructive');
  });
});
