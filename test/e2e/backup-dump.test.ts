import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import type { Outcome } from '../chaos/checks/outcome.ts';
import { undisturbed } from '../chaos/checks/undisturbed.ts';
import { createFigures } from '../chaos/figures.ts';
import { createRandom } from '../chaos/random.ts';
import { makeCsvFile } from '../chaos/sources/csv-file.ts';
import { createImport, createListFor, inline, THOROUGH } from '../chaos/sources/list.ts';
import { createSubjects } from '../chaos/sources/subject.ts';
import { drag } from '../chaos/world/places.ts';
import type { Place } from '../chaos/world/places.ts';
import { openWorld, SMALL_PIECES } from '../chaos/world/world.ts';
import type { World } from '../chaos/world/world.ts';
import { NO_OWN_POSTGRES, startOwnPostgres } from '../support/own-postgres.ts';
import type { OwnPostgres } from '../support/own-postgres.ts';
import { runSluice } from '../support/sluice.ts';
import { readBackupCommands } from './support/backup-page.ts';
import { readLostJobs } from './support/lost-jobs.ts';
import { unpauseAll } from './support/unpause-all.ts';

const PLACES: readonly Place[] = ['scheduled', 'downloading', 'staging', 'merging', 'paused'];
const HOUR_MS = 3_600_000;

describe('a database that is dumped and restored by the commands of docs/backup.md', () => {
  const file = makeCsvFile(createRandom('backup dump'), { rows: 1_500 });
  let commands: (heading: string) => string;
  let postgres: OwnPostgres | null = null;
  let world: World;
  let expected: Outcome;
  beforeAll(async () => {
    commands = await readBackupCommands();
    postgres = await startOwnPostgres();
    if (postgres === null) return;
    const changes = { ...SMALL_PIECES, DATABASE_URL: postgres.url };
    world = await openWorld({ figures: createFigures(), say: () => undefined, changes });
    await world.serve();
    expected = await undisturbed(world, file);
  });
  beforeEach((context) => {
    if (postgres === null) context.skip(NO_OWN_POSTGRES);
  });
  afterAll(async () => {
    if (postgres === null) return;
    await world.close({ keep: false });
    await postgres.remove();
  });

  it('has the jobs of the dump end as undisturbed ones, and lists those that began after it', async () => {
    const release = await drag(world.pool, 20);
    const subjects = await createSubjects(world, file, { restMs: 400 });
    const created = await subjects.createAt(PLACES);
    await run('Dump Postgres');
    const later = await createListFor(world, file);
    const begins_at = new Date(Date.now() + HOUR_MS).toISOString();
    await createImport(world, later, inline(file), { ...THOROUGH, begins_at });
    await expect.poll(() => runningOf(later), { timeout: 60_000 }).toBe(1);
    await world.stopRoles();
    await run('Restore a dump of Postgres');
    await world.serve();

    await unpauseAll(world, created);
    await release();
    await subjects.requireSame(expected);
    await subjects.close();
    expect((await readLostJobs(world.config)).map(({ mailingListId }) => mailingListId)).toEqual([later]);
    const { stdout } = await runSluice(['doctor'], configEnvironment(world.config));
    expect(stdout).toMatch(/^warning +lost jobs +The database went back, .* knows 1 jobs that it has lost/m);
    expect(stdout).not.toContain('has no statistics');
  });

  async function run(heading: string): Promise<void> {
    const { dir = '', url = '' } = postgres ?? {};
    const env = { BACKUP: join(dir, 'backup'), DATABASE_URL: url, ADMIN_URL: url.replace(/sluice$/, 'postgres') };
    await postgres?.run(commands(heading), env);
  }

  async function runningOf(listId: number): Promise<number> {
    const { count } = await world.temporal.workflow.count(`MailingListId = '${listId}'`);
    return count;
  }
});
