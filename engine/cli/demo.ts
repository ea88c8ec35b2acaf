import { readFile } from 'node:fs/promises';
import { loadConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { createDatabase } from '../db/core/slonik.ts';
import { loadFixture } from '../fixtures/load-fixture.ts';
import { subscriberImportWorkflowId } from '../jobs/subscriber-import.ts';
import { startEngine } from './engine.ts';
import type { RunningEngine } from './engine.ts';
import { createDemoClient } from './demo-client.ts';
import type { DemoImport } from './demo-client.ts';
import { showInConsole } from './demo-console.ts';
import { runCommand } from './run-command.ts';

const SAMPLE = new URL('./demo-subscribers.csv', import.meta.url);
const FIXTURE = new URL('../../docs/fixtures.json', import.meta.url);
const BAR_CELLS = 30;
/** An import of so many rows takes about 20 seconds on two cores. */
const LARGE_ROWS = 1_000_000;

/**
 * `npx sluice demo`: starts the service, imports the sample file with a live progress bar, prints where to look next, and begins
 * an import to watch in the console.
 */
async function demo(stop: AbortSignal, say: (text: string) => void): Promise<void> {
  const engine = await startEngine(demoConfig(), { onProgress: say, signal: stop });
  try {
    if (engine.apiKey === null) {
      say(engine.problem ?? 'The API key is unknown.');
    } else {
      await importSample(engine, engine.apiKey, say);
    }
    say('\nThe service keeps running. Ctrl-C stops it.');
    if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
  } finally {
    await engine.stop();
  }
}

async function importSample(engine: RunningEngine, apiKey: string, say: (text: string) => void): Promise<void> {
  const client = createDemoClient(`${engine.apiUrl}/ga/api/v2`, apiKey);
  const listId = await client.findOrCreateList();
  await loadExample(engine.databaseUrl);
  say('Loaded docs/fixtures.json: autoresponders, a web form, campaigns and other records that the API cannot create.');
  const importId = await client.startImport(listId, await readFile(SAMPLE, 'utf8'));
  say(`Importing the sample file as import ${importId} into list ${listId} …`);
  const ended = await client.follow(importId, showProgress);
  process.stdout.write('\n');
  say(summary(engine, apiKey, ended, listId));
  if (demoConfig().console) await showInConsole(engine, client, LARGE_ROWS, say);
}

/** As `npx sluice load docs/fixtures.json` does. */
async function loadExample(databaseUrl: string): Promise<void> {
  const db = await createDatabase(databaseUrl, { connections: 1 });
  try {
    await loadFixture(db, await readFile(FIXTURE, 'utf8'));
  } finally {
    await db.end();
  }
}

function showProgress({ state, stats }: DemoImport): void {
  const total = stats.number_of_records ?? 0;
  const done = total === 0 ? 0 : stats.records_imported / total;
  const cells = Math.round(done * BAR_CELLS);
  const bar = '█'.repeat(cells) + '░'.repeat(BAR_CELLS - cells);
  const line = `${bar} ${stats.records_imported}/${stats.number_of_records ?? '?'} rows  ${state.padEnd(11)}`;
  // A log file gets the last line only, a terminal sees the bar grow.
  if (process.stdout.isTTY) process.stdout.write(`\r${line}`);
  else if (state === 'finished' || state === 'failed') process.stdout.write(line);
}

function summary(engine: RunningEngine, apiKey: string, ended: DemoImport, listId: number): string {
  const api = `${engine.apiUrl}/ga/api/v2`;
  const counted = Object.entries(ended.stats.subscribers).filter(([, rows]) => rows > 0);
  const curl = (path: string) => `curl -s -H 'Authorization: Basic ${apiKey}' '${api}${path}'`;
  return [
    `Import ${ended.id} is ${ended.state}${ended.error_message === null ? '' : `: ${ended.error_message}`}.`,
    ...counted.map(([counter, rows]) => `  ${counter.padEnd(22)} ${String(rows).padStart(6)}`),
    '',
    'Logs (one address per line; "failed" is a CSV of the rows with the reason in the last column):',
    ...counted.map(([counter]) => `  ${api}/subscriber_imports/${ended.id}/logs/${counter}`),
    '',
    `API          ${api}`,
    `API key      ${apiKey}   (also in ${engine.keyFile})`,
    ...(engine.uiUrl === null ? [] : [`Temporal UI  ${workflowPage(engine.uiUrl, ended.id)}`]),
    '',
    'Next: the failed rows, the subscribers of the list, and the statistics of the loaded campaign:',
    `  ${curl(`/subscriber_imports/${ended.id}/logs/failed`)}`,
    `  ${curl(`/mailing_lists/${listId}/subscribers?per_page=2`)}`,
    `  ${curl(`/mailing_lists/${listId}/campaign_statistics?started_at__start=2026-01-01T00:00:00Z`)}`,
  ].join('\n');
}

function workflowPage(uiUrl: string, importId: number): string {
  const { temporalNamespace, workflowIdPrefix } = demoConfig();
  const workflowId = subscriberImportWorkflowId(importId, workflowIdPrefix);
  return `${uiUrl}/namespaces/${temporalNamespace}/workflows/${encodeURIComponent(workflowId)}`;
}

/** Log lines would tear the progress bar apart, so only what went wrong is logged unless LOG_LEVEL says otherwise. */
function demoConfig(): Config {
  return loadConfig({ LOG_LEVEL: 'warn', ...process.env });
}

runCommand(demo);
