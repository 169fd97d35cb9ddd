import type { WorkspaceConfig } from '../workspace-config.ts';

/** Where something is sent, and how often it is tried. */
export interface Webhook {
  readonly url: string;
  /** The name of the credential that signs. */
  readonly credential: string;
  /** After so many tries it is a dead letter. */
  readonly attempts: number;
}

type Declared = Pick<WorkspaceConfig, 'channels' | 'events'>;

const CHANNEL = 'channel:';
const EVENTS = 'events:';

/** Who is told of what is sent on a channel; undefined where whoever asks finds it by itself. */
export function channelTarget(channel: string, { channels }: Declared): string | undefined {
  const declared = Object.hasOwn(channels, channel) ? channels[channel]?.webhook : undefined;
  return declared && `${CHANNEL}${channel}`;
}

/** Who is told of an event that is for others. */
export function eventTargets(event: string, { events }: Declared): readonly string[] {
  return Object.entries(events.webhooks).flatMap(([name, webhook]) =>
    (webhook.events?.includes(event) ?? true) ? [`${EVENTS}${name}`] : [],
  );
}

/** The webhook of a target; undefined when the configuration has it no more. */
export function webhookOf(target: string, { channels, events }: Declared): Webhook | undefined {
  const name = target.slice(target.indexOf(':') + 1);
  const declared = target.startsWith(CHANNEL)
    ? Object.hasOwn(channels, name) && channels[name]?.webhook
    : Object.hasOwn(events.webhooks, name) && events.webhooks[name];
  if (!declared) return undefined;
  return { url: declared.url, credential: declared.secret.credential, attempts: declared.attempts };
}

/** True when anything is to be delivered at all. */
export function hasWebhooks({ channels, events }: Declared): boolean {
  return Object.keys(events.webhooks).length > 0 || Object.values(channels).some(({ webhook }) => webhook);
}
