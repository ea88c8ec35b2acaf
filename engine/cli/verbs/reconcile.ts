import { Command } from 'commander';
import { beginEpoch } from '../../db/installation/epoch.ts';
import { jobName } from '../../jobs/job-name.ts';
import { DEFAULT_HOURS } from '../../jobs/lost-jobs.ts';
import { findJobsWithoutRow } from '../../jobs/lost-rows.ts';
import type { JobWithoutRow } from '../../jobs/lost-rows.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { withVerbContext } from '../verb-context.ts';

interface Options {
  /** Hours. */
  readonly since: number;
  readonly newEpoch?: true;
  readonly json?: true;
}

/** `sluice reconcile`: what clients were told of jobs that the database has lost. */
export function reconcile(): Command {
  return new Command('reconcile')
    .description(
      'list the jobs that Temporal knows and the database has lost, as after a failover or a restored backup',
    )
    .option('--since <hours>', 'only jobs that began in these last hours', wholeNumberArgument(1), DEFAULT_HOURS)
    .option(
      '--new-epoch',
      'begin another epoch of the database first, so that all jobs at work go back to what it has: after a snapshot of the disk was put back',
    )
    .option('--json', 'print JSON, one job a line')
    .action(report);
}

function report({ since, newEpoch, json }: Options): Promise<void> {
  return withVerbContext(async ({ pool, print, temporal }) => {
    const [client, database] = [await temporal(), await pool()];
    if (newEpoch === true) {
      await beginEpoch(database);
      process.stderr.write('Another epoch has begun: jobs at work go back to what the database has.\n');
    }
    await client.workflow.getHandle(client.names.maintenance).signal('reconcile');
    const jobs = await findJobsWithoutRow(client, database, new Date(Date.now() - since * HOUR_MS));
    for (const job of jobs) print(json === true ? JSON.stringify(job) : lineOf(job));
    if (json === true) return;
    if (jobs.length === 0) return void print(`No job of the last ${since} hours was lost.`);
    print(`${jobs.length} jobs of the last ${since} hours were lost. Their clients have to create them again.`);
  });
}

const HOUR_MS = 3_600_000;

function lineOf({ workflowId, kind, organizationId, mailingListId, state, beganAt, idIsTaken }: JobWithoutRow): string {
  return [
    jobName(workflowId).padEnd(18),
    kind.padEnd(18),
    `org ${organizationId ?? '?'}`.padEnd(10),
    (mailingListId === null ? '' : `list ${mailingListId}`).padEnd(12),
    `began ${beganAt}`,
    `clients last read: ${state ?? 'not known'}`,
    ...(idIsTaken ? ['(its id has another job since)'] : []),
  ].join(' ');
}
