import type { Clock } from '@rolecall/base';
import { type JsonObject, RolecallError, timestampOf } from '@rolecall/base';
import type { DeliveryRecord, LetterVerdict, StorePorts } from '@rolecall/journal';
import type { QueueDispatcher } from '@rolecall/store';
import { deliveryId, placeOfDelivery } from './outbox/delivery-id.ts';

/**
 * Something that did not come through: a message that could not be handled, one that could not be delivered, or a
 * conversation that the queue no longer wakes anybody for, whose messages wait.
 */
export interface Letter {
  readonly id: string;
  readonly kind: 'inbox' | 'outbox' | 'conversation';
  /** `waiting` is still tried by itself. */
  readonly state: 'dead' | 'waiting';
  readonly conversation: string;
  /** The kind of the inbox item, or who waits for the delivery. */
  readonly what: string;
  readonly attempts: number;
  readonly lastError: string;
  /** When it failed for the last time; of one that waits, when it is tried next. */
  readonly at: string;
}

/** Dead letters, and what is on its way to become one. */
export interface Letters {
  /** The dead ones first. */
  list(limit?: number): Promise<readonly Letter[]>;
  /** With what stands in it. Throws `letter_unknown`. */
  show(id: string): Promise<Letter & { readonly content: JsonObject }>;
  /** Has it tried again, from the beginning. Throws `letter_unknown`. */
  retry(id: string): Promise<void>;
  /** Gives it up. Throws `letter_unknown`. */
  drop(id: string): Promise<void>;
}

export interface LetterParts {
  readonly store: StorePorts;
  readonly clock: Clock;
  /** A conversation has something again. */
  readonly wake: (conversation: string) => void;
  readonly kick: () => void;
  /** Where a queue wakes the workers, what it has given up. */
  readonly queue?: Pick<QueueDispatcher, 'deadLetters' | 'redrive'> | undefined;
}

const MOST = 1_000;

export function createLetters({ store, clock, wake, kick, queue }: LetterParts): Letters {
  async function list(limit = MOST): Promise<readonly Letter[]> {
    const items = await store.setAsideItems(limit);
    const dead = await store.deliveries({ states: ['dead'], limit });
    const waiting = await store.deliveries({ states: ['waiting'], limit });
    const stuck = (await queue?.deadLetters()) ?? [];
    return [
      ...items.map(
        ({ item, conversation, kind, attempts, lastError, at }): Letter => ({
          id: item,
          kind: 'inbox',
          state: 'dead',
          conversation,
          what: kind,
          attempts,
          lastError,
          at,
        }),
      ),
      ...stuck.map(
        ({ conversation, attempts, lastError, at }): Letter => ({
          id: conversation,
          kind: 'conversation',
          state: 'dead',
          conversation,
          what: 'queue',
          attempts,
          lastError,
          at,
        }),
      ),
      ...dead.map(letterOf),
      ...waiting.filter(({ lastError }) => lastError !== undefined).map(letterOf),
    ].slice(0, limit);
  }

  async function decide(id: string, verdict: LetterVerdict): Promise<void> {
    const place = placeOfDelivery(id);
    const at = timestampOf(clock);
    if (place) {
      if (!(await store.decideDelivery(place, verdict, at))) throw letterUnknown(id);
      kick();
      return;
    }
    if (verdict === 'retry' && (await queue?.deadLetters())?.some(({ conversation }) => conversation === id)) {
      await queue?.redrive(id);
      return;
    }
    const item = (await store.setAsideItems()).find((each) => each.item === id);
    if (!item || !(await store.decideItem(id, verdict, at))) throw letterUnknown(id);
    if (verdict === 'retry') wake(item.conversation);
  }

  return {
    list,
    async show(id) {
      const letter = (await list()).find((each) => each.id === id);
      if (!letter) throw letterUnknown(id);
      const place = placeOfDelivery(id);
      if (place) {
        const sent = await store.outbox(place.conversation, place.sequence - 1);
        const item = sent.find(({ sequence, index }) => sequence === place.sequence && index === place.index);
        return { ...letter, content: item?.data ?? {} };
      }
      const item = (await store.setAsideItems()).find((each) => each.item === id);
      return { ...letter, content: item?.data ?? {} };
    },
    retry: (id) => decide(id, 'retry'),
    drop: (id) => decide(id, 'drop'),
  };
}

function letterOf(record: DeliveryRecord): Letter {
  const { conversation, target, state, attempts, lastError = '', at } = record;
  return {
    id: deliveryId(record),
    kind: 'outbox',
    state: state === 'dead' ? 'dead' : 'waiting',
    conversation,
    what: target,
    attempts,
    lastError,
    at,
  };
}

function letterUnknown(id: string): RolecallError {
  return new RolecallError({
    code: 'letter_unknown',
    message: { en: `There is no letter "${id}" that waits or is dead.`, zh: `没有等待中的或已成死信的“${id}”。` },
    hint: { en: 'rolecall letters list shows them.', zh: '用 rolecall letters list 查看。' },
  });
}
