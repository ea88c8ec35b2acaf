import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../../api/app.ts';
import { loadConfig } from '../../engine/platform/config.ts';
import { bootstrap } from '../../engine/db/accounts/bootstrap.ts';
import { migrate } from '../../engine/db/schema/migrate.ts';
import { createPool } from '../../engine/db/core/pool.ts';
import { startHost } from '../../engine/embedded/host-process.ts';
import { createLogger } from '../../engine/platform/logger.ts';
import { createFakeJobs } from '../api/support/fake-jobs.ts';
import { createApiClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { countRows, fillOrganization } from './large-organization.ts';
import { currentLoad, describeMachine, isBusy } from './machine.ts';
import { readUsage, usageBetween } from './processes.ts';

// What reads of an organization as a whole take when it is large, over HTTP, one request after the other:
// `node test/bench/subscriber-counts.ts --subscribers 5000000`. Ends with 1 when the counts are too
// slow on a machine that has nothing else to do.

const TARGET_MS = 50;
const WARM_UP = 20;
const PATHS = ['/subscriber_counts', '/jobs/all', '/jobs/all?per_page=50', '/jobs/unfinished'];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      subscribers: { type: 'string', default: '5000000' },
      lists: { type: 'string', default: '20' },
      jobs: { type: 'string', default: '10000' },
      requests: { type: 'string', default: '200' },
    },
  });
  const [subscribers, lists] = [Number(values.subscribers), Number(values.lists)];
  const [jobs, requests] = [Number(values.jobs), Number(values.requests)];
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-reads-'));
  const host = await startHost(
    { dataDir, logLevel: 'warn', postgres: { durable: false }, temporal: null },
    { onProgress: say },
  );
  try {
    if (host.postgresUrl === null) throw new Error('The embedded host did not start Postgres.');
    const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: host.postgresUrl, LOG_LEVEL: 'warn', PORT: '0' });
    await migrate(host.postgresUrl);
    const { apiKey } = await bootstrap(host.postgresUrl, config);
    const pool = createPool(host.postgresUrl);
    say(`Adding ${subscribers} subscribers to ${lists} lists, and ${jobs} imports and campaigns.`);
    await fillOrganization(pool, { subscribers, lists, jobs });
    const { cpu, cores, node, postgres } = await describeMachine(pool);
    say(`${cpu}, ${cores} cores · Node ${node}, Postgres ${postgres}`);
    say(`count(*) of the rows: ${(await countRows(pool)).toFixed(0)} ms, the same as what is kept`);

    const app = await buildApp({ config, logger: createLogger(config, 'bench'), jobs: createFakeJobs() });
    const apiUrl = await app.listen({ host: '127.0.0.1', port: 0 });
    const api = createApiClient(apiUrl, apiKey ?? '', new AbortController().signal);
    for (const path of PATHS) {
      const { p50, p99, cpu: cpuMs } = await timeRequests(api, path, requests);
      const load = currentLoad();
      say(
        `GET ${path.padEnd(24)} p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}; ` +
          `processor time of Node ${milliseconds(cpuMs.node)}, of Postgres ${milliseconds(cpuMs.postgres)}; load ${load.toFixed(1)}`,
      );
      if (path === '/subscriber_counts' && p99 >= TARGET_MS && !isBusy(load)) process.exitCode = 1;
    }
    await app.close();
    await pool.end();
  } finally {
    await host.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Timed {
  readonly p50: number;
  readonly p99: number;
  /** For each request; what a busy machine does not change. Node is the API and its client. */
  readonly cpu: { readonly node: number; readonly postgres: number };
}

/** All in milliseconds. */
async function timeRequests(api: ApiClient, path: string, requests: number): Promise<Timed> {
  for (let request = 0; request < WARM_UP; request++) await api.get(path);
  const times: number[] = [];
  const [usage, cpu] = [await readUsage(), process.cpuUsage()];
  for (let request = 0; request < requests; request++) {
    const startedAt = performance.now();
    await api.get(path);
    times.push(performance.now() - startedAt);
  }
  const { user, system } = process.cpuUsage(cpu);
  const postgres = usageBetween(usage, await readUsage())?.postgres?.cpuSeconds ?? NaN;
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return {
    p50: quantile(0.5),
    p99: quantile(0.99),
    cpu: { node: (user + system) / 1000 / requests, postgres: (postgres * 1000) / requests },
  };
}

function milliseconds(value: number): string {
  return `${value.toFixed(1).padStart(6)} ms`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
