import type { InboxKind } from '@rolecall/journal';

const OTHER = 'case when begun_under is null or begun_under = $3 then 0 else 1 end';

/** What is begun, ended and how often it was interrupted, for both databases: parameters are `$1`, `$2` … */
export const TAKE_UP_STATEMENTS = {
  /** The first item that waits, while the lease is the one of this fence. */
  takeUp: `update inbox set interruptions = interruptions + ${OTHER},
      begun_under = case when interruptions + ${OTHER} <= $4 then $3 end
    where organisation = $1
      and id = (select id from inbox where organisation = $1 and conversation = $2 and is_consumed = 0
        order by position limit 1)
      and exists (select 1 from leases
        where organisation = $1 and conversation = $2 and fence = $3 and holder is not null)
    returning id, position, kind, data, accepted_at, interruptions, begun_under`,

  /** Whatever was begun under a lease that is given back has ended. */
  ended: `update inbox set begun_under = null
    where organisation = $1 and conversation = $2 and is_consumed = 0 and begun_under = $3`,
} as const;

/** An item that was taken up, as it stands in its table. */
export interface TakenRow {
  readonly id: string;
  readonly position: number;
  readonly kind: InboxKind;
  readonly data: string;
  readonly accepted_at: string;
  readonly interruptions: number;
  readonly begun_under: number | null;
}

/** So often is nothing interrupted; the largest integer of both databases' columns. */
export const ANY_NUMBER = 2_147_483_647;
