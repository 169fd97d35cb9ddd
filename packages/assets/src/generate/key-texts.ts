import { CONTRACT_TEXTS } from './key-texts/contract.ts';
import { EVERYWHERE_TEXTS } from './key-texts/everywhere.ts';
import { ORGANISATION_TEXTS } from './key-texts/organisation.ts';
import { TASK_TEXTS } from './key-texts/task.ts';

/** What a key means, in both languages. */
export interface KeyText {
  readonly zh: string;
  readonly en: string;
}

/** `kind path`, or a path or an end of one that means the same everywhere. */
export type KeyTextRow = readonly [key: string, zh: string, en: string];

const TEXTS: ReadonlyMap<string, KeyText> = new Map(
  [...EVERYWHERE_TEXTS, ...CONTRACT_TEXTS, ...TASK_TEXTS, ...ORGANISATION_TEXTS].map(([key, zh, en]) => [
    key,
    { zh, en },
  ]),
);

/** The nearest text for a key: of the kind and the whole path, else of the longest end of the path. */
export function keyText(kind: string, path: string): KeyText | undefined {
  const own = TEXTS.get(`${kind} ${path}`);
  if (own) return own;
  const steps = path.split('.');
  for (let from = 0; from < steps.length; from++) {
    const text = TEXTS.get(steps.slice(from).join('.'));
    if (text) return text;
  }
  return undefined;
}

/** What each kind is for. */
export function kindText(kind: string): KeyText | undefined {
  return TEXTS.get(kind);
}
