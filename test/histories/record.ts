import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { WorkflowHandle } from '@temporalio/client';
import { startRecording } from './recording.ts';
import { SCENARIOS } from './scenarios.ts';
import { scrub, tracesIn } from './scrub.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const only = process.argv.slice(2);
const recording = await startRecording();
try {
  for (const [place, scenario] of Object.entries(SCENARIOS)) {
    if (only.length > 0 && !only.includes(place)) continue;
    try {
      const runs = await scenario(recording);
      for (const [name, handle] of Object.entries(runs)) await keep(name === '' ? place : sibling(place, name), handle);
    } catch (error) {
      process.exitCode = 1;
      process.stderr.write(`${place} was not recorded: ${String(error)}\n`);
    }
  }
} finally {
  await recording.stop();
}

async function keep(place: string, handle: WorkflowHandle): Promise<void> {
  const history = scrub(JSON.parse(historyToJSON(await handle.fetchHistory())) as { events: unknown[] });
  // One line per event: small, and a change of one shows as such.
  const text = `{"events":[\n${history.events.map((event) => JSON.stringify(event)).join(',\n')}\n]}\n`;
  const traces = tracesIn(text);
  if (traces.length > 0) throw new Error(`The history ${place} still names ${traces.join(', ')}.`);
  await mkdir(`${FOLDER}${place.split('/')[0] ?? ''}`, { recursive: true });
  await writeFile(`${FOLDER}${place}.json`, text);
  process.stdout.write(`${place}: ${history.events.length} events, ${Math.ceil(text.length / 1024)} kB\n`);
}

function sibling(place: string, name: string): string {
  return `${place.slice(0, place.lastIndexOf('/') + 1)}${name}`;
}
