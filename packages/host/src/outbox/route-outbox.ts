import type { Release } from '@rolecall/assets';
import type { JsonObject } from '@rolecall/base';
import type { Commit, OutboxDraft } from '@rolecall/journal';
import type { WorkspaceConfig } from '../workspace-config.ts';
import { channelTarget, eventTargets } from './webhooks.ts';

/**
 * The commit with a target on everything that somebody outside waits for: what is sent on a channel that has a webhook, and
 * the events that the release declares as consumed outside. It stands in the same transaction as what it tells of.
 */
export function routeOutbox(
  commit: Commit,
  {
    channel,
    release,
    config,
  }: { readonly channel: string; readonly release: Release; readonly config: WorkspaceConfig },
): Commit {
  const to = channelTarget(channel, config);
  const sent = (commit.outbox ?? []).map((draft): OutboxDraft => (to === undefined ? draft : { ...draft, to }));
  const events = commit.entries.flatMap((entry): readonly OutboxDraft[] => {
    if (entry.kind !== 'employee.event_raised') return [];
    const event = String(entry.data.event);
    if (!release.events.some(({ id, consumed_by }) => id === event && consumed_by === 'outside')) return [];
    const data = { event, payload: entry.data.payload as JsonObject };
    return eventTargets(event, config).map((target) => ({ kind: 'event', data, to: target }));
  });
  return to === undefined && events.length === 0 ? commit : { ...commit, outbox: [...sent, ...events] };
}
