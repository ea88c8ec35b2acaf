import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Upload } from 'tus-js-client';
import type { UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../api/http/prefix.ts';
import { uploadKey } from '../../engine/files/upload-key.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createList, succeed, untilEnded } from '../support/imports.ts';
import { startRoleProcess } from './support/role-process.ts';

const ROWS = 25_000;
/** A file of 100 MB with few rows, of which one in ten has no address. */
const FILE = Buffer.from(
  `email,notes\n${Array.from({ length: ROWS }, (_, i) => `${i % 10 === 0 ? 'none' : `reader-${i}@example.com`},${'x'.repeat(3_980)}\n`).join('')}`,
);

describe('an upload whose API is killed', () => {
  let engine: TestEngine;
  let url: string;
  beforeAll(async () => {
    engine = await startTestEngine();
    url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => engine.stop());

  /** Sends the file with a client of the protocol. @returns the URL of the upload, and whether all of it was sent */
  const send = (settings: Partial<UploadOptions>) =>
    new Promise<{ uploadUrl: string; isSent: boolean }>((resolve) => {
      const end = (isSent: boolean): void => resolve({ uploadUrl: upload.url ?? '', isSent });
      const upload: Upload = new Upload(FILE, {
        headers: { authorization: `Basic ${engine.apiKey}` },
        metadata: { filename: 'large.csv' },
        retryDelays: [],
        onSuccess: () => end(true),
        onError: () => end(false),
        ...settings,
      });
      upload.start();
    });

  it('is continued at another one by a usual client, byte for byte, and imported with exact counters', async () => {
    const port = await lastingPort();
    const killed = await startRoleProcess('api', { ...engine.config, port, host: '127.0.0.1' });
    let isKilled = false;
    const first = await send({
      endpoint: `http://127.0.0.1:${port}${API_PREFIX}/uploads`,
      onProgress: (sent) => {
        if (isKilled || sent < FILE.length / 2) return;
        isKilled = true;
        void killed.kill();
      },
    });
    expect([first.isSent, isKilled]).toEqual([false, true]);
    const id = first.uploadUrl.split('/').at(-1)!;
    const { rows } = await engine.pool.query<{ bytes: number }>(
      `select received_bytes as bytes from uploads where id = $1`,
      [id],
    );
    expect(rows[0]!.bytes).toBeGreaterThan(0);
    expect(rows[0]!.bytes).toBeLessThan(FILE.length);

    expect(await send({ uploadUrl: `${url}${API_PREFIX}/uploads/${id}` })).toMatchObject({ isSent: true });
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(engine.config.filesDir, uploadKey(id))), hash);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(FILE).digest('hex'));

    const list = await createList(engine, 'Uploaded');
    const subscriber_import = { column_mapping: ['email', ''], file_source: { type: 'upload', id } };
    const path = `/mailing_lists/${list}/subscriber_imports`;
    const { data } = succeed(await engine.call('POST', path, { subscriber_import }));
    const ended = await untilEnded(engine, data.id as number);
    expect(ended).toMatchObject({
      state: 'finished',
      stats: { number_of_records: ROWS, subscribers: { added: (ROWS * 9) / 10, failed: ROWS / 10 } },
      balance: { is_balanced: true },
    });
  });
});
