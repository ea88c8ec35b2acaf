import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { TemporalClient } from '../../engine/jobs/temporal-client.ts';
import type { Pool } from 'pg';
import type { RunningEngine } from '../../engine/cli/engine.ts';
import type { Config } from '../../engine/platform/config.ts';
import { createPool } from '../../engine/db/core/pool.ts';
import type { ApiClient, BenchList } from './api-client.ts';
import { createApiClient, createList } from './api-client.ts';
import type { BenchArguments, BenchPart } from './arguments.ts';
import type { TimedCopy } from './copy-rate.ts';
import { timeCopy } from './copy-rate.ts';
import { timeCommands } from './large-commands.ts';
import type { LargeCommands } from './large-commands.ts';
import { timeExport } from './export.ts';
import type { ListExport } from './export.ts';
import type { Sample } from './large-imports.ts';
import { largeOrder, provideFiles, STEPS, takeStep } from './large-imports.ts';
import { timeListDeletion } from './list-deletion.ts';
import type { ListDeletion } from './list-deletion.ts';
import { timeLogDownload } from './log-download.ts';
import type { LogDownload } from './log-download.ts';
import type { Machine } from './machine.ts';
import { describeMachine } from './machine.ts';
import { timeManyClients } from './many-clients.ts';
import type { ManyClients } from './many-clients.ts';
import { watchManners, watchTransactions } from './manners.ts';
import type { Manners, Transaction } from './manners.ts';
import { writeCopyText } from './rows.ts';
import type { SmallImports } from './small-imports.ts';
import { timeRules } from './rules.ts';
import type { RuleImports } from './rules.ts';
import { timeSharing } from './sharing.ts';
import type { Sharing } from './sharing.ts';
import { timeSmallImports } from './small-imports.ts';
import { timeImport } from './timed-import.ts';

/** A running engine and what reaches into it. */
export interface Bench {
  readonly config: Config;
  readonly args: BenchArguments;
  readonly api: ApiClient;
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly pool: Pool;
  readonly client: TemporalClient;
  readonly signal: AbortSignal;
  /** Hears of each figure when it is there. */
  readonly say: (line: string) => void;
}

/** Latencies of other clients on an idle service, and while every subscriber of a large list is changed. */
export interface LargeImportManners {
  readonly alone: Manners;
  readonly during: Manners;
}

/** An import of new rows from a larger file, and the oldest transaction during it. */
export interface Growth extends Sample {
  readonly rows: number;
  readonly oldestTransaction: Transaction;
}

/** All that was measured, raw. */
export interface Measured {
  readonly machine: Machine;
  readonly copies: readonly TimedCopy[];
  readonly samples: readonly Sample[];
  /** A part that was left out is null. */
  readonly log: LogDownload | null;
  readonly small: SmallImports | null;
  readonly clients: ManyClients | null;
  readonly manners: LargeImportManners | null;
  readonly commands: LargeCommands | null;
  readonly export: ListExport | null;
  readonly deletion: ListDeletion | null;
  readonly rules: RuleImports | null;
  /** An import of new rows for each larger file, the smallest first. */
  readonly growth: readonly Growth[] | null;
  readonly sharing: Sharing | null;
}

/** Input of the bench; the remaining attributes are derived from the running engine. */
type BenchInput = Omit<Bench, 'api' | 'apiUrl' | 'apiKey' | 'pool' | 'client'>;

/** Measures a running engine from outside: through its API, its Postgres and its Temporal. */
export function measure(engine: RunningEngine, bench: BenchInput): Promise<Measured> {
  return withBench(engine, bench, measureParts);
}

/** Connects to a running engine while something is measured. */
export async function withBench<Result>(
  engine: RunningEngine,
  bench: BenchInput,
  work: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const { config, signal } = bench;
  // Each call listens to it until its answer is garbage.
  setMaxListeners(0, signal);
  const pool = createPool(engine.databaseUrl, { applicationName: 'sluice-bench' });
  const connection = await Connection.connect({ address: engine.temporalAddress });
  try {
    const { apiUrl, apiKey } = engine;
    const api = createApiClient(apiUrl, apiKey ?? '', signal);
    const client = new TemporalClient(config, { connection });
    return await work({ ...bench, api, apiUrl, apiKey: apiKey ?? '', pool, client });
  } finally {
    await connection.close();
    await pool.end();
  }
}

async function measureParts(bench: Bench): Promise<Measured> {
  const { args, say } = bench;
  const { copies, samples, list } = await takeTurns(bench);
  const part = async <Result>(name: BenchPart, measure: () => Promise<Result>): Promise<Result | null> => {
    if (!args.only.has(name)) return null;
    bench.signal.throwIfAborted();
    say(`  ${name} …`);
    const result = await measure();
    say(`  ${name}: ${JSON.stringify(result)}`);
    return result;
  };
  const watchLarge = async (large: Bench, into: BenchList) => ({
    manners: await part('manners', () => watchLargeImport(large, into)),
    commands: await part('commands', () => timeCommands(large, into)),
  });
  const added = samples.findLast((sample) => sample.name === 'new')?.id ?? 0;
  const grows = args.growth.length > 0 && args.only.has('growth');
  const before = {
    machine: await describeMachine(bench.pool),
    copies,
    samples,
    log: await part('log', () => timeLogDownload(bench.apiUrl, bench.apiKey, added)),
    small: await part('small', () => timeSmallImports(bench)),
    clients: await part('clients', () => timeManyClients(bench)),
    export: await part('export', () => timeExport(bench, list)),
  };
  // The list of the imports is deleted in the end, and larger ones need an empty table.
  const beside = grows ? null : await watchLarge(bench, list);
  const deletion = await part('deletion', () => timeListDeletion(bench, list));
  const rules = await part('rules', () => timeRules(bench));
  const growth: Growth[] = [];
  let largest: { readonly bench: Bench; readonly list: BenchList } | null = null;
  for (const rows of grows ? args.growth : []) {
    const larger = withRows(bench, rows);
    const into = (largest = { bench: larger, list: await growthList(larger) });
    const sample = await part('growth', () => importMore(larger, into.list));
    if (sample !== null) growth.push(sample);
  }
  const watched = largest === null ? beside : await watchLarge(largest.bench, largest.list);
  const sharing = await part('sharing', () => timeSharing(bench));
  return { ...before, ...EMPTY, ...watched, deletion, rules, growth: grows ? growth : null, sharing };
}

const EMPTY = { manners: null, commands: null };

function withRows(bench: Bench, rows: number): Bench {
  return { ...bench, args: { ...bench.args, rows } };
}

async function watchLargeImport(bench: Bench, list: BenchList): Promise<LargeImportManners> {
  const others = { list, rows: bench.args.rows, importId: await newestImport(bench) };
  const { manners: alone } = await watchManners(bench, others, () => delay(ALONE_MS));
  const { manners: during } = await watchManners(bench, others, ({ see }) =>
    timeImport(bench.api, { ...largeOrder(list, 0, bench), onCreated: see }, bench.signal),
  );
  return { alone, during };
}

const ALONE_MS = 15_000;

async function newestImport({ pool }: Bench): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`select max(id) as id from subscriber_imports`);
  return rows[0]?.id ?? 0;
}

/** An empty list in an empty table. */
async function growthList(larger: Bench): Promise<BenchList> {
  await larger.pool.query('truncate subscribers, subscriber_counts');
  return createList(larger.api, `Growth to ${larger.args.rows}`);
}

/** The import of new subscribers from a larger file. */
async function importMore(larger: Bench, list: BenchList): Promise<Growth> {
  const { args, pool } = larger;
  await provideFiles(larger, args.only.has('manners') || args.only.has('commands') ? [0, 1] : [0]);
  const transactions = watchTransactions(pool);
  try {
    const sample = await takeStep(larger, list, STEPS[0]);
    return { ...sample, rows: args.rows, oldestTransaction: transactions.oldest() };
  } finally {
    await transactions.stop();
  }
}

/** COPY and imports take turns, so that a busy minute of the machine slows both down. */
async function takeTurns(bench: Bench) {
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
  let list: BenchList = { id: 0, fieldIds: [] };
  for (let run = 1; run <= args.runs; run++) {
    await pool.query('truncate subscribers, subscriber_counts');
    list = await createList(api, `Bench ${run}`);
    if (run === 1) await writeCopyText(copyText, args.rows, list);
    for (const step of STEPS) {
      if (copies.length < args.copies) await copyOnce();
      const sample = await takeStep(bench, list, step);
      samples.push(sample);
      say(describe(step.name, sample.seconds));
    }
  }
  while (copies.length < args.copies) await copyOnce();
  return { copies, samples, list };
}

function describe(name: string, seconds: number): string {
  return `  ${name.padEnd(14)} ${seconds.toFixed(2).padStart(8)} s`;
}
