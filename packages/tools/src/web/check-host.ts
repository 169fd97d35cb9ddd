import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { hostOf } from './parse-web-address.ts';
import { isPublicAddress } from './public-address.ts';
import { WebRefused } from './web-refused.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Whom a request may reach. The package's own entrance always takes `publicReach`. */
export interface WebReach {
  /** All addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly ResolvedAddress[]>;
  readonly isAllowed: (address: string) => boolean;
  readonly ports: ReadonlySet<string>;
}

const PORTS: ReadonlySet<string> = new Set(['80', '443', '8080', '8443']);

/** The public Internet, by the system's own resolver. */
export const publicReach: WebReach = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  isAllowed: isPublicAddress,
  ports: PORTS,
};

/**
 * The addresses of a host, every one of them allowed: one that is not refuses them all. The name is resolved here, once;
 * the connection is made to these addresses, so what the name says a moment later does not matter.
 */
export async function checkedAddresses(
  url: URL,
  { resolve, isAllowed, ports }: WebReach,
): Promise<readonly ResolvedAddress[]> {
  if (!ports.has(url.port || (url.protocol === 'https:' ? '443' : '80'))) throw new WebRefused('port_refused');
  const host = hostOf(url);
  const addresses = isIP(host) === 0 ? await resolved(host, resolve) : [{ address: host, family: isIP(host) }];
  if (addresses.length === 0) throw new WebRefused('name_unknown');
  if (!addresses.every(({ address }) => isAllowed(address))) throw new WebRefused('address_refused');
  return addresses;
}

async function resolved(host: string, resolve: WebReach['resolve']): Promise<readonly ResolvedAddress[]> {
  try {
    return await resolve(host);
  } catch {
    throw new WebRefused('name_unknown');
  }
}
