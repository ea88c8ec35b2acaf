import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReportedJob } from '../../engine/cli/redo/reported-job.ts';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { requireSame, undisturbed } from '../chaos/checks/undisturbed.ts';
import type { Outcome } from '../chaos/checks/outcome.ts';
import { createFigures } from '../chaos/figures.ts';
import { createRandom } from '../chaos/random.ts';
import { makeCsvFile } from '../chaos/sources/csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from '../chaos/sources/list.ts';
import { createSubjects } from '../chaos/sources/subject.ts';
import { drag, untilAt } from '../chaos/world/places.ts';
import type { Place } from '../chaos/world/places.ts';
import { slowly, startWebServer } from '../chaos/world/web-server.ts';
import type { WebServer } from '../chaos/world/web-server.ts';
import { openWorld, SMALL_PIECES } from '../chaos/world/world.ts';
import type { World } from '../chaos/world/world.ts';
import { NO_OWN_POSTGRES, startOwnPostgres } from '../support/own-postgres.ts';
import type { OwnPostgres } from '../support/own-postgres.ts';
import { runSluice } from '../support/sluice.ts';
import { readBackupCommands, runAsService } from './support/backup-page.ts';
import { readLostJobs } from './support/lost-jobs.ts';
import { unpauseAll } from './support/unpause-all.ts';

const PLACES: readonly Place[] = ['scheduled', 'downloading', 'staging', 'merging', 'paused'];
const HOUR_MS = 3_600_000;

describe('a service that is backed up and restored by the commands of docs/backup.md', () => {
  const file = makeCsvFile(createRandom('backup'), { rows: 1_500 });
  let commands: (heading: string) => string;
  let postgres: OwnPostgres | null = null;
  let world: World;
  let expected: Outcome;
  let server: WebServer;
  beforeAll(async () => {
    commands = await readBackupCommands();
    postgres = await startOwnPostgres();
    if (postgres === null) return;
    await run('Archive the log');
    await postgres.stop('fast');
    await postgres.start();
    const changes = { ...SMALL_PIECES, DATABASE_URL: postgres.url };
    world = await openWorld({ figures: createFigures(), say: () => undefined, changes });
    server = await startWebServer(slowly(file.content, 4, 100));
    await world.serve();
    expected = await undisturbed(world, file);
  });
  beforeEach((context) => {
    if (postgres === null) context.skip(NO_OWN_POSTGRES);
  });
  afterAll(async () => {
    if (postgres === null) return;
    await world.close({ keep: false });
    await server.close();
    await postgres.remove();
  });

  it('goes back to a point in time in Postgres alone, and makes what was lost again', async () => {
    const release = await drag(world.pool, 20);
    const subjects = await createSubjects(world, file, { restMs: 400 });
    const created = [...(await subjects.createAt(PLACES))];
    await run('Back up Postgres');
    created.push(...(await subjects.createAt(['staging', 'merging'])));
    const lists = { waits: await createListFor(world, file), ends: await createListFor(world, file) };
    const until = await timeOfDatabase();
    await createLost(lists);
    await untilArchived();
    await restorePostgres(until);

    await unpauseAll(world, created);
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
    const { stdout } = await sluice('doctor');
    expect(stdout).toMatch(/^warning +lost jobs +The database went back, .* knows \d+ jobs that it has lost/m);
    const listsOf = (jobs: readonly ReportedJob[]) => new Set(jobs.map(({ mailingListId }) => mailingListId));
    expect(listsOf(await reconcile())).toEqual(new Set(Object.values(lists)));
    const redone = await reconcile('--redo');
    expect(listsOf(redone.filter(({ redo }) => redo === 'done'))).toEqual(new Set(Object.values(lists)));
    const of = (list: number) => redone.find(({ mailingListId }) => mailingListId === list)?.redoneAs ?? 0;
    await requireSame(world, expected, { file, listId: lists.ends, importId: of(lists.ends) });
    await world.api.insist(of(lists.waits), 'cancel');
    expect(await world.api.untilEnded(of(lists.waits))).toMatchObject({ state: 'cancelled' });
  });

  it('goes back in everything: each import ends as an undisturbed one, or says that its source is gone', async () => {
    await postgres?.run('rm -rf "$BACKUP/base" "$PGDATA.lost"', variables());
    const release = await drag(world.pool, 20);
    const subjects = await createSubjects(world, file, { restMs: 400 });
    const created = [...(await subjects.createAt(PLACES))];
    await run('Back up Postgres');
    await serviceRun('Back up the files');
    const restoreTemporal = await world.servers.copyTemporal();
    const later = await createSubjects(world, file);
    const begunLater = [await later.create('staging'), await later.create('merging')];
    for (const { importId } of begunLater) await untilAt(world.pool, importId, 'staging');
    const until = await timeOfDatabase();
    await delay(1_000);
    await untilArchived();
    await world.stopRoles();

    await serviceRun('Restore the files');
    await restorePostgres(until);
    await restoreTemporal();
    await world.serve();
    await unpauseAll(world, created);
    await release();
    await subjects.requireSame(expected);
    // The files of these are from before they began.
    for (const subject of begunLater) {
      const { state, error_message: message } = await world.api.untilEnded(subject.importId);
      if (state === 'failed') expect(message).toBe('The source of this import is no longer stored.');
      else await requireSame(world, expected, subject);
    }
    await subjects.close();
    await later.close();
  });

  function variables(): Record<string, string> {
    const { dir = '', dataDir = '', url = '' } = postgres ?? {};
    return { BACKUP: join(dir, 'backup'), PGDATA: dataDir, DATABASE_URL: url };
  }

  async function run(heading: string, more: Record<string, string> = {}): Promise<void> {
    await postgres?.run(commands(heading), { ...variables(), ...more });
  }

  /** Runs commands as the user of the service. */
  async function serviceRun(heading: string): Promise<void> {
    await runAsService(commands(heading), { ...variables(), FILES_DIR: world.config.filesDir });
  }

  async function restorePostgres(until: string): Promise<void> {
    await postgres?.stop('immediate');
    await run('Restore Postgres to a point in time', { UNTIL: until });
    await postgres?.start();
  }

  /** A moment after which nothing is in the restored database. */
  async function timeOfDatabase(): Promise<string> {
    const { rows } = await world.pool.query<{ now: string }>('select clock_timestamp()::text as now');
    return rows[0]?.now ?? '';
  }

  /** Imports that the restored database will not have: one that begins in an hour, and one that ends. */
  async function createLost({ waits, ends }: { waits: number; ends: number }): Promise<void> {
    await delay(1_000);
    const begins_at = new Date(Date.now() + HOUR_MS).toISOString();
    await createImport(world, waits, inline(file), { ...THOROUGH, begins_at });
    const source = { type: 'url', url: server.url };
    await world.api.untilEnded(await createImport(world, ends, source));
  }

  /** Waits until all that was written by now is in the archive. */
  async function untilArchived(): Promise<void> {
    const { rows } = await world.pool.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    await expect
      .poll(async () => {
        const found = await world.pool.query<{ name: string }>(
          'select coalesce(last_archived_wal, $1) as name from pg_stat_archiver',
          [''],
        );
        return (found.rows[0]?.name ?? '') >= (rows[0]?.name ?? '');
      })
      .toBe(true);
  }

  function sluice(...args: readonly string[]) {
    return runSluice(args, configEnvironment(world.config));
  }

  const reconcile = (...options: readonly string[]) => readLostJobs(world.config, ...options);
});
