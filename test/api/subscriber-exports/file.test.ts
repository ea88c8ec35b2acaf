import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportPartKey } from '../../../engine/files/subscriber-export-key.ts';
import { build } from '../support/build.ts';
import type { TestApi } from '../support/build.ts';
import { addListWithFields } from '../support/import-rows.ts';
import { fileOwner } from '../../support/file-owner.ts';
import { finishExport } from './support.ts';

describe('subscriber exports', () => {
  let api: TestApi;
  let listId: number;
  beforeAll(async () => {
    api = await build();
    listId = await addListWithFields(api);
  });
  const create = () => api.call<any>('POST', `/mailing_lists/${listId}/subscriber_exports`, { subscriber_export: {} });

  describe('the file', () => {
    const download = (id: number, query = '') =>
      api.inject({
        method: 'GET',
        url: `/ga/api/v2/subscriber_exports/${id}/file${query}`,
        headers: { authorization: `Basic ${api.admin}` },
      });
    const NO_FILE = { success: false, data: null, error_code: 'not_found', error_message: 'export file not found' };

    it('is its parts in order, as an attachment that no browser takes for a page', async () => {
      const { data } = await create();
      expect((await download(data.id)).json()).toEqual(NO_FILE);
      await finishExport(api, data.id, ['email\n', 'a@x.io\n', 'b@x.io\n']);
      const response = await download(data.id);
      expect(response.body).toBe('email\na@x.io\nb@x.io\n');
      expect(response.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="subscriber-export-${data.id}.csv"`,
        'content-length': '20',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      expect((await api.call<any>('GET', `/subscriber_exports/${data.id}`)).data.file).toMatchObject({
        name: `subscriber-export-${data.id}.csv`,
        bytes: 20,
      });
    });

    it('is written for a spreadsheet where the call asks for it, and says no length that it has not', async () => {
      const { data } = await api.call<any>('POST', `/mailing_lists/${listId}/subscriber_exports`, {
        subscriber_export: { file_format: { csv_field_separator: ';' } },
      });
      await finishExport(api, data.id, ['email;City\n', 'a@x.io;=1,-2\n+b@x.io;"-', '5"\n']);
      const marked = await download(data.id, '?bom=1');
      expect(marked.rawPayload.toString()).toBe('\uFEFFemail;City\na@x.io;=1,-2\n+b@x.io;"-5"\n');
      expect(marked.headers['content-length']).toBe(String(marked.rawPayload.length));
      const escaped = await download(data.id, '?formulas=escape&bom=1');
      expect(escaped.rawPayload.toString()).toBe(`\uFEFFemail;City\na@x.io;'=1,-2\n'+b@x.io;"'-5"\n`);
      expect(escaped.headers).not.toHaveProperty('content-length');
      expect((await download(data.id, '?formulas=no')).json()).toMatchObject({
        error_code: 'invalid_request',
        error_message: 'formulas must be one of keep, escape',
      });
    });

    it('is refused with a sentence when parts of it are missing or are shorter than they were', async () => {
      const { data } = await create();
      await finishExport(api, data.id, ['email\n', 'a@x.io\n', 'b@x.io\n']);
      const owner = await fileOwner(api.database.pool, data.id, 'subscriber_exports');
      const part = exportPartKey(owner, 1, 1);
      const lost = {
        success: false,
        data: null,
        error_code: 'not_found',
        error_message:
          'the file of the export is no longer whole where files are kept: create another export of the list',
      };
      await api.app.files.write(part, Readable.from([Buffer.from('a')]));
      expect((await download(data.id)).json()).toEqual(lost);
      await api.app.files.remove(part);
      expect((await download(data.id)).json()).toEqual(lost);
    });

    it('is gone when its retention is over, to the second, whether it was purged or not', async () => {
      const { data } = await create();
      await finishExport(api, data.id, ['email\n']);
      const endedAgo = (interval: string) =>
        api.database.pool.query(
          `update subscriber_exports set finished_at = now() - interval '7 days' + interval '${interval}' where id = $1`,
          [data.id],
        );
      await endedAgo('20 seconds');
      expect((await download(data.id)).body).toBe('email\n');
      await endedAgo('0 seconds');
      expect((await download(data.id)).json()).toEqual(NO_FILE);
    });
  });
});
