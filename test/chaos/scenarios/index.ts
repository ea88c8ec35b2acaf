import type { Scenario } from '../scenario.ts';
import { alerts } from './alerts.ts';
import { apiKilled } from './api-killed.ts';
import { apiWrites } from './api-writes.ts';
import { badRows } from './bad-rows.ts';
import { BLACK_HOLES, blackHole } from './black-hole.ts';
import { cancelledLate } from './cancelled-late.ts';
import { clock } from './clock.ts';
import { commandStorm } from './command-storm.ts';
import { connectionsDropped } from './connections-dropped.ts';
import { diskFull } from './disk-full.ts';
import { dryRuns } from './dry-runs.ts';
import { exportsDisturbed } from './exports-disturbed.ts';
import { guarded } from './guarded.ts';
import { lastRelease } from './last-release.ts';
import { listDeleted } from './list-deleted.ts';
import { oneOfTwoWorkersKilled } from './one-of-two-workers-killed.ts';
import { twoInstallations } from './two-installations.ts';
import { pausedAtRandom } from './paused-at-random.ts';
import { pgbouncer } from './pgbouncer.ts';
import { postgresAway } from './postgres-away.ts';
import { postgresCrashed } from './postgres-crashed.ts';
import { powerCut } from './power-cut.ts';
import { redisGone } from './redis-gone.ts';
import { repeatedCalls } from './repeated-calls.ts';
import { s3Away } from './s3-away.ts';
import { sideBySide } from './side-by-side.ts';
import { soak } from './soak.ts';
import { stuckNoticed } from './stuck-noticed.ts';
import { temporalKilled } from './temporal-killed.ts';
import { temporalEmpty, temporalOlder } from './temporal-older.ts';
import { upgrade } from './upgrade.ts';
import { urlSource } from './url-source.ts';
import { webhooks } from './webhooks.ts';
import { failover, restored, snapshot } from './went-back.ts';
import { workerKilled } from './worker-killed.ts';
import { zombie } from './zombie.ts';

/** Scenarios of processes that end and connections that break. */
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
  twoInstallations,
];

/** Scenarios of odd sources, bad rows, and concurrent work on the same rows or job. */
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

/** Scenarios of other versions. */
export const OF_VERSIONS: readonly Scenario[] = [lastRelease];

/** Every scenario, in the order it is played. */
export const SCENARIOS: readonly Scenario[] = [
  ...OF_PROCESSES,
  ...OF_SOURCES_AND_ROWS,
  ...OF_VERSIONS,
  stuckNoticed,
  alerts,
  blackHole,
  temporalOlder,
  temporalEmpty,
  failover,
  restored,
  snapshot,
  zombie,
  powerCut,
  clock,
  upgrade,
  pgbouncer,
  postgresAway,
  soak,
  ...BLACK_HOLES,
];
