import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../engine/platform/config.ts';
import { serve } from '../../engine/files/serve.ts';
import type { TestEngine } from '../../support/engine.ts';
import { maintain, pauseMaintenance } from '../../support/maintenance.ts';
import { startTestEngine } from '../../support/engine.ts';
import { createImport, createList, emailsOf, untilEnded, untilImport } from '../../support/imports.ts';
import type { Row } from '../support.ts';

const DEFAULTS = loadConfig({}).policy;
const CSV = 'email\nann@example.com\nnobody\n';

describe('limits of subscriber imports', () => {
  let engine: TestEngine;
  let lists = 0;
  beforeAll(async () => {
    engine = await startTestEngine({ FIRST_DOWNLOAD_WAIT_MS: '1', SECOND_DOWNLOAD_WAIT_MS: '1' });
  });
  afterAll(() => engine.stop());

  const addList = () => createList(engine, `List ${++lists}`);
  const detail = async (id: number) => (await engine.call('GET', `/subscriber_imports/${id}`)).data;
  const finished = async () => untilEnded(engine, await createImport(engine, await addList(), CSV));

  it('import move: logs purged after the retention, state kept', async () => {
    // A purge of its own accord could come between.
    await pauseMaintenance(engine.temporal, 'purge');
    const { logRetentionMs } = engine.config.policy;
    engine.setPolicy({ logRetentionMs: 1 });
    const ended = await finished();
    engine.setPolicy({ logRetentionMs });
    const log = `/subscriber_imports/${ended.id}/logs/added`;
    const stored = () =>
      engine.pool
        .query(`select 1 from import_logs where subscriber_import_id = $1`, [ended.id])
        .then((r) => r.rowCount);
    // A log whose retention is over cannot be read any more, whether the purge has run or not.
    expect(await engine.call('GET', log)).toMatchObject({ success: false, error_code: 'not_found' });
    expect(await stored()).toBeGreaterThan(0);

    await maintain(engine.temporal, 'purge');

    expect(await engine.call('GET', log)).toMatchObject({ success: false, error_code: 'not_found' });
    expect(await stored()).toBe(0);
    expect(await detail(ended.id as number)).toEqual(ended);
  });

  it('limit: retention of import logs', async () => {
    expect(engine.config.policy.logRetentionMs).toBe(7 * 24 * 3_600_000);
    const { id } = await finished();
    const age = async (days: string) => {
      const statement = `update subscriber_imports set finished_at = now() - $2::interval where id = $1`;
      await engine.pool.query(statement, [id, days]);
      return (await engine.text(`/subscriber_imports/${id}/logs/added`)).startsWith('ann@example.com');
    };
    expect(await age('6 days 23 hours')).toBe(true);
    expect(await age('6 days 23 hours 59 minutes')).toBe(true);
    expect(await age('7 days')).toBe(false);
  });

  it('status move: deactivated when absent from an import', async () => {
    const list = await addList();
    await untilEnded(engine, await createImport(engine, list, 'email\nstays@example.com\ngoes@example.com\n'));
    const id = await createImport(engine, list, 'email\nstays@example.com\n', {
      deactivate_subscribers_not_in_import: true,
    });
    await untilEnded(engine, id);
    const { data } = await engine.call('GET', `/mailing_lists/${list}/subscribers`);
    expect(Object.fromEntries(data.map(({ email, status }: Row) => [email, status]))).toEqual({
      'stays@example.com': 'active',
      'goes@example.com': 'deactivated',
    });
  });

  it('limit: subscribers of an organization', async () => {
    const list = await addList();
    await engine.pool.query(
      `update organizations set subscriber_limit = (select count(*) + 1 from subscribers) where id = 1`,
    );
    const id = await createImport(engine, list, 'email\na@example.com\nb@example.com\nc@example.com\n');
    const { stats } = await untilEnded(engine, id);
    await engine.pool.query(`update organizations set subscriber_limit = null where id = 1`);
    expect(stats.subscribers).toMatchObject({ added: 1, skipped_over_limit: 2 });
    const log = await engine.text(`/subscriber_imports/${id}/logs/skipped_over_limit`);
    expect(log.trim().split('\n').sort()).toEqual(['b@example.com', 'c@example.com']);
    expect(await emailsOf(engine, list)).toEqual(['a@example.com']);
  });

  describe('limits of sources', () => {
    const importFrom = async (handler: Parameters<typeof serve>[0]) => {
      let requests = 0;
      const { origin } = await serve((request, response) => {
        requests++;
        return handler(request, response);
      });
      const id = await createImport(engine, await addList(), { type: 'url', url: `${origin()}/people.csv` });
      return { ...(await untilEnded(engine, id)), requests };
    };

    it('limit: download attempts', async () => {
      const { firstDownloadWaitMs, secondDownloadWaitMs } = DEFAULTS;
      expect([firstDownloadWaitMs, secondDownloadWaitMs]).toEqual([10_000, 50_000]);
      const { state, requests } = await importFrom((_, response) => void response.writeHead(500).end());
      expect({ state, requests }).toEqual({ state: 'failed', requests: 3 });
    });

    it('limit: download time', async () => {
      expect(DEFAULTS.downloadTimeoutMs).toBe(15 * 60_000);
      engine.setPolicy({ downloadTimeoutMs: 300 });
      const { state, requests } = await importFrom((_, response) => void response.write('email\n'));
      engine.setPolicy({ downloadTimeoutMs: DEFAULTS.downloadTimeoutMs });
      expect({ state, requests }).toEqual({ state: 'failed', requests: 1 });
    });

    it('limit: file at a URL', async () => {
      expect(DEFAULTS.maxDownloadBytes).toBe(200 * 1024 * 1024);
      engine.setPolicy({ maxDownloadBytes: CSV.length });
      const taken = await importFrom((_, response) => void response.end(CSV));
      const refused = await importFrom((_, response) => void response.end(`${CSV}\n`));
      engine.setPolicy({ maxDownloadBytes: DEFAULTS.maxDownloadBytes });
      expect([taken.state, refused.state]).toEqual(['finished', 'failed']);
    });

    it('limit: file in the upload directory', async () => {
      engine.setPolicy({ maxDownloadBytes: 1 });
      const lines = Array.from({ length: 1_000 }, (_, at) => `p${at}@example.com`);
      await engine.upload('people.csv', `email\n${lines.join('\n')}\n`);
      const id = await createImport(engine, await addList(), { type: 'upload_directory', filename: 'people.csv' });
      const ended = await untilImport(engine, id, ({ state }) => state === 'finished' || state === 'failed');
      engine.setPolicy({ maxDownloadBytes: DEFAULTS.maxDownloadBytes });
      expect(ended).toMatchObject({ state: 'finished', stats: { subscribers: { added: 1_000 } } });
    });
  });
});
