import type { JsonObject } from '../api/wire.ts';
import { objectsAt, textAt } from './read.ts';

/** A piece of what the employee said, with what stands behind it. */
export interface SpokenPart {
  readonly kind: string;
  readonly text: string;
  /** Whose words they are, where a person wrote them. */
  readonly person?: string | undefined;
}

/** The parts where they are told, else the text as one. */
export function readParts(told: JsonObject): readonly SpokenPart[] {
  const parts = objectsAt(told, 'parts')
    .map((part) => ({
      kind: textAt(part, 'kind') ?? 'model',
      text: textAt(part, 'text') ?? '',
      person: textAt(part, 'person'),
    }))
    .filter((part) => part.text !== '');
  if (parts.length > 0) return parts;
  const text = textAt(told, 'text');
  return text === undefined ? [] : [{ kind: 'model', text }];
}
