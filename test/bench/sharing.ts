import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createCredential, hashCredential } from '../../engine/secrets/credential.ts';
import { createApiClient, createList } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import type { Bench } from './bench.ts';
import { largeOrder } from './large-imports.ts';
import { writeCsv } from './rows.ts';
import { SMALL_ROWS, smallOrder } from './small-imports.ts';
import { readImport, startImport, timeImport } from './timed-import.ts';
import type { ImportOrder } from './timed-import.ts';

/** Durations of one organization's imports, alone and during large imports of another organization. */
export interface Sharing {
  /** Medians by rows of the import; seconds. */
  readonly alone: Readonly<Record<string, number>>;
  readonly during: Readonly<Record<string, number>>;
  /** Times as long as alone. */
  readonly ratios: Readonly<Record<string, number>>;
  /** Large imports that still ran when the last of the others had ended; fewer than all make the ratios too low. */
  readonly stillRunning: number;
  readonly problems: readonly string[];
}

export const LARGE_IMPORTS = 10;
const MEDIUM_ROWS = 50_000;
const SMALL_RUNS = 5;
const MEDIUM_RUNS = 3;

/** Times imports of an organization of its own, first alone, then while LARGE_IMPORTS of the bench's rows are imported by the other. */
export async function timeSharing(bench: Bench): Promise<Sharing> {
  const { api, signal } = bench;
  const { other, medium } = await addOrganization(bench);
  const alone = await timeBoth(other, medium, 'alone', signal);
  const large: number[] = [];
  for (let n = 0; n < LARGE_IMPORTS; n++) {
    const list = await createList(api, `Shared ${n}`);
    large.push((await startImport(api, { ...largeOrder(list, 0, bench), overwrite: false })).id);
  }
  await untilAllImport(api, large, signal);
  const during = await timeBoth(other, medium, 'during', signal);
  const states = await statesOf(api, large);
  for (const id of large) await api.post(`/subscriber_imports/${id}/cancel`, {}).catch(() => undefined);
  const ratios = Object.fromEntries(
    Object.entries(during.seconds).map(([rows, seconds]) => [rows, seconds / (alone.seconds[rows] ?? NaN)]),
  );
  return {
    alone: alone.seconds,
    during: during.seconds,
    ratios,
    stillRunning: states.filter((state) => state === 'splitting' || state === 'importing').length,
    problems: [...alone.problems, ...during.problems],
  };
}

async function timeBoth(other: ApiClient, medium: (listId: number) => ImportOrder, when: string, signal: AbortSignal) {
  const seconds: Record<string, number> = {};
  const problems: string[] = [];
  const { id: smallList } = await createList(other, `Small ${when}`);
  const run = async (rows: number, runs: number, order: (number: number) => Promise<ImportOrder>) => {
    const times: number[] = [];
    for (let number = 0; number < runs; number++) {
      const imported = await timeImport(other, await order(number), signal);
      times.push(imported.seconds);
      problems.push(...imported.problems);
    }
    seconds[rows] = times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? NaN;
  };
  await run(SMALL_ROWS, SMALL_RUNS, (number) => Promise.resolve(smallOrder(smallList, number)));
  await run(MEDIUM_ROWS, MEDIUM_RUNS, async (number) =>
    medium((await createList(other, `Medium ${when} ${number}`)).id),
  );
  return { seconds, problems };
}

async function untilAllImport(api: ApiClient, ids: readonly number[], signal: AbortSignal): Promise<void> {
  while ((await statesOf(api, ids)).some((state) => state === 'scheduled')) await delay(POLL_MS, undefined, { signal });
}

function statesOf(api: ApiClient, ids: readonly number[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await readImport(api, id)).state));
}

/** Adds an organization with a key, and its file of MEDIUM_ROWS. */
async function addOrganization({ pool, config, apiUrl, signal }: Bench) {
  const { organizationId, key } = await insertOrganization(pool);
  const directory = join(config.uploadsDir, String(organizationId));
  await mkdir(directory, { recursive: true });
  await writeCsv(join(directory, FILE), MEDIUM_ROWS, 0);
  const medium = (listId: number): ImportOrder => ({
    ...{ listId, overwrite: false, rows: MEDIUM_ROWS, counter: 'added', pollMs: POLL_MS },
    source: { type: 'upload_directory', filename: FILE },
  });
  return { other: createApiClient(apiUrl, key, signal), medium };
}

async function insertOrganization(pool: Pool): Promise<{ organizationId: number; key: string }> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into organizations (name) values ('Another one') returning id`,
  );
  const organizationId = rows[0]?.id ?? 0;
  const key = createCredential(organizationId);
  await pool.query(
    `insert into api_keys (organization_id, name, role, credential_hash) values ($1, 'bench', 'organization_admin', $2)`,
    [organizationId, hashCredential(key)],
  );
  return { organizationId, key };
}

const FILE = 'sharing.csv';
const POLL_MS = 50;
