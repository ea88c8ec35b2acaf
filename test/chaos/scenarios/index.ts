import type { Scenario } from '../scenario.ts';
import { apiKilled } from './api-killed.ts';
import { apiWrites } from './api-writes.ts';
import { badRows } from './bad-rows.ts';
import { blackHole } from './black-hole.ts';
import { cancelledLate } from './cancelled-late.ts';
import { commandStorm } from './command-storm.ts';
import { connectionsDropped } from './connections-dropped.ts';
import { diskFull } from './disk-full.ts';
import { dryRuns } from './dry-runs.ts';
import { exportsDisturbed } from './exports-disturbed.ts';
import { guarded } from './guarded.ts';
import { listDeleted } from './list-deleted.ts';
import { oneOfTwoWorkersKilled } from './one-of-two-workers-killed.ts';
import { otherInstallation } from './other-installation.ts';
import { pausedAtRandom } from './paused-at-random.ts';
import { pgbouncer } from './pgbouncer.ts';
import { postgresAway } from './postgres-away.ts';
import { postgresCrashed } from './postgres-crashed.ts';
import { redisGone } from './redis-gone.ts';
import { repeatedCalls } from './repeated-calls.ts';
import { s3Away } from './s3-away.ts';
import { sideBySide } from './side-by-side.ts';
import { soak } from './soak.ts';
import { stuckNoticed } from './stuck-noticed.ts';
import { temporalKilled } from './temporal-killed.ts';
import { temporalEmpty, temporalOlder } from './temporal-older.ts';
import { urlSource } from './url-source.ts';
import { webhooks } from './webhooks.ts';
import { failover, restored } from './went-back.ts';
import { workerKilled } from './worker-killed.ts';
import { zombie } from './zombie.ts';

/** What happens when processes end and connections break. */
export const OF_PROCESSES: readonly Scenario[] = [
  workerKilled,
  oneOfTwoWorkersKilled,
  apiKilled,
  repeatedCalls,
  commandStorm,
  temporalKilled,
  postgresCrashed,
  connectionsDropped,
  redisGone,
  webhooks,
  s3Away,
  otherInstallation,
];

/** What happens with odd sources and bad rows, and when several work on the same rows or job. */
export const OF_SOURCES_AND_ROWS: readonly Scenario[] = [
  diskFull,
  urlSource,
  sideBySide,
  apiWrites,
  dryRuns,
  guarded,
  listDeleted,
  exportsDisturbed,
  cancelledLate,
  pausedAtRandom,
  badRows,
];

/** Every scenario, in the order it is played. */
export const SCENARIOS: readonly Scenario[] = [
  ...OF_PROCESSES,
  ...OF_SOURCES_AND_ROWS,
  stuckNoticed,
  blackHole,
  temporalOlder,
  temporalEmpty,
  failover,
  restored,
  zombie,
  pgbouncer,
  postgresAway,
  soak,
];
