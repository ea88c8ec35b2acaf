import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Command } from 'commander';
import { events } from '../../../engine/cli/verbs/events.ts';
import { webhooks } from '../../../engine/cli/verbs/webhooks.ts';
import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import { build } from '../../api/support/build.ts';
import type { TestApi } from '../../api/support/build.ts';
import { addList, createImport, setImport } from '../../api/support/import-rows.ts';

const URL_1 = 'https://hooks.example.com/sluice';
const TOTALS = JSON.stringify(Object.fromEntries(COUNTERS.map((name) => [name, 1])));

describe('the verbs that call the API', () => {
  let api: TestApi;
  let settings: Record<string, string>;
  beforeAll(async () => {
    api = await build();
    settings = { SLUICE_URL: await api.app.listen({ host: '127.0.0.1', port: 0 }), SLUICE_API_KEY: api.admin };
  });

  /** Runs a verb in this process; @returns its lines, also while it runs. */
  const start = (verb: () => Command, ...args: (string | number)[]) => {
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    const lines: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text).trimEnd()) > 0);
    onTestFinished(() => {
      spy.mockRestore();
      vi.unstubAllEnvs();
    });
    const command = verb();
    for (const each of [command, ...command.commands])
      each.exitOverride().configureOutput({ writeErr: () => undefined });
    const ended = command.parseAsync(args.map(String), { from: 'user' }).finally(() => spy.mockRestore());
    return { lines, ended };
  };
  const run = async (...args: (string | number)[]) => {
    const { lines, ended } = start(webhooks, ...args);
    await ended;
    return lines;
  };

  it('create, list, change and delete webhook endpoints', async () => {
    const [id = '', secret] = await run('create', URL_1, '--events', 'job.failed,job.stalled', '--description', 'CRM');
    expect(secret).toMatch(/^whsec_/);
    expect(await run()).toEqual([`${id.padStart(4)}  enabled   ${URL_1}; job.stalled, job.failed; CRM`]);

    expect(await run('change', id, '--disable')).toEqual([
      `${id.padStart(4)}  disabled  ${URL_1}; job.stalled, job.failed; CRM`,
    ]);
    const [changed = ''] = await run('change', id, '--enable', '--events', 'all', '--json');
    expect(JSON.parse(changed)).toMatchObject({ enabled: true, events: null, description: 'CRM', url: URL_1 });
    expect(await run('test', id)).toEqual([]);
    expect(api.jobs.retriedEndpoints.at(-1)).toMatchObject({ id: Number(id) });
    const [rotated] = await run('rotate-secret', id);
    expect(rotated).toMatch(/^whsec_/);
    expect(rotated).not.toBe(secret);
    expect(await run('delete', id)).toEqual([]);
    expect(await run('list')).toEqual([]);
  });

  it('show why an endpoint is disabled, its attempts, and deliver an event again', async () => {
    const [id = ''] = await run('create', URL_1);
    const { rows } = await api.database.pool.query<{ id: number }>(
      `with event as (
         insert into webhook_events (organization_id, type, job_kind, job_id, data)
         values (1, 'job.failed', 'kind', 5, '{"job_type": "SubscriberImport"}') returning id
       ), delivery as (
         insert into webhook_deliveries (endpoint_id, event_id, state) select $1, id, 'failed' from event returning event_id)
       insert into webhook_attempts (endpoint_id, event_id, at, duration_ms, status, error)
       select $1, event_id, '2026-03-02 09:30Z', 12, 500, 'It answered \u001b[2J.' from delivery returning id`,
      [id],
    );
    const attempt = Number(rows[0]?.id);
    expect(await run('attempts', id)).toEqual([
      `${String(attempt).padStart(6)}  2026-03-02T09:30:00Z  job.failed    SubscriberImport 5: It answered ?[2J. (12 ms)`,
    ]);
    expect(await run('redeliver', id, attempt)).toEqual([]);
    expect(api.jobs.retriedEndpoints.at(-1)).toMatchObject({ id: Number(id) });
    await api.database.pool.query(
      `update webhook_endpoints set enabled = false, disabled_at = '2026-03-02 09:30Z', disabled_reason = 'It failed.'`,
    );
    expect((await run())[0]).toMatch(/ 1 events wait; disabled at 2026-03-02T09:30:00Z: It failed\.$/);
    await expect(run('redeliver', id, attempt)).rejects.toThrow(
      'The webhook endpoint is disabled: send "enabled": true first.',
    );
  });

  it('refuse what no call would take', async () => {
    await expect(run('create', URL_1, '--events', 'job.done')).rejects.toThrow(/It must be all, or contain only job\./);
    await expect(run('change', 1)).rejects.toThrow('Name at least one option to change.');
    await expect(run('change', 1, '--enable', '--disable')).rejects.toThrow('It is --enable or --disable, not both.');
  });

  it('print the changes of an import until it has ended', async () => {
    const { id } = (await createImport(api, await addList(api))).data;
    const { lines, ended } = start(events, id);
    const states = () => lines.map((line) => (JSON.parse(line) as { state: string }).state);
    await expect.poll(states).toEqual(['scheduled']);
    await setImport(api, id, { state: 'finished', finished_at: new Date().toISOString(), totals: TOTALS });
    await ended;
    expect(states()).toEqual(['scheduled', 'finished']);
  });
});
