import { Command } from 'commander';
import { beginEpoch } from '../../db/installation/epoch.ts';
import { openFiles } from '../../files/open-files.ts';
import { jobName } from '../../jobs/job-name.ts';
import { DEFAULT_HOURS } from '../../jobs/lost-jobs.ts';
import { findLostRuns, readCreator } from '../../jobs/lost-rows.ts';
import { assessRedo } from '../redo/redo.ts';
import { reportedJob } from '../redo/reported-job.ts';
import type { ReportedJob } from '../redo/reported-job.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { localOperator } from '../operator.ts';
import { senderName } from '../sender-name.ts';
import { withVerbContext } from '../verb-context.ts';

interface Options {
  /** Hours. */
  readonly since: number;
  readonly newEpoch?: true;
  readonly redo?: true;
  readonly json?: true;
}

/** `sluice reconcile`: lists the jobs that clients know and the database has lost. */
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
    .option('--redo', 'create lost imports again whose settings and source are still stored, each once')
    .option('--json', 'print JSON, one job a line')
    .action(report);
}

function report({ since, newEpoch, redo, json }: Options): Promise<void> {
  return withVerbContext(async ({ config, database: openDatabase, pool, print, temporal }) => {
    const [client, database] = [await temporal(), await pool()];
    if (newEpoch === true) {
      await beginEpoch(database);
      process.stderr.write('Another epoch has begun: jobs at work go back to what the database has.\n');
    }
    await client.workflow.getHandle(client.names.maintenance).signal('reconcile');
    const files = await openFiles(config);
    const deps = { client, pool: database, files };
    const counts = { lost: 0, done: 0 };
    try {
      for (const lost of await findLostRuns(client, database, new Date(Date.now() - since * HOUR_MS))) {
        const found = await assessRedo(deps, lost);
        const by = await readCreator(client, lost);
        const createdBy = by === null ? null : await senderName(openDatabase, { by });
        const done = redo === true && 'redo' in found ? await found.redo(localOperator()) : found;
        const job = reportedJob({ ...lost.job, createdBy }, done);
        print(json === true ? JSON.stringify(job) : lineOf(job));
        counts.lost++;
        if (job.redo === 'done') counts.done++;
      }
    } finally {
      files.close();
    }
    if (json === true) return;
    if (counts.lost === 0) return void print(`No job of the last ${since} hours was lost.`);
    print(`${counts.lost} jobs of the last ${since} hours were lost, ${counts.done} of which were done again.`);
    print('Clients have to create the others again; --redo does it for those that it can.');
  });
}

const HOUR_MS = 3_600_000;

function lineOf(job: ReportedJob): string {
  const { workflowId, kind, organizationId, mailingListId, createdBy, state, beganAt, idIsTaken } = job;
  return [
    jobName(workflowId).padEnd(18),
    kind.padEnd(18),
    `org ${organizationId ?? '?'}`.padEnd(10),
    (mailingListId === null ? '' : `list ${mailingListId}`).padEnd(12),
    `began ${beganAt}`,
    `by ${createdBy ?? '?'}`,
    `clients last read: ${state ?? 'not known'}`,
    ...(idIsTaken ? ['(its id has another job since)'] : []),
    `redo: ${job.redo}`,
    ...(job.redoneAs === null ? [] : [`as import ${job.redoneAs}`]),
    ...(job.reason === null ? [] : [`(${job.reason})`]),
  ].join(' ');
}
