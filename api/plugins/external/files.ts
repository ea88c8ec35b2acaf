import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { FileStore } from '../../../engine/files/file-store.ts';
import { makeFolders } from '../../../engine/files/make-folders.ts';
import { openFiles } from '../../../engine/files/open-files.ts';
import { PATIENCE_OF_CALLS } from '../../../engine/files/s3-patience.ts';
import type { Uploads } from '../../../engine/files/uploads.ts';
import { completesWithin } from '../../../engine/platform/timeouts.ts';
import { ANSWER_MS } from '../../http/health.ts';
import { createProbe } from '../../http/probe.ts';

declare module 'fastify' {
  interface FastifyInstance {
    files: FileStore;
    fileProbes: {
      /** Whether the file store is there and answers. */
      readonly reach: () => Promise<boolean>;
      /** Whether a file can be stored and removed. */
      readonly write: () => Promise<boolean>;
    };
    uploads: Uploads;
  }
}

/** Load balancers probe each second or so, and each question to a bucket is billed. */
const REACHED_MS = 5_000;

export default fp(
  async (app: FastifyInstance) => {
    const { filesDir, s3 } = app.config;
    // Otherwise a folder that nothing was written to could not be told from one that is gone.
    if (s3 === null) await completesWithin(ANSWER_MS, () => makeFolders(filesDir));
    const files = await openFiles(app.config, PATIENCE_OF_CALLS);
    app.decorate('files', files.store);
    app.decorate('fileProbes', {
      reach: createProbe(() => files.store.reach(), { withinMs: ANSWER_MS, keptMs: REACHED_MS }),
      write: createProbe(() => writeAndRemove(files.store), { withinMs: ANSWER_MS, keptMs: 0 }),
    });
    app.decorate('uploads', files.uploads);
    app.addHook('onClose', () => files.close());
  },
  { name: 'files' },
);

async function writeAndRemove(store: FileStore): Promise<void> {
  const key = `health/${randomUUID()}`;
  await store.write(key, Readable.from([Buffer.from('up')]));
  await store.remove(key);
}
