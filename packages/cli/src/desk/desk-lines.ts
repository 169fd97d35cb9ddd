import type { DeskItem } from '@rolecall/host';
import type { CommandContext } from '../command-context.ts';
import { DESK_TEXTS } from './desk-texts.ts';

/** One item of the desk for a person: what it is, whose, and what it is about. */
export function deskLines({ language }: Pick<CommandContext, 'language'>, item: DeskItem): readonly string[] {
  const texts = DESK_TEXTS[language];
  const { displayName, externalId } = item.contact;
  const whose = displayName === undefined ? externalId : `${displayName} (${externalId})`;
  const head = `${texts.kinds[item.kind]}  ${item.at}  ${whose} → ${item.employee}`;
  return [head, `  ${item.conversation}`, ...detailsOf(item, texts, language).map((line) => `  ${line}`)];
}

function detailsOf(
  item: DeskItem,
  texts: (typeof DESK_TEXTS)['en'],
  language: CommandContext['language'],
): readonly string[] {
  switch (item.kind) {
    case 'hand_over':
      return [
        [texts.reasons[item.reason], item.summary].filter((part) => part !== '').join('  '),
        ...(item.person === null ? [] : [texts.takenBy(item.person)]),
        ...(item.waitingSince === null ? [] : [texts.waitingSince(item.waitingSince)]),
      ];
    case 'follow_up':
      return [
        `${item.operation}  ${item.followUp}`,
        shown(item.matter),
        ...(item.done === null ? [] : [texts.doneBy(item.done.person, item.done.at)]),
      ];
    case 'in_doubt':
      return [`${item.operation}  ${item.title?.[language] ?? item.capability} (${item.code})`, shown(item.arguments)];
    case 'approval':
      return [
        `${item.operation}  ${item.title?.[language] ?? item.capability}`,
        item.text,
        texts.validUntil(item.expiresAt),
      ];
    default:
      return item satisfies never;
  }
}

function shown(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('  ');
}
