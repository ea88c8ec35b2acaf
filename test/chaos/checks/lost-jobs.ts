import type { ReportedJob } from '../../../engine/cli/redo/reported-job.ts';
import { configEnvironment } from '../../../engine/platform/config-environment.ts';
import { runSluice } from '../../support/sluice.ts';
import { requireNone } from '../failure.ts';
import type { CsvFile } from '../sources/csv-file.ts';
import { until } from '../until.ts';
import type { World } from '../world/world.ts';
import type { Outcome } from './outcome.ts';
import { requireSame } from './undisturbed.ts';

/**
 * Waits until `sluice reconcile` lists an import of each list, which the database has lost, and has it create them again, twice.
 * @throws PromiseBroken unless each can be created again, once, and ends as the undisturbed one
 */
export async function redoLost(
  world: World,
  {
    file,
    listIds,
    expected,
  }: { readonly file: CsvFile; readonly listIds: readonly number[]; readonly expected: Outcome },
): Promise<void> {
  const ofLists = async (...options: string[]) =>
    (await reconcile(world, options)).filter(({ mailingListId }) => listIds.includes(mailingListId ?? 0));
  const listed = await until('the lost imports are listed', async () => {
    const jobs = await ofLists();
    return jobs.length === listIds.length ? jobs : null;
  });
  const impossible = listed.filter(({ redo }) => redo !== 'possible');
  requireNone(impossible.map(({ id, redo, reason }) => `lost import ${id}: redo is ${redo} (${reason})`));
  const redone = await ofLists('--redo');
  await ofLists('--redo');
  const { rows } = await world.pool.query<{ id: number }>(
    'select id from subscriber_imports where mailing_list_id = any ($1) order by id',
    [listIds],
  );
  const made = redone.map(({ redoneAs }) => redoneAs ?? 0).sort((a, b) => a - b);
  requireNone(
    made.join() === rows.map(({ id }) => id).join()
      ? []
      : [
          `of ${listIds.length} lost imports ${made.join()} were made, and there are ${rows.map(({ id }) => id).join()}`,
        ],
  );
  for (const { mailingListId, redoneAs } of redone)
    await requireSame(world, expected, { file, listId: mailingListId ?? 0, importId: redoneAs ?? 0 });
  world.figures.add('lost imports listed and made again', redone.length);
}

async function reconcile({ config }: World, options: readonly string[]): Promise<readonly ReportedJob[]> {
  const { code, stdout, stderr } = await runSluice(['reconcile', '--json', ...options], configEnvironment(config));
  if (code !== 0) throw new Error(`npx sluice reconcile ended with exit code ${code}: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReportedJob);
}
