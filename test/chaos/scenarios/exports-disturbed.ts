import { setTimeout as delay } from 'node:timers/promises';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createExport, fileOf } from '../sources/exports.ts';
import { createImport, createListFor, inline } from '../sources/list.ts';
import { until } from '../until.ts';
import { drag } from '../world/places.ts';
import type { Stage } from '../world/world.ts';

/** Each blow falls while an export writes its parts; nobody writes to the list, so every file is the same. */
export const exportsDisturbed: Scenario = {
  name: 'exports-disturbed',
  title: 'an export is the same file as an undisturbed one, whatever is killed while it is written',
  play: async (stage) => {
    const { random, pool, figures, servers } = stage;
    let { worker } = await stage.serve();
    const file = makeCsvFile(random, { rows: stage.size === 'full' ? 20_000 : 6_000 });
    const listId = await createListFor(stage, file);
    await stage.api.untilEnded(await createImport(stage, listId, inline(file)));
    const expected = await fileOf(stage, await createExport(stage, listId));

    const blows: Readonly<Record<string, (exportId: number) => Promise<void>>> = {
      'kill -9 of a worker': async () => {
        await worker.kill();
        worker = await stage.start('worker');
      },
      'crash of Postgres': () => servers.crashPostgres(),
      'kill -9 of Temporal': () => servers.killTemporal(),
      'pause and unpause': async (exportId) => {
        const { success } = await stage.api.call('POST', `/subscriber_exports/${exportId}/pause`);
        if (success) await stage.api.demand('POST', `/subscriber_exports/${exportId}/unpause`);
      },
    };
    const release = await drag(pool, 30);
    const plan = random.shuffled(Object.entries(blows));
    for (const [name, strike] of stage.size === 'full' ? [...plan, ...plan, ...plan] : plan.slice(0, 2)) {
      const exportId = await createExport(stage, listId);
      const isStruck = await untilWriting(pool, exportId);
      await delay(random.int(0, 60));
      await strike(exportId);
      figures.add(`${name}: ${isStruck ? 'exporting' : 'ended'}`);
      const actual = await fileOf(stage, exportId);
      requireNone(actual === expected ? [] : [`export ${exportId} differs from the undisturbed one after ${name}`]);
      figures.add('exports compared');
    }
    await release();
    for (const { id } of (await pool.query<{ id: number }>('select id from subscriber_exports')).rows) {
      await untilCleanedUp(stage, id);
    }
  },
};

/** Waits until the first part of an export is written. @returns whether more are left to write */
async function untilWriting(pool: Stage['pool'], exportId: number): Promise<boolean> {
  return until(
    `export ${exportId} writes`,
    async () => {
      const { rows } = await pool.query<{ written: number; left: number }>(
        `select count(written_at)::int as written, (count(*) - count(written_at))::int as left
           from export_parts where subscriber_export_id = $1`,
        [exportId],
      );
      const { written = 0, left = 0 } = rows[0] ?? {};
      if (written === 0) return null;
      return left > 0 ? ('writing' as const) : ('ended' as const);
    },
    { everyMs: 5 },
  ).then((where) => where === 'writing');
}

/** Waits until an ended export has left nothing in Postgres, which its workflow sees to last; its file stays until its retention ends. */
async function untilCleanedUp({ pool }: Stage, exportId: number): Promise<void> {
  await until(`the snapshot of export ${exportId} is dropped`, async () => {
    const { rows } = await pool.query(`select 1 from pg_class where relname = 'export_' || $1`, [exportId]);
    return rows.length === 0 ? 'dropped' : null;
  });
}
