import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Public by number, and yet a service of the machine's own cloud. */
const OF_THE_CLOUD: ReadonlySet<string> = new Set(['168.63.129.16']);

/** What the Internet gives out as IPv6; the rest is local, translated or reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one on the public Internet, and none of this machine's own.
 *
 * Private, loopback, link-local, shared, multicast, documentation and reserved ranges are not, nor are IPv6 addresses that
 * hold an IPv4 address (mapped, compatible, 6to4, Teredo, NAT64): what they lead to is the network's to say.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return !OF_THE_CLOUD.has(parsed.toString()) && !isOwnAddress(parsed.toString());
}

function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .some((one) => isIP(one.address) !== 0 && ipaddr.parse(one.address).toString() === address);
}
