import type { Pool } from 'pg';
import { readLockWaits } from '../../db/core/lock-waits.ts';
import { pingPool } from '../../db/core/ping.ts';
import { findServerFault } from '../../db/core/server-check.ts';
import { findSharedSessions } from '../../db/core/shared-sessions.ts';
import { readSchemaVersion } from '../../db/schema/schema-version.ts';
import { lacksStatistics, readIdleTransactions, readServerFacts } from '../../db/installation/server-facts.ts';
import type { ServerFacts } from '../../db/installation/server-facts.ts';
import type { Config } from '../../platform/config.ts';
import { connectionsOf } from '../../platform/pool-sizes.ts';
import { shownJob } from './check-jobs.ts';
import { ok, warning, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

/** The facts of a server, and how far its clock is ahead of the one of this machine. */
export interface TimedFacts extends ServerFacts {
  /** Milliseconds; negative when it is behind. */
  readonly aheadMs: number;
  /** Half of the time that the answer took: the clocks differ by so much more or less. */
  readonly inexactMs: number;
}

/** Reads the facts of the server, and compares its clock. @throws whatever the pool throws */
export async function timeServer(pool: Pool): Promise<TimedFacts> {
  // The first query also connects.
  await pingPool(pool);
  const before = Date.now();
  const facts = await readServerFacts(pool);
  const inexactMs = (Date.now() - before) / 2;
  return { ...facts, aheadMs: facts.nowMs - before - inexactMs, inexactMs };
}

/** Reports the version and size of the database, and checks that the settings of the server keep what is committed. */
export function checkServer({ version, isStandby, losesCommits, databaseBytes }: TimedFacts): Finding[] {
  return [
    ok('postgres', `Postgres ${version}, a database of ${(databaseBytes / 2 ** 20).toFixed(0)} MiB.`),
    ...(isStandby
      ? [
          wrong(
            'postgres',
            'The server is a standby, which can only be read.',
            'Set DATABASE_URL to the primary server, or promote this one.',
          ),
        ]
      : []),
    ...(losesCommits
      ? [
          warning(
            'postgres',
            'fsync or full_page_writes is off: a crash of the machine can destroy the database.',
            'Set both to on.',
          ),
        ]
      : []),
  ];
}

/** Checks what every process checks at its start: the server and the database, and whether a pooler shares sessions. */
export async function checkUse(pool: Pool): Promise<Finding[]> {
  const faults = [await findServerFault(pool), await findSharedSessions(pool)].filter((fault) => fault !== null);
  return faults.map(({ text, remedy }) => wrong('postgres', text, remedy));
}

/** Whether the server has enough connections for one API and `workers`. */
export function checkConnections(
  { maxConnections, connections }: TimedFacts,
  config: Config,
  workers: number,
): Finding {
  const { api, worker } = connectionsOf(config);
  const needed = api + Math.max(1, workers) * worker;
  const text =
    `${connections} of ${maxConnections} connections are open. An API opens up to ${api}, a worker up to ${worker}; ` +
    `with ${workers} ${workers === 1 ? 'worker' : 'workers'}, ${needed} in all.`;
  const remedy = `Set max_connections of Postgres to ${needed + SPARE} or more, or lower CALLS_PER_ORGANIZATION and WORKER_CONNECTIONS.`;
  if (connections >= maxConnections - 1) return wrong('connections', text, remedy);
  return needed > maxConnections ? warning('connections', text, remedy) : ok('connections', text);
}

/** Whether the clock of the server is that of this machine. */
export function checkClock({ aheadMs, inexactMs }: TimedFacts): Finding {
  const certainMs = Math.max(0, Math.abs(aheadMs) - inexactMs);
  const text = `The clock of Postgres is ${seconds(aheadMs)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} that of this machine.`;
  if (certainMs < WARNING_MS) return ok('clocks', text);
  return certainMs < WRONG_MS ? warning('clocks', text, SYNCHRONIZE) : wrong('clocks', text, SYNCHRONIZE);
}

/** Synchronizes clocks. */
export const SYNCHRONIZE = 'Synchronize the clocks of both machines (chrony, systemd-timesyncd).';

/** Whether the schema is that of this version. */
export async function checkSchema(pool: Pool): Promise<Finding[]> {
  const { applied, pending, unknown, isServed } = await readSchemaVersion(pool);
  if (applied === null) return [wrong('schema', 'The database was never migrated.', MIGRATE)];
  if (unknown.length > 0 && !isServed) {
    const text = `The database has migration ${Math.max(...unknown)}, which this version does not have.`;
    return [wrong('schema', text, 'Run the version that migrated it, or a newer one.')];
  }
  if (pending.length > 0) return [wrong('schema', `Migrations are missing: ${pending.join(', ')}.`, MIGRATE)];
  const found = [ok('schema', schemaText(applied, unknown))];
  if (!(await lacksStatistics(pool))) return found;
  return [
    ...found,
    warning(
      'schema',
      'The table subscribers has no statistics, so queries can be slow.',
      'Run "analyze subscribers" in psql.',
    ),
  ];
}

function schemaText(applied: number, unknown: readonly number[]): string {
  return unknown.length === 0
    ? `Migration ${applied} is the newest.`
    : `Migration ${applied} is of a later version, and this version continues with it.`;
}

/** Jobs that wait for locks, and transactions that were forgotten. */
export async function checkLocks(pool: Pool): Promise<Finding[]> {
  const waits = (await readLockWaits(pool)).filter((each) => each.seconds >= LOCK_WAIT_SECONDS);
  const idle = await readIdleTransactions(pool, IDLE_SECONDS);
  const findings = [
    ...waits.map(({ workflowId, seconds: waited, holders }) => {
      const name = shownJob(workflowId);
      const pids = holders.map(({ pid }) => pid).join(', ');
      return warning(
        'locks',
        `Job ${name} has waited for a lock for ${waited} s; held by session ${pids}.`,
        `npx sluice job ${name} unblock`,
      );
    }),
    ...idle.map(({ pid, seconds: open }) =>
      warning(
        'locks',
        `Session ${pid} has been idle in a transaction that began ${open} s ago.`,
        `Have its owner commit, or run "select pg_terminate_backend(${pid})" in psql.`,
      ),
    ),
  ];
  return findings.length === 0 ? [ok('locks', 'No job waits for a lock.')] : findings;
}

/** For an operator's psql and for Temporal. */
const SPARE = 10;
const WARNING_MS = 1_000;
const WRONG_MS = 30_000;
const LOCK_WAIT_SECONDS = 5;
const IDLE_SECONDS = 300;
const MIGRATE = 'npx sluice migrate';

function seconds(milliseconds: number): string {
  return (Math.abs(milliseconds) / 1000).toFixed(1);
}
