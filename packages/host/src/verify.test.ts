import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RecordFault } from '@rolecall/journal';
import { scriptedModel } from '@rolecall/kernel/testing';
import { expect, it } from 'vitest';
import { openWorkspace } from './open-workspace.ts';
import { deskWorkspace } from './testing/desk-workspace.ts';

const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };

interface Row {
  readonly sequence: number;
  readonly kind: string;
  readonly data: string;
  readonly evidence: string;
}

/** A desk at which one book was returned, with a notice, a yes and a receipt on record. */
async function deskWithARecord() {
  const { dir } = deskWorkspace();
  const workspace = await openWorkspace(dir, {
    environment: {},
    model: () => scriptedModel(({ prompt }) => (prompt.at(-1)?.role === 'tool' ? '好的。' : RETURN)),
  });
  const contact = await workspace.contact({ externalId: 'reader-1', level: 'verified' });
  const { id } = await workspace.open({ contact: contact.id, employee: 'ida', channel: 'test' });
  for (const text of ['我要还书 L200001', '确认', '我要还书 L200001']) {
    const accepted = await workspace.send({ conversation: id, text });
    if (accepted.status === 'conflict') throw new Error(accepted.reason);
    await workspace.handled(id, accepted.item, 20_000);
  }
  await workspace.close();
  const file = join(dir, '.rolecall', 'rolecall.sqlite');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  copyFileSync(file, `${file}.whole`);
  return { dir, id, file };
}

/** What verify says after a change of the rows; the store is whole again afterwards. */
async function verifiedAfter({ dir, id, file }: Awaited<ReturnType<typeof deskWithARecord>>, change: Change) {
  const database = new DatabaseSync(file);
  const rows = database
    .prepare('select sequence, kind, data, evidence from entries where conversation = ? order by sequence')
    .all(id) as unknown as Row[];
  const expected = change(database, rows);
  database.close();
  const workspace = await openWorkspace(dir, { environment: {}, work: false });
  try {
    return { expected, verified: await workspace.verify(id) };
  } finally {
    await workspace.close();
    copyFileSync(`${file}.whole`, file);
  }
}

/** Changes the rows and gives faults that must be named. */
type Change = (database: DatabaseSync, rows: readonly Row[]) => readonly RecordFault[];

function lastOf(rows: readonly Row[], kind: string): Row {
  const row = rows.findLast((each) => each.kind === kind);
  if (!row) throw new Error(`There is no ${kind}.`);
  return row;
}

function setColumn(database: DatabaseSync, column: 'at' | 'data' | 'evidence', sequence: number, value: string): void {
  database.prepare(`update entries set ${column} = ? where sequence = ?`).run(value, sequence);
}

function exchange(database: DatabaseSync, one: number, other: number): void {
  const move = database.prepare('update entries set sequence = ? where sequence = ?');
  move.run(-1, one);
  move.run(one, other);
  move.run(other, -1);
}

const headOf =
  (kind: string, head: object): Change =>
  (database, rows) => {
    const { sequence, data } = lastOf(rows, kind);
    setColumn(database, 'data', sequence, JSON.stringify({ ...JSON.parse(data), ...head }));
    return [{ sequence, code: 'head_disagrees' }];
  };

const timeOf =
  (at: string, later: number): Change =>
  (database, rows) => {
    const { sequence } = lastOf(rows, 'gate.call_ended');
    setColumn(database, 'at', sequence, at);
    return [{ sequence: sequence + later, code: 'time_goes_back' }];
  };

const without =
  (which: (rows: readonly Row[]) => number): Change =>
  (database, rows) => {
    const sequence = which(rows);
    database.prepare('delete from entries where sequence = ?').run(sequence);
    return [{ sequence: sequence + 1, code: 'entries_missing' }];
  };

const CHANGES: Readonly<Record<string, Change>> = {
  'the verdict of a decision': headOf('gate.decision', { verdict: 'allow' }),
  'the outcome over a receipt': headOf('gate.call_ended', { outcome: 'failed' }),
  'the release of a decision': headOf('gate.decision', { release: 'sha256:0' }),
  'a personal value': (database, rows) => {
    const { sequence, evidence } = lastOf(rows, 'gate.call_ended');
    const [{ ref }] = JSON.parse(evidence);
    database
      .prepare("update evidence set value = substr(value, 1, 40) || 'AAAA' || substr(value, 45) where ref = ?")
      .run(ref);
    return [{ sequence, code: 'evidence_corrupt' }];
  },
  'what two decisions were made from, exchanged': (database, rows) => {
    const [first, second] = rows.filter(({ kind }) => kind === 'gate.decision');
    if (!first || !second) throw new Error('There are no two decisions.');
    setColumn(database, 'evidence', first.sequence, second.evidence);
    setColumn(database, 'evidence', second.sequence, first.evidence);
    return [first, second].map(({ sequence }) => ({ sequence, code: 'head_disagrees' }));
  },
  'a time set back': timeOf('2020-01-01T00:00:00.000Z', 0),
  'a time set forward': timeOf('2999-01-01T00:00:00.000Z', 1),
  'an entry gone': without((rows) => lastOf(rows, 'gate.executing').sequence),
  'the last entry gone': without((rows) => rows.length),
  'two entries exchanged': (database, rows) => {
    const { sequence } = lastOf(rows, 'gate.executing');
    const ended = lastOf(rows, 'gate.call_ended').sequence;
    exchange(database, sequence, ended);
    return [{ sequence, code: 'without_its_cause' }];
  },
  'an entry put before its round': (database, rows) => {
    const { sequence } = lastOf(rows, 'employee.round_started');
    exchange(database, sequence, sequence + 1);
    return [{ sequence, code: 'outside_its_round' }];
  },
};

it('a record is whole, and whatever somebody changes of it in the store is named with its entry', async () => {
  const desk = await deskWithARecord();
  const whole = { decisions: 3, different: [], notReplayable: [], faults: [] };
  expect((await verifiedAfter(desk, () => [])).verified).toEqual(whole);
  for (const [name, change] of Object.entries(CHANGES)) {
    const { expected, verified } = await verifiedAfter(desk, change);
    expect(verified.faults, name).toEqual(expect.arrayContaining([...expected]));
  }
  expect((await verifiedAfter(desk, () => [])).verified).toEqual(whole);
}, 60_000);
