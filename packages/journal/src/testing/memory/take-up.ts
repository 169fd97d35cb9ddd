import type { Lease, TakenItem } from '../../ports.ts';
import { inboxItemOf } from './inbox.ts';
import type { MemoryOrganisation } from './organisation.ts';

/** `StorePorts.takeUp` in memory. */
export function takeUpInMemory(
  organisation: MemoryOrganisation,
  { conversation, fence }: Lease,
  upTo = Number.POSITIVE_INFINITY,
): TakenItem | undefined {
  const { inbox, leases, undo } = organisation;
  return undo.transaction(() => {
    const present = leases.get(conversation);
    const [row] = inbox.where((each) => each.conversation === conversation && !each.consumed);
    if (present?.fence !== fence || present.holder === null || row === undefined) return undefined;
    const isInterrupted = row.begunUnder !== undefined && row.begunUnder !== fence;
    const interruptions = (row.interruptions ?? 0) + (isInterrupted ? 1 : 0);
    const isBegun = interruptions <= upTo;
    inbox.put({ ...row, interruptions, begunUnder: isBegun ? fence : undefined }, row.id);
    return { item: inboxItemOf(organisation, row), interruptions, isBegun };
  });
}

/** What was taken up under a lease has ended, inside the transaction that gives it back. */
export function endTakenIn({ inbox }: MemoryOrganisation, { conversation, fence }: Lease): void {
  for (const row of inbox.where((each) => each.conversation === conversation && each.begunUnder === fence))
    inbox.put({ ...row, begunUnder: undefined }, row.id);
}
