import { createRequire } from 'node:module';
import { OpenTelemetryActivityInboundInterceptor, makeWorkflowExporter } from '@temporalio/interceptors-opentelemetry';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import type { Tracing } from './tracing.ts';

/** Gives each activity a span below the one of its workflow. */
export const traceActivities: ActivityInterceptorsFactory = (context) => ({
  inbound: new OpenTelemetryActivityInboundInterceptor(context),
});

/** Where the spans that workflows make leave the sandbox. */
export function workflowSpans({ processor, resource }: Tracing): InjectedSinks<never> {
  return { exporter: makeWorkflowExporter(processor, resource) } as unknown as InjectedSinks<never>;
}

/** The module to bundle with the workflows, so that they have spans and pass them on to their activities. */
export const WORKFLOW_TRACING = createRequire(import.meta.url).resolve(
  '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors',
);
