import { createHmac } from 'node:crypto';

/**
 * `t=<seconds since 1970>,v1=<hex>`: an HMAC-SHA-256 under the shared secret over the time, a dot and the body as it is
 * sent. The receiver computes it anew and refuses an old time, so that nobody can send a delivery again later.
 */
export function signDelivery(body: string, secret: string, atMs: number): string {
  const seconds = Math.floor(atMs / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
