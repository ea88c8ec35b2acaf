import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { printEnded } from '../../../engine/cli/verbs/events.ts';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { build } from '../../api/support/build.ts';
import type { TestApi } from '../../api/support/build.ts';
import { addList, createImport } from '../../api/support/import-rows.ts';

const LAUNCHER = fileURLToPath(new URL('../../../bin/sluice.js', import.meta.url));
/** Of a page of the list of jobs. */
const PAGE = 2_000;
const MINUTE_MS = 60_000;

interface Printed {
  readonly id: number;
  readonly state: string;
  /** Null for what was read from the list of jobs. */
  readonly counters: object | null;
}

describe('sluice events', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addList(api);
  });

  /** Adds imports that ended at that time; @returns their ids */
  const addEnded = async (count: number, at: number) => {
    const { rows } = await api.database.pool.query<{ id: number }>(
      `insert into subscriber_imports (organization_id, mailing_list_id, begins_at, options, policy, state, finished_at, totals)
       select 1, $1, now(), '{}', '{}', 'finished', $2, '{"added": 3}' from generate_series(1, $3::int) returning id`,
      [listId, new Date(at), count],
    );
    return rows.map(({ id }) => Number(id));
  };
  const idsOf = (printed: readonly Printed[]) => printed.map(({ id }) => id).sort((a, b) => a - b);

  it('prints the jobs that ended without an event from the list of jobs', async () => {
    const { id } = (await createImport(api, listId)).data;
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const env = { ...process.env, SLUICE_URL: url, SLUICE_API_KEY: api.admin };
    const child = spawn(process.execPath, [LAUNCHER, 'events'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill());
    let text = '';
    child.stdout.on('data', (bytes: Buffer) => (text += String(bytes)));
    const printed = () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Printed);
    await expect.poll(() => idsOf(printed()), POLLING).toEqual([id]);

    // They have just ended, however long it takes until they are read.
    const ended = await addEnded(BOUNDS.eventJobs.max + 1, Date.now() + MINUTE_MS);
    const fromList = () => printed().filter(({ counters }) => counters === null);
    await expect.poll(() => idsOf(fromList()), POLLING).toEqual(ended);
    const sent = () => printed().filter(({ counters, state }) => counters !== null && state === 'finished');
    await expect.poll(() => sent().length, POLLING).toBe(BOUNDS.eventJobs.max);
    expect(fromList()[0]).toMatchObject({
      ...{ job_type: 'SubscriberImport', state: 'finished', mailing_list_id: listId, dry_run: false, health: null },
      ...{ rate: null, seconds_left: null, place_in_queue: null, finished_at: expect.any(String) },
    });
  });

  it('reads the list of jobs page by page, from the last event on', async () => {
    const now = Date.now();
    const since = now + 10 * MINUTE_MS;
    await addEnded(1, since - MINUTE_MS);
    const ended = await addEnded(PAGE + 1, since);
    const lines: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    onTestFinished(() => spy.mockRestore());
    await printEnded(api.client(), `${since}-aaaaaaaaaaaa`);
    expect(idsOf(lines.map((line) => JSON.parse(line) as Printed))).toEqual(ended);

    // Without an event nothing was missed.
    await printEnded(api.client(), null);
    expect(lines).toHaveLength(ended.length);
  });
});

/** Long enough for a busy machine; nothing waits for it to pass. */
const POLLING = { timeout: 60_000 };
