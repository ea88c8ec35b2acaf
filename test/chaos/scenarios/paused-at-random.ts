import { setTimeout as delay } from 'node:timers/promises';
import { undisturbed } from '../checks/undisturbed.ts';
import { requireNone } from '../failure.ts';
import type { Random } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createSubjects } from '../sources/subject.ts';
import type { Subjects } from '../sources/subject.ts';
import { drag } from '../world/places.ts';
import type { Stage } from '../world/world.ts';

export const pausedAtRandom: Scenario = {
  name: 'paused-at-random',
  title: 'imports that are paused and unpaused a hundred times end as undisturbed ones, and rest while they are paused',
  play: async (stage) => {
    await stage.serve();
    const file = makeCsvFile(stage.random, { rows: 3_000 });
    const expected = await undisturbed(stage, file);
    const subjects = await createSubjects(stage, file);
    const release = await drag(stage.pool, 40);
    const [lanes, pauses] = stage.size === 'full' ? [5, 20] : [3, 5];
    const random = (lane: number) => stage.random.fork(`lane ${lane}`);
    await Promise.all(Array.from({ length: lanes }, (_, lane) => pauseOften(stage, subjects, pauses, random(lane))));
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
  },
};

/** Goes on with another import when one has ended before all pauses are made. */
async function pauseOften(stage: Stage, subjects: Subjects, pauses: number, random: Random): Promise<void> {
  let subject = await subjects.create('merging');
  for (let pause = 0; pause < pauses;) {
    await delay(random.int(0, 200));
    const { success } = await stage.api.insist(subject.importId, 'pause');
    // A pause that was not answered in time may have come, and then the next one is refused.
    if (!success && !(await isPaused(stage, subject))) {
      subject = await subjects.create('merging');
      continue;
    }
    const before = await stateOf(stage, subject);
    await delay(random.int(0, 60));
    const after = await stateOf(stage, subject);
    requireNone(before === after ? [] : [`Import ${subject.importId} changed rows while it was paused.`]);
    await stage.api.insist(subject.importId, 'unpause');
    stage.figures.add('pauses');
    pause++;
  }
}

async function isPaused({ api }: Stage, { importId }: { importId: number }): Promise<boolean> {
  const { state } = (await api.demand('GET', `/subscriber_imports/${importId}`)) as { state: string };
  return state === 'paused';
}

/** Everything an import writes, as one text. */
async function stateOf({ pool }: Stage, { listId, importId }: { listId: number; importId: number }): Promise<string> {
  const { rows } = await pool.query<{ state: string }>(
    `select md5(concat(
       (select string_agg(s::text, '' order by id) from subscribers s where mailing_list_id = $1),
       (select string_agg(r::text, '' order by range_number) from import_ranges r where subscriber_import_id = $2),
       (select string_agg(c::text, '' order by chunk_number) from import_chunks c where subscriber_import_id = $2),
       (select count(*) from import_logs where subscriber_import_id = $2))) as state`,
    [listId, importId],
  );
  return rows[0]?.state ?? '';
}
