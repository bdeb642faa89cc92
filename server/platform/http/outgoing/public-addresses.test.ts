import { expect, test } from 'vitest';
import { isPublicAddress } from './public-addresses.ts';

test.each([
  ...['1.1.1.1', '93.184.215.14', '100.63.255.255', '100.128.0.1', '172.15.255.255', '172.32.0.1', '192.0.1.1'],
  ...['198.17.255.255', '198.20.0.1', '223.255.255.255', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  ...['[2001:4860:4860::8888]', '2001:200::1', '2003::1', '2a00:1450:4007::1', '3ffe::1', '::ffff:93.184.215.14'],
  ...['64:ff9b::93.184.215.14', '[64:ff9b::5db8:d70e]', '64:ff9b:0:0:0:0:101:101'],
])('address %s is public', address => expect(isPublicAddress(address)).toBe(true));

/** Blocks of the IANA special-purpose registries of both versions, each by its first and last address. */
const special: [block: string, first: string, last: string][] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private use', '10.0.0.0', '10.255.255.255'],
  ['shared by a carrier', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link local', '169.254.0.0', '169.254.255.255'],
  ['metadata of a cloud', '169.254.169.254', '169.254.169.254'],
  ['private use', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255'],
  ['AS112', '192.31.196.0', '192.31.196.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['private use', '192.168.0.0', '192.168.255.255'],
  ['AS112, delegated', '192.175.48.0', '192.175.48.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255'],
  ['documentation', '198.51.100.0', '198.51.100.255'],
  ['documentation', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['broadcast', '255.255.255.255', '255.255.255.255'],
  ['unspecified', '::', '::'],
  ['loopback', '::1', '::1'],
  ['compatible with version 4', '::127.0.0.1', '::255.255.255.255'],
  ['compatible, of the internet', '::93.184.215.14', '[::5db8:d70e]'],
  ['mapped, of this machine', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  ['mapped, private', '::ffff:10.0.0.1', '::ffff:c0a8:101'],
  ['translated', '::ffff:0:127.0.0.1', '::ffff:0:7f00:1'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['NAT64 of this machine', '64:ff9b::127.0.0.1', '64:ff9b::a00:1'],
  ['NAT64 of a network', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['dummy prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['protocol assignments', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::7f00:1', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['port control, TURN, DNS-SD', '2001:1::1', '2001:1::3'],
  ['benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['AMT', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['AS112', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHIDv2', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['drones', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4 of private use', '2002:a00:1::1', '2002:7f00:1::1'],
  ['AS112, delegated', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['not given to anyone', '4000::', '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link local, by an interface', 'fe80::1%eth0', '[fe80::1%1]'],
  ['site local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

test.each(special)('block « %s » from %s to %s is not public', (_block, first, last) => {
  expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
});

test('a NAT64 address is public only if the IPv4 address in it is', () => {
  for (const [block, first, last] of special.filter(([, first]) => first.includes('.'))) {
    if (first.includes(':')) continue;
    const through = [first, last].map(address => isPublicAddress(`64:ff9b::${address}`));
    expect([block, ...through]).toEqual([block, false, false]);
  }
});

test.each(['exemple.fr', '', ' ', '::1::', '1.2.3.4.5', 'localhost'])('text %j is no public address', text =>
  expect(isPublicAddress(text)).toBe(false),
);
