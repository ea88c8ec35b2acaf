import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEngine } from '../../engine/cli/engine.ts';
import { createStopSignal } from '../../engine/cli/stop-signal.ts';
import type { Config } from '../../engine/platform/config.ts';
import { loadConfig } from '../../engine/platform/config.ts';
import type { BenchArguments } from './arguments.ts';
import { parseArguments } from './arguments.ts';
import type { Figures } from './figures.ts';
import { figuresOf } from './figures.ts';
import { measure } from './bench.ts';
import { currentLoad, isBusy } from './machine.ts';
import { printFigures } from './print.ts';

/** `npm run bench`: measures the whole default engine against a plain COPY. Ends with 1 when a counter is wrong. */
async function main(): Promise<void> {
  const args = parseArguments(process.argv.slice(2));
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  try {
    const figures = await run(args, benchConfig(dataDir));
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

/** The defaults, save for what would reach out of the temporary folder; what shapes the work can be set. */
function benchConfig(dataDir: string): Config {
  const { RANGE_BYTES, CHUNK_ROWS, WORKER_CONCURRENCY, LOG_LEVEL = 'warn' } = process.env;
  const { HOME, XDG_CACHE_HOME, SLUICE_CACHE_DIR, TEMPORAL_CLI_PATH } = process.env;
  return loadConfig({
    ...{ RANGE_BYTES, CHUNK_ROWS, WORKER_CONCURRENCY, LOG_LEVEL },
    ...{ HOME, XDG_CACHE_HOME, SLUICE_CACHE_DIR, TEMPORAL_CLI_PATH },
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    PORT: '0',
    TEMPORAL_UI_PORT: '0',
  });
}

async function keep(figures: Figures): Promise<string> {
  const directory = fileURLToPath(new URL('../../bench-results/', import.meta.url));
  const file = join(directory, `${figures.rows}.json`);
  await mkdir(directory, { recursive: true });
  await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`);
  return file;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
