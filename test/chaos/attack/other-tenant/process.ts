import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '../../../../engine/db/core/pool.ts';
import { createRandom } from '../../random.ts';
import { createApi } from '../../world/api.ts';
import type { Addresses } from '../service/tenants.ts';
import type { Kind, Sample } from './kinds.ts';
import { steadyCalls } from './steady-calls.ts';
import { importOnce } from './steady-imports.ts';

// The tenant that the attack must not disturb, in a process of its own, so that the attacker's work does not slow its
// clock. The parent names phases and in the end asks for what was seen in each.

const [addressesText = '', seed = '0', size = 'short'] = process.argv.slice(2);
// A short run only asks whether everything is answered; one that measures needs many samples.
const times = size === 'full' ? 1 : 15;
/** Milliseconds after which a short run sends a call again that a 503 has told to try again; null: it is wrong at once. */
const againAfterMs = size === 'full' ? null : 1_000;
const addresses = JSON.parse(addressesText) as Addresses;
const pool = createPool(addresses.databaseUrl, { max: 2, applicationName: 'chaos' });
const api = createApi(addresses.apiUrl, addresses.other.apiKey);
const random = createRandom(seed).fork('other tenant');
const seen: Record<string, Sample[]> = {};
let phase = 'start';
let isOver = false;
let importId: number | null = null;

function keep(during: string, sample: Sample): void {
  (seen[during] ??= []).push(sample);
}

async function timed(kind: Kind, send: () => Promise<string | null>): Promise<void> {
  const during = phase;
  const began = performance.now();
  const attempt = () => send().catch((error: unknown) => `${kind}: ${describe(error)}`);
  let wrong = await attempt();
  // On a machine that others use, Postgres may take longer than the service waits for a connection.
  if (againAfterMs !== null && wrong?.includes(' was answered 503: ')) {
    await delay(againAfterMs);
    wrong = await attempt();
  }
  keep(during, { kind, ms: performance.now() - began, wrong });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

/** At an interval, so that a service that hangs is charged for every call that waits. */
async function callSteadily(): Promise<void> {
  const pending = new Set<Promise<void>>();
  const timers = steadyCalls(addresses, { random, importId: () => importId }).map(({ kind, everyMs, send }) =>
    setInterval(() => {
      const call = timed(kind, send).finally(() => pending.delete(call));
      pending.add(call);
    }, everyMs * times),
  );
  while (!isOver) await delay(100);
  timers.forEach(clearInterval);
  await Promise.all(pending);
}

async function importSteadily(kind: Kind, rows: number, pauseMs: number): Promise<void> {
  const { listId } = addresses.other;
  for (let i = 0; !isOver; i++) {
    const during = phase;
    const began = Date.now();
    const prefix = `${kind.slice(0, 1)}${i % 40}n`;
    try {
      const { id, ms, wrong } = await importOnce(api, pool, {
        listId,
        random: random.fork(`${kind} ${i}`),
        rows,
        prefix,
      });
      importId = id;
      keep(during, { kind, ms, wrong });
    } catch (error) {
      keep(during, { kind, ms: Date.now() - began, wrong: `${kind}: ${describe(error)}` });
    }
    await delay(pauseMs * times);
  }
}

const working = Promise.all([
  callSteadily(),
  importSteadily('small import', 100, 500),
  importSteadily('medium import', 5_000, 1_000),
]);

process.on('message', (message: { phase?: string; end?: true }) => {
  if (message.phase !== undefined) phase = message.phase;
  if (message.end !== true) return;
  isOver = true;
  void working.then(async () => {
    await pool.end();
    process.send?.({ seen }, () => process.exit(0));
  });
});
process.once('disconnect', () => process.exit(1));
process.send?.('ready');
