import { Argument, Command } from 'commander';
import { findJob } from '../../db/jobs/operator.ts';
import type { OperatorJob } from '../../db/jobs/operator.ts';
import { ConfigurationError } from '../../platform/errors.ts';
import { JOB_KINDS, withPrefix } from '../../job-kinds/index.ts';
import { inspectJob } from '../../jobs/inspect-job.ts';
import type { Inspection } from '../../jobs/inspect-job.ts';
import { readJobFromTemporal } from '../../jobs/jobs-in-temporal.ts';
import { readDependencyHealth } from '../../jobs/dependency-health.ts';
import { WrongUsage } from '../arguments.ts';
import { failureMessage } from '../failure-sentence.ts';
import { jobNotFound, workflowIdArgument } from '../job-argument.ts';
import { performJobAction, JOB_ACTIONS } from '../../jobs/job-actions.ts';
import type { JobAction } from '../../jobs/job-actions.ts';
import { localOperator } from '../operator.ts';
import { jobLines } from '../job-lines.ts';
import type { SentCommand } from '../job-lines.ts';
import { senderName } from '../sender-name.ts';
import { withVerbContext } from '../verb-context.ts';
import type { VerbContext } from '../verb-context.ts';
import { callTemporal } from '../../platform/timeouts.ts';

interface Options {
  readonly json?: true;
}

/** `sluice job <id> [action]`: shows one job, or does something about it. */
export function job(): Command {
  return new Command('job')
    .description('show one job: its progress, its current work, what blocks it and what to do; or run an action on it')
    .argument('<id>', 'the id of an import, or a workflow id such as list-deletion/12', workflowIdArgument)
    .addArgument(new Argument('[action]', 'the action to run').choices(JOB_ACTIONS))
    .argument('[reason]', 'for fail: the error_message of the job')
    .option('--json', 'print JSON')
    .addHelpText('after', ACTIONS_HELP)
    .action(showOrAct);
}

const ACTIONS_HELP = `
Actions:
  pause, unpause  stop the work, and resume it; unpause also resumes activities that were paused in the Temporal UI
  cancel          end the job for good; merged rows stay
  retry           retry parked tasks
  skip-chunk      give up the first parked task; its rows go to the failed log
  fail            end the job as failed, with the given reason
  restart         resume a failed import from its ledger; of any kind, replace a run whose history no worker can
                  replay by a new one, which continues from the ledger
  unblock         end the database sessions that hold locks the job waits for`;

const ANSWER_MS = 5_000;

function showOrAct(workflowId: string, action: JobAction | undefined, reason: string | undefined, { json }: Options) {
  return withVerbContext(async (context) => {
    if (reason !== undefined && action !== 'fail') throw new WrongUsage('Only fail takes a reason.');
    const found = await requireJob(context, workflowId);
    if (action === undefined) {
      const inspection = await inspect(context, found);
      const last = await sentCommand(context, inspection);
      if (json === true) context.print(JSON.stringify({ ...found, inspection, lastCommand: last }));
      else for (const line of jobLines(found, inspection, last)) context.print(line);
      return;
    }
    const done = await performJobAction({ ...context, by: localOperator() }, { job: found, action, reason });
    context.print(json === true ? JSON.stringify({ workflowId, action, done }) : done);
  });
}

async function sentCommand({ database }: VerbContext, inspection: Inspection | null): Promise<SentCommand | null> {
  const taken = inspection?.lastCommand ?? null;
  return taken === null ? null : { ...taken, sender: await senderName(database, taken) };
}

async function requireJob(context: VerbContext, workflowId: string): Promise<OperatorJob> {
  const found = await readJob(context, workflowId);
  if (found === null) throw jobNotFound(workflowId);
  return found;
}

/** A database that is down may be what holds the job up, so then Temporal is asked. */
async function readJob({ config, database, temporal }: VerbContext, workflowId: string): Promise<OperatorJob | null> {
  try {
    return await findJob(await database(), withPrefix(JOB_KINDS, config.workflowIdPrefix), workflowId);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    process.stderr.write(`${failureMessage(error)}\n`);
    const client = await temporal();
    return callTemporal(client, ANSWER_MS, () => readJobFromTemporal(client, workflowId));
  }
}

async function inspect({ temporal, pool }: VerbContext, found: OperatorJob): Promise<Inspection | null> {
  const client = await temporal();
  const dependencies = await readDependencyHealth(await pool());
  return inspectJob(client, found, { dependencies, limit: (call) => callTemporal(client, ANSWER_MS, call) });
}
