import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '../../../engine/platform/config.ts';
import { imbalances } from '../checks/balance.ts';
import { reportOf } from '../checks/outcome.ts';
import { PromiseBroken, requireNone } from '../failure.ts';
import type { Random } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import type { CsvFile } from '../sources/csv-file.ts';
import { createEmptyList, createImport, inline, THOROUGH } from '../sources/list.ts';
import { sampleMemory } from '../world/memory.ts';
import type { MemorySamples } from '../world/memory.ts';
import { slowly, startWebServer } from '../world/web-server.ts';
import type { Stage } from '../world/world.ts';

/** Ten clients begin fifty imports a minute, with the settings of `npx sluice start`. */
export const soak: Scenario = {
  name: 'soak',
  title: 'hours of work leave the memory of API and worker flat, and every import is exact',
  only: 'asked',
  play: async (stage) => {
    const { rangeBytes, chunkRows } = loadConfig({});
    const api = await stage.start('api');
    const worker = await stage.start('worker', { rangeBytes, chunkRows });
    const memory = { api: await sampleMemory(api, SAMPLE_MS), worker: await sampleMemory(worker, SAMPLE_MS) };
    const clients = Array.from({ length: CLIENTS }, (_, i) => workAsClient(stage, i, stage.random.fork(`client ${i}`)));
    await Promise.all(clients);
    requireNone([...flatness(stage, 'API', memory.api), ...flatness(stage, 'worker', memory.worker)]);
  },
};

const CLIENTS = 10;
const IMPORTS_PER_MINUTE = 50;
const SAMPLE_MS = 1_000;
const MOST_GROWTH = 1.1;
const MEBIBYTE = 1024 * 1024;

async function workAsClient(stage: Stage, client: number, random: Random): Promise<void> {
  const listId = await createEmptyList(stage);
  const imports = Math.round((stage.minutes * IMPORTS_PER_MINUTE) / CLIENTS);
  const everyMs = (stage.minutes * 60_000) / imports;
  const began = Date.now() + (client * everyMs) / CLIENTS;
  for (let i = 0; i < imports; i++) {
    await delay(Math.max(0, began + i * everyMs - Date.now()));
    const file = makeCsvFile(random.fork(String(i)), { rows: sizeOf(random), prefix: `c${client}n` });
    await importOnce(stage, listId, file, random.pick(['inline', 'upload', 'url']));
  }
}

/** Most imports are small. */
function sizeOf(random: Random): number {
  const kind = random.int(1, 100);
  if (kind <= 70) return random.int(10, 300);
  return kind <= 95 ? random.int(1_000, 5_000) : random.int(20_000, 50_000);
}

async function importOnce(
  stage: Stage,
  listId: number,
  file: CsvFile,
  kind: 'inline' | 'upload' | 'url',
): Promise<void> {
  const server = kind === 'url' ? await startWebServer(slowly(file.content, 4, 20)) : null;
  const filename = `soak-${listId}.csv`;
  if (kind === 'upload') await stage.files.upload(filename, file.content);
  const upload = { type: 'upload_directory', filename };
  const source = kind === 'inline' ? inline(file) : kind === 'upload' ? upload : { type: 'url', url: server?.url };
  const importId = await createImport(stage, listId, source, THOROUGH);
  const report = await reportOf(stage, importId);
  await server?.close();
  const { state, error_message: reason } = report.detail;
  const wrong = state === 'finished' ? imbalances(file, report) : [`it is ${state}: ${reason}`];
  if (wrong.length > 0) throw new PromiseBroken(wrong.map((sentence) => `Import ${importId}: ${sentence}.`));
  stage.figures.add(`imports of the soak: ${kind}`);
  stage.figures.add('rows of the soak', file.rows.length);
}

function flatness({ figures }: Stage, name: string, memory: MemorySamples | null): string[] {
  if (memory === null) return [];
  memory.stop();
  const { first, last } = memory.thirds();
  figures.add(`MiB of the ${name}: first third`, Math.round(first / MEBIBYTE));
  figures.add(`MiB of the ${name}: last third`, Math.round(last / MEBIBYTE));
  const isFlat = last <= first * MOST_GROWTH;
  return isFlat ? [] : [`the memory of the ${name} grew from ${first} to ${last} bytes`];
}
