import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../api/http/prefix.ts';
import { configEnvironment } from '../../engine/platform/config-environment.ts';
import { openBucket } from '../../engine/files/s3-bucket.ts';
import type { Bucket } from '../../engine/files/s3-bucket.ts';
import { createExport, untilExportEnded } from '../support/exports.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { maintain } from '../support/maintenance.ts';
import { runSluice } from '../support/sluice.ts';
import { NO_S3, startS3 } from '../support/s3.ts';
import type { TestS3 } from '../support/s3.ts';

describe('a service with a bucket', () => {
  let s3: TestS3 | null = null;
  let bucket: Bucket;
  let engine: TestEngine;
  beforeAll(async () => {
    s3 = await startS3();
    if (s3 === null) return;
    bucket = openBucket(s3.bucket);
    engine = await startTestEngine(s3.settings);
  });
  beforeEach((context) => {
    if (s3 === null) context.skip(NO_S3);
  });
  afterAll(async () => {
    if (s3 === null) return;
    await engine.stop();
    bucket.close();
    await s3.stop();
  });

  it('keeps uploads, sources, exports and upload directories there, and none in its folders', async () => {
    const list = await createList(engine, 'In a bucket');
    await bucket.put('upload-directory/1/cid.csv', Buffer.from('email\ncid@example.com\n'));
    const sources = [
      { type: 'json', content: 'email\nann@example.com\n' },
      { type: 'upload', id: await sendUpload('email\nbob@example.com\n') },
      { type: 'upload_directory', filename: 'cid.csv' },
    ];
    for (const source of sources) {
      const ended = await untilEnded(engine, await createImport(engine, list, source));
      expect(ended).toMatchObject({ state: 'finished', stats: { subscribers: { added: 1 } } });
    }
    const exported = await createExport(engine, list);
    expect(await untilExportEnded(engine, exported)).toMatchObject({ state: 'finished' });
    expect(await engine.text(`/subscriber_exports/${exported}/file`)).toContain('cid@example.com');
    expect(new Set((await names()).map((name) => name.split('/').slice(0, 2).join('/')))).toEqual(
      new Set(['files/exports', 'files/imports', 'files/uploads', 'upload-directory/1']),
    );
    expect(await readdir(engine.config.filesDir).catch(() => [])).toEqual([]);
  });

  it('removes what has expired from there', async () => {
    await engine.pool.query(`update uploads set created_at = now() - interval '2 days'`);
    await engine.pool.query(`update subscriber_exports set finished_at = now() - interval '8 days'`);
    await engine.pool.query(`update subscriber_imports set finished_at = now() - interval '16 minutes'`);
    await engine.pool.query(`update installation set kept_files_removed_to = now() - interval '1 hour'`);
    await maintain(engine.temporal, 'purge');
    await maintain(engine.temporal, 'reconcile');
    expect(await names()).toEqual(['upload-directory/1/cid.csv']);
  });

  it('gives no organization an id whose upload directory has files there', async () => {
    const create = async (name: string) => {
      const { stdout } = await runSluice(['org:create', name, '--json'], configEnvironment(engine.config));
      return (JSON.parse(stdout) as { id: number }).id;
    };
    const first = await create('First');
    await bucket.put(`upload-directory/${first + 1}/people.csv`, Buffer.from('email\n'));
    await bucket.put(`upload-directory/${first + 2}0/people.csv`, Buffer.from('email\n'));
    expect(await create('Second')).toBe(first + 2);
  });

  const names = async () => {
    const found: string[] = [];
    for await (const { name } of bucket.list('')) found.push(name);
    return found;
  };

  async function sendUpload(content: string): Promise<string> {
    const call = (method: 'POST' | 'PATCH', url: string, headers: Record<string, string>, payload?: string) =>
      engine.app.inject({
        method,
        url,
        headers: { authorization: `Basic ${engine.apiKey}`, 'tus-resumable': '1.0.0', ...headers },
        ...(payload !== undefined && { payload }),
      });
    const length = String(Buffer.byteLength(content));
    const created = await call('POST', `${API_PREFIX}/uploads`, { 'upload-length': length });
    const id = String(created.headers.location).split('/').at(-1) ?? '';
    const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    expect((await call('PATCH', `${API_PREFIX}/uploads/${id}`, headers, content)).statusCode).toBe(204);
    return id;
  }
});
