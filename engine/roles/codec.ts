import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createPayloadCodec } from '../jobs/payload-codec.ts';
import { loadConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { listeningUrl } from '../platform/listening-url.ts';
import { createLogger } from '../platform/logger.ts';
import { createCodecServer } from './codec-server.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Starts the codec server.
 * @returns its address and a function that stops it
 * @throws ConfigurationError when there is no key, other machines could decrypt without a token, or the port is in use
 */
export async function startCodec(config: Config): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { codecHost: host, codecPort: port } = config;
  const codec = createPayloadCodec(config.payloadKeys);
  if (codec === null) throw new ConfigurationError(['The codec server needs PAYLOAD_KEYS.']);
  if (!LOOPBACK.has(host) && config.codecToken === undefined) {
    throw new ConfigurationError([
      `CODEC_HOST is "${host}" but CODEC_TOKEN is not set: anyone could decrypt payloads.`,
    ]);
  }
  const server = createCodecServer(codec, config);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ConfigurationError([
      `CODEC_PORT is "${port}" but the codec server cannot listen on ${host}:${port} (${code}).`,
    ]);
  }
  return {
    url: listeningUrl({ host, port: (server.address() as AddressInfo).port }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Runs the codec server until SIGTERM or SIGINT. */
export async function runCodec(): Promise<void> {
  try {
    const config = loadConfig();
    const server = await startCodec(config);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.stop());
    createLogger(config, 'codec').info({ url: server.url }, 'codec server is running');
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigurationError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
