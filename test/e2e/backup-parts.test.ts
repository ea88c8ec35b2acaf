import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import type { Outcome } from '../chaos/checks/outcome.ts';
import { requireSame, undisturbed } from '../chaos/checks/undisturbed.ts';
import { createFigures } from '../chaos/figures.ts';
import { createRandom } from '../chaos/random.ts';
import { makeCsvFile } from '../chaos/sources/csv-file.ts';
import { createImport, createListFor, inline } from '../chaos/sources/list.ts';
import { openWorld } from '../chaos/world/world.ts';
import type { World } from '../chaos/world/world.ts';
import type { Role } from '../support/role.ts';
import { runSluice } from '../support/sluice.ts';
import { readBackupCommands, runAsService } from './support/backup-page.ts';

describe('a service that loses its files, and gets their backup again', () => {
  const file = makeCsvFile(createRandom('backup parts'), { rows: 1_500 });
  let commands: (heading: string) => string;
  let world: World;
  let worker: Role;
  let expected: Outcome;
  beforeAll(async () => {
    commands = await readBackupCommands();
    world = await openWorld({ figures: createFigures(), say: () => undefined });
    ({ worker } = await world.serve());
    expected = await undisturbed(world, file);
  });
  afterAll(() => world.close({ keep: false }));

  it('the files alone: an import fails with a sentence, and restarts once its source is there', async () => {
    // Its source is stored, and nothing has read it.
    await worker.stop();
    const listId = await createListFor(world, file);
    const importId = await createImport(world, listId, inline(file));
    await run('Back up the files');
    await rm(world.config.filesDir, { recursive: true });
    await mkdir(world.config.filesDir);

    await world.start('worker');
    expect(await world.api.untilEnded(importId)).toMatchObject({
      state: 'failed',
      error_message: 'The source of this import is no longer stored.',
    });
    expect((await restart(importId)).stderr).toContain(`The source of import ${importId} is no longer stored`);
    await run('Restore the files');
    expect((await restart(importId)).code).toBe(0);
    await requireSame(world, expected, { file, listId, importId });
  });

  /** Runs commands of the page as the user of the service. */
  async function run(heading: string): Promise<void> {
    const BACKUP = join(world.dir, 'backup');
    await mkdir(BACKUP, { recursive: true });
    await runAsService(commands(heading), { BACKUP, FILES_DIR: world.config.filesDir });
  }

  function restart(importId: number) {
    return runSluice(['job', String(importId), 'restart'], configEnvironment(world.config));
  }
});
