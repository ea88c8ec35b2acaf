import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { createPool } from '../../engine/db/core/pool.ts';
import { migrate } from '../../engine/db/schema/migrate.ts';
import { readMigrations } from '../../engine/db/schema/migration.ts';
import { startHost } from '../../engine/embedded/host-process.ts';
import type { Latencies } from './latencies.ts';
import { latenciesOf, timed } from './latencies.ts';
import { currentLoad } from './machine.ts';

// How much longer calls take while a migration runs: `node test/bench/migrations.ts --rows 10000000 --from 48`. An API of one version
// cannot serve all these schemas, so the statements of its calls are measured. What the API does besides takes the same time with and
// without a migration, so the ratio of whole calls is smaller.

const ALONE_MS = 20_000;
/** Time of statements before each migration, so that plans are made and the processors awake. */
const BEFORE_MS = 1_000;
const PAUSE_MS = 3;
const ROWS_PER_INSERT = 250_000;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rows: { type: 'string', default: '10000000' }, from: { type: 'string', default: '48' } },
  });
  const [rows, from] = [Number(values.rows), Number(values.from)];
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-migrations-'));
  const host = await startHost(
    { dataDir, logLevel: 'warn', postgres: { durable: true }, temporal: null },
    { onProgress: say },
  );
  try {
    if (host.postgresUrl === null) throw new Error('The embedded host did not start Postgres.');
    const pool = createPool(host.postgresUrl, { max: 4, applicationName: 'sluice-bench' });
    const listId = await fill(pool, host.postgresUrl, { rows, from });
    const measure = (work: () => Promise<unknown>) => probe(pool, { listId, rows }, work);
    const alone = await measure(() => delay(ALONE_MS));
    say(`${rows.toLocaleString('en')} subscribers, load ${currentLoad().toFixed(1)}`);
    say(line('without', alone, alone));
    for (const { version } of readMigrations().filter((migration) => migration.version > from)) {
      const migrations = readMigrations().filter((migration) => migration.version <= version);
      let took = 0;
      const run = async () => {
        took = await timed(() => migrate(host.postgresUrl ?? '', { migrations, report: say }));
      };
      say(`${line(String(version), await measure(run), alone)}  took ${took.toFixed(0)} ms`);
    }
    say(line('without', await measure(() => delay(ALONE_MS)), alone));
    await pool.end();
  } finally {
    await host.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Makes the schema of a version and a list with subscribers in it. @returns the id of the list */
async function fill(pool: Pool, url: string, { rows, from }: { readonly rows: number; readonly from: number }) {
  await migrate(url, { migrations: readMigrations().filter(({ version }) => version <= from) });
  const { rows: organizations } = await pool.query<{ id: number }>(
    "insert into organizations (name) values ('Bench') returning id",
  );
  const { rows: lists } = await pool.query<{ id: number }>(
    "insert into mailing_lists (organization_id, name) values ($1, 'Bench') returning id",
    [organizations[0]?.id],
  );
  const listId = lists[0]?.id ?? 0;
  for (let begin = 0; begin < rows; begin += ROWS_PER_INSERT) {
    await pool.query(
      `insert into subscribers (mailing_list_id, key, email, custom_fields)
       select $1, ${ADDRESS}, ${ADDRESS}, jsonb_build_object('1', 'Ann ' || n, '2', n % 100) from generate_series($2::int, $3::int) n`,
      [listId, begin, Math.min(rows, begin + ROWS_PER_INSERT) - 1],
    );
  }
  await pool.query('vacuum analyze subscribers');
  await pool.query('checkpoint');
  return listId;
}

const ADDRESS = "'person-' || n || '@example.com'";

/** Runs the statements of calls again and again, before and during the work. @returns the times of those that ran during it */
async function probe(
  pool: Pool,
  { listId, rows }: { readonly listId: number; readonly rows: number },
  work: () => Promise<unknown>,
): Promise<Latencies> {
  const key = () => `person-${Math.floor(Math.random() * rows)}@example.com`;
  const statements = [
    () => pool.query('select * from subscribers where mailing_list_id = $1 and key = $2', [listId, key()]),
    () =>
      pool.query('update subscribers set subscribe_ip = $3 where mailing_list_id = $1 and key = $2', [
        ...[listId, key()],
        '192.0.2.1',
      ]),
    () => pool.query('select * from subscriber_imports where mailing_list_id = $1 order by id desc limit 10', [listId]),
    () => pool.query('select * from mailing_lists where id = $1', [listId]),
  ];
  let begunAt = Infinity;
  let isOver = false;
  const times: number[] = [];
  const repeat = async (statement: () => Promise<unknown>) => {
    while (!isOver) {
      const took = await timed(statement);
      if (performance.now() >= begunAt) times.push(took);
      await delay(PAUSE_MS);
    }
  };
  const probing = Promise.all(statements.map(repeat));
  try {
    await delay(BEFORE_MS);
    begunAt = performance.now();
    await work();
  } finally {
    isOver = true;
    await probing;
  }
  return latenciesOf(times);
}

function line(name: string, { calls, p50Ms, p99Ms, maxMs }: Latencies, alone: Latencies): string {
  const ratio = (p99Ms / alone.p99Ms).toFixed(1);
  const figures = [p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1).padStart(7)).join(' ');
  return `${name.padEnd(8)} ${String(calls).padStart(6)} statements, p50, p99, slowest ${figures} ms, p99 ${ratio} of alone`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
