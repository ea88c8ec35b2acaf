import { BOUNDS } from '../../../../engine/domain/bounds.ts';
import type { Attack } from '../attack.ts';

const HEADERS = { 'tus-resumable': '1.0.0', 'upload-length': '1', 'content-type': 'application/offset+octet-stream' };

/** Many files, each of them as small as it can be. */
export const manyUploads: Attack = {
  name: 'many-uploads',
  title: '2,500 finished uploads of one byte, each of them analyzed, found and removed while others are sent',
  play: async ({ call, complain, count, listId, size }) => {
    const ids: string[] = [];
    const create = async () => {
      const { location, status } = await call('POST', '/uploads', 'x', { headers: HEADERS });
      if (status === 201) ids.push(location?.split('/').at(-1) ?? '');
      else count('uploads refused');
    };
    const most = size === 'full' ? BOUNDS.uploads.max + 500 : 100;
    const began = Date.now();
    for (let sent = 0; sent < most && Date.now() - began < SENDING_MS; sent += TOGETHER) {
      await Promise.all(Array.from({ length: TOGETHER }, create));
    }
    if (ids.length > BOUNDS.uploads.max) complain(`the tenant has ${ids.length} uploads`);
    count('uploads kept', ids.length);

    const analyze = (id: string) =>
      call('POST', `/mailing_lists/${listId}/subscriber_imports/analyze`, {
        subscriber_import: { file_source: { type: 'upload', id } },
      });
    const remove = (id: string) => call('DELETE', `/uploads/${id}`, undefined, { headers: HEADERS });
    while (ids.length > 0 && Date.now() - began < SENDING_MS + REMOVING_MS) {
      const [read, removed] = [ids.slice(0, 4), ids.splice(0, TOGETHER)];
      await Promise.all(read.map(analyze));
      await Promise.all([...removed.map(remove), ...(ids.length > most / 2 ? [create()] : [])]);
    }
  },
};

const TOGETHER = 20;
/** On a machine that is busy fewer are sent and removed. */
const SENDING_MS = 80_000;
const REMOVING_MS = 60_000;
