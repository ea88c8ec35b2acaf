import type { ImportOptions } from '../../../engine/domain/subscriber-imports.ts';
import { readStartableImport } from '../../../engine/activities/subscriber-import/maintained-imports.ts';
import { startJob } from '../../../engine/jobs/start-job.ts';
import { subscriberImportStart } from '../../../engine/jobs/subscriber-import.ts';
import type { RecordedImport, Recording } from '../recording.ts';
import { ended, FEW_ROWS } from '../troubles.ts';
import type { Scenarios } from '../troubles.ts';

/** Imports that are known to be small when they are started. */
export const AT_ONCE: Scenarios = {
  'subscriber-import/done-at-once': async (recording) => ended(await startSmall(recording, ONE_CHUNK), 'finished'),

  // Nobody is deactivated, so the import and the record of its end are the two local activities of one workflow task.
  'subscriber-import/short-history': async (recording) =>
    ended(await startSmall(recording, ONE_CHUNK, { deactivate_subscribers_not_in_import: false }), 'finished'),

  'subscriber-import/scanned-at-once': async (recording) => ended(await startSmall(recording, FEW_ROWS), 'finished'),

  // The list is held for longer than the one attempt may take.
  'subscriber-import/attempted-at-once': async (recording) => {
    const job = await recording.createImport({ csv: ONE_CHUNK, starts: false });
    await job.whileHeld(async () => {
      await start(recording, job);
      await job.until(({ state }) => state === 'importing');
    });
    return ended(job, 'finished');
  },
};

const ONE_CHUNK = 'email\nann@example.com\nbob@example.com\n';

async function startSmall(
  recording: Recording,
  csv: string,
  options: Partial<ImportOptions> = {},
): Promise<RecordedImport> {
  const job = await recording.createImport({ csv, starts: false, options });
  await start(recording, job);
  return job;
}

async function start({ client, pool }: Recording, { id }: RecordedImport): Promise<void> {
  await startJob(client, subscriberImportStart({ ...(await readStartableImport(pool, id)), isSmall: true }, ''));
}
