import type { ConnectionOptions } from '@temporalio/client';
import type { Config } from '../platform/config.ts';
import { isLoopbackProxied, isProxied } from './environment-proxy.ts';
import type { LinkLog } from './link-log.ts';
import { openWatchedLink } from './watched-link.ts';
import type { WatchedLink } from './watched-link.ts';

/**
 * Opens a link to Temporal; null where TEMPORAL_LINK switches it off, and for a server that this service has started: no network lies
 * between them, and the polls of a worker come 40 to 50 ms later through a link (measured).
 */
export async function openLink(
  { temporalLink, serversAreEmbedded }: Pick<Config, 'temporalLink' | 'serversAreEmbedded'>,
  address: string,
  log: LinkLog,
): Promise<WatchedLink | null> {
  return temporalLink && !serversAreEmbedded ? openWatchedLink({ address, log }) : null;
}

/**
 * The options of a client whose connection leads through a link, if there is one. Where the environment names a proxy for Temporal, or
 * one for 127.0.0.1, they are as they were, which is logged.
 */
export function throughLink(
  options: ConnectionOptions & { readonly address: string },
  link: WatchedLink | null,
  log: LinkLog,
): ConnectionOptions {
  if (link === null) return options;
  if (isProxied(options.address)) {
    log.info({}, 'Clients reach Temporal through the proxy of the environment: its silence may be noticed late');
    return options;
  }
  if (isLoopbackProxied()) {
    log.info({}, 'NO_PROXY lacks 127.0.0.1, so clients reach Temporal directly: its silence may be noticed late');
    return options;
  }
  const { username, password } = link.proxy.basicAuth;
  return {
    ...options,
    address: link.proxy.targetHost,
    channelArgs: {
      ...options.channelArgs,
      // Of the environment, whose exceptions may lack 127.0.0.1.
      'grpc.enable_http_proxy': 0,
      'grpc.http_connect_target': `dns:${options.address}`,
      'grpc.http_connect_creds': `${username}:${password}`,
      'grpc.default_authority': options.address,
    },
  };
}
