import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { Pool } from 'pg';
import type { RunningEngine } from '../../engine/cli/engine.ts';
import type { Config } from '../../engine/config.ts';
import { createPool } from '../../engine/db/pool.ts';
import type { ApiClient } from './api-client.ts';
import { createApiClient, createList } from './api-client.ts';
import type { BenchArguments } from './arguments.ts';
import type { TimedCopy } from './copy-rate.ts';
import { timeCopy } from './copy-rate.ts';
import type { Sample } from './large-imports.ts';
import { provideFiles, STEPS, takeStep } from './large-imports.ts';
import type { Machine } from './machine.ts';
import { describeMachine } from './machine.ts';
import { writeCopyText } from './rows.ts';
import type { SmallImports } from './small-imports.ts';
import { timeSmallImports } from './small-imports.ts';

/** A running engine and what reaches into it. */
export interface Bench {
  readonly config: Config;
  readonly args: BenchArguments;
  readonly api: ApiClient;
  readonly pool: Pool;
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Hears of each figure when it is there. */
  readonly say: (line: string) => void;
}

/** All that was measured, raw. */
export interface Measured {
  readonly machine: Machine;
  readonly copies: readonly TimedCopy[];
  readonly samples: readonly Sample[];
  readonly small: SmallImports;
}

/** Measures a running engine from outside: through its API, its Postgres and its Temporal. */
export async function measure(engine: RunningEngine, bench: Omit<Bench, 'api' | 'pool' | 'client'>): Promise<Measured> {
  const { config, signal } = bench;
  const pool = createPool(engine.databaseUrl, { applicationName: 'sluice-bench' });
  const connection = await Connection.connect({ address: engine.temporalAddress });
  try {
    const api = createApiClient(engine.apiUrl, engine.apiKey ?? '', signal);
    const client = new Client({ connection, namespace: config.temporalNamespace });
    return await takeTurns({ ...bench, api, pool, client });
  } finally {
    await connection.close();
    await pool.end();
  }
}

/** COPY and imports take turns, so that a busy minute of the machine slows both down. */
async function takeTurns(bench: Bench): Promise<Measured> {
  const { args, api, pool, say, signal } = bench;
  const copyText = join(bench.config.dataDir, 'bench.copy');
  const copies: TimedCopy[] = [];
  const samples: Sample[] = [];
  const copyOnce = async () => {
    signal.throwIfAborted();
    const copy = await timeCopy(pool, copyText);
    copies.push(copy);
    say(describe('COPY', copy.seconds));
  };

  say(`Making a file of ${args.rows} rows, in two variants.`);
  await provideFiles(bench);
  for (let run = 1; run <= args.runs; run++) {
    await pool.query('truncate subscribers, subscriber_counts');
    const list = await createList(api, `Bench ${run}`);
    if (run === 1) await writeCopyText(copyText, args.rows, list);
    for (const step of STEPS) {
      if (copies.length < args.copies) await copyOnce();
      const sample = await takeStep(bench, list, step);
      samples.push(sample);
      say(describe(step.name, sample.seconds));
    }
  }
  while (copies.length < args.copies) await copyOnce();
  return { machine: await describeMachine(pool), copies, samples, small: await timeSmallImports(bench) };
}

function describe(name: string, seconds: number): string {
  return `  ${name.padEnd(14)} ${seconds.toFixed(2).padStart(8)} s`;
}
