import { createList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { latenciesOf } from './latencies.ts';
import type { Latencies } from './latencies.ts';
import { readUsage, usageBetween } from './processes.ts';
import type { Part } from './processes.ts';
import { smallOrder } from './small-imports.ts';
import { timeImport } from './timed-import.ts';

/** Measurements of small imports by many clients. */
export interface ManyClients {
  readonly clients: number;
  readonly importsPerSecond: number;
  readonly latencies: Latencies;
  /** Processor time that each import cost; null where the system does not tell. */
  readonly cpuMs: Partial<Record<Part, number>> | null;
  readonly problems: readonly string[];
}

/** Has many clients import a hundred rows each into a list of their own, one import after the other. */
export async function timeManyClients({ api, signal }: Bench): Promise<ManyClients> {
  const times: number[] = [];
  const problems: string[] = [];
  const lists = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => createList(api, `Client ${n}`)));
  const before = await readUsage();
  const startedAt = performance.now();
  const until = startedAt + DURATION_MS;
  await Promise.all(
    lists.map(async ({ id }) => {
      for (let number = 0; performance.now() < until; number++) {
        const imported = await timeImport(api, { ...smallOrder(id, number), pollMs: POLL_MS }, signal);
        times.push(imported.seconds * 1000);
        problems.push(...imported.problems);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const used = Object.entries(usageBetween(before, await readUsage()) ?? {});
  const cpuMs = Object.fromEntries(used.map(([part, { cpuSeconds }]) => [part, (cpuSeconds * 1000) / times.length]));
  return { clients: CLIENTS, importsPerSecond: times.length / seconds, latencies: latenciesOf(times), cpuMs, problems };
}

const CLIENTS = 32;
const DURATION_MS = 20_000;
/** As often as a patient client asks; asking is work for the service as well. */
const POLL_MS = 250;
