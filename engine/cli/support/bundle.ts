import { arch, availableParallelism, platform, totalmem } from 'node:os';
import { readLockWaits } from '../../db/core/lock-waits.ts';
import { readSchemaVersion } from '../../db/schema/schema-version.ts';
import { readDependencyHealth } from '../../jobs/dependency-health.ts';
import { packageVersion } from '../../platform/package-version.ts';
import { shownJob } from '../doctor/check-jobs.ts';
import { examine } from '../doctor/examine.ts';
import type { Examination } from '../doctor/examine.ts';
import type { ReachedServers } from '../doctor/reached-servers.ts';
import { countJobs, readJobFactsForSupport } from './job-facts.ts';
import { shownSettings } from './shown-settings.ts';

/**
 * Collects what an engineer needs who helps with this service: the doctor's findings, versions, settings, and figures of the schema, the
 * locks and the jobs. Everything in it is chosen: figures, ids, codes, and names of ours. No address, secret, name of a client or
 * content of a file is read into it.
 */
export async function collectBundle(): Promise<object> {
  let further: object = {};
  const found = await examine(async (servers, known) => {
    further = await readFurther(servers, known);
  });
  const { findings, config, server, temporal, jobs } = found;
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    versions: {
      sluice: packageVersion(),
      node: process.versions.node,
      postgres: server?.version ?? null,
      temporal: temporal?.version ?? null,
    },
    machine: { platform: platform(), arch: arch(), processors: availableParallelism(), memoryBytes: totalmem() },
    findings: findings.map(({ check, state, text, remedy }) => ({ check, state, text, remedy })),
    settings: config === null ? null : shownSettings(config),
    postgres: server,
    workers: temporal?.queues.workers ?? null,
    backlogs: temporal?.queues.backlogs.map(({ tasks, ageSeconds }) => ({ tasks, ageSeconds })) ?? null,
    jobs: jobs === null ? null : countJobs(jobs),
    ...further,
  };
}

/** Jobs whose facts are read. */
const INSPECTED = 50;

async function readFurther({ pool, client }: ReachedServers, { server, temporal, jobs }: Examination): Promise<object> {
  if (pool === null || server === null) return {};
  const answering = temporal === null ? null : client;
  const dependencies = await readDependencyHealth(pool);
  return {
    schema: await readSchemaVersion(pool).catch(() => null),
    locks: await readLocks(pool).catch(() => null),
    unhealthy: await readJobFactsForSupport(jobs ?? [], answering, { dependencies, limit: INSPECTED }),
  };
}

async function readLocks(pool: NonNullable<ReachedServers['pool']>) {
  const waits = await readLockWaits(pool);
  return waits.map(({ workflowId, seconds, holders }) => ({
    job: shownJob(workflowId),
    seconds,
    // The name of an application and the state of a session are words of the client that connected.
    holders: holders.map(({ pid, seconds: open }) => ({ pid, seconds: open })),
  }));
}
