import { Command, Option } from 'commander';
import { findOpenJobs } from '../../db/jobs/operator.ts';
import type { OperatorJob } from '../../db/jobs/operator.ts';
import { JOB_KINDS, withPrefix } from '../../job-kinds/index.ts';
import { readJobHealths } from '../../jobs/jobs-in-temporal.ts';
import type { JobHealth } from '../../jobs/jobs-in-temporal.ts';
import { readTaskQueues } from '../../jobs/task-queue.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { jobLine } from '../job-lines.ts';
import { withVerbContext } from '../verb-context.ts';
import type { VerbContext } from '../verb-context.ts';
import { ValidationFailed } from '../../platform/errors.ts';
import { callTemporal } from '../../platform/timeouts.ts';

interface Options {
  readonly kind?: string;
  readonly state?: string;
  readonly health?: string;
  readonly organization?: number;
  readonly mailingList?: number;
  readonly json?: true;
}

/** `sluice jobs`: lists the jobs that are unfinished, and the failed ones that can be restarted. */
export function jobs(): Command {
  return new Command('jobs')
    .description('list unfinished jobs, and failed jobs that can be restarted, with their progress and health')
    .addOption(new Option('--kind <kind>', 'only jobs of this kind').choices(JOB_KINDS.map(({ name }) => name)))
    .addOption(new Option('--state <state>', 'only jobs in this state').choices(STATES))
    .addOption(
      new Option(
        '--health <health>',
        'only jobs that are ok, stuck (blocked from outside) or stalled (need an operator)',
      ).choices(['ok', 'stuck', 'stalled']),
    )
    .option('--organization <id>', 'only jobs of this organization', wholeNumberArgument(1))
    .option('--mailing-list <id>', 'only jobs of this mailing list', wholeNumberArgument(1))
    .option('--json', 'print JSON, one job a line')
    .action(list);
}

const STATES = [...new Set([...JOB_KINDS.flatMap(({ states }) => states), 'failed'])];
const ANSWER_MS = 5_000;

function list({ kind, state, health, organization, mailingList, json }: Options): Promise<void> {
  return withVerbContext(async (context) => {
    const filter = {
      kind: kind ?? null,
      state: state ?? null,
      organizationId: organization ?? null,
      mailingListId: mailingList ?? null,
    };
    const kinds = withPrefix(JOB_KINDS, context.config.workflowIdPrefix);
    const found = await findOpenJobs(await context.database(), kinds, filter);
    const healths = await readHealths(context);
    if (healths === null && health !== undefined) throw new ValidationFailed(`--health cannot filter. ${NO_HEALTH}`);
    const all = found.map((job) => ({ ...job, ...healthOf(job, healths) }));
    const wanted = all.filter((job) => health === undefined || job.health === health);
    if (!(await doesAnyWorkerRun(context))) {
      process.stderr.write('No worker has polled for work for more than a minute. Start one: npx sluice worker\n');
    }
    if (healths === null) process.stderr.write(`${NO_HEALTH}\n`);
    for (const job of wanted) context.print(json === true ? JSON.stringify(job) : jobLine(job));
    if (json !== true && wanted.length === 0) context.print('No jobs found.');
  });
}

async function doesAnyWorkerRun({ temporal }: VerbContext): Promise<boolean> {
  const client = await temporal();
  return (await callTemporal(client, ANSWER_MS, () => readTaskQueues(client))).workers > 0;
}

async function readHealths({ temporal }: VerbContext) {
  const client = await temporal();
  return callTemporal(client, ANSWER_MS, () => readJobHealths(client));
}

const NO_HEALTH =
  'The Temporal namespace lacks the search attributes JobState, JobHealth and StuckCause, so the health of jobs is not ' +
  "listed; npx sluice job <id> shows it for one job. The worker's log has the commands that register them.";

/** A failed job has no health any more; only Temporal knows that of the others. */
function healthOf({ endedAt, workflowId }: OperatorJob, healths: ReadonlyMap<string, JobHealth> | null) {
  if (endedAt !== null || healths === null) return { health: null, cause: null };
  return healths.get(workflowId) ?? { health: 'ok', cause: null };
}
