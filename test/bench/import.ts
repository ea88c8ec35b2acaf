import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngine } from '../../engine/cli/engine.ts';
import { createStopSignal } from '../../engine/cli/stop-signal.ts';
import type { Config } from '../../engine/platform/config.ts';
import type { BenchArguments } from './arguments.ts';
import { parseArguments } from './arguments.ts';
import type { Figures } from './figures.ts';
import { figuresOf } from './figures.ts';
import { benchConfig, runCommand, say } from './command.ts';
import { measure } from './bench.ts';
import { currentLoad, isBusy } from './machine.ts';
import { printFigures } from './print.ts';

/** `npm run bench`: measures the whole default engine against a plain COPY. Ends with 1 when a counter is wrong. */
async function main(): Promise<void> {
  const args = parseArguments(process.argv.slice(2));
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  try {
    // What shapes the work can be set.
    const { RANGE_BYTES, CHUNK_ROWS, WORKER_CONCURRENCY, UPLOADS_DIR, TEMPORAL_LINK, LOG_LEVEL = 'warn' } = process.env;
    const settings = { RANGE_BYTES, CHUNK_ROWS, WORKER_CONCURRENCY, UPLOADS_DIR, TEMPORAL_LINK, LOG_LEVEL };
    const figures = await run(args, benchConfig(dataDir, settings));
    say(printFigures(figures));
    say(`\nWritten to ${await keep(figures)}`);
    if (figures.problems.length > 0) process.exitCode = 1;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function run(args: BenchArguments, config: Config): Promise<Figures> {
  const { rangeBytes, chunkRows, workerConcurrency } = config;
  const before = currentLoad();
  if (isBusy(before))
    say(`The machine is busy (load ${before.toFixed(1)}): trust the ratios, not the rows per second.`);
  const signal = createStopSignal(() => say('Stopping.'));
  const engine = await startEngine(config, { onProgress: say, signal });
  try {
    const measured = await measure(engine, { config, args, signal, say });
    const load = { before, after: currentLoad() };
    return figuresOf(measured, args, { load, settings: { rangeBytes, chunkRows, workerConcurrency } });
  } finally {
    await engine.stop();
  }
}

async function keep(figures: Figures): Promise<string> {
  const directory = fileURLToPath(new URL('../../bench-results/', import.meta.url));
  const file = join(directory, `${figures.rows}.json`);
  await mkdir(directory, { recursive: true });
  await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`);
  return file;
}

runCommand(main);
