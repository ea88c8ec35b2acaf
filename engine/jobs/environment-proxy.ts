import http from 'node:http';
import { BlockList, isIPv4 } from 'node:net';

/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/** An agent with the options that Node has made it with. */
type ConfiguredAgent = http.Agent & { readonly options?: { readonly proxyEnv?: Environment } };

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

/**
 * Whether Node itself sends HTTP requests to 127.0.0.1 through a proxy of the environment (NODE_USE_ENV_PROXY): the gRPC library
 * opens the way through a link with such a request.
 */
export function isLoopbackProxied(): boolean {
  const env = (http.globalAgent as ConfiguredAgent).options?.proxyEnv;
  if (env === undefined || !(env['http_proxy'] || env['HTTP_PROXY'])) return false;
  const exceptions = (env['no_proxy'] || env['NO_PROXY'] || '').split(',').map((exception) => exception.trim());
  return !exceptions.includes('127.0.0.1') && !exceptions.includes('*');
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
