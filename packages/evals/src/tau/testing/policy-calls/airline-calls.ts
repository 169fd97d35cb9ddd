import type { JsonObject } from '@rolecall/base';
import { bookings } from './airline-booking-calls.ts';
import { cabins, otherFlights } from './airline-flight-calls.ts';
import {
  at,
  type Database,
  freeBags,
  type Method,
  type Passenger,
  paid,
  paidOtherwise,
  type Scene,
  sceneOf,
} from './airline-scene.ts';
import type { PolicyCall } from './play-policy-calls.ts';

const RECENT = Date.parse('2024-05-14T15:00:00-05:00');
const GROUNDS = [
  { reason: 'change of plan', words: 'my plans have changed', isCovered: false },
  { reason: 'health', words: 'I am sick', isCovered: true },
  { reason: 'weather', words: 'there is a storm', isCovered: true },
  { reason: 'other', words: 'for another reason', isCovered: false },
];

/**
 * Writes for every reservation and customer of a database: those that the airline's policy allows, with what its tools
 * then leave, and those that it forbids, rule by rule.
 */
export function* airlinePolicyCalls(records: JsonObject): Generator<PolicyCall> {
  const database = records as unknown as Database;
  for (const reservation of Object.values(database.reservations)) {
    const scene = sceneOf(database, reservation);
    yield* cancellations(scene);
    if (scene.card) {
      yield* cabins(scene, scene.card);
      yield* otherFlights(scene, scene.card);
      yield* bags(scene, scene.card);
    }
    yield* passengers(scene);
    yield* certificates(scene);
    yield* afterCancellation(scene);
  }
  for (const user of Object.values(database.users)) yield* bookings(database, user);
}

function* cancellations({ reservation, days, isFlown, stranger }: Scene): Generator<PolicyCall> {
  const { reservation_id, user_id, cabin, insurance, payment_history } = reservation;
  const isRecent = Date.parse(`${reservation.created_at}-05:00`) > RECENT;
  const isCalledOff = days.some(({ status }) => status === 'cancelled');
  for (const { reason, words, isCovered } of GROUNDS) {
    const call = { name: 'cancel_reservation', arguments: { reservation_id, reason }, customer: user_id, words };
    const ground = isRecent
      ? 'within a day'
      : isCalledOff
        ? 'called off'
        : cabin === 'business'
          ? 'in business'
          : insurance === 'yes' && isCovered
            ? 'covered'
            : undefined;
    if (isFlown) yield { ...call, kind: 'cancel: partly flown', reason: 'already_flown' };
    else if (ground === undefined)
      yield { ...call, kind: `cancel: no ground, insurance ${insurance}`, reason: 'not_cancellable' };
    else {
      const back = payment_history.map(({ payment_id, amount }) => ({ payment_id, amount: -amount }));
      yield { ...call, kind: 'cancel: somebody else’s', customer: stranger, reason: 'precondition_failed' };
      yield {
        ...call,
        kind: `cancel: allowed ${ground}`,
        end: [
          at(reservation_id, 'status', 'cancelled'),
          at(reservation_id, 'payment_history', [...payment_history, ...back]),
        ],
      };
    }
  }
}

function* bags({ reservation, user, stranger, certificate, giftCards }: Scene, card: Method): Generator<PolicyCall> {
  const { reservation_id, cabin, total_baggages, passengers: people, payment_history } = reservation;
  const free = freeBags(user, cabin, people.length);
  const of = (total: number, nonfree: number): Omit<PolicyCall, 'kind'> => ({
    name: 'update_reservation_baggages',
    arguments: { reservation_id, total_baggages: total, nonfree_baggages: nonfree, payment_id: card.id },
    customer: user.user_id,
  });
  for (const total of [total_baggages + 1, free + 2]) {
    if (total <= total_baggages) continue;
    const nonfree = Math.max(0, total - free);
    const cost = 50 * Math.max(0, nonfree - reservation.nonfree_baggages);
    yield {
      ...of(total, nonfree),
      kind: `bags: allowed, ${cost > 0 ? 'paid' : 'free'}`,
      end: [
        at(reservation_id, 'total_baggages', total),
        at(reservation_id, 'nonfree_baggages', nonfree),
        at(reservation_id, 'payment_history', paid(payment_history, card.id, cost)),
      ],
    };
    yield { ...of(total, nonfree), kind: 'bags: somebody else’s', customer: stranger, reason: 'precondition_failed' };
    yield { ...of(total, nonfree + 1), kind: 'bags: too many paid', reason: 'bags_miscounted' };
    if (nonfree > 0) yield { ...of(total, nonfree - 1), kind: 'bags: too few paid', reason: 'bags_miscounted' };
    yield* paidOtherwise({ kind: 'bags', call: of(total, nonfree), certificate, giftCards, cost });
  }
  const fewer = total_baggages - 1;
  if (fewer >= 0) yield { ...of(fewer, Math.max(0, fewer - free)), kind: 'bags: fewer', reason: 'bags_removed' };
}

/** Of a reservation that was cancelled nothing can be changed. */
function* afterCancellation(scene: Scene): Generator<PolicyCall> {
  const cancelled = [...cancellations(scene)].find(({ kind }) => kind.startsWith('cancel: allowed'));
  if (!cancelled) return;
  const changes = scene.card ? [...bags(scene, scene.card), ...cabins(scene, scene.card)] : [];
  for (const change of [...changes, ...passengers(scene)]) {
    if (!/: allowed(, free| from \w+)?$/.test(change.kind)) continue;
    const { name, arguments: args, customer } = change;
    const kind = `${change.kind.split(':')[0]}: of a cancelled one`;
    yield {
      name,
      arguments: args,
      customer,
      kind,
      before: [cancelled],
      words: cancelled.words,
      reason: 'reservation_cancelled',
    };
  }
}

function* passengers({ reservation, user, stranger }: Scene): Generator<PolicyCall> {
  const { reservation_id, passengers: people } = reservation;
  const other = { first_name: 'Wren', last_name: 'Okafor', dob: '1990-01-02' };
  const to = (list: readonly Passenger[]): Omit<PolicyCall, 'kind'> => ({
    name: 'update_reservation_passengers',
    arguments: { reservation_id, passengers: [...list] },
    customer: user.user_id,
  });
  const renamed = [other, ...people.slice(1)];
  const end = [at(reservation_id, 'passengers', renamed)];
  yield { ...to(renamed), kind: 'passengers: allowed', end };
  yield {
    ...to(renamed),
    kind: 'passengers: allowed there and back and there',
    before: [to(renamed), to(people)],
    end,
  };
  yield { ...to(renamed), kind: 'passengers: somebody else’s', customer: stranger, reason: 'precondition_failed' };
  yield { ...to([...people, other]), kind: 'passengers: one more', reason: 'number_of_passengers' };
  if (people.length > 1)
    yield { ...to(people.slice(1)), kind: 'passengers: one fewer', reason: 'number_of_passengers' };
}

function* certificates(scene: Scene): Generator<PolicyCall> {
  const { reservation, user, days, stranger, isFlown, card } = scene;
  const { reservation_id, user_id, cabin, insurance } = reservation;
  const count = reservation.passengers.length;
  const isEntitled = user.membership !== 'regular' || insurance === 'yes' || cabin === 'business';
  const send = (complaint: string, amount: number): Omit<PolicyCall, 'kind'> => ({
    name: 'send_certificate',
    arguments: { user_id, amount, reservation_id, complaint },
    customer: user_id,
    words: `I want a compensation for the ${complaint} of ${reservation_id}.`,
  });
  const called = send('cancelled flights', 100 * count);
  const late = send('delayed flights', 50 * count);
  if (!isEntitled) {
    yield { ...called, kind: 'certificate: not entitled', reason: 'not_entitled' };
    yield { ...late, kind: 'certificate: not entitled', reason: 'not_entitled' };
    return;
  }
  if (days.some(({ status }) => status === 'cancelled')) {
    const id = 'certificate_3221322';
    const value = { id, amount: 100 * count, source: 'certificate' };
    yield {
      ...called,
      kind: 'certificate: allowed, called off',
      end: [{ path: ['users', user_id, 'payment_methods', id], value }],
    };
    yield { ...send('cancelled flights', 50 * count), kind: 'certificate: too little', reason: 'wrong_amount' };
    yield { ...send('cancelled flights', 100 * count + 50), kind: 'certificate: too much', reason: 'wrong_amount' };
    yield { ...called, kind: 'certificate: to somebody else', customer: stranger, reason: 'other_customer' };
  } else yield { ...called, kind: 'certificate: nothing called off', reason: 'complaint_not_confirmed' };
  yield { ...late, kind: 'certificate: nothing changed', reason: 'complaint_not_confirmed' };
  if (!days.some(({ status }) => status === 'delayed')) return;
  if (!isFlown && insurance === 'yes') {
    const before = [{ name: 'cancel_reservation', arguments: { reservation_id, reason: 'health' } }];
    yield { ...late, kind: 'certificate: allowed, late and cancelled', words: `I am sick. ${late.words}`, before };
  }
  for (const change of card ? otherFlights(scene, card) : []) {
    if (!change.kind.startsWith('flights: allowed ') || change.kind.endsWith('gift card')) continue;
    yield { ...late, kind: 'certificate: allowed, late and changed', before: [change] };
    yield {
      ...send('delayed flights', 100 * count),
      kind: 'certificate: late, too much',
      before: [change],
      reason: 'wrong_amount',
    };
  }
}
