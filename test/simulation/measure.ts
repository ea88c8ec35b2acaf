import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startEngine } from '../../engine/cli/engine.ts';
import { createStopSignal } from '../../engine/cli/stop-signal.ts';
import { subscriberImportWorkflowId } from '../../engine/jobs/subscriber-import.ts';
import { loadConfig } from '../../engine/platform/config.ts';
import { createList } from '../bench/api-client.ts';
import { withBench } from '../bench/bench.ts';
import type { Bench } from '../bench/bench.ts';
import { timeManyClients } from '../bench/many-clients.ts';
import { latenciesOf, timed } from '../bench/latencies.ts';
import { largeOrder, provideFiles, STEPS } from '../bench/large-imports.ts';
import { currentLoad, describeMachine } from '../bench/machine.ts';
import { readUsage, usageBetween } from '../bench/processes.ts';
import type { Part } from '../bench/processes.ts';
import { timeImport } from '../bench/timed-import.ts';
import { SMALL_ROWS, smallOrder } from '../bench/small-imports.ts';
import type { MeasuredImport, Measurements } from './costs.ts';
import { readTasks } from './read-tasks.ts';
import { readBusySeconds, sampleUsage } from './sample-usage.ts';
import type { UsageSamples } from './sample-usage.ts';

// Measures the costs of the simulation on this machine: `node test/simulation/measure.ts`. Takes some three
// minutes, in which nothing else should run, and writes costs.json.

const OPTIONS = { rows: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '3' } } as const;
const SMALL_IMPORTS = 40;
const STATEMENTS = 500;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const loadBefore = currentLoad();
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-measure-'));
  const { HOME, SLUICE_CACHE_DIR, TEMPORAL_CLI_PATH } = process.env;
  const config = loadConfig({
    ...{ HOME, SLUICE_CACHE_DIR, TEMPORAL_CLI_PATH, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    ...{ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_ORGANIZATION: '0', PORT: '0', TEMPORAL_UI_PORT: '0' },
  });
  const signal = createStopSignal(() => say('Stopping.'));
  const engine = await startEngine(config, { onProgress: say, signal });
  try {
    const args = { rows: Number(values.rows) } as Bench['args'];
    const measured = await withBench(engine, { config, args, signal, say }, (bench) =>
      measure(bench, Number(values.runs), loadBefore),
    );
    const file = fileURLToPath(new URL('costs.json', import.meta.url));
    await writeFile(file, `${JSON.stringify(measured, null, 2)}\n`);
    say(`Written to ${file}`);
  } finally {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(bench: Bench, runs: number, loadBefore: number): Promise<Measurements> {
  const { rows } = bench.args;
  await provideFiles(bench);
  const file = await stat(join(bench.config.uploadsDir, '1', 'bench-0.csv'));
  const imports: Record<'new' | 'changed', MeasuredImport[]> = { new: [], changed: [] };
  const nextTasks: number[] = [];
  for (let run = 0; run < runs; run++) {
    const list = await createList(bench.api, `Costs ${run}`);
    for (const step of STEPS) {
      if (step.name !== 'new' && step.name !== 'changed') continue;
      const order = { ...largeOrder(list, step.file, bench), overwrite: step.overwrite, counter: step.counter };
      const { measured, pauses } = await measureImport(bench, order);
      imports[step.name].push(measured);
      nextTasks.push(...pauses);
      say(`  ${step.name}: ${measured.seconds.toFixed(1)} s`);
    }
  }
  const machine = await describeMachine(bench.pool);
  return {
    machine: { cpu: machine.cpu, cores: machine.cores, node: machine.node, postgres: machine.postgres },
    ...{ date: new Date().toISOString().slice(0, 10), loadBefore, rows, bytesPerRow: file.size / rows },
    imports: { new: median(imports.new), changed: median(imports.changed) },
    small: await measureSmall(bench),
    manyClients: await measureManyClients(bench),
    nextTask: timesOf(nextTasks),
    ...(await measureStatements(bench)),
  };
}

/** Times an import, and divides the processor time of each process among its phases. */
async function measureImport(bench: Bench, order: Parameters<typeof timeImport>[1]) {
  const before = { at: performance.now(), busy: await readBusySeconds() };
  const sampling = sampleUsage();
  const { id, seconds, problems } = await timeImport(bench.api, order, bench.signal);
  if (problems.length > 0) throw new Error(problems.join(' '));
  const workflowId = subscriberImportWorkflowId(id, '');
  await bench.client.workflow.getHandle(workflowId).result();
  const usage = await sampling.end();
  const busy = (await readBusySeconds()) - before.busy;
  const ours = Object.values(usage.between(-Infinity, Infinity)).reduce((sum, used) => sum + used, 0);
  const otherCores = Math.max(0, busy - ours) / ((performance.now() - before.at) / 1000);
  const { events, tasks, pauses } = await readTasks(bench.client, workflowId);
  const of = (activity: string) => tasks.filter((task) => task.activity === activity);
  const phase = (...activities: readonly string[]) => {
    const parts = activities.flatMap(of);
    const from = Math.min(...parts.map(({ started }) => started));
    const to = Math.max(...parts.map(({ ended }) => ended));
    return { seconds: to - from, cpuSeconds: usage.between(from, to) };
  };
  // The last tasks of a phase are done one by one, those before in groups.
  const phases = {
    scan: phase('scanSource'),
    stage: phase('stageRanges', 'stageRange'),
    merge: phase('mergeChunks', 'mergeChunk'),
  };
  const names = [...new Set(tasks.map(({ activity }) => activity))];
  const activities = names.map((name) => [
    name,
    timesOf(of(name).map(({ started, ended }) => (ended - started) * 1000)),
  ]);
  const measured: MeasuredImport = {
    ...{ seconds, otherCores, events, phases: { ...phases, rest: restOf(usage, Object.values(phases), seconds) } },
    activities: Object.fromEntries(activities) as MeasuredImport['activities'],
  };
  return { measured, pauses };
}

type Phase = MeasuredImport['phases']['rest'];

function restOf(usage: UsageSamples, phases: readonly Phase[], seconds: number): Phase {
  const all = usage.between(-Infinity, Infinity);
  const rest = (part: Part) => Math.max(0, all[part] - phases.reduce((sum, phase) => sum + phase.cpuSeconds[part], 0));
  const cpuSeconds = {
    worker: rest('worker'),
    api: rest('api'),
    postgres: rest('postgres'),
    temporal: rest('temporal'),
  };
  return { seconds: Math.max(0, seconds - phases.reduce((sum, phase) => sum + phase.seconds, 0)), cpuSeconds };
}

/** Times inline imports one after the other. */
async function measureSmall({ api, client, signal }: Bench): Promise<Measurements['small']> {
  const { id } = await createList(api, 'Small costs');
  const before = await readUsage();
  const times: number[] = [];
  let last = 0;
  for (let number = 0; number < SMALL_IMPORTS; number++) {
    const imported = await timeImport(api, smallOrder(id, number), signal);
    times.push(imported.seconds * 1000);
    last = imported.id;
  }
  const after = await readUsage();
  const cpu = (part: Part) => ((after?.[part]?.cpuSeconds ?? 0) - (before?.[part]?.cpuSeconds ?? 0)) / SMALL_IMPORTS;
  const workflowId = subscriberImportWorkflowId(last, '');
  await client.workflow.getHandle(workflowId).result();
  const { events } = await readTasks(client, workflowId);
  const cpuSeconds = { worker: cpu('worker'), api: cpu('api'), postgres: cpu('postgres'), temporal: cpu('temporal') };
  return { rows: SMALL_ROWS, ...timesOf(times), events, cpuSeconds };
}

/** Times inline imports of many clients at the same time. */
async function measureManyClients(bench: Bench): Promise<Measurements['manyClients']> {
  const before = { at: performance.now(), busy: await readBusySeconds(), usage: await readUsage() };
  const { clients, importsPerSecond } = await timeManyClients(bench);
  const seconds = (performance.now() - before.at) / 1000;
  const used = Object.values(usageBetween(before.usage, await readUsage()) ?? {});
  const ours = used.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return { clients, importsPerSecond, otherCores: ((await readBusySeconds()) - before.busy - ours) / seconds };
}

/** Times statements that read nothing, and transactions that write one row. */
async function measureStatements({ pool }: Bench): Promise<Pick<Measurements, 'statement' | 'commit'>> {
  await pool.query('create table simulation_commits (n int)');
  const repeat = async (statement: string) => {
    const times: number[] = [];
    for (let n = 0; n < STATEMENTS; n++) times.push(await timed(() => pool.query(statement)));
    return timesOf(times);
  };
  const statement = await repeat('select 1');
  const commit = await repeat('insert into simulation_commits values (1)');
  await pool.query('drop table simulation_commits');
  return { statement, commit };
}

function timesOf(milliseconds: readonly number[]) {
  const { calls, p50Ms, p99Ms } = latenciesOf(milliseconds);
  return { count: calls, p50Ms, p99Ms };
}

function median(imports: readonly MeasuredImport[]): MeasuredImport {
  return [...imports].sort((a, b) => a.seconds - b.seconds)[Math.floor(imports.length / 2)]!;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
