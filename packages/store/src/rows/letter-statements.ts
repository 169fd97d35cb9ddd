const DELIVERY = 'organisation = $1 and conversation = $2 and sequence = $3 and item_index = $4';

/** The key of the contact whose conversation a row belongs to; null once it was deleted. */
const keyFor = (table: string): string => `(select contact_keys.key from conversations
    join contact_keys on contact_keys.organisation = conversations.organisation
      and contact_keys.contact = conversations.contact
    where conversations.organisation = ${table}.organisation and conversations.id = ${table}.conversation) as contact_key`;

/** Statements about deliveries and inbox items that failed, for both databases: parameters are `$1`, `$2` … */
export const LETTER_STATEMENTS = {
  put: `insert into deliveries
      (organisation, conversation, sequence, item_index, target, state, attempts, claim, due_at, last_error)
    values ($1, $2, $3, $4, $5, 'waiting', 0, 0, $6, null)`,

  /** The first waiting item of each conversation and target that is due; `lock` keeps two workers from taking one. */
  claim: (lock: string) => `with due (c, s, i) as (
      select head.conversation, head.sequence, head.item_index from deliveries as head
      where head.organisation = $1 and head.state = 'waiting' and head.due_at <= $2 and not exists (
        select 1 from deliveries as earlier
        where earlier.organisation = head.organisation and earlier.conversation = head.conversation
          and earlier.target = head.target and earlier.state = 'waiting'
          and (earlier.sequence, earlier.item_index) < (head.sequence, head.item_index))
      order by head.due_at limit $4 ${lock})
    update deliveries set attempts = attempts + 1, claim = claim + 1, due_at = $3 from due
    where organisation = $1 and conversation = c and sequence = s and item_index = i and state = 'waiting'
    returning conversation, sequence, item_index, target, attempts, claim`,

  item: `select kind, data, at, ${keyFor('outbox')} from outbox where ${DELIVERY}`,

  settle: `update deliveries set state = $6, due_at = $7, last_error = $8
    where ${DELIVERY} and claim = $5 and state = 'waiting'`,

  retryDelivery: `update deliveries set state = 'waiting', attempts = 0, claim = claim + 1, due_at = $5
    where ${DELIVERY} and state in ('waiting', 'dead')`,

  dropDelivery: `update deliveries set state = 'dropped', claim = claim + 1, due_at = $5
    where ${DELIVERY} and state in ('waiting', 'dead')`,

  list: (states: number, hasConversation: boolean) => {
    const named = Array.from({ length: states }, (_, index) => `$${index + 3}`).join(', ');
    return `select conversation, sequence, item_index, target, state, attempts, due_at, last_error from deliveries
      where organisation = $1${states > 0 ? ` and state in (${named})` : ''}${
        hasConversation ? ` and conversation = $${states + 3}` : ''
      } order by due_at, conversation, sequence, item_index limit $2`;
  },

  countFailure: `update inbox set attempts = attempts + 1, last_error = $3, failed_at = $4
    where organisation = $1 and id = $2 and is_consumed = 0 returning attempts`,

  setAside: `update inbox set is_consumed = 2, last_error = $3, failed_at = $4
    where organisation = $1 and id = $2 and is_consumed = 0`,

  listSetAside: `select id, conversation, position, kind, data, attempts + interruptions as attempts, last_error, failed_at,
      ${keyFor('inbox')} from inbox
    where organisation = $1 and is_consumed = 2 order by failed_at, id limit $2`,

  retryItem: `update inbox set is_consumed = 0, attempts = 0, interruptions = 0, begun_under = null
    where organisation = $1 and id = $2 and is_consumed = 2`,

  dropItem: `update inbox set is_consumed = 1 where organisation = $1 and id = $2 and is_consumed = 2`,
} as const;
