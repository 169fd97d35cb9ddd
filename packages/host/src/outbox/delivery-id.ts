import type { OutboxPlace } from '@rolecall/journal';

/** Names an outbox item for people and receivers. */
export function deliveryId({ conversation, sequence, index }: OutboxPlace): string {
  return `${conversation}.${sequence}.${index}`;
}

/** The place that an id names, or undefined. */
export function placeOfDelivery(id: string): OutboxPlace | undefined {
  const match = /^(.+)\.(\d{1,15})\.(\d{1,6})$/.exec(id);
  const [, conversation = '', sequence, index] = match ?? [];
  return match ? { conversation, sequence: Number(sequence), index: Number(index) } : undefined;
}
