import { randomBytes, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../api/app.ts';
import { API_PREFIX } from '../../../api/http/prefix.ts';
import { createUploadLocks } from '../../../api/uploads/upload-locks.ts';
import { recordReceived } from '../../../engine/db/uploads/leases.ts';
import { uploadKey } from '../../../engine/files/upload-key.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { createFakeJobs } from '../support/fake-jobs.ts';
import { tusCaller, uploadIdOf } from './support.ts';

const BYTES = randomBytes(3_000_000);
const PATIENCE = { timeout: 20_000 };

describe('an upload whose connection breaks', () => {
  let api: TestApi;
  let other: FastifyInstance;
  let here: string;
  let there: ReturnType<typeof tusCaller>;
  beforeAll(async () => {
    api = await build();
    here = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const logger = pino({ enabled: false });
    other = await buildApp({ config: api.config, logger, jobs: createFakeJobs() });
    there = tusCaller(await other.listen({ host: '127.0.0.1', port: 0 }), api.admin);
  });
  afterAll(() => other.close());

  const begin = async () => uploadIdOf(await there.create(BYTES.length));
  /** Sends the beginning of a part and leaves the connection open. */
  const open = (id: string, bytes: Uint8Array) => {
    const call = request(`${here}${API_PREFIX}/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Basic ${api.admin}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': BYTES.length,
      },
    });
    call.on('error', () => undefined).write(bytes);
    return call;
  };
  const receivedOf = async (id: string) => {
    const { rows } = await api.database.pool.query<{ received_bytes: number; lease_token: string | null }>(
      `select received_bytes, lease_token from uploads where id = $1`,
      [id],
    );
    return rows[0]!;
  };
  /** Bytes that the file has, recorded or not. */
  const writtenOf = async (id: string) => {
    const found = await stat(join(api.config.filesDir, `${uploadKey(id)}~/growing`)).catch(() => null);
    return found?.size ?? 0;
  };
  const offsetOf = async (id: string) => Number((await there.head(id)).headers.get('upload-offset'));
  const expectWhole = async (id: string) => {
    expect((await buffer(api.app.files.read(uploadKey(id)))).equals(BYTES)).toBe(true);
  };

  it('goes on at another API where the bytes end that have arrived', async () => {
    const id = await begin();
    const call = open(id, BYTES.subarray(0, 2_000_000));
    await expect.poll(() => writtenOf(id), PATIENCE).toBeGreaterThan(0);
    call.destroy();
    await expect.poll(async () => (await receivedOf(id)).lease_token, PATIENCE).toBeNull();
    const offset = await offsetOf(id);
    expect(offset).toBeGreaterThan(0);
    expect((await there.append(id, offset, BYTES.subarray(offset))).status).toBe(204);
    await expectWhole(id);
  });

  it('is taken over from a call whose connection is silent, with all that has arrived', async () => {
    const id = await begin();
    const call = open(id, BYTES.subarray(0, 1_000_000));
    const answered = new Promise<number | undefined>((resolve) => call.on('response', (it) => resolve(it.statusCode)));
    await expect.poll(() => writtenOf(id), PATIENCE).toBe(1_000_000);
    const offset = await offsetOf(id);
    expect(offset).toBe(1_000_000);
    expect(await answered).toBe(204);
    expect((await there.append(id, offset, BYTES.subarray(offset))).status).toBe(204);
    call.destroy();
    await expectWhole(id);
  });

  it('is taken over from a process that is dead, and its late words are not recorded', async () => {
    const id = await begin();
    expect((await there.append(id, 0, BYTES.subarray(0, 500_000))).status).toBe(204);
    const dead = randomUUID();
    await api.database.pool.query(
      `update uploads set lease_token = $2, leased_until = now() + interval '2 seconds' where id = $1`,
      [id, dead],
    );
    expect((await there.append(id, 500_000, BYTES.subarray(500_000, 600_000))).status).toBe(204);
    expect(await recordReceived(api.app.service.db, { id, token: dead }, 700_000)).toBe(false);
    expect((await receivedOf(id)).received_bytes).toBe(600_000);
  });

  it('is refused with 423 while another call goes on for too long', async () => {
    const id = await begin();
    await api.database.pool.query(
      `update uploads set lease_token = $2, leased_until = now() + interval '1 hour' where id = $1`,
      [id, randomUUID()],
    );
    const locks = createUploadLocks(api.app.service.db, api.app.log, { waitMs: 300 });
    const lock = locks.newLock(id).lock(new AbortController().signal, () => undefined);
    await expect(lock).rejects.toMatchObject({ status_code: 423 });
  });
});
