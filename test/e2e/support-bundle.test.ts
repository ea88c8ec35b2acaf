import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList } from '../support/imports.ts';
import { refuse } from '../support/refuse.ts';
import { runSluice } from '../support/sluice.ts';
import { PATIENCE } from './support/on-call-drill.ts';

describe('npx sluice support-bundle', () => {
  let engine: TestEngine;
  let folder: string;
  const planted: string[] = [];
  beforeAll(async () => {
    engine = await startTestEngine();
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-bundle-'));
  });
  afterAll(async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  });

  /** So many texts that nothing else contains. */
  const plant = (count: number, form: (text: string) => string = (text) => text) => {
    const texts = Array.from({ length: count }, () => form(`planted${randomBytes(8).toString('hex')}`));
    planted.push(...texts);
    return texts;
  };
  const write = async (name: string, settings: Readonly<Record<string, string>> = {}) => {
    const file = join(folder, name);
    const run = await runSluice(['support-bundle', file], { ...configEnvironment(engine.config), ...settings });
    return { run, file };
  };
  const read = async (file: string) => gunzipSync(await readFile(file)).toString('utf8');

  it('contains the facts of a stalled job, and none of a thousand addresses, names, secrets and contents', async () => {
    const id = await stallAmongSecrets();
    const settings = plantSettings();
    expect(planted.length).toBeGreaterThanOrEqual(1_000);
    const holder = await engine.pool.connect();
    const [name = ''] = plant(1);
    await holder.query(`set application_name = '${name}'`);
    await holder.query('begin');
    await holder.query('lock table autoresponders in share mode');

    const { run, file } = await write('bundle.json.gz', settings);
    await holder.query('rollback');
    holder.release(true);

    expect(run).toMatchObject({ code: 0, stdout: `${file}\n` });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await read(file);
    const bundle = JSON.parse(text);
    expect(bundle).toMatchObject({
      versions: { node: process.versions.node, postgres: expect.any(String), temporal: expect.any(String) },
      settings: { values: { WORKER_CONCURRENCY: '16' } },
      schema: { pending: [], unknown: [] },
      workers: 1,
    });
    expect(bundle.settings.set).toEqual(expect.arrayContaining(['DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL']));
    expect(bundle.jobs).toContainEqual({ kind: 'subscriber_import', state: 'importing', health: 'stalled', count: 1 });
    expect(bundle.unhealthy).toMatchObject([
      {
        ...{ kind: 'subscriber_import', id, health: 'stalled', total: 20 },
        inside: { answers: true, cause: 'poison_chunk', parked: [{ work: 'chunk', number: 0, codes: ['22000'] }] },
      },
    ]);
    const small = text.toLowerCase();
    expect(planted.filter((each) => small.includes(each.toLowerCase()))).toEqual([]);
    expect(text).not.toContain('@');
    expect(text).not.toMatch(/planted/i);
  });

  it('overwrites no file', async () => {
    await writeFile(join(folder, 'mine'), 'kept');
    expect((await write('mine')).run).toMatchObject({ code: 1, stderr: expect.stringContaining('EEXIST') });
    expect(await readFile(join(folder, 'mine'), 'utf8')).toBe('kept');
  });

  it('is written with settings that are wrong and servers that do not answer, and repeats neither', async () => {
    const [port = '', host = ''] = plant(2);
    const wrong = await write('wrong.gz', { PORT: port });
    expect(JSON.parse(await read(wrong.file))).toMatchObject({ settings: null, findings: expect.anything() });
    const away = await write('away.gz', { DATABASE_URL: `postgres://u:${host}@127.0.0.1:1/x` });
    expect(away.run.code).toBe(0);
    for (const file of [wrong.file, away.file]) expect(await read(file)).not.toMatch(/planted/i);
  });

  /** An import that Postgres refuses with a message that quotes an address, next to everything that clients can name. */
  async function stallAmongSecrets(): Promise<number> {
    const [listName = '', ...names] = plant(60);
    const list = await createList(engine, listName);
    const { pool } = engine;
    await pool.query('insert into mailing_lists (organization_id, name) select 1, unnest($1::text[])', [names]);
    await pool.query('insert into organizations (name) select unnest($1::text[])', [plant(40)]);
    await pool.query(
      `insert into custom_fields (organization_id, mailing_list_id, name, field_type, required, attributes, options)
       select 1, $1, unnest($2::text[]), 'text', false, '{}', '[]'`,
      [list, plant(20)],
    );
    await pool.query(
      `insert into webhook_endpoints (organization_id, url, secret, enabled) select 1, unnest($1::text[]), '', false`,
      [plant(20, (text) => `https://${text}.example.com/${text}`)],
    );
    await pool.query(
      'insert into subscribers (mailing_list_id, key, email) select $1, email, email from unnest($2::text[]) email',
      [list, plant(800, (text) => `${text}@example.com`)],
    );
    const uploads = join(engine.config.uploadsDir, '1');
    await mkdir(uploads, { recursive: true });
    for (const file of plant(20)) await writeFile(join(uploads, `${file}.csv`), plant(1)[0] ?? '');
    const begins_at = new Date(Date.now() + 3_600_000).toISOString();
    for (const error of plant(10)) {
      const failed = await createImport(engine, list, `email\n${plant(1)[0]}@example.com\n`, { begins_at });
      await pool.query(
        `update subscriber_imports set state = 'failed', finished_at = now(), error_message = $2 where id = $1`,
        [failed, error],
      );
    }
    const when = `new.email like 'poison%'`;
    await refuse(pool, { before: 'insert', on: 'subscribers', when, quoting: 'new.email' });
    const rows = plant(20, (text) => `poison${text}@example.com`).join('\n');
    const id = await createImport(engine, list, { type: 'json', content: `email\n${rows}\n` });
    const handle = engine.temporal.workflow.getHandle(`subscriber-import/${id}`);
    const health = async () => (await handle.describe()).searchAttributes;
    await vi.waitFor(async () => expect(await health()).toMatchObject({ JobHealth: ['stalled'] }), PATIENCE);
    return id;
  }

  function plantSettings(): Record<string, string> {
    const [user, password, host, token, key, name, secret] = plant(7);
    const hex = randomBytes(32).toString('hex');
    planted.push(hex);
    return {
      SMTP_URL: `smtp://${user}:${password}@${host}.example.com`,
      REDIS_URL: `redis://:${password}@${host}.example.com`,
      PUBLIC_URL: `https://${host}.example.com`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${user}:${password}@${host}.example.com`,
      OTEL_SERVICE_NAME: name ?? '',
      CODEC_TOKEN: `${token}${token}`,
      SLUICE_API_KEY: key ?? '',
      TOKEN_SECRET: `${secret}${secret}`,
      SECRET_KEY: hex,
    };
  }
});
