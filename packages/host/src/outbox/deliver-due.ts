import { type Bilingual, type Clock, describeError, type JsonObject, timestampOf } from '@rolecall/base';
import { type Delivery, type DeliveryOutcome, isoTime, type StorePorts } from '@rolecall/journal';
import { deliveryId } from './delivery-id.ts';
import { postWebhook } from './post-webhook.ts';
import { signDelivery } from './sign-delivery.ts';
import type { Webhook } from './webhooks.ts';

/** What delivering needs. */
export interface DeliveryParts {
  readonly store: Pick<StorePorts, 'claimDeliveries' | 'settleDelivery' | 'conversation' | 'contact'>;
  readonly organisation: string;
  readonly clock: Clock;
  readonly webhook: (target: string) => Webhook | undefined;
  readonly secret: (credential: string) => Promise<string | undefined>;
  readonly log: (line: Bilingual) => void;
  /** Between 0 and 1; `Math.random` without it. */
  readonly random?: (() => number) | undefined;
  /** 10 s without it. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_MS = 10_000;
/** Beyond the time-out, so that nobody else takes what is still being tried. */
const CLAIM_MARGIN_MS = 20_000;
const AT_ONCE = 20;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 3_600_000;

/** Delivers what is due, once each, several conversations at a time. Answers how many were tried. */
export async function deliverDue(parts: DeliveryParts): Promise<number> {
  const { store, clock, timeoutMs = TIMEOUT_MS } = parts;
  const now = clock.now();
  const until = isoTime(now + timeoutMs + CLAIM_MARGIN_MS);
  const deliveries = await store.claimDeliveries({ at: isoTime(now), until, limit: AT_ONCE });
  await Promise.all(
    deliveries.map(async (delivery) => {
      const outcome = await tryDelivery(delivery, parts);
      await store.settleDelivery(delivery, outcome, timestampOf(clock));
    }),
  );
  return deliveries.length;
}

async function tryDelivery(delivery: Delivery, parts: DeliveryParts): Promise<DeliveryOutcome> {
  const webhook = parts.webhook(delivery.target);
  try {
    await post(delivery, webhook, parts);
    return { state: 'delivered' };
  } catch (error) {
    const told = { en: describeError(error), zh: describeError(error, 'zh') };
    const isLast = delivery.attempt >= (webhook?.attempts ?? 1);
    const [id, { target, attempt }] = [deliveryId(delivery), delivery];
    parts.log({
      en: `delivery ${id} to ${target}: ${told.en} (try ${attempt}, ${isLast ? 'a dead letter now' : 'tried again'})`,
      zh: `投递 ${id} 到 ${target}：${told.zh}（第 ${attempt} 次，${isLast ? '成为死信' : '会再试'}）`,
    });
    if (isLast) return { state: 'dead', error: told.en };
    const dueAt = isoTime(parts.clock.now() + delayMs(delivery.attempt, parts.random));
    return { state: 'waiting', dueAt, error: told.en };
  }
}

async function post(delivery: Delivery, webhook: Webhook | undefined, parts: DeliveryParts): Promise<void> {
  if (!webhook) throw new Error(`rolecall.yaml names no webhook for ${delivery.target}.`);
  const secret = await parts.secret(webhook.credential);
  if (secret === undefined) throw new Error(`The credential "${webhook.credential}" that signs is not set.`);
  const body = JSON.stringify(await bodyOf(delivery, parts));
  await postWebhook({
    url: webhook.url,
    body,
    headers: {
      'rolecall-delivery': deliveryId(delivery),
      'rolecall-attempt': String(delivery.attempt),
      'rolecall-signature': signDelivery(body, secret, parts.clock.now()),
    },
    timeoutMs: parts.timeoutMs ?? TIMEOUT_MS,
    signal: parts.signal,
  });
}

/** What the receiver gets. `id` stays the same from try to try. */
async function bodyOf(delivery: Delivery, { store, organisation }: DeliveryParts): Promise<JsonObject> {
  const conversation = await store.conversation(delivery.conversation);
  const contact = conversation && (await store.contact(conversation.contact));
  const isEvent = delivery.kind === 'event';
  return {
    id: deliveryId(delivery),
    type: isEvent ? 'event' : 'message',
    organisation,
    conversation: delivery.conversation,
    sequence: delivery.sequence,
    index: delivery.index,
    at: delivery.at,
    employee: conversation?.employee ?? null,
    channel: conversation?.channel ?? null,
    contact: { externalId: contact?.externalId ?? null },
    ...(isEvent ? delivery.data : { message: { kind: delivery.kind, ...delivery.data } }),
  };
}

/** Twice as long after every try, up to an hour, and never all at the same moment. */
function delayMs(attempt: number, random: () => number = Math.random): number {
  const longest = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  return Math.round(longest * (0.5 + random() / 2));
}
