import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import type { Outcome } from '../chaos/checks/outcome.ts';
import { undisturbed } from '../chaos/checks/undisturbed.ts';
import { createFigures } from '../chaos/figures.ts';
import { createRandom } from '../chaos/random.ts';
import { makeCsvFile } from '../chaos/sources/csv-file.ts';
import { createSubjects } from '../chaos/sources/subject.ts';
import { drag, placeOf, untilAt } from '../chaos/world/places.ts';
import type { Place } from '../chaos/world/places.ts';
import { openWorld } from '../chaos/world/world.ts';
import type { World } from '../chaos/world/world.ts';
import { runSluice } from '../support/sluice.ts';
import { readBackupCommands } from './support/backup-page.ts';
import { unpauseAll } from './support/unpause-all.ts';

const PLACES: readonly Place[] = ['scheduled', 'downloading', 'staging', 'merging', 'paused'];

describe('a service that loses one of its stores, and gets its backup again', () => {
  const file = makeCsvFile(createRandom('backup parts'), { rows: 1_500 });
  let commands: (heading: string) => string;
  let world: World;
  let expected: Outcome;
  beforeAll(async () => {
    commands = await readBackupCommands();
    world = await openWorld({ figures: createFigures(), say: () => undefined });
    await world.serve();
    expected = await undisturbed(world, file);
  });
  afterAll(() => world.close({ keep: false }));

  it('the files alone: imports fail with a sentence, and restart once their source is there', async () => {
    const release = await drag(world.pool, 20);
    const subjects = await createSubjects(world, file);
    const [unread = 0] = await subjects.createAt(['paused']);
    const { importId: halfRead } = await subjects.create('staging');
    await untilAt(world.pool, halfRead, 'staging');
    await world.api.insist(halfRead, 'pause');
    await run('Back up the files');
    await rm(world.config.filesDir, { recursive: true });
    await mkdir(world.config.filesDir);

    await unpauseAll(world, [unread, halfRead]);
    for (const importId of [unread, halfRead]) {
      expect(await world.api.untilEnded(importId)).toMatchObject({
        state: 'failed',
        error_message: 'The source of this import is no longer stored.',
      });
    }
    expect((await restart(unread)).stderr).toContain(`The source of import ${unread} is no longer stored`);
    await run('Restore the files');
    await release();
    for (const importId of [unread, halfRead]) expect((await restart(importId)).code).toBe(0);
    await subjects.requireSame(expected);
    await subjects.close();
  });

  it.each(['an older copy', 'none'])(
    'Temporal alone, as %s: every import ends as an undisturbed one',
    async (copy) => {
      const release = await drag(world.pool, 20);
      const subjects = await createSubjects(world, file, { restMs: 400 });
      const created = [...(await subjects.createAt(PLACES))];
      const restore = await world.servers.copyTemporal();
      created.push(...(await subjects.createAt(['staging', 'merging', 'paused'])));
      await (copy === 'none' ? world.servers.emptyTemporal() : restore());

      await unpauseAll(world, created);
      await release();
      // A job that Temporal does not know is started again within two minutes.
      const places = () => Promise.all(created.map((importId) => placeOf(world.pool, importId)));
      await expect.poll(places, { timeout: 300_000, interval: 500 }).toEqual(created.map(() => 'ended'));
      await subjects.requireSame(expected);
      await subjects.close();
    },
    480_000,
  );

  /** Runs commands of the page as the user of the service. */
  async function run(heading: string): Promise<void> {
    const BACKUP = join(world.dir, 'backup');
    await mkdir(BACKUP, { recursive: true });
    const env = { ...process.env, BACKUP, FILES_DIR: world.config.filesDir };
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands(heading)], { env });
  }

  function restart(importId: number) {
    return runSluice(['job', String(importId), 'restart'], configEnvironment(world.config));
  }
});
