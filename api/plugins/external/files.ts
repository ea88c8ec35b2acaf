import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { FileStore } from '../../../engine/files/file-store.ts';
import { openFiles } from '../../../engine/files/open-files.ts';
import type { Uploads } from '../../../engine/files/uploads.ts';

declare module 'fastify' {
  interface FastifyInstance {
    files: FileStore;
    uploads: Uploads;
  }
}

export default fp(
  async (app: FastifyInstance) => {
    const files = await openFiles(app.config);
    app.decorate('files', files.store);
    app.decorate('uploads', files.uploads);
    app.addHook('onClose', () => files.close());
  },
  { name: 'files' },
);
