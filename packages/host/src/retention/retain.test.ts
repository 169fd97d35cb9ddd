import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel } from '@rolecall/kernel/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWorkspace } from '../open-workspace.ts';
import { deskWorkspace } from '../testing/desk-workspace.ts';
import { openWorkspaceDatabase } from '../workspace-database.ts';

const DAY_MS = 86_400_000;
const CANARY = '我的电话是 13900139000';
const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };

/** Opens the workspace so many days ago. */
async function openedAgo(dir: string, days: number, answer: () => string | typeof RETURN = () => '好的。') {
  const workspace = await openWorkspace(dir, {
    environment: {},
    clock: { now: () => Date.now() - days * DAY_MS },
    model: () => scriptedModel(({ prompt }) => (prompt.at(-1)?.role === 'tool' ? '好的。' : answer())),
  });
  const contact = await workspace.contact({ externalId: 'reader-1', level: 'verified' });
  const { id } = await workspace.open({ contact: contact.id, employee: 'ida', channel: 'test' });
  const say = async (text: string) => {
    const accepted = await workspace.send({ conversation: id, text });
    if (accepted.status === 'conflict') throw new Error(accepted.reason);
    await workspace.handled(id, accepted.item, 20_000);
  };
  return { workspace, id, say };
}

function deskThatForgets(): string {
  const desk = deskWorkspace();
  appendFileSync(join(desk.dir, 'rolecall.yaml'), '\nretention: { journal: 365d, evidence: 90d, memories: 200d }\n');
  return desk.dir;
}

const retain = (dir: string, dryRun = false) => openWorkspaceDatabase(dir, {}).retain({ dryRun });

describe('retention', () => {
  it('forgets words first and entries later, says what it would do without doing it, and the conversation goes on', async () => {
    const dir = deskThatForgets();
    const old = await openedAgo(dir, 400);
    await old.say(CANARY);
    await old.workspace.close();
    const later = await openedAgo(dir, 100);
    await later.say('借阅还有什么？');
    await later.workspace.close();

    const planned = await retain(dir, true);
    expect(planned).toMatchObject({ conversations: 2, kept: [] });
    expect(planned.entries).toBeGreaterThan(2);
    expect(planned.evidence).toBeGreaterThan(0);
    expect(await retain(dir, true)).toEqual(planned);
    expect(await retain(dir)).toEqual(planned);
    expect(await retain(dir)).toMatchObject({ conversations: 0, entries: 0, evidence: 0, memories: 0 });

    const now = await openedAgo(dir, 0);
    onTestFinished(() => now.workspace.close());
    const { store } = now.workspace;
    const everything = JSON.stringify([
      await store.entries(old.id),
      await store.checkpoint(old.id),
      await store.outbox(old.id),
      await store.entries(later.id),
      await store.checkpoint(later.id),
    ]);
    expect(everything).not.toContain('13900139000');
    expect(everything).not.toContain('借阅还有什么');
    expect(await store.entries(old.id)).toEqual([]);
    expect((await store.entries(later.id)).length).toBeGreaterThan(0);
    expect(await now.workspace.verify(old.id)).toMatchObject({
      different: [],
      gone: { reason: expect.stringMatching(/^retained_until \d{4}-/) },
    });
    await now.say('你好');
    expect((await store.entries(now.id)).some(({ kind }) => kind === 'employee.replied')).toBe(true);
  });

  it('takes nothing of a conversation of which a write is in doubt, and says so', async () => {
    const dir = deskThatForgets();
    const old = await openedAgo(dir, 400, () => RETURN);
    await old.say('我要还书 L200001');
    const entries = await old.workspace.store.entries(old.id);
    const waiting = entries.find(({ kind }) => kind === 'gate.awaiting_confirmation');
    expect(waiting).toBeDefined();
    // As a process leaves it that died while the write was on its way.
    const lease = await old.workspace.store.acquireLease(
      old.id,
      'dead',
      1_000,
      new Date(Date.now() - 400 * DAY_MS).toISOString(),
    );
    const sequence = entries.length;
    const at = new Date(Date.now() - 400 * DAY_MS).toISOString();
    await old.workspace.store.commit({
      conversation: old.id,
      expectedSequence: sequence,
      fence: lease?.fence ?? 0,
      at,
      entries: [
        {
          conversation: old.id,
          sequence: sequence + 1,
          at,
          kind: 'gate.executing',
          kindVersion: 1,
          engine: 'test@1',
          data: { operation: String(waiting?.data.operation), sendBy: at },
        },
      ],
    });
    await old.workspace.close();

    expect(await retain(dir)).toMatchObject({
      entries: 0,
      evidence: 0,
      kept: [{ conversation: old.id, reason: 'open_operation' }],
    });
    const now = await openWorkspace(dir, { work: false, environment: {} });
    onTestFinished(() => now.close());
    expect((await now.store.entries(old.id)).length).toBe(sequence + 1);
  });
});
