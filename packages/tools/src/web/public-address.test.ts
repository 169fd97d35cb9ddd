import { networkInterfaces } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('an address of the public Internet', () => {
  it.each(['93.184.215.14', '1.1.1.1', '223.5.5.5', '2606:4700:4700::1111', '2400:3200::1'])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this host', '0.0.0.0'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local, metadata', '169.254.169.254'],
    ['shared, metadata', '100.100.100.200'],
    ['metadata', '168.63.129.16'],
    ['metadata', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped public', '::ffff:1.1.1.1'],
    ['mapped in hexadecimal', '::ffff:7f00:1'],
    ['compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['documentation', '2001:db8::1'],
    ['unique local, metadata', 'fd00:ec2::254'],
    ['unique local', 'fc00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%lo'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['no address', '2130706433'],
    ['no address', '0177.0.0.1'],
    ['no address', ''],
  ])('%s is none: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('holds no IPv4 address in an IPv6 one', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => !isPublicAddress(`::ffff:${address}`) && !isPublicAddress(`::${address}`)),
    );
  });

  it('is none of this machine', () => {
    for (const one of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
      expect(isPublicAddress(one.address)).toBe(false);
  });
});
