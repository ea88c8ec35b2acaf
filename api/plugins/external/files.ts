import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { createFolderStore } from '../../../engine/files/folder-store.ts';
import type { FileStore } from '../../../engine/files/file-store.ts';

declare module 'fastify' {
  interface FastifyInstance {
    files: FileStore;
  }
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.decorate('files', createFolderStore(app.config.filesDir));
    done();
  },
  { name: 'files' },
);
