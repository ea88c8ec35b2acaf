import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect, isIPv6 } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ConfigurationError } from '../platform/errors.ts';
import { reportTroubles, SILENT } from './link-log.ts';
import type { LinkLog } from './link-log.ts';

/** Options of a connection that leads through a link. */
export interface LinkProxy {
  readonly type: 'http-connect';
  readonly targetHost: string;
  readonly basicAuth: { readonly username: string; readonly password: string };
}

/** A proxy of this process, on loopback, through which a connection reaches Temporal. */
export interface WatchedLink {
  readonly proxy: LinkProxy;
  /** Ends connections that are silent from now on. @param ask a call over the connection that leads through the link */
  watch(ask: () => Promise<unknown>): void;
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
  /** The only address (`host:port`) to which the link leads. */
  readonly address: string;
  readonly log: LinkLog;
  readonly times?: LinkTimes;
}

const TIMES: LinkTimes = {
  lookMs: 1_000,
  silentMs: 4_000,
  goneMs: 10_000,
  firstByteMs: 5_000,
  maxFirstByteMs: 20_000,
};

/**
 * A connection of the SDK does not notice that a network has lost it: that of a worker probes Temporal every 30 s and waits 15 s, which
 * cannot be set, and that of a client waits for the first answer of Temporal without a limit. Its bytes pass through this process,
 * which can end it: the SDK then connects again. The bytes may be encrypted: the link reads none.
 *
 * Connections that Temporal has not said a word on are ended in any case; others once they are watched.
 *
 * @throws ConfigurationError when the address is none
 */
export async function openWatchedLink({ address, log, times = TIMES }: LinkOptions): Promise<WatchedLink> {
  const target = parseAuthority(address);
  if (target === null) throw new ConfigurationError(['TEMPORAL_ADDRESS is not the host:port of a server.']);
  const username = 'sluice';
  const password = randomBytes(24).toString('hex');
  const credential = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const sockets = new Set<Socket>();
  const tunnels = new Set<Tunnel>();
  const troubles = reportTroubles(log);
  let firstByteMs = times.firstByteMs;

  const server = createServer((_, response) => void response.writeHead(405).end());
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (request: IncomingMessage, near: Duplex, head: Buffer) => {
    near.on('error', () => near.destroy());
    // Otherwise a client that does not end its side would keep the socket.
    const refuse = (status: string) => near.end(`HTTP/1.1 ${status}\r\n\r\n`, () => near.destroy());
    if (request.headers['proxy-authorization'] !== credential) return refuse('407 Proxy Authentication Required');
    const asked = parseAuthority(request.url ?? '');
    if (asked?.host !== target.host || asked.port !== target.port) return refuse('403 Forbidden');
    // A server that cannot be reached is one that hangs up: the SDK connects again, and writes no line about a proxy.
    near.write('HTTP/1.1 200 Connection Established\r\n\r\n');
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
    far.write(head);
    near.pipe(far);
    far.pipe(near);
    near.once('end', () => far.destroy());
    near.once('close', () => far.destroy());
    far.once('close', () => {
      near.destroy();
      tunnels.delete(tunnel);
    });
  });
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
    proxy: {
      type: 'http-connect',
      targetHost: `127.0.0.1:${(server.address() as AddressInfo).port}`,
      basicAuth: { username, password },
    },
    watch: (asked) => void (ask = asked),
    close: async () => {
      clearInterval(timer);
      for (const { far } of tunnels) far.destroy();
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

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
function parseAuthority(authority: string): { readonly host: string; readonly port: number } | null {
  const end = authority.lastIndexOf(':');
  const name = authority.slice(0, Math.max(end, 0)).replace(/^\[|\]$/g, '');
  const port = authority.slice(end + 1);
  const url = `http://${isIPv6(name) ? `[${name}]` : name}`;
  if (name === '' || !/^\d{1,5}$/.test(port) || Number(port) > 65_535 || !URL.canParse(url)) return null;
  // The SDK's worker sends a name as URLs have it.
  return { host: new URL(url).hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}
