import { once } from 'node:events';
import { connect, createServer, isIPv6 } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { BOUNDS } from '../domain/bounds.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { reportTroubles, SILENT } from './link-log.ts';
import type { LinkLog } from './link-log.ts';

/** A port of this process, on loopback, that forwards connections to Temporal. */
export interface WatchedLink {
  /** The `host:port` of the link, to connect to. */
  readonly address: string;
  /** The host of Temporal, which is in its certificate. */
  readonly host: string;
  /** Ends connections that are silent from now on. @param ask a call over the connection that leads through the link */
  watch(ask: () => Promise<unknown>): void;
  /** Holds each new connection until a check of it has ended, some seconds at the most. @param check ends when its signal is aborted */
  admit(check: (signal: AbortSignal) => Promise<unknown>): void;
  close(): Promise<void>;
}

/** Times of a link, counted in looks, so that a process that stood still takes no connection for silent. */
export interface LinkTimes {
  readonly lookMs: number;
  /** Time without a byte of Temporal after which it is asked something, at each look until a byte comes. */
  readonly silentMs: number;
  /** Time without a byte after which a connection is ended. */
  readonly goneMs: number;
  /** Time after which a connection is ended on which not a byte has come yet. Temporal sends its settings as soon as it is connected. */
  readonly firstByteMs: number;
  /** The longest time for a first byte: it doubles with each connection that Temporal takes and says nothing on. */
  readonly maxFirstByteMs: number;
}

export interface LinkOptions {
  /** The address (`host:port`) of Temporal. */
  readonly address: string;
  readonly log: LinkLog;
  readonly times?: LinkTimes;
}

const TIMES: LinkTimes = {
  lookMs: 1_000,
  silentMs: 4_000,
  goneMs: 10_000,
  firstByteMs: 5_000,
  maxFirstByteMs: 15_000,
};

/**
 * A connection of the SDK does not notice that a network has lost it: that of a worker probes Temporal every 30 s and waits 15 s, which
 * cannot be set, and that of a client waits for the first answer of Temporal without a limit. Its bytes pass through this process,
 * which can end it: the SDK then connects again. The bytes may be encrypted: the link reads none.
 *
 * It is no HTTP proxy: the SDK's worker connects to those without TCP_NODELAY, so that the second part of each request waits 40 ms until
 * the first one is acknowledged.
 *
 * Connections that Temporal has not said a word on are ended in any case; others once they are watched.
 *
 * @throws ConfigurationError when the address is none
 */
export async function openWatchedLink({ address, log, times = TIMES }: LinkOptions): Promise<WatchedLink> {
  const target = parseAddress(address);
  if (target === null) throw new ConfigurationError(['TEMPORAL_ADDRESS is not the host:port of a server.']);
  const tunnels = new Set<Tunnel>();
  const troubles = reportTroubles(log);
  let firstByteMs = times.firstByteMs;

  let check: ((signal: AbortSignal) => Promise<unknown>) | null = null;
  const server = createServer({ noDelay: true }, (near) => {
    near.on('error', () => near.destroy());
    if (check === null) return forward(near);
    const closed = new AbortController();
    near.once('close', () => closed.abort());
    const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(ADMISSION_MS)]);
    void Promise.race([check(signal), once(signal, 'abort')])
      .catch(() => undefined)
      .then(() => near.destroyed || forward(near));
  });
  const forward = (near: Socket) => {
    // A server that cannot be reached is one that hangs up: the SDK connects again.
    const far = connect({ ...target, noDelay: true });
    const tunnel: Tunnel = { far, bytes: 0, silentMs: 0 };
    tunnels.add(tunnel);
    far.on('error', (error: NodeJS.ErrnoException) => {
      troubles.note(error.code ?? error.name);
      far.destroy();
    });
    far.once('data', () => {
      firstByteMs = times.firstByteMs;
      troubles.end();
    });
    near.pipe(far);
    far.pipe(near);
    near.once('end', () => far.destroy());
    near.once('close', () => far.destroy());
    far.once('close', () => {
      near.destroy();
      tunnels.delete(tunnel);
    });
  };
  server.maxConnections = BOUNDS.linkConnections.max;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The process does not live for it.
  server.unref();

  let ask: (() => Promise<unknown>) | null = null;
  let isAsking = false;
  const limitOf = ({ bytes, far }: Tunnel) => {
    if (bytes > 0) return ask === null ? Infinity : times.goneMs;
    // A busy server takes connections all the same. One that is not even taken is lost: a longer wait would not help it.
    return far.connecting ? times.firstByteMs : firstByteMs;
  };
  const look = () => {
    for (const tunnel of tunnels) lookAt(tunnel, times.lookMs);
    const gone = [...tunnels].filter((tunnel) => tunnel.silentMs >= limitOf(tunnel));
    if (gone.some(({ bytes, far }) => bytes === 0 && !far.connecting)) {
      firstByteMs = Math.min(2 * firstByteMs, times.maxFirstByteMs);
    }
    for (const { far } of gone) {
      troubles.note(SILENT);
      far.destroy();
    }
    if (isAsking || ask === null || ![...tunnels].some(({ silentMs }) => silentMs >= times.silentMs)) return;
    isAsking = true;
    void ask()
      .catch(() => undefined)
      .finally(() => (isAsking = false));
  };
  const timer = setInterval(look, times.lookMs).unref();

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    host: target.host,
    watch: (asked) => void (ask = asked),
    admit: (checked) => void (check = checked),
    close: async () => {
      clearInterval(timer);
      for (const { far } of tunnels) far.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The longest time for which a connection is held: Temporal may be reached over it alone. */
const ADMISSION_MS = 6_000;

/** A connection to Temporal that stands for one of the SDK. */
interface Tunnel {
  readonly far: Socket;
  /** Bytes that Temporal had sent up to the last look. */
  bytes: number;
  /** Time of the looks in a row at which nothing had come. */
  silentMs: number;
}

function lookAt(tunnel: Tunnel, lookMs: number): void {
  const bytes = tunnel.far.bytesRead;
  tunnel.silentMs = bytes === tunnel.bytes ? tunnel.silentMs + lookMs : 0;
  tunnel.bytes = bytes;
}

/** Reads `host:port`, where an IPv6 address may be in brackets; null for anything else. */
function parseAddress(address: string): { readonly host: string; readonly port: number } | null {
  const end = address.lastIndexOf(':');
  const name = address.slice(0, Math.max(end, 0)).replace(/^\[|\]$/g, '');
  const port = address.slice(end + 1);
  const url = `http://${isIPv6(name) ? `[${name}]` : name}`;
  if (name === '' || !/^\d{1,5}$/.test(port) || Number(port) > 65_535 || !URL.canParse(url)) return null;
  // As the SDK's worker reads it.
  return { host: new URL(url).hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}
