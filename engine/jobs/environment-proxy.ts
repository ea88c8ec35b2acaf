import { BlockList, isIPv4 } from 'node:net';

/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a client of the SDK reaches an address (`host:port`) through a proxy of the environment: the rules of its gRPC library. */
export function isProxied(address: string, env: Environment = process.env): boolean {
  const proxy = env['grpc_proxy'] || env['https_proxy'] || env['http_proxy'] || '';
  // The library reports a proxy of another kind, and uses none.
  if (!URL.canParse(proxy) || new URL(proxy).protocol !== 'http:') return false;
  const exceptions = env['no_grpc_proxy'] || env['no_proxy'];
  if (!exceptions) return true;
  const host = address.slice(0, address.lastIndexOf(':')).replace(/^\[|\]$/g, '');
  return !exceptions.split(',').some((exception) => host.endsWith(exception) || isWithin(host, exception));
}

/** Whether an IPv4 address is in a range such as `10.0.0.0/8`. */
function isWithin(host: string, range: string): boolean {
  const [network = '', bits = '', ...more] = range.split('/');
  if (more.length > 0 || !isIPv4(host) || !isIPv4(network) || !/^\d{1,2}$/.test(bits) || Number(bits) > 32)
    return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits));
  return list.check(host);
}
