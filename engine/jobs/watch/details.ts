import type { Troubles } from './troubles.ts';

/** What the Temporal UI shows as current details of the watch: Markdown with each stuck or stalled job, its cause and its remedy. */
export function watchDetails({ taskQueues, running, heldUp, unseen }: Troubles): string {
  const { workers, backlogs } = taskQueues;
  const waiting = backlogs.map(({ taskQueue, tasks }) => `${tasks} (\`${taskQueue}\`)`).join(', ');
  const lines = [
    heldUp.length === 0
      ? '**No job is stuck or stalled.**'
      : `**Stuck or stalled: ${heldUp.length} of ${running} running jobs.**`,
    `Workers that polled within the last minute: ${workers}. Tasks waiting for a worker: ${waiting}.`,
    ...heldUp.map(
      ({ workflowId, diagnosis: { cause, sentence, remedy } }) =>
        `- \`${workflowId}\`, **${cause}:** ${sentence}\n  What to do: ${remedy}`,
    ),
  ];
  if (unseen > 0) lines.push(`${unseen} more running jobs were not checked.`);
  return lines.join('\n\n');
}

/** What they are when the troubles themselves could not be read. */
export function watchDetailsWithout(error: unknown): string {
  return `**The state of the jobs is unknown:** Temporal did not respond (${error instanceof Error ? error.name : 'unknown'}).`;
}
