import { constants } from 'node:os';
import { inspectJob } from '../../jobs/inspect-job.ts';
import type { Inspection } from '../../jobs/inspect-job.ts';
import type { DependencyHealth } from '../../jobs/dependency-health.ts';
import type { TemporalClient } from '../../jobs/temporal-client.ts';
import { callTemporal } from '../../platform/timeouts.ts';
import { causeOf } from '../doctor/check-jobs.ts';
import type { OpenJob } from '../doctor/check-jobs.ts';

/** The facts of a job for a bundle: ids, counts, codes and names of ours; no text of a client, a file or a server. */
export type JobFactsForSupport = ReturnType<typeof factsOf> & { readonly inside: ReturnType<typeof insideOf> | null };

/** Reads the facts of jobs that are stuck or stalled, of at most the first `limit`; those inside are null where no worker answers. */
export async function readJobFactsForSupport(
  open: readonly OpenJob[],
  client: TemporalClient | null,
  { dependencies, limit }: { readonly dependencies: DependencyHealth; readonly limit: number },
): Promise<readonly JobFactsForSupport[]> {
  const found = [];
  for (const each of open.filter(({ health }) => health !== null && health.health !== 'ok').slice(0, limit)) {
    const inspection = client === null ? null : await inspect(client, each, dependencies);
    found.push({ ...factsOf(each), inside: inspection === null ? null : insideOf(inspection) });
  }
  return found;
}

/** The number of jobs by kind, state and health. */
export function countJobs(open: readonly OpenJob[]) {
  const counts = new Map<string, { kind: string; state: string; health: string; count: number }>();
  for (const { job, health } of open) {
    const group = { kind: job.kind, state: job.state, health: health?.health ?? 'unknown' };
    const key = JSON.stringify(group);
    counts.set(key, { ...group, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

const ANSWER_MS = 5_000;

function inspect(client: TemporalClient, { job }: OpenJob, dependencies: DependencyHealth): Promise<Inspection | null> {
  const limit = <Result>(call: () => Promise<Result>) => callTemporal(client, ANSWER_MS, call);
  return inspectJob(client, job, { dependencies, limit }).catch(() => null);
}

function factsOf({ job, health }: OpenJob) {
  return {
    kind: job.kind,
    // The rest of a workflow id is a setting.
    id: Number(job.workflowId.split('/').at(-1)),
    state: job.state,
    health: health?.health === 'stalled' ? 'stalled' : 'stuck',
    cause: causeOf(health),
    organizationId: job.organizationId,
    mailingListId: job.mailingListId,
    done: job.done,
    total: job.total,
    beganAt: job.beganAt,
  };
}

function insideOf({ view, facts, diagnosis }: Inspection) {
  return {
    answers: view !== null,
    cause: diagnosis?.cause ?? null,
    isDeciding: facts.isDeciding,
    isBroken: facts.brokenBy !== null,
    progress: view?.progress ?? null,
    counters: view?.counters ?? null,
    parked: (view?.parked ?? []).map(({ work, number, reason }) => ({ work, number, codes: codesIn(reason) })),
    activities: facts.activities.map(({ type, attempt, isPaused, isStarted, failure }) => ({
      ...{ type, attempt, isPaused, isStarted },
      failure: failure === null ? null : { codes: codesIn(failure.message), isLostWorker: failure.isLostWorker },
    })),
  };
}

/** SQLSTATEs and codes of the operating system in a message of ours. */
function codesIn(message: string): string[] {
  return [...message.matchAll(/\bSQLSTATE ([0-9A-Z]{5})\b|\b(E[A-Z]{3,14})\b/g)].flatMap(([, state, code]) => {
    const found = state ?? code;
    return found === undefined || (state === undefined && !SYSTEM_CODES.has(found)) ? [] : [found];
  });
}

const SYSTEM_CODES: ReadonlySet<string> = new Set(Object.keys(constants.errno));
