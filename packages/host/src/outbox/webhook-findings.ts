import { assetsOf, type LoadedAssets } from '@rolecall/assets';
import { type Finding, nearestName } from '@rolecall/base';
import type { WorkspaceConfig } from '../workspace-config.ts';

/** A webhook that waits for an event which never comes is told, instead of waiting in silence. */
export function webhookFindings({ events }: Pick<WorkspaceConfig, 'events'>, assets: LoadedAssets): readonly Finding[] {
  const definitions = assetsOf(assets, 'event_definition').map(({ asset }) => asset);
  const outside = definitions.filter(({ consumed_by }) => consumed_by === 'outside').map(({ id }) => id);
  return Object.entries(events.webhooks).flatMap(([name, webhook]) =>
    (webhook.events ?? []).flatMap((event, index): readonly Finding[] => {
      if (outside.includes(event)) return [];
      const isDefined = definitions.some(({ id }) => id === event);
      const near = nearestName(event, outside);
      return [
        {
          severity: isDefined ? 'warning' : 'error',
          code: isDefined ? 'webhook_event_inside' : 'webhook_event_unknown',
          file: 'rolecall.yaml',
          path: `events.webhooks.${name}.events[${index}]`,
          message: isDefined
            ? `"${event}" is not for others, so that the webhook "${name}" never gets it.`
            : `No event "${event}" is defined, so that the webhook "${name}" never gets it.`,
          fix: isDefined
            ? 'Write consumed_by: outside in its definition.'
            : near === undefined
              ? 'Define it: kind event_definition, consumed_by: outside.'
              : `Did you mean "${near}"?`,
        },
      ];
    }),
  );
}
