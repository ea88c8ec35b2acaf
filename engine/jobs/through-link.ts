import type { ConnectionOptions } from '@temporalio/client';
import type { Config } from '../platform/config.ts';
import { isProxied } from './environment-proxy.ts';
import type { LinkLog } from './link-log.ts';
import type { TemporalConnectionOptions } from './temporal.ts';
import { openWatchedLink } from './watched-link.ts';
import type { WatchedLink } from './watched-link.ts';

/**
 * Opens a link to Temporal; null where TEMPORAL_LINK switches it off, and for a server that this service has started: no network lies
 * between them.
 */
export async function openLink(
  { temporalLink, serversAreEmbedded }: Pick<Config, 'temporalLink' | 'serversAreEmbedded'>,
  address: string,
  log: LinkLog,
): Promise<WatchedLink | null> {
  return temporalLink && !serversAreEmbedded ? openWatchedLink({ address, log }) : null;
}

/**
 * The options of a worker's connection that leads through a link, if there is one. TLS stays between worker and Temporal, whose
 * certificate must have the host of its address, unless the settings give another name.
 */
export function workerThroughLink(
  options: TemporalConnectionOptions,
  link: WatchedLink | null,
): TemporalConnectionOptions {
  if (link === null) return options;
  const { tls } = options;
  return { ...options, address: link.address, tls: tls && { serverNameOverride: link.host, ...tls } };
}

/**
 * Leads a client through its link, if there is one. Where the environment names a proxy for Temporal, its options are as they were, which is logged.
 */
export function clientThroughLink(
  options: ConnectionOptions & { readonly address: string },
  link: WatchedLink | null,
  log: LinkLog,
): ConnectionOptions {
  if (link === null) return options;
  if (isProxied(options.address)) {
    log.info({}, 'Clients reach Temporal through the proxy of the environment: its silence may be noticed late');
    return options;
  }
  return {
    ...options,
    address: link.address,
    channelArgs: {
      ...options.channelArgs,
      // Of the environment, whose exceptions may lack 127.0.0.1.
      'grpc.enable_http_proxy': 0,
      // A name of the settings replaces both.
      'grpc.default_authority': options.address,
      'grpc.ssl_target_name_override': link.host,
    },
  };
}
