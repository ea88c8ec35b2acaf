import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { lastingPort } from '../support/lasting-port.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import type { Envelope, TestEngine } from '../support/engine.ts';
import { refusePoison } from '../support/refuse.ts';
import { startTestEngine } from '../support/engine.ts';
import { textOfHistories } from './support/histories.ts';
import { startRoleProcess } from './support/role-process.ts';

/** Part of every secret that the run is given, so that each is found however it is cut or encoded in JSON. */
const PLANTED = /planted/i;

describe('what nobody but the customer may see', () => {
  let engine: TestEngine;
  let [port, metricsPort] = [0, 0];
  beforeAll(async () => {
    [port, metricsPort] = [await lastingPort(), await lastingPort()];
    const settings = { PORT: String(port), METRICS: 'true', METRICS_PORT: String(metricsPort), LOG_LEVEL: 'trace' };
    engine = await startTestEngine({ ...settings, SECOND_DOWNLOAD_WAIT_MS: '10', FIRST_DOWNLOAD_WAIT_MS: '10' });
    await engine.stopWorker();
    await refusePoison(engine.pool);
  });
  afterAll(() => engine.stop());

  it('is in no log, metric or history of a run with imports, failures and all', async () => {
    const log: string[] = [];
    const write = (text: string) => void log.push(text);
    const worker = await startRoleProcess('worker', engine.config, write);
    const api = await startRoleProcess('api', engine.config, write);
    const source = await startSource();
    await engine.upload('people.csv', 'email,planted-column\nplanted-cat@example.com,planted-value\n');
    const list = (await call('POST', '/mailing_lists', { mailing_list: { name: 'Secret' } })).data.id as number;
    await call('POST', `/mailing_lists/${list}/custom_fields`, {
      custom_field: { name: 'note', field_type: 'number' },
    });

    const rows = 'email,note\nplanted-ann@example.com,7\nplanted-bad,planted-content\n';
    const inline = await startImport({ type: 'json', content: rows });
    const upload = await startImport({ type: 'upload_directory', filename: 'people.csv' });
    const good = await startImport({ type: 'url', url: source('/planted-path?token=planted-token') });
    const missing = await startImport({ type: 'url', url: source('/missing/planted-path') });
    const poisoned = await startImport({ type: 'json', content: 'email,note\nplanted-poison@example.com,1\n' });
    for (const id of [inline, upload, good, missing]) await untilEnded(id);
    await vi.waitFor(async () => expect(await healthOf(poisoned)).toBe('stalled'), WAIT);
    await call('POST', `/subscriber_imports/${poisoned}/cancel`);
    await untilEnded(poisoned);
    expect(await detail(inline)).toMatchObject({ stats: { subscribers: { added: 1, failed: 1 } } });
    expect(await detail(missing)).toMatchObject({ state: 'failed' });

    await call('GET', '/subscribers_by_email/planted-ann@example.com');
    await call('POST', `/mailing_lists/${list}/subscribers`, { subscriber: { email: 'planted-poison@example.com' } });
    await call('POST', `/mailing_lists/${list}/subscribers`, { subscriber: { email: 'planted-dan@example.com' } });
    await call('POST', '/users', { user: { email: 'planted-user@example.com', password: 'planted-password-8' } });
    await call('GET', '/mailing_lists', undefined, Buffer.from('1:planted-secret').toString('base64'));
    await call('GET', '/planted-path?key=planted-query');

    const seen = {
      apiMetrics: await text(`http://127.0.0.1:${port}/metrics`),
      workerMetrics: await text(`http://127.0.0.1:${metricsPort}/metrics`),
      health: await text(`http://127.0.0.1:${port}/readyz`),
      histories: await textOfHistories(engine.temporal),
    };
    await Promise.all([api.stop(), worker.stop()]);
    const everything = { ...seen, log: log.join('') };

    // That which is looked through holds what it is to hold.
    expect(everything.histories).toContain(`{\\"importId\\":${inline}`);
    expect(everything.workerMetrics).toContain('sluice_rows_total');
    const lines = everything.log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'call answered',
        requestId: expect.any(String),
        importId: inline,
        workflowId: `subscriber-import/${inline}`,
      }),
    );
    const secrets = [
      PLANTED,
      new RegExp(engine.apiKey),
      new RegExp(Buffer.from(engine.apiKey, 'base64').toString().slice(2)),
      new RegExp(encodeURIComponent(new URL(engine.config.databaseUrl ?? '').password)),
      new RegExp(Buffer.from('1:planted-secret').toString('base64')),
    ];
    for (const [where, content] of Object.entries(everything)) {
      for (const secret of secrets) expect(surroundings(content, secret), where).toBeNull();
    }

    async function startImport(file_source: object): Promise<number> {
      const body = { column_mapping: ['email', 'note'], file_source };
      const mapping = 'filename' in file_source || 'url' in file_source ? ['email', ''] : body.column_mapping;
      const answer = await call('POST', `/mailing_lists/${list}/subscriber_imports`, {
        subscriber_import: { ...body, column_mapping: mapping },
      });
      expect(answer).toMatchObject({ success: true, error_message: null });
      return answer.data.id as number;
    }
  });

  const WAIT = { timeout: 60_000, interval: 50 };
  const text = async (url: string) => (await fetch(url)).text();
  const detail = async (id: number) => (await call('GET', `/subscriber_imports/${id}`)).data;
  const untilEnded = (id: number) =>
    vi.waitFor(async () => {
      const { rows } = await engine.pool.query('select state from subscriber_imports where id = $1', [id]);
      expect(['finished', 'failed', 'cancelled']).toContain(rows[0].state);
    }, WAIT);
  const healthOf = async (id: number) => {
    const { typedSearchAttributes } = await engine.temporal.workflow.getHandle(`subscriber-import/${id}`).describe();
    return typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobHealth);
  };

  async function call(method: string, path: string, body?: object, key = engine.apiKey): Promise<Envelope> {
    const response = await fetch(`http://127.0.0.1:${port}/ga/api/v2${path}`, {
      method,
      headers: { authorization: `Basic ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Envelope;
  }
});

/** Serves a file to whoever brings the right password. @returns what makes a URL of a path */
async function startSource(): Promise<(path: string) => string> {
  const server = createServer((request, response) => {
    const right = `Basic ${Buffer.from('planted-name:planted-password').toString('base64')}`;
    if (request.headers.authorization !== right || request.url?.startsWith('/missing')) response.writeHead(404).end();
    else response.end('email,planted-header\nplanted-bob@example.com,planted-value\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return (path) => `http://planted-name:planted-password@127.0.0.1:${port}${path}`;
}

function surroundings(content: string, secret: RegExp): string | null {
  const found = secret.exec(content);
  return found === null ? null : content.slice(Math.max(0, found.index - 200), found.index + 200);
}
