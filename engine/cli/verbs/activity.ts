import { Command } from 'commander';
import { listJobActivity } from '../../db/jobs/job-activity.ts';
import type { JobActivity } from '../../db/jobs/job-activity.ts';
import { findJob } from '../../db/jobs/operator.ts';
import { JOB_KINDS, withPrefix } from '../../job-kinds/index.ts';
import { jobNotFound, workflowIdArgument } from '../job-argument.ts';
import { printable } from '../printable.ts';
import { recordedSender } from '../sender-name.ts';
import { withVerbContext } from '../verb-context.ts';

/** `sluice activity <id>`: lists the commands that a job took, each with its time and its sender. */
export function activity(): Command {
  return new Command('activity')
    .description('list the commands that a job took, the oldest first, each with its time and its sender')
    .argument('<id>', 'the id of an import, or a workflow id such as list-deletion/12', workflowIdArgument)
    .option('--json', 'print JSON')
    .action(run);
}

function run(workflowId: string, { json }: { readonly json?: true }): Promise<void> {
  return withVerbContext(async ({ config, database, print }) => {
    const db = await database();
    const job = await findJob(db, withPrefix(JOB_KINDS, config.workflowIdPrefix), workflowId);
    if (job === null) throw jobNotFound(workflowId);
    const entries = await listJobActivity(db, { kind: job.kind, id: Number(workflowId.split('/').at(-1)) });
    if (json === true) print(JSON.stringify(entries));
    else for (const entry of entries) print(lineOf(entry));
  });
}

const COMMAND_CHARACTERS = 10;

function lineOf(entry: JobActivity): string {
  const time = entry.at.toISOString().slice(0, 19).replace('T', ' ');
  const reason = entry.reason === null ? '' : `: ${printable(entry.reason)}`;
  return `${time} UTC  ${entry.command.padEnd(COMMAND_CHARACTERS)} ${recordedSender(entry)}${reason}`;
}
