import { findWorkflow } from '../../../engine/jobs/find-workflow.ts';
import { requireNone } from '../failure.ts';
import { until } from '../until.ts';
import type { World } from '../world/world.ts';

/** A job of any kind, with what of its rows changes when it moves. */
export interface MovingJob {
  readonly id: number;
  readonly kind: keyof typeof PROGRESS;
}

/** The progress of a job as a text, and whether it has ended; `$1` is its id. */
const PROGRESS = {
  'subscriber-import': `
    select concat_ws(' ', i.state, coalesce(sum(c.slices), 0), count(c.merged_at), (
             select count(*) from import_ranges r where r.subscriber_import_id = i.id and r.staged_at is not null)) as progress,
           i.finished_at is not null as "hasEnded"
      from subscriber_imports i left join import_chunks c on c.subscriber_import_id = i.id where i.id = $1 group by i.id`,
  'subscriber-export': `
    select concat_ws(' ', e.state, (
             select count(*) from export_parts p where p.subscriber_export_id = e.id and p.written_at is not null)) as progress,
           e.finished_at is not null as "hasEnded"
      from subscriber_exports e where e.id = $1`,
  'suppressed-address-import': `
    select concat_ws(' ', state, progress_value) as progress, finished_at is not null as "hasEnded"
      from suppressed_address_imports where id = $1`,
  'import-undo': `
    select concat_ws(' ', state, progress_value, done_subscriber_id) as progress, finished_at is not null as "hasEnded"
      from import_undos where id = $1`,
  'list-deletion': `
    select concat_ws(' ', state, subscribers_deleted) as progress, finished_at is not null as "hasEnded"
      from list_deletions where mailing_list_id = $1`,
  'webhook-endpoint': `
    select sum(attempts)::text as progress, bool_and(state <> 'waiting') as "hasEnded"
      from webhook_deliveries where endpoint_id = $1`,
} as const;

const LIMIT_MS = 120_000;

/**
 * Waits until each job has moved or ended from now on, all at the same time. A move counts once Temporal knows the workflow: before that,
 * what was under way commits without one. @returns milliseconds of each @throws PromiseBroken for each that stood still for two minutes
 */
export async function requireMoves(world: World, jobs: readonly MovingJob[]): Promise<readonly number[]> {
  const began = performance.now();
  const late: string[] = [];
  const times = await Promise.all(
    jobs.map(async (job) => {
      let known: string | null = null;
      const look = async () => {
        const { progress, hasEnded } = await progressOf(world, job);
        if (hasEnded) return true;
        if (known !== null) return progress !== known || null;
        if ((await findWorkflow(world.temporal, `${job.kind}/${job.id}`)) === 'alive') known = progress;
        return null;
      };
      await until(`${job.kind}/${job.id} moves`, look, { limitMs: LIMIT_MS, everyMs: 200 }).catch(() =>
        late.push(`${job.kind}/${job.id} neither moved nor ended within ${LIMIT_MS / 1000} s`),
      );
      return performance.now() - began;
    }),
  );
  requireNone(late);
  return times;
}

async function progressOf({ pool }: World, { id, kind }: MovingJob) {
  const { rows } = await pool.query<{ progress: string | null; hasEnded: boolean | null }>(PROGRESS[kind], [id]);
  const [row] = rows;
  return { progress: row?.progress ?? '', hasEnded: row?.hasEnded ?? true };
}
