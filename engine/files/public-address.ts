import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Addresses of clouds that look public and lead to services inside of one: metadata, resolvers, private ends of APIs, services
 * of a cluster. The public internet has no route to any of them.
 */
const PLATFORM_RANGES = [
  // Azure: the agent of a machine, DHCP, DNS and health probes.
  '168.63.129.16/32',
  // Google: services of a Kubernetes cluster; direct paths to APIs; restricted.googleapis.com and private.googleapis.com.
  ...['34.118.224.0/20', '34.126.0.0/18', '199.36.153.4/30', '199.36.153.8/30'],
  ...[
    '2600:2d00:0:2::/63',
    '2600:2d00:0:4::/64',
    '2001:4860:8040::/42',
    '2600:2d00:2:1000::/56',
    '2600:2d00:2:2000::/56',
  ],
  // IBM: DNS, mirrors and time of the infrastructure; service endpoints.
  ...['161.26.0.0/16', '166.8.0.0/14'],
  // Equinix Metal: metadata.
  '192.80.8.124/32',
].map((range) => ipaddr.parseCIDR(range));

/** Whether an IP address, as text, is a unicast address of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || PLATFORM_RANGES.some((range) => isWithin(parsed, range))) return false;
  // Outside 2000::/3 there are forms that carry an IPv4 address, such as ::7f00:1, and that no list of ranges names.
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

type Address = ReturnType<typeof ipaddr.parse>;

function isWithin(address: Address, range: readonly [Address, number]): boolean {
  return address.kind() === range[0].kind() && address.match([range[0], range[1]]);
}
