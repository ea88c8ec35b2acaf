import type { Resource } from '@opentelemetry/resources';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { withoutContents } from './without-contents.ts';

/** The traces of this process, being sent. */
export interface Tracing {
  readonly processor: SpanProcessor;
  readonly resource: Resource;
  /** Sends what is left. */
  stop(): Promise<void>;
}

/**
 * Begins to send the spans of this process to an OTLP collector (HTTP, `<endpoint>/v1/traces`); null without an endpoint.
 * OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES of the environment describe the process; its service is `sluice-<role>`
 * without them.
 */
export async function startTracing(endpoint: string | undefined, role: string): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  // OpenTelemetry takes 3 MB of a process that does not use it.
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks');
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { Resource, envDetectorSync } = await import('@opentelemetry/resources');
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base');

  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces` });
  const processor = new BatchSpanProcessor(withoutContents(exporter));
  const resource = new Resource({ 'service.name': `sluice-${role}`, 'sluice.role': role }).merge(
    envDetectorSync.detect(),
  );
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  provider.register({
    contextManager: new AsyncLocalStorageContextManager().enable(),
    propagator: new W3CTraceContextPropagator(),
  });
  // A collector that is away is no reason not to stop.
  return { processor, resource, stop: () => provider.shutdown().catch(() => undefined) };
}
