import { isIPv4 } from 'node:net';
import { WebRefused } from './web-refused.ts';

const MOST_CHARACTERS = 4_000;

/**
 * The address that a text names, by the standard that browsers follow; a redirect's relative to where it came from.
 *
 * Only http and https, no user or password, and no host that is a number in disguise (decimal, octal, hexadecimal, with
 * parts left out): such a host is refused as it stands, whatever it leads to.
 */
export function parseWebAddress(text: string, base?: URL | undefined): URL {
  const url = text.length <= MOST_CHARACTERS && URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') throw new WebRefused('address_invalid');
  if (url.username !== '' || url.password !== '') throw new WebRefused('address_invalid');
  const isFromBase = base?.hostname === url.hostname;
  if (isIPv4(url.hostname) && !isFromBase && !text.includes(url.hostname)) throw new WebRefused('address_invalid');
  url.hash = '';
  return url;
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
