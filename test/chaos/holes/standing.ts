import type { JobsUnderWay } from '../sources/jobs-under-way.ts';
import { until } from '../until.ts';
import { longestStandstills } from '../world/standstills.ts';
import type { Stage } from '../world/world.ts';
import { ON_WITHIN_MS, seconds } from './hole-kinds.ts';

const GIVE_UP_MS = 150_000;

/**
 * Watches jobs from now on: imports until each has ended, an export and a deletion until they move.
 *
 * @param places those of the imports when the hole began
 * @returns one line about how long each stood still, and sentences about what is wrong
 */
export async function watchJobs(
  { pool }: Stage,
  jobs: JobsUnderWay,
  places: readonly string[],
): Promise<{ readonly said: string[]; readonly wrong: string[] }> {
  const moves = async (sql: string, id: number) => {
    const read = async () => (await pool.query<{ done: string }>(sql, [id])).rows[0]?.done ?? 'ended';
    const before = await read();
    const began = performance.now();
    if (before === 'ended') return null;
    await until('a job moves', async () => (await read()) !== before || null, { limitMs: GIVE_UP_MS });
    return performance.now() - began;
  };
  const imports = jobs.importIds
    .map((importId, i) => ({ importId, place: places[i] ?? '' }))
    .filter(({ place }) => place !== 'paused');
  const ids = imports.map(({ importId }) => importId);
  const [stood, exported, deleted] = await Promise.all([
    longestStandstills(pool, ids, GIVE_UP_MS),
    moves(EXPORT, jobs.exportId),
    moves(DELETION, jobs.deletedListId),
  ]);
  const outcomes = [
    ...imports.map(({ place }, i) => [`the import that was ${place}`, stood[i] ?? 0] as const),
    ['the export', exported] as const,
    ['the list deletion', deleted] as const,
  ];
  return {
    said: outcomes.map(([job, ms]) => `${job} ${ms === null ? 'had ended' : `stood still for ${seconds(ms)} at most`}`),
    wrong: outcomes.flatMap(([job, ms]) =>
      ms === null || ms <= ON_WITHIN_MS ? [] : [`${job} stood still for ${seconds(ms)}`],
    ),
  };
}

const EXPORT = `select case when e.finished_at is not null then 'ended' else
    (select count(written_at)::text from export_parts p where p.subscriber_export_id = e.id) end as done
  from subscriber_exports e where id = $1`;

const DELETION = `select case when d.finished_at is not null then 'ended' else
    (select count(*)::text from subscribers s where s.mailing_list_id = d.mailing_list_id) end as done
  from list_deletions d where mailing_list_id = $1`;
