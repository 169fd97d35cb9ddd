import type { JsonObject } from '@rolecall/base';
import { type PersonsFinding, readOperation, settleByPerson } from '@rolecall/gate';
import type { Writing } from '@rolecall/journal';
import { consequencesOf } from './consequences.ts';
import type { Handled } from './handled.ts';
import { callContextOf, type ItemAtWork } from './round-context.ts';
import { tellingOf } from './untold-writes.ts';

/**
 * A person says what became of a write of unknown outcome: `{ operation, outcome, person, reason }`. The customer is told,
 * as after a read-back. A word that is incomplete, comes too early or belongs to no such write changes nothing.
 * Source: design, section 6, "Outcome".
 */
export async function* handleSettlement(work: ItemAtWork): Writing<Handled> {
  const { data } = work.item;
  const operation = String(data.operation ?? '');
  const finding = findingOf(data);
  if (!finding) {
    const problem = 'A settlement needs operation, outcome (succeeded or failed), person and reason.';
    return { replies: [], end: 'settlement_incomplete', problem };
  }
  const context = callContextOf(work);
  const known = await readOperation(operation, context);
  if (known?.state !== 'unknown') return { replies: [], end: 'nothing_due' };
  const receipt = yield* settleByPerson(operation, finding, context);
  if (receipt === undefined) return { replies: [], end: 'still_in_doubt' };
  return { replies: tellingOf([receipt]), end: 'settled', ...consequencesOf([{ kind: 'ended', receipt }], work) };
}

function findingOf({ outcome, person, reason }: JsonObject): PersonsFinding | undefined {
  if (outcome !== 'succeeded' && outcome !== 'failed') return undefined;
  if (typeof person !== 'string' || person === '' || typeof reason !== 'string' || reason === '') return undefined;
  return { outcome, person, reason };
}
