import { join } from 'node:path';
import { mountSmallDisk, NO_SMALL_DISK } from '../../support/small-disk.ts';
import { leftovers } from '../checks/leftovers.ts';
import { requireSame, undisturbed } from '../checks/undisturbed.ts';
import { requireNone } from '../failure.ts';
import type { Scenario } from '../scenario.ts';
import type { CsvFile } from '../sources/csv-file.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createImport, createListFor, inline } from '../sources/list.ts';
import { until } from '../until.ts';
import { filesInFolders } from '../world/files.ts';
import { slowly, startWebServer } from '../world/web-server.ts';
import type { Stage } from '../world/world.ts';

/** Needs a file system that is really full: a tmpfs that is smaller than the file. */
export const diskFull: Scenario = {
  name: 'disk-full',
  title: 'a full disk refuses inline content whole, holds downloads and copies up, and costs nobody else anything',
  play: async (stage) => {
    const { random } = stage;
    const [megabytes, rows] = stage.size === 'full' ? [1, 40_000] : [0.25, 10_000];
    if (stage.config.s3 !== null) return { skipped: 'files are in S3' };
    const disk = await mountSmallDisk(join(stage.dir, 'small-disk'), megabytes);
    if (disk === null) return { skipped: NO_SMALL_DISK };
    const filesDir = join(disk.dir, 'files');
    const small = makeCsvFile(random, { rows: 500 });
    const large = makeCsvFile(random, { rows, prefix: 'many' });
    const server = await startWebServer(slowly(large.content, 4, 50));
    try {
      await Promise.all([stage.start('api', { filesDir }), stage.start('worker', { filesDir })]);
      await requireRefused(stage, large);
      await stage.files.upload('large.csv', large.content);
      const held = [
        await begin({ type: 'url', url: server.url }),
        await begin({ type: 'upload_directory', filename: 'large.csv' }),
      ];
      for (const { importId } of held) await untilRefusedByDisk(stage, importId);
      const between = await undisturbed(stage, small);
      await requireStillUnderWay(stage, held);

      await disk.grow(64);
      stage.figures.add('disks filled and grown');
      const expected = await undisturbed(stage, large);
      for (const subject of held) await requireSame(stage, expected, subject);
      const listId = await createListFor(stage, small);
      const importId = await createImport(stage, listId, inline(small));
      await requireSame(stage, between, { file: small, listId, importId });
      requireNone(await leftovers({ ...stage, files: filesInFolders({ ...stage.config, filesDir }) }));
    } finally {
      await stage.stopRoles();
      await server.close();
      disk.remove();
    }
    return undefined;

    async function begin(source: object) {
      const listId = await createListFor(stage, large);
      return { file: large, listId, importId: await createImport(stage, listId, source) };
    }
  },
};

async function requireRefused(stage: Stage, large: CsvFile): Promise<void> {
  const listId = await createListFor(stage, large);
  const answer = await createImport(stage, listId, inline(large)).then(
    (importId) => `import ${importId} was created`,
    (error: Error) => error.message,
  );
  const { rowCount } = await stage.pool.query('select 1 from subscriber_imports where mailing_list_id = $1', [listId]);
  requireNone([
    ...(answer.includes('internal_error') ? [] : [`On a full disk ${answer}.`]),
    ...(rowCount === 0 ? [] : ['A refused import has a row.']),
  ]);
}

/** Temporal knows of an attempt that failed for want of space. */
async function untilRefusedByDisk({ temporal }: Stage, importId: number): Promise<void> {
  await until(`import ${importId} meets the full disk`, async () => {
    const { raw } = await temporal.workflow.getHandle(`subscriber-import/${importId}`).describe();
    const said = (raw.pendingActivities ?? []).some(({ lastFailure }) => lastFailure?.message?.includes('ENOSPC'));
    return said || null;
  });
}

async function requireStillUnderWay({ api }: Stage, held: readonly { importId: number }[]): Promise<void> {
  for (const { importId } of held) {
    const { state } = await api.demand('GET', `/subscriber_imports/${importId}`);
    requireNone(['downloading', 'splitting'].includes(state as string) ? [] : [`A held import is ${state}.`]);
  }
}
