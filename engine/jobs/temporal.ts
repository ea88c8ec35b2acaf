import { defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';
import type { ConnectionOptions, TLSConfig } from '@temporalio/client';
import { loadConfigData } from '@temporalio/envconfig';
import type { Pem, TemporalConnection, TemporalTls } from '../platform/config-temporal.ts';
import { ConfigurationError } from '../platform/errors.ts';

/** Connection options of a Temporal client or worker. */
export interface TemporalConnectionOptions {
  readonly address: string;
  readonly tls: TLSConfig | false;
  readonly apiKey?: string;
  readonly metadata?: Record<string, string>;
}

/**
 * Connection options from the settings; the address is checked by the role that needs it. Certificates are read now.
 * @throws ConfigurationError when a certificate or key cannot be read
 */
export function temporalConnectionOptions(config: TemporalConnection, address: string): TemporalConnectionOptions {
  const { temporalTls: tls, temporalApiKey: apiKey, temporalMetadata: metadata } = config;
  return {
    address,
    tls: tls.enabled && certificatesOf(tls),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(metadata === undefined ? {} : { metadata: { ...metadata } }),
  };
}

/**
 * Options for a client, which probes a silent server and tries a refused call again. The SDK waits 1.7 s when the server has too
 * much to do. A workflow that continues as new or has many queries refuses calls with the same code for some milliseconds, so those
 * wait as for other refusals.
 * @throws ConfigurationError when a certificate or key cannot be read
 */
export function temporalClientOptions(
  config: TemporalConnection,
  address: string,
): ConnectionOptions & { readonly address: string } {
  return {
    ...temporalConnectionOptions(config, address),
    channelArgs: PROBES,
    interceptors: [makeGrpcRetryInterceptor(RETRIES)],
  };
}

const PROBES = {
  /** The SDK probes every 30 s and waits 15 s. A server ends the connections of clients that probe it more often than every 10 s. */
  'grpc.keepalive_time_ms': 11_000,
  'grpc.keepalive_timeout_ms': 4_000,
  /** The SDK waits up to two minutes before it connects again. */
  'grpc.max_reconnect_backoff_ms': 4_000,
};

/** A gRPC status code. */
const RESOURCE_EXHAUSTED = 8;
const BUSY_WORKFLOW = /\bworkflow is (?:busy|closing)\b|\bconsistent query buffer is full\b/i;

const RETRIES = defaultGrpcRetryOptions({
  initialIntervalMs: ({ code, details }) =>
    (code as number) === RESOURCE_EXHAUSTED && !BUSY_WORKFLOW.test(details) ? 1_000 : 100,
});

function certificatesOf({ clientCert, clientKey, serverCaCert, serverName }: TemporalTls) {
  const crt = read('client certificate', clientCert);
  const key = read('key of the client certificate', clientKey);
  const ca = read('certificate of the authority', serverCaCert);
  return {
    ...(serverName === undefined ? {} : { serverNameOverride: serverName }),
    ...(ca === undefined ? {} : { serverRootCACertificate: ca }),
    ...(crt === undefined || key === undefined ? {} : { clientCertPair: { crt, key } }),
  };
}

function read(what: string, pem: Pem | undefined): Buffer | undefined {
  try {
    const data = loadConfigData(pem);
    return data === undefined ? undefined : Buffer.from(data);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError([`The ${what} for Temporal cannot be read: ${reason}.`]);
  }
}
