import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../platform/config.ts';
import { type EmbeddedHost, startHost } from '../embedded/host-process.ts';
import type { HostAddresses, HostRequest } from '../embedded/host-messages.ts';

/** Addresses of Postgres and Temporal, be they embedded or set. */
export interface Servers {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** Null when Temporal is set from outside: its UI is somewhere else. */
  readonly uiUrl: string | null;
  stop(limitMs: number): Promise<void>;
}

/** Dependencies of a start, in addition to its settings. */
export interface ServersOptions {
  readonly log: Logger;
  readonly onProgress: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Starts whatever of Postgres and Temporal is not set from outside, and keeps it running. */
export async function startServers(config: Config, options: ServersOptions): Promise<Servers> {
  const request = toRequest(config);
  if (config.databaseUrl !== undefined && config.temporalAddress !== undefined) {
    const { databaseUrl, temporalAddress } = config;
    return { databaseUrl, temporalAddress, uiUrl: null, stop: () => Promise.resolve() };
  }
  const stopping = new AbortController();
  let host = await startHost(request, options);
  const databaseUrl = config.databaseUrl ?? host.postgresUrl;
  const temporalAddress = config.temporalAddress ?? host.temporalAddress;
  if (databaseUrl === null || temporalAddress === null) throw new Error('The embedded host left a server out.');
  const keeping = keepRunning();
  const stop = async (limitMs: number) => {
    stopping.abort();
    await host.stop(limitMs);
    // A host that was being started again is known, and stopped, only when that is over.
    await keeping;
    await host.stop(limitMs);
  };
  return { databaseUrl, temporalAddress, uiUrl: host.temporalUiUrl, stop };

  async function keepRunning(): Promise<void> {
    const again = withPorts(request, host);
    while (!stopping.signal.aborted) {
      await host.ended;
      if (stopping.signal.aborted) return;
      options.log.error('the embedded servers exited unexpectedly; restarting them');
      host = await restart(again, host, { ...options, signal: stopping.signal });
    }
  }
}

const RESTART_WAIT_MS = 1_000;

/** The other processes know the old addresses, so only a start on the same ones counts. */
async function restart(request: HostRequest, before: EmbeddedHost, options: ServersOptions): Promise<EmbeddedHost> {
  while (!options.signal.aborted) {
    try {
      const host = await startHost(request, options);
      if (host.postgresUrl === before.postgresUrl && host.temporalAddress === before.temporalAddress) return host;
      await host.stop();
      options.log.error('a port of the embedded servers is in use; retrying');
    } catch (error) {
      if (options.signal.aborted) return before;
      options.log.error({ err: error }, 'the embedded servers did not start; retrying');
    }
    await delay(RESTART_WAIT_MS, undefined, { signal: options.signal }).catch(() => undefined);
  }
  return before;
}

function toRequest(config: Config): HostRequest {
  const { dataDir, logLevel, cacheDir, temporalCliPath } = config;
  const temporal = { namespace: config.temporalNamespace, uiPort: config.temporalUiPort, cacheDir, temporalCliPath };
  return {
    dataDir,
    logLevel,
    postgres: config.databaseUrl === undefined ? { durable: true } : null,
    temporal: config.temporalAddress === undefined ? { ...temporal, persistent: true } : null,
  };
}

function withPorts(request: HostRequest, addresses: HostAddresses): HostRequest {
  const port = (url: string | null) => Number(new URL(url ?? 'none://none:0').port);
  const { postgres, temporal } = request;
  return {
    ...request,
    postgres: postgres && { ...postgres, port: port(addresses.postgresUrl) },
    temporal: temporal && {
      ...temporal,
      port: port(`tcp://${addresses.temporalAddress ?? ''}`),
      uiPort: port(addresses.temporalUiUrl),
    },
  };
}
