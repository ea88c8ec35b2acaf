import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../engine/platform/config.ts';
import { createRangeThreads } from '../../engine/csv/range-threads.ts';
import { createUnpackThreads } from '../../engine/workbooks/unpack-threads.ts';
import { createFairQueue } from '../../engine/platform/fair-queue.ts';
import { migrate } from '../../engine/db/schema/migrate.ts';
import { createPool } from '../../engine/db/core/pool.ts';
import { partitionSubscribers } from '../../engine/db/partitioning/partition-subscribers.ts';
import { startHost } from '../../engine/embedded/host-process.ts';
import { ROWS_PER_INDEX } from '../../engine/activities/subscriber-import/index-large-chunk.ts';
import { createSliceSize, createSliceSizes } from '../../engine/activities/subscriber-import/slice-size.ts';
import type { TakenCommand } from '../../engine/db/jobs/job-activity.ts';
import { openFiles } from '../../engine/files/open-files.ts';
import { openSecretBox } from '../../engine/secrets/secret-key.ts';
import { createLogger } from '../../engine/platform/logger.ts';
import type { Cost } from './costs.ts';
import { measureCosts } from './costs.ts';

// Where a row's time goes: `node test/bench/row-cost.ts --rows 300000`. Processor time hardly depends on what
// else the machine does, so this also compares two versions of the code where the bench itself would be too noisy.
// `--parts 16` measures on a table of subscribers with so many partitions.

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rows: { type: 'string', default: '300000' }, parts: { type: 'string' } } });
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-row-cost-'));
  const config = loadConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', UPLOADS_DIR: '', FILES_DIR: '' });
  const host = await startHost(
    { dataDir, logLevel: 'warn', postgres: { durable: true }, temporal: null },
    { onProgress: say },
  );
  try {
    if (host.postgresUrl === null) throw new Error('The embedded host did not start Postgres.');
    await migrate(host.postgresUrl);
    const pool = createPool(host.postgresUrl);
    if (values.parts !== undefined) await partitionSubscribers(pool, Number(values.parts), say);
    const { store: files, uploads } = await openFiles(config);
    const rangeThreads = createRangeThreads();
    const unpackThreads = createUnpackThreads();
    const deps = {
      ...{ ...config, pool, files, uploads, rangeThreads, unpackThreads, log: createLogger(config, 'bench') },
      ...{
        mergeSlots: createFairQueue({ slots: 1 }),
        inlineSlots: createFairQueue({ slots: 1 }),
        inlineMs: 60_000,
        sliceSizeOf: createSliceSizes(config.mergeMs),
      },
      createListSliceSize: () => createSliceSize(config.mergeMs),
      rowsPerIndex: ROWS_PER_INDEX,
      ...{ secrets: await openSecretBox(config), callEndpoints: () => Promise.resolve() },
      nameSenders: (commands: readonly TakenCommand[] = []) => Promise.resolve(commands),
      countEnd: () => undefined,
    };
    const costs = await measureCosts(deps, dataDir, Number(values.rows));
    await rangeThreads.close();
    await pool.end();
    say(print(costs));
  } finally {
    await host.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function print(costs: readonly Cost[]): string {
  const line = (work: string, node: string, postgres: string) =>
    `${work.padEnd(26)} ${node.padStart(6)} ${postgres.padStart(9)}`;
  return [
    'Processor microseconds for each row:',
    line('', 'Node', 'Postgres'),
    ...costs.map(({ work, node, postgres }) => line(work, node.toFixed(1), postgres.toFixed(1))),
  ].join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
