import { randomBytes, randomUUID } from 'node:crypto';

/** A new unguessable identifier with a readable prefix: `op_3f…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

/** A new secret for a credential or bearer token: 256 random bits, URL-safe. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
