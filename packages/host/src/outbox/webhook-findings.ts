import { assetsOf, type LoadedAssets } from '@rolecall/assets';
import { didYouMean, type Finding, findingWords } from '@rolecall/base';
import type { WorkspaceConfig } from '../workspace-config.ts';

/** A webhook that waits for an event which never comes is told, instead of waiting in silence. */
export function webhookFindings({ events }: Pick<WorkspaceConfig, 'events'>, assets: LoadedAssets): readonly Finding[] {
  const definitions = assetsOf(assets, 'event_definition').map(({ asset }) => asset);
  const outside = definitions.filter(({ consumed_by }) => consumed_by === 'outside').map(({ id }) => id);
  return Object.entries(events.webhooks).flatMap(([name, webhook]) =>
    (webhook.events ?? []).flatMap((event, index): readonly Finding[] => {
      if (outside.includes(event)) return [];
      const isDefined = definitions.some(({ id }) => id === event);
      const message = isDefined
        ? {
            en: `"${event}" is not for others, so that the webhook "${name}" never gets it.`,
            zh: `“${event}”不对外，webhook“${name}”永远收不到它。`,
          }
        : {
            en: `No event "${event}" is defined, so that the webhook "${name}" never gets it.`,
            zh: `没有定义事件“${event}”，webhook“${name}”永远收不到它。`,
          };
      const fix = isDefined
        ? { en: 'Write consumed_by: outside in its definition.', zh: '在它的定义里写 consumed_by: outside。' }
        : (didYouMean(event, outside) ?? {
            en: 'Define it: kind event_definition, consumed_by: outside.',
            zh: '定义它：kind: event_definition，consumed_by: outside。',
          });
      return [
        {
          severity: isDefined ? 'warning' : 'error',
          code: isDefined ? 'webhook_event_inside' : 'webhook_event_unknown',
          file: 'rolecall.yaml',
          path: `events.webhooks.${name}.events[${index}]`,
          ...findingWords(message, fix),
        },
      ];
    }),
  );
}
