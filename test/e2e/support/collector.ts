import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A span as a collector gets it. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly service: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** An OpenTelemetry collector that remembers. */
export interface Collector {
  readonly endpoint: string;
  /** Received request bodies, unchanged. */
  readonly bodies: string[];
  spans(): Span[];
  /** The descriptions of the processes that sent spans. */
  resources(): Readonly<Record<string, unknown>>[];
}

/** Starts a collector on a free port; it is stopped at the end of the test. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/v1/traces') bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bodies,
    spans: () => bodies.flatMap(spansIn),
    resources: () => bodies.flatMap(resourcesIn),
  };
}

function resourcesIn(body: string): Record<string, unknown>[] {
  return JSON.parse(body).resourceSpans.map(({ resource }: any) => named(resource.attributes));
}

function spansIn(body: string): Span[] {
  return JSON.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }: any) =>
    scopeSpans.flatMap(({ spans }: any) =>
      spans.map(({ attributes, ...span }: any) => ({
        ...span,
        service: named(resource.attributes)['service.name'],
        attributes: named(attributes),
      })),
    ),
  );
}

function named(attributes: { key: string; value: Record<string, unknown> }[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
