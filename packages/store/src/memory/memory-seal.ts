import { keptText, keyedHash, textKept } from '@rolecall/journal';

/** How what is remembered of a scope is written down. */
export interface MemorySeal {
  seal(text: string, id: string, column: string): string;
  open(kept: string, id: string, column: string): string;
  /** What stands for a subject in its column, so that it is found again and nobody can guess it. */
  subject(subject: string): string;
}

/**
 * A contact's memories are kept under the contact's own key, each text bound to its place; what has to be searched is
 * searched in memory once it was opened. An assistant's memories of a project have no contact, and are kept as they are.
 */
export function memorySeal(scope: string, contactKey: string | undefined): MemorySeal {
  const place = (id: string, column: string): string => `memory:${scope}:${id}:${column}`;
  return {
    seal: (text, id, column) => (contactKey === undefined ? text : keptText(text, contactKey, place(id, column))),
    open: (kept, id, column) => textKept(kept, contactKey, place(id, column)),
    subject: (subject) => (contactKey === undefined ? subject : keyedHash(subject, contactKey)),
  };
}

/** The contact behind a scope; a project has none. */
export function contactOfScope(scope: string): string | undefined {
  return scope.startsWith('contact:') ? scope.slice('contact:'.length) : undefined;
}
