import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startEngine } from '../../engine/cli/engine.ts';
import { createStopSignal } from '../../engine/cli/stop-signal.ts';
import { createList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { withBench } from './bench.ts';
import { benchConfig, runCommand, say } from './command.ts';
import { provideFiles, STEPS, takeStep } from './large-imports.ts';
import { currentLoad, describeMachine } from './machine.ts';
import { benchRow } from './rows.ts';
import type { Variant } from './rows.ts';

/** The steps that both importers do: rows that are not there, and the same rows with other values. */
const COMPARED = STEPS.filter(({ name }) => name === 'new' || name === 'changed');
const POLL_MS = 100;

/**
 * Compares imports of the same rows by Sluice and by listmonk (https://listmonk.app), in turn, into databases of one Postgres that
 * is not ours to set. `--database` is an empty database for Sluice, `--listmonk` the address of a running listmonk whose
 * subscribers may all be deleted, `--token user:token` one of its API users.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      listmonk: { type: 'string', default: 'http://127.0.0.1:9000' },
      token: { type: 'string' },
      rows: { type: 'string', default: '300000' },
      runs: { type: 'string', default: '3' },
    },
  });
  if (values.database === undefined || values.token === undefined)
    throw new Error('Name the database of Sluice with --database and the API user of listmonk with --token.');
  const rows = Number(values.rows);
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  const signal = createStopSignal(() => say('Stopping.'));
  const config = benchConfig(dataDir, { DATABASE_URL: values.database });
  const args = { rows, runs: Number(values.runs), copies: 0, small: 0, growth: [], only: new Set<never>() };
  const engine = await startEngine(config, { onProgress: say, signal });
  try {
    const listmonk = createListmonk(values.listmonk, values.token, signal);
    await withBench(engine, { config, args, signal, say }, (bench) => compare(bench, listmonk, dataDir));
  } finally {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compare(bench: Bench, listmonk: Listmonk, dataDir: string): Promise<void> {
  const { args, api, pool } = bench;
  const { cpu, cores, postgres } = await describeMachine(pool);
  say(`${args.rows} rows, ${cpu}, ${cores} cores, Postgres ${postgres}, load ${currentLoad().toFixed(1)}`);
  await provideFiles(bench);
  const file = (variant: Variant) => join(dataDir, `listmonk-${variant}.csv`);
  for (const variant of [0, 1] as const) await writeListmonkCsv(file(variant), args.rows, variant);
  const ratios = new Map<string, number[]>();
  for (let run = 1; run <= args.runs; run++) {
    await pool.query('truncate subscribers, subscriber_counts');
    const list = await createList(api, `Bench ${run}`);
    const listId = await listmonk.emptyList(`Bench ${run}`);
    for (const step of COMPARED) {
      const { seconds: own, problems } = await takeStep(bench, list, step);
      if (problems.length > 0) throw new Error(problems.join(' '));
      const other = await listmonk.importFile(listId, file(step.file), args.rows);
      ratios.set(step.name, [...(ratios.get(step.name) ?? []), other / own]);
      say(
        `${step.name.padEnd(8)} Sluice ${own.toFixed(2)} s, listmonk ${other.toFixed(2)} s: ${(other / own).toFixed(1)} times`,
      );
    }
  }
  for (const [name, each] of ratios)
    say(`${name}: median ${each.toSorted((a, b) => a - b)[each.length >> 1]?.toFixed(1)}`);
}

interface Listmonk {
  /** Deletes all subscribers and creates a list. @returns its id */
  emptyList(name: string): Promise<number>;
  /** Imports a file that overwrites what is there. @returns the seconds until its import has finished */
  importFile(listId: number, path: string, rows: number): Promise<number>;
}

function createListmonk(url: string, token: string, signal: AbortSignal): Listmonk {
  const call = async (method: string, path: string, body?: FormData | object): Promise<unknown> => {
    const isForm = body instanceof FormData;
    const headers = { authorization: `token ${token}`, ...(!isForm && { 'content-type': 'application/json' }) };
    const sent = isForm ? { body } : body !== undefined && { body: JSON.stringify(body) };
    const response = await fetch(`${url}/api${path}`, { method, headers, signal, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`listmonk answered ${method} ${path} with ${response.status}: ${text}`);
    return answer.parse(JSON.parse(text)).data;
  };
  const emptyList = async (name: string) => {
    await call('POST', '/subscribers/query/delete', { all: true });
    return withId.parse(await call('POST', '/lists', { name, type: 'private', optin: 'single' })).id;
  };
  const importFile = async (listId: number, path: string, rows: number) => {
    const form = new FormData();
    const params = {
      mode: 'subscribe',
      subscription_status: 'confirmed',
      delim: ',',
      lists: [listId],
      overwrite: true,
    };
    form.set('params', JSON.stringify(params));
    form.set('file', new Blob([await readFile(path)]), 'subscribers.csv');
    const began = performance.now();
    await call('POST', '/import/subscribers', form);
    for (;;) {
      const { status, imported } = importStatus.parse(await call('GET', '/import/subscribers'));
      if (status === 'finished' && imported === rows) return (performance.now() - began) / 1000;
      if (status !== 'importing') throw new Error(`listmonk has ${status} with ${imported} rows of ${rows}.`);
      await delay(POLL_MS, undefined, { signal });
    }
  };
  return { emptyList, importFile };
}

const answer = z.object({ data: z.unknown() });
const withId = z.object({ id: z.number().int() });
const importStatus = z.object({ status: z.string(), imported: z.number() });

/** The rows of the bench in listmonk's columns: the first name is the name, and all three fields are attributes. */
async function writeListmonkCsv(path: string, rows: number, variant: Variant): Promise<void> {
  const lines = Array.from({ length: rows }, (_, index) => {
    const { email, firstName, city, score } = benchRow(index, variant);
    const attributes = JSON.stringify({ first_name: firstName, city, score }).replaceAll('"', '""');
    return `${email},${firstName},"${attributes}"\n`;
  });
  await writeFile(path, `email,name,attributes\n${lines.join('')}`);
}

runCommand(main);
