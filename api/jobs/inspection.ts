import { z } from 'zod/v4';
import { readOpenTasks, readTaskBands } from '../../engine/db/jobs/job-tasks.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import type { OperatorJob } from '../../engine/db/jobs/operator.ts';
import type { ClientJobKind } from '../../engine/job-kinds/job-kind.ts';
import type { Inspection } from '../../engine/jobs/inspect-job.ts';
import { takesAction } from '../../engine/jobs/job-actions.ts';
import { remedyAction } from '../../engine/jobs/remedy-action.ts';
import { whole } from '../http/record-values.ts';
import { OPERATOR_ACTIONS } from './operator-actions.ts';
import { jobInspectionExample } from '../subscriber-imports/examples.ts';

/** Cause for which a job is stuck or stalled, and the action that frees it. */
export const diagnosisRecord = z.object({
  cause: z.string(),
  sentence: z.string(),
  remedy: z.string().describe('The remedy for an operator, with commands of the command line.'),
  action: z.string().nullable().describe('The action of a system administrator that frees the job.'),
});

const parkedTask = z.object({ work: z.string(), number: whole, reason: z.string() });

const taskBand = z.object({ first: whole, tasks: whole, done: whole, running: whole, parked: whole });

/** Response record of an inspection: the state that a job reports, and facts observed from outside. */
export const jobInspectionRecord = z
  .object({
    job_kind: z.string(),
    id: whole,
    organization_id: whole,
    organization_name: z.string(),
    mailing_list_id: whole.nullable().describe('Null for a job without a list.'),
    state: z.string(),
    health: z.enum(['ok', 'stuck', 'stalled']).nullable().describe('Null for a job that is not running.'),
    machine_state: z
      .object({
        value: z.unknown().describe('A state of the state chart: a name, or an object for nested states.'),
        returns_to: z.string().nullable().describe('The state that `unpause` returns to, as names joined with dots.'),
      })
      .nullable()
      .describe('Null when no worker answers or the job is not running.'),
    diagnosis: diagnosisRecord.nullable(),
    parked: z.array(parkedTask).describe('The first 100 tasks that failed and wait for an operator.'),
    number_of_parked: whole,
    tasks: z
      .array(z.object({ work: z.string(), total: whole, bands: z.array(taskBand) }))
      .describe('The tasks of each kind of work in order, in at most 200 bands of one or more tasks.'),
    actions: z.array(z.string()).describe('The actions that the caller may send with `POST /jobs/:job_kind/:id/`.'),
    workflow_id: z.string(),
    temporal_ui_url: z.string().nullable().describe('The workflow in the Temporal UI, if `TEMPORAL_UI_URL` is set.'),
  })
  .meta({ id: 'JobInspection', examples: [jobInspectionExample] });

const MOST_BANDS = 200;
const MOST_PARKED = 100;
/** More than a worker takes of one job at a time. */
const MOST_RUNNING = 64;

/** Job with its inspection. */
export interface InspectedJob {
  readonly kind: ClientJobKind;
  readonly id: number;
  readonly job: OperatorJob;
  /** Null for a job that is not running. */
  readonly inspection: Inspection | null;
}

/** The tasks of a job: those that are done by the ledger, those that run or are parked by the job itself. */
export async function renderTasks(db: Database, { kind, id, inspection }: InspectedJob) {
  const bands = await readTaskBands(db, kind, id, MOST_BANDS);
  const parked = inspection?.view?.parked ?? [];
  const works = [...new Set(bands.map(({ work }) => work))].sort((a, b) => orderOf(kind, a) - orderOf(kind, b));
  return Promise.all(
    works.map(async (work) => {
      const set = new Set(parked.filter((task) => task.work === work).map(({ number }) => number));
      const started = startedOf(kind, work, inspection);
      // A job takes its tasks in order, so those that run are the first that are neither done nor parked.
      const open = await readOpenTasks(db, kind, { id, work, limit: started === 0 ? 0 : started + set.size });
      const running = new Set(open.filter((number) => !set.has(number)).slice(0, started));
      const own = bands.filter((band) => band.work === work);
      return {
        work,
        total: own[0]?.total ?? 0,
        bands: own.map(({ first, tasks, done }) => ({
          ...{ first, tasks, done },
          running: countBetween(running, first, tasks),
          parked: countBetween(set, first, tasks),
        })),
      };
    }),
  );
}

function orderOf({ taskActivities = {} }: ClientJobKind, work: string): number {
  return Object.keys(taskActivities).indexOf(work);
}

function startedOf({ taskActivities = {} }: ClientJobKind, work: string, inspection: Inspection | null): number {
  const activities = inspection?.facts.activities ?? [];
  const started = activities.filter(
    ({ type, isStarted }) => isStarted && taskActivities[work]?.includes(type) === true,
  ).length;
  return Math.min(MOST_RUNNING, started);
}

function countBetween(numbers: ReadonlySet<number>, first: number, tasks: number): number {
  let count = 0;
  for (const number of numbers) if (number >= first && number < first + tasks) count += 1;
  return count;
}

/** The inspection of a job. What is outside of it is shown to the operators of the service only. */
export function renderInspection(
  { kind, id, job, inspection }: InspectedJob,
  { isForOperator, temporalUiUrl }: { readonly isForOperator: boolean; readonly temporalUiUrl: string | null },
): Omit<z.infer<typeof jobInspectionRecord>, 'tasks' | 'organization_name'> {
  const view = inspection?.view ?? null;
  const diagnosis = inspection?.diagnosis ?? null;
  const isStalled = view?.health === 'stalled';
  const parked = view?.parked ?? [];
  const isBroken = inspection !== null && inspection.facts.brokenBy !== null;
  const actions = OPERATOR_ACTIONS.filter(
    ({ action }) => takesAction(kind, action) || (action === 'restart' && isBroken),
  );
  return {
    job_kind: kind.name,
    id,
    organization_id: job.organizationId,
    mailing_list_id: job.mailingListId,
    state: view?.state ?? job.state,
    health: inspection === null ? null : isStalled ? 'stalled' : diagnosis === null ? 'ok' : 'stuck',
    machine_state: view?.machine_state ?? null,
    diagnosis:
      diagnosis === null
        ? null
        : isForOperator || isStalled
          ? { ...diagnosis, action: remedyAction(diagnosis.cause) }
          : { cause: diagnosis.cause, ...FOR_CLIENTS, action: null },
    parked: parked.slice(0, MOST_PARKED),
    number_of_parked: parked.length,
    actions: isForOperator ? actions.map(({ path }) => path) : [],
    workflow_id: job.workflowId,
    temporal_ui_url: isForOperator ? temporalUiUrl : null,
  };
}

/** Diagnosis without details: other organizations' sessions, servers and disks are no business of a client. */
const FOR_CLIENTS = {
  sentence: 'Something outside of the job holds it up. Nothing of it is lost.',
  remedy: 'The operators of the service see the cause. The job resumes by itself when it is gone.',
};
