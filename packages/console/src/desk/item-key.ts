import type { DeskItem } from '../api/desk-client.ts';

/** What an item is known by, from one reading of the list to the next. */
export function keyOf({ kind, conversation, operation }: DeskItem): string {
  return `${kind} ${operation ?? conversation}`;
}

/** What an item is about, in one line: what was asked for, or the values of the call. */
export function aboutOf({ summary, matter, text, arguments: values }: DeskItem): string {
  if (text !== undefined) return text;
  if (summary !== undefined) return summary;
  return Object.values(matter ?? values ?? {})
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' · ');
}
