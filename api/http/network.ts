/** The network by which calls without a credential are limited: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
  const [start = '', end] = address.split('::');
  const before = start.split(':');
  const after = end === undefined || end === '' ? [] : end.split(':');
  const zeros = end === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, GROUPS / 2).join(':');
}

const GROUPS = 8;
