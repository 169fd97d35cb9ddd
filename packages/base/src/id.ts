import { randomBytes, randomFillSync } from 'node:crypto';

/** A new unguessable identifier with a readable prefix: `op_3f…`. */
export function newId(prefix: string): string {
  if (taken === POOL_BYTES) {
    pool ??= Buffer.allocUnsafeSlow(POOL_BYTES);
    randomFillSync(pool);
    taken = 0;
  }
  taken += ID_BYTES;
  return `${prefix}_${pool?.toString('hex', taken - ID_BYTES, taken)}`;
}

const ID_BYTES = 16;
/** Random bytes are fetched for many ids at once, as the runtime does for its own. */
const POOL_BYTES = 128 * ID_BYTES;
let pool: Buffer | undefined;
let taken = POOL_BYTES;

/** A new secret for a credential or bearer token: 256 random bits, URL-safe. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
