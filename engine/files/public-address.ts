import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address, as text, is a unicast address of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Outside 2000::/3 there are forms that carry an IPv4 address, such as ::7f00:1, and that no list of ranges names.
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}
