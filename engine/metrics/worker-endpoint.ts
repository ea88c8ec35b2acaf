import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Registry } from 'prom-client';
import { request } from 'undici';
import { completesWithin } from '../platform/timeouts.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { answerUnreadable, limitConnections, timeLimits } from '../platform/http-limits.ts';

/** Address and contents of a worker's endpoint. */
export interface WorkerEndpointOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly registry: Registry;
  /** URL at which the SDK serves its own metrics; null: it has none. */
  readonly sdkMetricsUrl: string | null;
  readonly isRunning: () => boolean;
  /** Health checks by part; a check rejects while its part is down. */
  readonly parts: Readonly<Record<'postgres' | 'temporal', () => Promise<unknown>>>;
}

/** The endpoint, listening. */
export interface WorkerEndpoint {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves a worker's /metrics, those of Temporal's SDK among them, /healthz and /readyz.
 * @throws ConfigurationError when it cannot listen
 */
export async function startWorkerEndpoint(options: WorkerEndpointOptions): Promise<WorkerEndpoint> {
  const { host, port } = options;
  const server = createServer(timeLimits(REQUEST_MS), (call, response) => {
    answer(options, call, response).catch(() => response.destroy());
  });
  limitConnections(server);
  server.on('clientError', (error, socket: Socket) =>
    answerUnreadable(error, socket, (message) => ({ error: message })),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigurationError([
          `METRICS_PORT is "${port}" but the worker cannot listen on ${host}:${port} (${error.code}).`,
        ]),
      ),
    );
    server.listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const ANSWER_MS = 2_000;
const REQUEST_MS = 10_000;
const SDK_LIMITS = { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS };

/** Rejects rather than throws, whatever the request is: what a listener throws would end the process. */
async function answer(options: WorkerEndpointOptions, call: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('x-content-type-options', 'nosniff');
  const [path] = (call.url ?? '/').split(/[?#]/, 1);
  if (path === '/metrics') return metrics(options, response);
  if (path === '/healthz') return health(options, response);
  if (path === '/readyz') return readiness(options, response);
  response.writeHead(404).end();
}

async function metrics({ registry, sdkMetricsUrl }: WorkerEndpointOptions, response: ServerResponse): Promise<void> {
  const ours = await registry.metrics();
  const theirs = sdkMetricsUrl === null ? '' : await (await request(sdkMetricsUrl, SDK_LIMITS)).body.text();
  response.writeHead(200, { 'content-type': registry.contentType }).end(`${ours}\n${theirs}`);
}

async function health(options: WorkerEndpointOptions, response: ServerResponse): Promise<void> {
  send(response, 200, { status: 'up', parts: await partsOf(options) });
}

async function readiness(options: WorkerEndpointOptions, response: ServerResponse): Promise<void> {
  const parts = await partsOf(options);
  const isReady = Object.values(parts).every(({ state }) => state === 'up');
  send(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'down', parts });
}

async function partsOf({ parts, isRunning }: WorkerEndpointOptions) {
  const [postgres, temporal] = await Promise.all([
    completesWithin(ANSWER_MS, parts.postgres),
    completesWithin(ANSWER_MS, parts.temporal),
  ]);
  const state = (isUp: boolean) => ({ state: isUp ? 'up' : 'down' });
  return { worker: state(isRunning()), postgres: state(postgres), temporal: state(temporal) };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
