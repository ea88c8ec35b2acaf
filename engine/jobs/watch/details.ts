import type { JobsReport } from './jobs-report.ts';

/** Renders the current details of the watch as Markdown: each stuck or stalled job, its cause and its remedy. */
export function watchDetails({ taskQueues, running, stuckOrStalled, unchecked }: JobsReport): string {
  const { workers, backlogs } = taskQueues;
  const waiting = backlogs.map(({ taskQueue, tasks }) => `${tasks} (\`${taskQueue}\`)`).join(', ');
  const lines = [
    stuckOrStalled.length === 0
      ? '**No job is stuck or stalled.**'
      : `**Stuck or stalled: ${stuckOrStalled.length} of ${running} running jobs.**`,
    `Workers that polled within the last minute: ${workers}. Tasks waiting for a worker: ${waiting}.`,
    ...stuckOrStalled.map(
      ({ workflowId, diagnosis: { cause, sentence, remedy } }) =>
        `- \`${workflowId}\`, **${cause}:** ${sentence}\n  What to do: ${remedy}`,
    ),
  ];
  if (unchecked > 0) lines.push(`${unchecked} more running jobs were not checked.`);
  return lines.join('\n\n');
}

/** Renders the current details for a report that could not be read. */
export function watchDetailsOnError(error: unknown): string {
  return `**The state of the jobs is unknown:** Temporal did not respond (${error instanceof Error ? error.name : 'unknown'}).`;
}
