import { createRequire } from 'node:module';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import type { Tracing } from './tracing.ts';

/** Interceptors and sinks that trace workflows and activities in a worker. */
export interface WorkerTracing {
  /** Gives each activity a span below the one of its workflow. */
  readonly activities: ActivityInterceptorsFactory;
  /** Sinks through which the spans that workflows make leave the sandbox. */
  readonly sinks: InjectedSinks<never>;
}

/** Loads Temporal's tracing, which a worker without it does not hold in memory. */
export async function traceWorker({ processor, resource }: Tracing): Promise<WorkerTracing> {
  const { OpenTelemetryActivityInboundInterceptor, makeWorkflowExporter } =
    await import('@temporalio/interceptors-opentelemetry');
  return {
    activities: (context) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(context) }),
    sinks: { exporter: makeWorkflowExporter(processor, resource) } as unknown as InjectedSinks<never>,
  };
}

/** The module to bundle with the workflows, so that they have spans and pass them on to their activities. */
export const WORKFLOW_TRACING = createRequire(import.meta.url).resolve(
  '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors',
);
