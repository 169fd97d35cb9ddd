import { createHash } from 'node:crypto';
import { type Clock, newSecret } from '@rolecall/base';
import type { ContactRecord } from '@rolecall/journal';

/** Whom the page may sign in as. */
export interface PageCustomer {
  readonly externalId: string;
  readonly displayName: string;
}

/** A page that is signed in as one contact. */
export interface PageSession {
  /** The contact's id. */
  readonly contact: string;
  readonly externalId: string;
}

const LIFETIME_MS = 15 * 60_000;
const MOST_SESSIONS = 1_000;

/**
 * The page's short-lived tokens: bound to one contact, renewed by use, kept in memory only (a restart signs everybody
 * out, and the page signs in again). Tokens are held as hashes.
 */
export class PageSessions {
  readonly #clock: Clock;
  readonly #sessions = new Map<string, PageSession & { expiresAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A new token for a contact, and how long it lasts without use. */
  begin(contact: ContactRecord): { readonly token: string; readonly expiresInMs: number } {
    this.#forgetExpired();
    const token = newSecret();
    this.#sessions.set(keyOf(token), {
      contact: contact.id,
      externalId: contact.externalId,
      expiresAt: this.#clock.now() + LIFETIME_MS,
    });
    return { token, expiresInMs: LIFETIME_MS };
  }

  /** Whose token it is, or undefined for one that is unknown or was not used for too long. Renews it. */
  use(token: string): PageSession | undefined {
    const session = this.#sessions.get(keyOf(token));
    if (session === undefined || session.expiresAt <= this.#clock.now()) return undefined;
    session.expiresAt = this.#clock.now() + LIFETIME_MS;
    return session;
  }

  /** Oldest first: a map keeps the order in which keys were added. */
  #forgetExpired(): void {
    for (const [key, session] of this.#sessions) {
      if (session.expiresAt <= this.#clock.now() || this.#sessions.size >= MOST_SESSIONS) this.#sessions.delete(key);
    }
  }
}

/** Looking a hash up tells nothing about the token by the time it takes. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
