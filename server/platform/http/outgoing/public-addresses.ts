import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Special-purpose IPv4 blocks of the IANA registry, and multicast. */
const special4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
/**
 * Global unicast block of IPv6, the only public one; below, its special blocks: protocols (Teredo, ORCHID),
 * documentation, 6to4.
 */
const given6 = '2000::/3';
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

const [mapped, given, notPublic6] = [['::ffff:0:0/96'], [given6], special6].map(ranges => listOf(ranges, 'ipv6')) as [
  BlockList,
  BlockList,
  BlockList,
];
const notPublic4 = listOf(special4, 'ipv4');
/** NAT64 prefix (RFC 6052), by which IPv6 networks reach IPv4: each address ends with its IPv4 address. */
const nat64 = '64:ff9b::';
const translated = listOf([`${nat64}/96`], 'ipv6');
const notPublicTranslated = listOf(
  special4.map(range => {
    const [network, bits] = range.split('/');
    return `${nat64}${network}/${96 + Number(bits)}`;
  }),
  'ipv6',
);

/** Says whether an address is public: not this machine, not its networks, and not a tunnel to either. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, '$1');
  if (isIPv4(bare)) return !notPublic4.check(bare, 'ipv4');
  if (!isIPv6(bare) || bare.includes('%')) return false;
  // An IPv4 block list also matches the mapped IPv6 form.
  if (mapped.check(bare, 'ipv6')) return !notPublic4.check(bare, 'ipv6');
  if (translated.check(bare, 'ipv6')) return !notPublicTranslated.check(bare, 'ipv6');
  return given.check(bare, 'ipv6') && !notPublic6.check(bare, 'ipv6');
}
