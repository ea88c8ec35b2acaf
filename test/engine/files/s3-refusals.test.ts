import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { CreateBucketCommand, DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { openS3Files } from '../../../engine/files/s3-files.ts';
import type { S3Settings } from '../../../engine/platform/config-s3.ts';
import { lastingPort } from '../../support/lasting-port.ts';
import type { TestS3 } from '../../support/s3.ts';
import { NO_S3, startS3 } from '../../support/s3.ts';
import { standBeforeS3 } from '../../support/s3-front.ts';
import { chunks } from './stores.ts';

let s3: TestS3 | null = null;
beforeAll(async () => {
  s3 = await startS3();
});
beforeEach((context) => {
  if (s3 === null) context.skip(NO_S3);
});
afterAll(() => s3?.stop());

function open(changes: Partial<S3Settings> = {}) {
  const files = openS3Files({ ...s3!.bucket, ...changes });
  onTestFinished(() => files.close());
  return files.store;
}

it('a bucket that does not exist is not reached, and its refusal lasts', async () => {
  const store = open({ bucket: 'none' });
  await expect(store.reach()).rejects.toMatchObject({ reason: 'NoSuchBucket', isTransient: false });
  const written = store.write('imports/1/source', chunks('email\n'));
  await expect(written).rejects.toMatchObject({ reason: 'NoSuchBucket', isTransient: false });
});

it('a bucket is reached with and without files in it, and not any more once it is deleted', async () => {
  const { region, endpoint } = s3!.bucket;
  const client = new S3Client({ region, endpoint: endpoint ?? '', forcePathStyle: true });
  onTestFinished(() => client.destroy());
  await client.send(new CreateBucketCommand({ Bucket: 'other' }));
  const store = open({ bucket: 'other' });
  await store.reach();
  await store.write('imports/1/source', chunks('email\n'));
  await store.reach();
  await store.remove('imports/1/source');
  await client.send(new DeleteBucketCommand({ Bucket: 'other' }));
  await expect(store.reach()).rejects.toMatchObject({ reason: 'NoSuchBucket' });
});

it('a wrong secret is a refusal that lasts', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong');
  onTestFinished(() => void vi.unstubAllEnvs());
  const refused = { reason: 'SignatureDoesNotMatch', isTransient: false };
  await expect(open().reach()).rejects.toMatchObject(refused);
});

it('a service that is busy or away fails for a while only', async () => {
  const front = await standBeforeS3(s3!.bucket.endpoint ?? '');
  onTestFinished(() => front.close());
  front.trouble(() => 'busy');
  const busy = open({ endpoint: front.endpoint });
  await expect(busy.reach()).rejects.toMatchObject({ reason: 'SlowDown', isTransient: true });
  // The answer to a HEAD has no body, and so no code.
  await expect(busy.size('imports/1/source')).rejects.toMatchObject({ isTransient: true });
  const away = open({ endpoint: `http://127.0.0.1:${await lastingPort()}` });
  await expect(away.reach()).rejects.toMatchObject({ reason: 'ECONNREFUSED', isTransient: true });
});
