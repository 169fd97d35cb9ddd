import type { Entry, Json } from '../api/wire.ts';
import { shortText } from './read.ts';

const LONGEST = 160;

/**
 * One line about any entry, also one of a kind that this page has never heard of: its short fields as `name value`, what
 * is long or nested left to the raw form.
 */
export function summarise(entry: Entry): string {
  const told = Object.entries(entry.data)
    .filter(([, value]) => isShort(value))
    .map(([name, value]) => `${name} ${shortText(value)}`);
  const line = told.join(' · ');
  return line.length > LONGEST ? `${Array.from(line).slice(0, LONGEST).join('')}…` : line;
}

function isShort(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object';
}
